// Starts the calculator, and speaks for it where it cannot speak itself: no
// WebAssembly, a failed download, a panic.
//
// `cargo xtask build` writes names of files into this script's tag: the program's JavaScript
// and its first file (data-glue, data-wasm), further files that the page needs at once
// (data-parts, beside the JavaScript), the worker's (data-worker); and the site's version
// (data-version).
//
// What the rest of the product may rely on:
// - <html data-app="started"> once the app is mounted (the app sets it), "failed"
//   once it is not
// - <html lang> is the language chosen: of the link (lang=), of the last visit, of
//   the browser, or English; the app reads it there
// - <html data-worker> is the worker's address
// - <html data-home> leads to the site's folder; "?" where one file is the whole site
// - <html data-sheets> names the style sheets of all pages
// - <html data-file> is that file's name, where the site offers it
// - rightsizeParts promises the answers for further files of the program, by their names
// - rightsizeTexts(name) promises the messages of a language, or a further part of
//   them; those of the chosen one are under way before the program is, and its other
//   parts where <html data-part> names the last of them
// - a button with data-script runs that script of ours, which is loaded then: run(button);
//   where it fails, the alert beside the button is shown, or else the one of the footer
// - a word of the glossary, a button with the class term, is explained to who rests on it
// - rightsizeScript(name) promises such a script
// - <html data-embed> where the calculator is inside another page, as its link says
//   (embed=): frame.js speaks with that page, and nothing is remembered
// - the app says what went wrong:
//   window.dispatchEvent(new CustomEvent("rightsize:panic", { detail: text }))
//   window.dispatchEvent(new CustomEvent("rightsize:failed"))
// - the banner is <div class="boot-banner" role="alert">, styled by the app's CSS
(function () {
  "use strict";

  // Where a text would become markup, or the address of a script, the browser asks here. The
  // program has plain elements made of markup that it was compiled with; scripts and workers
  // come from this site.
  var PLAIN = /^(<(?!script|style)\/?[a-z]+( (id|class)="[\w -]*")*>|[^<])*$/;
  if (window.trustedTypes) {
    window.trustedTypes.createPolicy("default", {
      createHTML: function (html) { return PLAIN.test(html) ? html : null; },
      createScriptURL: function (url) {
        return new URL(url, document.baseURI).origin === location.origin ? url : null;
      },
    });
  }

  var TEXTS = {
    en: {
      unsupported: "This browser cannot run the calculator, which needs WebAssembly. Please open the page in a current Firefox, Chrome, Edge or Safari.",
      failed: "The calculator could not be loaded. Please check the connection and reload the page.",
      panic: "The calculator has stopped because of an error of its own. Nothing you entered is lost: it is all in this link.",
      link: "Link to this calculation",
      copy: "Copy link",
      copied: "Copied",
      reload: "Reload page",
    },
    de: {
      unsupported: "Dieser Browser kann den Rechner nicht ausführen, denn er braucht WebAssembly. Bitte öffnen Sie die Seite in einem aktuellen Firefox, Chrome, Edge oder Safari.",
      failed: "Der Rechner konnte nicht geladen werden. Bitte prüfen Sie die Verbindung und laden Sie die Seite neu.",
      panic: "Der Rechner hat wegen eines eigenen Fehlers angehalten. Ihre Eingaben sind nicht verloren: Sie stehen alle in diesem Link.",
      link: "Link zu dieser Berechnung",
      copy: "Link kopieren",
      copied: "Kopiert",
      reload: "Seite neu laden",
    },
    zh: {
      unsupported: "此浏览器不支持 WebAssembly，无法运行计算器。请使用新版 Firefox、Chrome、Edge 或 Safari 打开本页面。",
      failed: "计算器加载失败。请检查网络连接，然后重新加载页面。",
      panic: "计算器因自身错误而停止运行。您输入的内容没有丢失，全部保存在此链接中。",
      link: "本次计算的链接",
      copy: "复制链接",
      copied: "已复制",
      reload: "重新加载页面",
    },
    uk: {
      unsupported: "Цей браузер не може запустити калькулятор, бо не підтримує WebAssembly. Відкрийте сторінку в сучасній версії Firefox, Chrome, Edge або Safari.",
      failed: "Не вдалося завантажити калькулятор. Перевірте з’єднання й перезавантажте сторінку.",
      panic: "Калькулятор зупинився через власну помилку. Введені дані не втрачено: усі вони є в цьому посиланні.",
      link: "Посилання на цей розрахунок",
      copy: "Копіювати посилання",
      copied: "Скопійовано",
      reload: "Перезавантажити сторінку",
    },
    ja: {
      unsupported: "このブラウザーは WebAssembly に対応していないため、計算ツールを実行できません。最新の Firefox、Chrome、Edge、Safari でページを開いてください。",
      failed: "計算ツールを読み込めませんでした。接続を確認して、ページを再読み込みしてください。",
      panic: "計算ツールは内部エラーのため停止しました。入力した内容は失われていません。すべてこのリンクに含まれています。",
      link: "この計算へのリンク",
      copy: "リンクをコピー",
      copied: "コピーしました",
      reload: "ページを再読み込み",
    },
  };

  // How long a page is left alone after it is loaded, in milliseconds.
  var QUIET = 4000;
  // How long the program waits at most for the page's first paint, in milliseconds.
  var UNSEEN = 200;
  // How long somebody rests on a word until it is explained, in milliseconds.
  var REST = 300;

  var root = document.documentElement;
  var script = document.currentScript;

  function known(tag) {
    var language = String(tag || "").slice(0, 2).toLowerCase();
    return TEXTS[language] ? language : "";
  }

  var inside = !root.dataset.part && /(?:^#|&)embed=/.test(location.hash);
  if (inside) root.dataset.embed = "";

  // Storage may be forbidden.
  function remembered(key) {
    if (inside) return null;
    try {
      return localStorage.getItem(key);
    } catch (refused) {
      return null;
    }
  }

  function chosenLanguage() {
    var linked = /(?:^#|&)lang=([a-z]+)/.exec(location.hash);
    var wanted = [linked && linked[1], remembered("language")].concat(navigator.languages || [navigator.language]);
    for (var i = 0; i < wanted.length; i++) {
      if (known(wanted[i])) return known(wanted[i]);
    }
    return "en";
  }

  root.lang = chosenLanguage();
  var linkedTheme = /(?:^#|&)theme=(light|dark)(?:&|$)/.exec(location.hash);
  var theme = linkedTheme ? linkedTheme[1] : remembered("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  function texts() {
    var language = known(root.lang) || "en";
    return { language: language, say: TEXTS[language] };
  }

  // One file that is the whole site (xtask/src/single) has everything with it.
  var whole = window.rightsizeWhole;
  root.dataset.home = whole ? "?" : root.dataset.part ? "../" : "./";
  if (!whole) {
    // Of the site, whichever of its pages is shown.
    root.dataset.worker = new URL(script.dataset.worker, document.baseURI).href;
    root.dataset.sheets = script.dataset.sheets || "";
    root.dataset.file = script.dataset.file || "";
  }

  // A file of the site, of the version of this page: no browser mixes two. Browsers may
  // remember a script that failed by its address, so it is asked for `again` by another.
  function site(name, again) {
    var query = "?v=" + (script.dataset.version || "") + (again ? "&" + again : "");
    return new URL(root.dataset.home + name + query, document.baseURI).href;
  }

  function fetchTexts(name) {
    return fetch(site("locales/" + name + ".json")).then(function (answer) {
      if (!answer.ok) throw new Error(name + ": " + answer.status);
      return answer.json();
    });
  }

  var fetched = {};
  window.rightsizeTexts = function (name) {
    fetched[name] = fetched[name] || (whole ? whole.texts(name) : fetchTexts(name));
    fetched[name].catch(function () { delete fetched[name]; });
    return fetched[name];
  };

  // What this page says first, on its way before the program asks for it.
  function fetchWords() {
    var names = root.dataset.part ? ["", "later/", root.dataset.part] : [""];
    names.forEach(function (folder) {
      window.rightsizeTexts(folder + root.lang).catch(function () {});
    });
  }

  var tries = 0;

  // What is seldom asked for is a script of its own.
  function load(name) {
    return whole ? whole.script(name) : import(site(name + ".js", tries));
  }

  window.rightsizeScript = load;

  var resting;

  // By the pointer or the keyboard; a finger presses.
  function rest(event) {
    clearTimeout(resting);
    var word = event.pointerType !== "touch" && event.target.closest(".term");
    if (!word) return;
    resting = setTimeout(function () {
      load("glossary").then(function (glossary) {
        return glossary.peek(word);
      }).catch(function () { tries++; });
    }, REST);
  }

  document.addEventListener("pointerover", rest);
  document.addEventListener("focusin", rest);

  document.addEventListener("click", function (event) {
    clearTimeout(resting);
    var button = event.target.closest("[data-script]");
    if (!button) return;
    var beside = button.parentNode.querySelector("[role=alert]");
    run(button.dataset.script, "run", button, beside);
  });

  function run(name, what, argument, beside) {
    var failed = function (has) {
      var failure = beside || document.querySelector("footer [role=alert]");
      if (failure) failure.hidden = !has;
    };
    load(name).then(function (script) {
      return script[what](argument);
    }).then(function () { failed(false); }, function () {
      tries++;
      failed(true);
    });
  }

  // Single keys, where nobody types; a reader may want none of them. A window that is
  // closed may keep the focus until the page is drawn again.
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!/^[?/gtcep1-6]$/.test(event.key)) return;
    var closed = event.target.closest("dialog:not([open])");
    if (!closed && event.target.closest("input, select, textarea, dialog")) return;
    if (inside || remembered("shortcuts") === "off") return;
    event.preventDefault();
    run("shortcuts", "press", event.key);
  });

  // The menu of ways out begins at its first: an attribute would ask for the focus of a page around.
  document.addEventListener("toggle", function (event) {
    var menu = event.target;
    if (event.newState !== "open" || menu.id !== "share-menu") return;
    // Who was faster stays where the arrows led.
    if (!menu.contains(document.activeElement)) menu.querySelector("button").focus();
  }, true);

  // From entry to entry of an open menu, and round its ends.
  document.addEventListener("keydown", function (event) {
    var step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The button that opened it still has the focus in the first moment.
    var menu = step && (event.target.closest(".menu") || event.target.id === "share" && document.querySelector("#share-menu:popover-open"));
    if (!menu) return;
    var entries = Array.from(menu.querySelectorAll("a, button"));
    var at = entries.indexOf(event.target);
    event.preventDefault();
    entries.at(at < 0 && step < 0 ? -1 : (at + step) % entries.length).focus();
  });

  function add(parent, tag, text) {
    var element = document.createElement(tag);
    element.textContent = text;
    return parent.appendChild(element);
  }

  function button(parent, text, action) {
    var element = add(parent, "button", text);
    element.type = "button";
    element.addEventListener("click", action);
    return element;
  }

  // One banner, the first: what follows an error is seldom its cause.
  function show(kind, detail) {
    if (document.querySelector(".boot-banner")) return;
    var choice = texts();
    var banner = document.createElement("div");
    banner.className = "boot-banner";
    banner.setAttribute("role", "alert");
    banner.lang = choice.language;
    document.body.prepend(banner);
    add(banner, "p", choice.say[kind]);
    if (kind === "panic") addLink(banner, choice.say);
    if (kind !== "unsupported") button(banner, choice.say.reload, function () { location.reload(); });
    if (detail) add(banner, "pre", detail);
    root.dataset.app = "failed";
  }

  function addLink(banner, say) {
    var field = document.createElement("input");
    field.readOnly = true;
    // A link to keep leads to the whole page.
    field.value = location.href.replace(/\b(embed|host|height)=[^&]*&?/g, "");
    field.setAttribute("aria-label", say.link);
    banner.appendChild(field);
    var copy = button(banner, say.copy, function () {
      field.select();
      var done = function () { copy.textContent = say.copied; };
      // No clipboard outside a secure context: the selected text can be copied by hand.
      if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, function () {});
    });
  }

  // A panic traps (RuntimeError); an exhausted stack is a RangeError out of wasm.
  function isCrash(error) {
    if (error instanceof WebAssembly.RuntimeError) return true;
    return error instanceof RangeError && /wasm/.test(error.stack || "");
  }

  function watch(event) {
    var error = event.error || event.reason;
    if (isCrash(error)) show("panic", String(error.message));
  }

  if (inside) load("frame").catch(function () {});
  if (typeof WebAssembly !== "object") {
    show("unsupported");
    return;
  }
  window.addEventListener("rightsize:failed", function () { show("failed"); });
  window.addEventListener("rightsize:panic", function (event) { show("panic", String(event.detail)); });
  window.addEventListener("error", watch);
  window.addEventListener("unhandledrejection", watch);

  // The program begins once what stands here without it is painted: its download does not
  // compete with that. Where nobody looks, nothing is painted.
  function painted() {
    return new Promise(function (resolve) {
      setTimeout(resolve, UNSEEN);
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    });
  }

  function start() {
    var glue = new URL(script.dataset.glue, document.baseURI).href;
    return painted().then(function () {
      var program = fetch(new URL(script.dataset.wasm, document.baseURI).href);
      var parts = (window.rightsizeParts = {});
      (script.dataset.parts || "").split(" ").filter(Boolean).forEach(function (name) {
        parts[name] = fetch(new URL(name, glue).href);
        // Whoever waits for it says so.
        parts[name].catch(function () {});
      });
      fetchWords();
      return import(glue).then(function (glue) {
        return glue.default({ module_or_path: program }).then(function () { glue.begin(root.dataset.part || ""); });
      });
    });
  }

  (whole ? whole.start(root.dataset.part || "") : start()).catch(function (error) {
    // A browser that has WebAssembly, but not the parts of it that we use.
    var kind = error instanceof WebAssembly.CompileError ? "unsupported" : isCrash(error) ? "panic" : "failed";
    show(kind, String(error && error.message));
  });

  // Kept for use without a network: by a page of its own, and once it is quiet.
  if (!whole && window === window.top && "serviceWorker" in navigator) {
    window.addEventListener("load", function () {
      setTimeout(function () {
        load("offline").then(function (offline) {
          return offline.run(new URL(root.dataset.home, document.baseURI));
        }).catch(function () {});
      }, QUIET);
    });
  }
})();

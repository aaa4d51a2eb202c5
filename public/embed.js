// <rightsize-calculator>: the calculator inside any page. docs/embed.md says what its
// attributes mean. The only thing it makes is a frame, which frame.js speaks for; the two
// hear only each other. Nothing is kept, and no style is written into the page.
(() => {
  // As served, it is smaller than 3,000 bytes: what occurs often has a name that can be short.
  const here = document;
  const elements = customElements;
  const NAME = "rightsize-calculator";
  const { origin, href: page } = new URL(".", here.currentScript.src);
  // A page from a disk has no origin: nothing can be said to it.
  const host = location.origin.match(/^http.*/) || "";

  // What leads to the page in place of a frame that does not come; and the languages there are.
  const FAILED = {
    en: "Open the calculator",
    de: "Rechner öffnen",
    zh: "打开计算器",
    uk: "Відкрити калькулятор",
    ja: "計算ツールを開く",
  };

  // Attributes that are no part of a question: our own, and those any element may have.
  const OTHERS = /^(sections|lang|theme|height|loading|question|id|class|style|title|slot|part|role|hidden|dir|is|tabindex|nonce|inert|translate)$|^(on|data-|aria-)|[^a-z0-9.-]/;
  // Pixels kept until the calculator has said how tall it is; and how near is near.
  const ROOM = 600;
  const NEAR = 300;
  // How long a frame that was loaded may say nothing.
  const PATIENCE = 8000;
  // Paper is some 700 pixels wide, and letters on it an eighth smaller: a calculator wider
  // than this becomes taller.
  const PAPER = 800;

  const looks = new CSSStyleSheet();
  looks.replaceSync(":host(:not([hidden])){display:block}iframe{width:100%;border:0;vertical-align:top}");

  // Commas part a list, as in any link of ours.
  const make = (tag, what) => Object.assign(here.createElement(tag), what);
  const pair = (key, value) => (value ? `&${key}=${encodeURIComponent(value).replace(/%2C/g, ",")}` : "");

  // The script may stand in a page twice.
  elements.get(NAME) || elements.define(NAME, class extends HTMLElement {
    connectedCallback() {
      const { signal } = (this.left = new AbortController());
      const on = (target, name, act) => target.addEventListener(name, act, { signal });
      const root = this.shadowRoot || this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [looks];
      const get = (name) => this.getAttribute(name);
      let frame, heard, sent, height, failure, factor = 1;

      // The page around may be in a language that we do not speak; who asks for one is told.
      const language = () => {
        const lang = this.closest("[lang]")?.lang;
        return get("lang") || (FAILED[lang?.slice(0, 2)] ? lang : "");
      };
      // Where words are light, what is behind them is dark, however the page says so.
      const scheme = () => {
        const { color } = getComputedStyle(this);
        const [first, green] = color.match(/[\d.]+/g);
        return (color[0] === "r" ? green / 255 : first > 1 ? first / 100 : first) > 0.5 ? "dark" : "light";
      };
      // The peak of a load follows the load.
      const question = () => [...this.attributes].map(({ name, value }) => (OTHERS.test(name) ? "" : pair(name, value || " ")))
        .sort().reverse().join("") + `&${get("question") || ""}`;
      const view = () => pair("embed", get("sections") || ",") + pair("host", host) + pair("height", get("height")) +
        pair("theme", get("theme") || scheme()) + pair("lang", language());
      const fit = (times) => {
        factor = times || factor;
        (frame || this).style.height = `${(height || get("height") || ROOM) * factor || ROOM}px`;
      };
      const say = (message) => heard && frame.contentWindow.postMessage(message, origin);
      const tell = () => {
        const now = [question(), view()];
        if (!heard || now + "" === sent + "") return;
        say({ view: now[1], question: now[0] !== sent[0] && now[0] });
        sent = now;
      };
      const fail = () => {
        if (heard || failure || signal.aborted) return;
        failure = make("a", {
          href: `${page}#v=2${question()}`,
          target: "_blank",
          textContent: FAILED[language().slice(0, 2)] || FAILED.en,
        });
        frame.hidden = true;
        root.append(failure);
      };
      const load = () => {
        near.disconnect();
        if (frame) return;
        sent = [question(), view()];
        frame = make("iframe", {
          title: this.title || "Rightsize",
          allow: "clipboard-write",
          referrerPolicy: "no-referrer",
          src: `${page}#v=2${sent.join("")}`,
        });
        this.style.height = "";
        fit();
        on(frame, "load", () => host && setTimeout(fail, PATIENCE));
        root.replaceChildren(frame);
      };
      const near = new IntersectionObserver((seen) => seen.pop().isIntersecting && load(), { rootMargin: `${NEAR}px` });

      on(self, "message", ({ source, origin: from, data }) => {
        if (source !== frame?.contentWindow || from !== origin) return;
        if (data.report) {
          this.dispatchEvent(new CustomEvent("rightsize-change", { bubbles: true, detail: JSON.parse(data.report) }));
        } else if (data.height >= 0) {
          height = data.height;
          frame.title = this.title || data.title;
          frame.hidden = false;
          failure?.remove();
          heard = true;
          fit();
          tell();
        }
      });
      // This script was let in: what is refused of its origin is the frame.
      on(here, "securitypolicyviolation", ({ blockedURI }) => frame && blockedURI.startsWith(origin) && fail());
      on(self, "beforeprint", () => {
        load();
        say({ print: true });
        fit(Math.max(1, frame.clientWidth / PAPER));
      });
      on(self, "afterprint", () => fit(1));
      on(here, "transitionend", tell);
      on(matchMedia("(prefers-color-scheme:dark)"), "change", tell);
      const changes = new MutationObserver(tell);
      for (const target of [this, here.documentElement, here.body]) changes.observe(target, { attributes: true });
      signal.onabort = () => {
        near.disconnect();
        changes.disconnect();
        root.replaceChildren();
      };

      fit();
      // What is seen need not wait for an observer.
      const { top, bottom } = this.getBoundingClientRect();
      if (get("loading") === "eager" || (top < innerHeight && bottom > 0)) load();
      else near.observe(this);
    }

    disconnectedCallback() {
      this.left.abort();
    }
  });
})();

// The beginning of the file that is the whole site: unpacks what the build has put into it
// and stands in for the host that the boot script otherwise asks. Which page is asked for
// stands behind the "?", as its folder.
//
// What is packed: four bytes for the length of a text, the text (JSON: messages, styles,
// scripts, the program's JavaScript), and the program.
(function () {
  "use strict";

  var root = document.documentElement;
  // Written by the build.
  var FOLDERS = ["{folders}"];
  var folder = decodeURIComponent(location.search.slice(1));
  if (folder && FOLDERS.indexOf(folder) >= 0) root.dataset.part = folder;

  function unpacked() {
    var text = document.getElementById("packed").textContent;
    var bytes = new DataView(new ArrayBuffer(text.length / 5 * 4));
    // Four bytes are a number of five letters, to the base of 85; "x" stands for "<".
    for (var at = 0; at < text.length; at += 5) {
      var number = 0;
      for (var letter = at; letter < at + 5; letter += 1) {
        var code = text.charCodeAt(letter);
        number = number * 85 + (code === 120 ? 25 : code - 35);
      }
      bytes.setUint32(at / 5 * 4, number);
    }
    var stream = new window["xz-decompress"].XzReadableStream(new Blob([bytes]).stream());
    return new Response(stream).arrayBuffer();
  }

  function addressOf(part, type) {
    return URL.createObjectURL(new Blob([part], { type: type }));
  }

  function dress(sheet) {
    var style = new CSSStyleSheet();
    style.replaceSync(sheet);
    document.adoptedStyleSheets = [style];
  }

  var ready = unpacked().then(function (buffer) {
    var length = new DataView(buffer).getUint32(0);
    var whole = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    var wasm = new Uint8Array(buffer, 4 + length);
    dress(whole.styles[root.dataset.part || ""]);
    return WebAssembly.compile(wasm).then(function (program) {
      whole.program = program;
      prepareWorker(whole);
      return whole;
    });
  });

  // A worker may not ask for what the page has unpacked: its script holds all of the
  // JavaScript, and the program comes with the first message.
  function prepareWorker(whole) {
    var starter = "onmessage = function (event) { onmessage = null; wasm_bindgen({ module_or_path: event.data }); };";
    root.dataset.worker = addressOf(whole.glue + starter, "text/javascript");
    var Plain = window.Worker;
    window.Worker = function (address) {
      var worker = new Plain(address);
      worker.postMessage(whole.program);
      return worker;
    };
  }

  // Each is loaded once: it may remember what it does.
  var scripts = {};
  window.rightsizeWhole = {
    texts: function (name) {
      return ready.then(function (whole) { return JSON.parse(whole.texts[name]); });
    },
    script: function (name) {
      scripts[name] = scripts[name] || ready.then(function (whole) {
        return import(addressOf(whole.scripts[name], "text/javascript"));
      });
      return scripts[name];
    },
    // Each program is a module of its own, though all are one file.
    start: function (folder) {
      return ready.then(function (whole) {
        return import(addressOf(whole.glue + "export default wasm_bindgen;", "text/javascript")).then(function (glue) {
          return glue.default({ module_or_path: whole.program }).then(function () { glue.default.begin(folder); });
        });
      });
    },
  };
})();

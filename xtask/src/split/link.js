// Loads the parts of the program. The build puts this before wasm-bindgen's JavaScript, whose
// `wasm` has the exports of the first file. A file is named by the split points that want it, and
// by its content: `train-vision-07d332a17be2640f.wasm`.
//
// A page may have begun to fetch some of them before the program was there: their answers are
// in `rightsizeParts`, by the file's name.
const files = "{files}".split(" ");

const loaded = {};

async function instantiate(file) {
  const early = globalThis.rightsizeParts;
  const coming = early?.[file] ?? fetch(new URL(file, import.meta.url));
  if (early) delete early[file];
  const answer = await coming;
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const imports = {};
  for (const name of "{asked}".split(", ")) imports[name] = wasm;
  // Some servers do not know what it is.
  if (/^application\/wasm\b/.test(answer.headers.get("Content-Type"))) {
    return WebAssembly.instantiateStreaming(answer, imports);
  }
  return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
}

// What failed is tried again when it is asked for again.
function load(file) {
  loaded[file] ??= instantiate(file).catch((why) => {
    delete loaded[file];
    throw why;
  });
  return loaded[file];
}

async function loadAll(files, callback, data) {
  const there = await Promise.all(files.map(load)).then(() => true, (why) => {
    console.warn(why);
    return false;
  });
  wasm.__indirect_function_table.get(callback)(data, there);
}

const loaders = Object.fromEntries("{points}".split(" ").map((point) => {
  const wanted = files.filter((file) => file.split("-").includes(point));
  return [
    `__wasm_split_load_${point}`,
    (callback, data) => { loadAll(wanted, callback, data); },
  ];
}));

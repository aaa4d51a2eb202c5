// For browsers and bundlers: the program is fetched beside this file.
import init from "./rightsize.js";

await init({ module_or_path: new URL("./rightsize_bg.wasm", import.meta.url) });

export { catalog, estimate, parseModel, search } from "./rightsize.js";

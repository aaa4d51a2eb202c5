// For Node.js: the program is read beside this file.
import { readFileSync } from "node:fs";
import { initSync } from "./rightsize.js";

initSync({ module: readFileSync(new URL("./rightsize_bg.wasm", import.meta.url)) });

export { catalog, estimate, parseModel, search } from "./rightsize.js";

// A host of the site whose files a test can change: another release, half a release,
// no network.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";

const DIST = new URL("../../dist/", import.meta.url);

const TYPES = { html: "text/html", js: "text/javascript", json: "application/json", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

// Every file of the site by its name.
function release() {
  const names = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const root = DIST.pathname;
  return Object.fromEntries(
    names.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}`.replace(/\/+/g, "/");
      return [path.slice(root.length), readFileSync(path)];
    }),
  );
}

const EDITION = /^const EDITION=(.*);\n/;

const editionOf = (files) => JSON.parse(EDITION.exec(files["service-worker.js"].toString())[1]);

// The version that a release says it is.
export const versionOf = (files) => editionOf(files).version;

// A release with other pages: each says `version`.
export function nextRelease(files, version) {
  const edition = editionOf(files);
  const next = { ...files };
  for (const name of Object.keys(files).filter((name) => name.endsWith("index.html"))) {
    const page = files[name].toString().replaceAll(edition.version, version);
    next[name] = Buffer.from(page);
    edition.files[name] = hashOf(next[name]);
  }
  // A file whose name stays says which version it is of, too.
  const words = JSON.parse(files["locales/later/de.json"].toString());
  words.kept_whole = version;
  next["locales/later/de.json"] = Buffer.from(JSON.stringify(words));
  edition.files["locales/later/de.json"] = hashOf(next["locales/later/de.json"]);
  // So do its notes.
  const notes = files["releases/index.html"].toString().replace(/<h2>[^<]*/, `<h2>${version}`);
  next["releases/index.html"] = Buffer.from(notes);
  edition.files["releases/index.html"] = hashOf(next["releases/index.html"]);
  edition.version = version;
  const script = files["service-worker.js"].toString().replace(EDITION, `const EDITION=${JSON.stringify(edition)};\n`);
  next["service-worker.js"] = Buffer.from(script);
  return next;
}

// Serves a release at an address of its own until `stop`. `files` can be exchanged.
export async function host() {
  const site = { files: release(), down: false };
  const server = createServer((request, response) => {
    if (site.down) return void request.socket.destroy();
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname).slice(1);
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const bytes = site.files[name];
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "Content-Type": type, "Cache-Control": "no-cache" });
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site.url = `http://127.0.0.1:${server.address().port}/`;
  site.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return site;
}

// Keeps one version of the site whole, so that it opens without a network.
//
// The build writes EDITION before this: the version, and the SHA-256 of every file of it
// by its name. A version is kept when every file of it is there, and only files of it are
// ever given out as its own: whoever has opened one version is not handed another's.
//
// A page says "apply" where its reader wants the version that waits.
/* global EDITION */

const SCOPE = new URL(self.registration.scope);
const MINE = `rightsize ${SCOPE.pathname} `;
const KEPT = MINE + EDITION.version;

// Written last: a cache without it is not whole.
const WHOLE = "whole";

// How many files are fetched at a time: the page that is open goes first.
const AT_A_TIME = 4;

// A file that is not the one that this version has.
class Foreign extends Error {}

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "apply") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !isOfSite(url)) return;
  const asked = url.searchParams.get("v");
  const name = nameOf(url);
  if (asked && asked !== EDITION.version) event.respondWith(ofAnother(request));
  else if (name in EDITION.files) event.respondWith(kept(name, request));
  else if (`${name}/index.html` in EDITION.files) event.respondWith(Response.redirect(`${url.pathname}/${url.search}`));
  else event.respondWith(ofAnother(request));
});

function isOfSite(url) {
  return url.origin === SCOPE.origin && url.pathname.startsWith(SCOPE.pathname);
}

// What the site calls the file of an address.
function nameOf(url) {
  const name = url.pathname.slice(SCOPE.pathname.length);
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

function addressOf(name) {
  return new URL(name.replace(/(^|\/)index\.html$/, "$1"), SCOPE).href;
}

// Fetches every file of this version, or keeps none of them and says why.
async function fill() {
  try {
    const cache = await caches.open(KEPT);
    const names = Object.keys(EDITION.files);
    const next = async () => {
      try {
        for (let name = names.pop(); name; name = names.pop()) {
          await cache.put(addressOf(name), await fetched(name));
        }
      } finally {
        // Where one fails, the others need not begin another.
        names.length = 0;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, next));
    const failed = ended.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    await cache.put(WHOLE, new Response());
  } catch (error) {
    await caches.delete(KEPT);
    if (error.name === "QuotaExceededError") await tell("full");
    throw error;
  }
}

// A file as this version has it; it fails where there is none such.
async function fetched(name) {
  const address = addressOf(name);
  // A name with a hash never changes: what another version keeps under it will do.
  const known = name.includes("assets/") ? await caches.match(address).catch(() => undefined) : undefined;
  const copy = known && (await checked(name, known).catch(() => undefined));
  // Where that is damaged, so may be what the browser would answer itself.
  return copy || checked(name, await fetch(address, { cache: known ? "reload" : "no-cache" }));
}

// An answer as a file of this version; it fails where it is not.
async function checked(name, answer) {
  if (!answer.ok) throw new Foreign(`${name}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const written = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (written !== EDITION.files[name]) throw new Foreign(`${name} is of another version`);
  const headers = new Headers(answer.headers);
  // The bytes are there as they are.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(bytes, { headers });
}

// A file of this version, from what is kept.
async function kept(name, request) {
  let cache;
  try {
    cache = await caches.open(KEPT);
    const found = await cache.match(addressOf(name));
    if (found) return found;
    // The browser has cleared what was kept: as if there had been nothing.
    if (!(await cache.match(WHOLE))) return fetch(request);
  } catch (unreadable) {
    return fetch(request);
  }
  try {
    const mended = await fetched(name);
    // Without room for it, it is fetched again the next time.
    await cache.put(addressOf(name), mended.clone()).catch(() => {});
    return mended;
  } catch (error) {
    if (!(error instanceof Foreign)) return Response.error();
    // The site has another version by now, and this one is no longer whole. A page begins
    // anew with the other; part of a page would not fit to the rest of it.
    await caches.delete(KEPT).catch(() => {});
    await self.registration.unregister();
    return request.mode === "navigate" ? fetch(request) : Response.error();
  }
}

// What this version has not: a file of a version that is still open, of the one that waits,
// or of none. It is of the version that is asked for, or else of the newest.
async function ofAnother(request) {
  const [address] = request.url.split("?");
  const asked = MINE + new URL(request.url).searchParams.get("v");
  try {
    const others = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== KEPT);
    for (const cacheName of [asked, ...others.reverse()]) {
      const found = await caches.match(address, { cacheName });
      if (found) return found;
    }
  } catch (unreadable) {
    // As if nothing were kept.
  }
  return fetch(request);
}

// Keeps this version and the one before, which a page may still show.
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== KEPT);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function tell(what) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) page.postMessage(what);
}

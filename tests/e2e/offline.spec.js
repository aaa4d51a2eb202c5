// The site keeps itself in the browser: one version, whole, until the reader says otherwise.
import { expect, open, partsOf, started, test, words } from "./page.js";
import { launch } from "./server.js";
import { host, nextRelease, versionOf } from "./site.js";

test.use({ serviceWorkers: "allow" });

// The names of other releases.
const NEXT = "0123456789abcdef";
const LAST = "fedcba9876543210";

// A host of this test's own, which has a version kept once its page was open a while.
const kept = test.extend({
  baseURL: async ({}, use) => {
    const site = await host();
    sites.set(site.url, site);
    await use(site.url);
    site.stop();
  },
  site: async ({ baseURL }, use) => use(sites.get(baseURL)),
});
const sites = new Map();

const whole = (page) => expect(page.locator("html")).toHaveAttribute("data-kept", "whole", { timeout: 60_000 });

const shownVersion = (page) => page.locator("script[data-version]").getAttribute("data-version");

// Has the browser look for another version now.
const look = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
  });

// An error that the test made on purpose is no problem of the page's.
const forgive = (page) => (page.watched.problems.length = 0);

kept("a second visit needs no network; what is lost is fetched again, never of another version, and what was cleared is as if never kept", async ({ page, site }) => {
  test.slow();
  await open(page);
  await whole(page);
  await expect(page.getByText(words.en.kept_whole)).toBeVisible();
  await test.step("on any page and in any language", async () => {
    site.down = true;
    await open(page, "./#users=70&lang=ja");
    await expect(partsOf(page, "ja").headline).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    for (const folder of ["training", "costs/", "proposal/", "accuracy/"]) {
      await page.goto(new URL(folder, site.url).href);
      await started(page);
    }
    site.down = false;
  });
  await test.step("a file is lost", async () => {
    const lose = (name) =>
      page.evaluate(async (name) => {
        const [kept] = await caches.keys();
        const cache = await caches.open(kept);
        await cache.delete(new URL(name, location.href).href);
      }, name);
    await open(page);
    await lose("./");
    await open(page);
    site.down = true;
    await open(page);
    site.down = false;
    // The site has moved on: there is no such file any more. The next visit has the other.
    site.files = nextRelease(site.files, NEXT);
    await lose("./");
    await open(page);
    expect(await shownVersion(page)).toBe(NEXT);
    await whole(page);
  });
  await test.step("the browser has cleared all of it", async () => {
    site.files = nextRelease(site.files, LAST);
    await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));
    await open(page);
    expect(await shownVersion(page)).toBe(LAST);
  });
  forgive(page);
});

kept("half a release is not kept; a whole one waits until the reader asks for it, and is then used whole", async ({ page, context, site }) => {
  test.slow();
  await open(page);
  await whole(page);
  const first = versionOf(site.files);
  const next = nextRelease(site.files, NEXT);
  site.files = { ...next, "costs/index.html": site.files["costs/index.html"] };
  // The promise ends once the other is installed, or is not.
  const how = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const ended = new Promise((resolve) => {
      registration.addEventListener("updatefound", () => {
        const other = registration.installing;
        other.addEventListener("statechange", () => resolve(other.state));
      });
    });
    await registration.update();
    return ended;
  });
  expect(how).toBe("redundant");
  await expect(page.getByRole("button", { name: words.en.update_apply })).toBeHidden();
  expect(await page.evaluate(() => caches.keys())).toEqual([`rightsize / ${first}`]);
  site.down = true;
  await open(page);
  expect(await shownVersion(page)).toBe(first);
  site.down = false;
  site.files = next;
  await look(page);
  const apply = page.getByRole("button", { name: words.en.update_apply });
  await expect(apply).toBeVisible();
  // Not asked for, the first one is given out, a new visit included.
  const other = await context.newPage();
  await other.goto(site.url);
  await started(other);
  expect(await shownVersion(other)).toBe(first);
  // The other's news can be read before; below the page are the first one's notes.
  const news = page.getByRole("link", { name: words.en.releases, exact: true });
  const newest = async (link) => {
    await other.goto(new URL(await link.getAttribute("href"), site.url).href);
    return other.getByRole("heading", { level: 2 }).first().innerText();
  };
  expect(await newest(page.locator(".update").locator(news))).toBe(NEXT);
  expect(await newest(page.locator("footer").locator(news))).not.toBe(NEXT);
  await other.goto(site.url);
  // A request of the first one's in the very moment of the change wakes its worker, and Chromium
  // then puts the change off until that has stopped.
  await whole(other);
  await apply.click();
  await expect.poll(() => shownVersion(page)).toBe(NEXT);
  await started(page);
  await expect(apply).toBeHidden();
  // Who has the first one open goes on with its words, not with the other's.
  const later = await other.evaluate(async (name) => (await window.rightsizeTexts(name)).kept_whole, "later/de");
  expect(later).toBe(words.de.kept_whole);
  const now = await page.evaluate(async (name) => (await window.rightsizeTexts(name)).kept_whole, "later/de");
  expect(now).toBe(NEXT);
  site.down = true;
  await open(page);
  expect(await shownVersion(page)).toBe(NEXT);
  forgive(page);
});

kept("a browser without room says so, and the page works", async ({ page, context, site }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, quotaSize: 50_000 });
  await open(page);
  await expect(page.locator("html")).toHaveAttribute("data-kept", "full", { timeout: 60_000 });
  await expect(page.getByText(words.en.kept_full)).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await expect(partsOf(page).headline).toBeVisible();
});

// Has the worker's browser refuse something from now on, as one without room does.
const refuse = async (context, what) => {
  const [worker] = context.serviceWorkers();
  await worker.evaluate((what) => {
    const full = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
    if (what === "put") Cache.prototype.put = full;
    else CacheStorage.prototype[what] = full;
  }, what);
};

kept("a file that cannot be put back is handed out all the same, and so is one where nothing can be read", async ({ page, context }) => {
  await open(page);
  await whole(page);
  await refuse(context, "put");
  for (let times = 0; times < 2; times++) {
    await page.evaluate(async () => (await caches.open((await caches.keys())[0])).delete(location.href));
    await open(page);
    await expect(partsOf(page).headline).toBeVisible();
  }
  await refuse(context, "open");
  await open(page, "./#users=70&lang=ja");
  await expect(partsOf(page, "ja").headline).toBeVisible();
  // A file that this version has not goes the same way.
  await refuse(context, "keys");
  expect(await page.evaluate(async () => (await fetch("nothing-of-it.txt")).status)).toBe(404);
  forgive(page);
});

kept("a kept file that is damaged keeps nobody from the next version", async ({ page, site }) => {
  await open(page);
  await whole(page);
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    const script = [...(await cache.keys())].find(({ url }) => /\/assets\/worker-\w+\.js$/.test(url));
    await cache.put(script, new Response("damaged"));
  });
  site.files = nextRelease(site.files, NEXT);
  await look(page);
  await page.getByRole("button", { name: words.en.update_apply }).click();
  await expect.poll(() => shownVersion(page)).toBe(NEXT);
  await started(page);
  const [name, bytes] = Object.entries(site.files).find(([name]) => /^assets\/worker-\w+\.js$/.test(name));
  const mended = await page.evaluate(async ([name, version]) => {
    const cache = await caches.open((await caches.keys()).find((key) => key.endsWith(version)));
    return (await cache.match(name)).text();
  }, [name, NEXT]);
  expect(mended).toBe(bytes.toString());
});

kept("another version that there is no room for is spoken of; with room, it is had", async ({ page, context, site }) => {
  await open(page);
  await whole(page);
  const first = versionOf(site.files);
  const devtools = await context.newCDPSession(page);
  const room = (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, quotaSize });
  await room(50_000);
  site.files = nextRelease(site.files, NEXT);
  await look(page);
  await expect(page.getByText(words.en.update_full)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: words.en.update_apply })).toBeHidden();
  expect(await page.evaluate(() => caches.keys())).toEqual([`rightsize / ${first}`]);
  await room(undefined);
  await look(page);
  await expect(page.getByRole("button", { name: words.en.update_apply })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(words.en.update_full)).toBeHidden();
});

test("the page can be installed", async ({ page, baseURL }) => {
  await open(page);
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await page.request.get(new URL(address, baseURL).href)).json();
  expect(manifest.start_url).toBe("./");
  for (const icon of manifest.icons) {
    const answer = await page.request.get(new URL(icon.src, baseURL).href);
    expect(answer.headers()["content-type"]).toBe(icon.type);
    if (icon.type !== "image/png") continue;
    // Width and height of a PNG stand behind its signature.
    const bytes = await answer.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(icon.sizes);
  }
  // One without windows installs nothing, and says nothing of it.
  const browser = await launch();
  try {
    const other = await browser.newPage();
    await other.goto(baseURL);
    await started(other);
    const devtools = await other.context().newCDPSession(other);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A test's browser forgets everything, and for that alone installs nothing.
    expect(installabilityErrors.map((error) => error.errorId)).toEqual(["in-incognito"]);
  } finally {
    await browser.close();
  }
});

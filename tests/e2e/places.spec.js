// Going from one page of the site to another while the program runs.
import { expect, FOLDERS, LANGUAGES, open, partsOf, simulated, speak, started, test, visit, words } from "./page.js";

// Marks the document, so that one that is loaded anew is told apart.
const mark = (page) => page.evaluate(() => { window.marked = true; });
const isMarked = (page) => page.evaluate(() => window.marked === true);

const place = (page, name) => page.getByRole("banner").getByRole("link", { name, exact: true });

const text = words.en;

test("a link leads to another page with the question, and nothing is loaded anew", async ({ page }) => {
  await open(page, "./costs/#v=2&in=3000");
  await mark(page);
  // Costs stand behind the calculator's place.
  await expect(place(page, text.mode_serving)).toHaveAttribute("aria-current", "true");
  const before = page.watched.requests.length;
  await place(page, text.mode_serving).click();
  await started(page);
  await expect(page).toHaveURL(/[^s]\/#v=2&in=3000/);
  await expect(page).toHaveTitle(text.page_title);
  await expect(page.getByRole("heading", { name: text.costs_what_heading, exact: true })).toHaveCount(0);
  await simulated(page);
  // The worker alone asks for the program once more, and has it from the browser.
  const asked = page.watched.requests.slice(before).map((url) => new URL(url).pathname);
  expect(asked.filter((path) => /\/boot-|index\.html/.test(path) || path.endsWith("/"))).toEqual([]);
  expect(await page.locator("[id=app]").count()).toBe(1);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(1);
  expect(await isMarked(page)).toBe(true);
});

test("Back and Forward go between pages, and each has its own steps", async ({ page }) => {
  await open(page, "./#v=2&in=3000");
  await mark(page);
  const { field, answer } = partsOf(page);
  await field("load_rate").fill("12");
  await expect(page).toHaveURL(/rate=12/);
  await place(page, text.mode_training).click();
  await started(page);
  await expect(page).toHaveTitle(text.training_title);
  // Undo is this page's own, which has made no step yet.
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/\/training\//);
  await page.goBack();
  await expect(page).toHaveTitle(text.page_title);
  await started(page);
  await expect(field("load_rate")).toHaveValue("12");
  await expect(answer).toContainText("12 requests/s");
  await simulated(page);
  await page.goForward();
  await expect(page).toHaveTitle(text.training_title);
  await started(page);
  expect(await isMarked(page)).toBe(true);
});

test("an address is read and written by its own page alone", async ({ page }) => {
  const asked = "#v=2&task=training&model=8B&method=lora&rank=32&stack=hf";
  await visit(page, `./training/${asked}`);
  await mark(page);
  await place(page, text.mode_serving).click();
  await started(page);
  await expect(page).toHaveTitle(text.page_title);
  // A change that the page left has not written yet is written nowhere.
  await partsOf(page).field("load_rate").fill("12");
  await page.goBack();
  await expect(page).toHaveTitle(text.training_title);
  await started(page);
  await page.waitForTimeout(600);
  expect(new URL(page.url()).hash).toBe(asked);
  expect(await isMarked(page)).toBe(true);
});

test("the language and the colours go along", async ({ page }) => {
  await visit(page, "./costs/#v=2&lang=de&theme=dark");
  await mark(page);
  await place(page, words.de.mode_training).click();
  await started(page);
  await expect(page).toHaveTitle(words.de.training_title);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await partsOf(page, "de").language.selectOption("en");
  await expect(page).toHaveTitle(text.training_title);
  await place(page, text.mode_serving).click();
  await started(page);
  await expect(page).toHaveTitle(text.page_title);
  // The page that was left, which still has its words, says nothing any more.
  await partsOf(page).language.selectOption("uk");
  await expect(page).toHaveTitle(words.uk.page_title);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/#v=2.*lang=uk/);
  expect(await isMarked(page)).toBe(true);
});

test("where a part of the program cannot be had, the browser follows the link", async ({ page }) => {
  await visit(page);
  await mark(page);
  // Alone or put together with what few want.
  const part = /\/(?:files-)?train-[0-9a-f]{16}\.wasm/;
  await page.route(part, (route) => route.abort());
  await place(page, text.mode_training).click();
  await expect(page.locator(".boot-banner")).toBeVisible();
  await expect(page).toHaveURL(/\/training\//);
  expect(await isMarked(page)).toBe(false);
  await page.unroute(part);
  await page.reload();
  await started(page);
  page.watched.problems = page.watched.problems.filter((problem) => !/train-|ERR_FAILED/.test(problem));
});

test("each page marks its place in the bar, and leads to the others", async ({ page }) => {
  for (const [folder, key, is] of [["", "mode_serving", "page"], ["training/", "mode_training", "page"], ["vision/", "mode_vision", "page"], ["fleet/", "mode_fleet", "page"], ["measure/", "mode_measure", "page"], ["costs/", "mode_serving", "true"], ["proposal/", "mode_serving", "true"], ["sessions/", "mode_serving", "true"], ["queue/", "mode_fleet", "true"], ["compare/", null, null], ["guide/", null, null], ["accuracy/", null, null]]) {
    await visit(page, `./${folder}#v=2`);
    const marked = page.locator(".modes [aria-current]");
    await expect(marked, folder).toHaveCount(key ? 1 : 0);
    if (key) await expect(marked, folder).toHaveText(text[key]);
    if (key) await expect(marked, folder).toHaveAttribute("aria-current", is);
    // A page that stands behind a place leads back to it.
    await expect(page.locator(".modes a"), folder).toHaveCount(is === "page" ? 4 : 5);
  }
});

test("on paper a page has neither the places nor its footer", async ({ page }) => {
  for (const folder of FOLDERS) {
    await visit(page, `./${folder}#v=2`);
    await expect(page.locator(".footer"), folder).toBeVisible();
    await page.emulateMedia({ media: "print" });
    for (const part of [".modes", ".footer"]) await expect(page.locator(part), `${part} of /${folder}`).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

// A browser repeats a head that is one; what is a card on a phone is a row again.
test("on paper the head of a table is repeated where it goes on overleaf", async ({ page }) => {
  for (const [folder, part] of [["", ".candidates-table"], ["costs/", ".details table"], ["proposal/", ".paper .columns table"]]) {
    const table = page.locator(part).filter({ visible: true }).first();
    await page.setViewportSize({ width: 1400, height: 900 });
    await open(page, `./${folder}#v=2&model=Qwen/Qwen3-32B&rate=4`);
    await expect(table, folder).toBeVisible();
    // The width of A4 between the margins, at 96 dots an inch.
    await page.setViewportSize({ width: 688, height: 1000 });
    await page.emulateMedia({ media: "print" });
    await expect(table.locator("> thead"), folder).toBeVisible();
    const heads = await page.locator("main table > thead").evaluateAll((heads) =>
      heads.filter((head) => head.parentElement.checkVisibility()).map((head) => [getComputedStyle(head).display, head.textContent.trim().slice(0, 40)]));
    expect(heads.filter(([display]) => display !== "table-header-group"), folder).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

test("the guide and what trust rests on are ways of every page", async ({ page }) => {
  for (const folder of ["", "training/", "measure/", "compare/"]) {
    await open(page, `./${folder}#v=2`);
    await expect(page.getByRole("banner").getByRole("link", { name: text.guide, exact: true }), folder).toHaveAttribute("href", /guide\/#lang=en$/);
    const trust = page.getByRole("contentinfo").getByRole("navigation", { name: text.trust, exact: true });
    await expect(trust.getByRole("link", { name: text.accuracy_title, exact: true }), folder).toHaveAttribute("href", /accuracy\/#v=2/);
    await expect(trust.getByRole("link", { name: text.releases, exact: true })).toBeVisible();
    await expect(trust.getByRole("button", { name: text.glossary, exact: true })).toBeVisible();
  }
});

// In one line of buttons and one of places, on small phones in the longest words.
test("on a phone the bar keeps to two lines, in every language", async ({ page }) => {
  await page.addInitScript(() => { if (location.protocol !== "about:") localStorage.setItem("scenario.1", "A name\nv=2&in=900"); });
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await visit(page, "./fleet/#v=2");
    for (const language of LANGUAGES) {
      await speak(page, language);
      const bar = await page.evaluate(() => {
        const box = (name) => document.querySelector(name).getBoundingClientRect();
        const tops = (name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top));
        return { height: box(".header").height, buttons: new Set(tops(".tools > button")).size, count: tops(".tools > button").length, places: new Set(tops(".modes > *")).size, brand: box(".brand").top < box(".modes").top, wide: document.scrollingElement.scrollWidth - innerWidth };
      });
      expect(bar.height, language).toBeLessThanOrEqual(96);
      expect([bar.buttons, bar.count, bar.places, bar.brand, bar.wide], language).toEqual([1, 3, 1, true, 0]);
      // The place of this page is in sight.
      await expect(page.locator(".modes [aria-current]")).toBeInViewport({ ratio: 0.9 });
    }
  }
  // What is folded is opened, and is as it is on a wide screen.
  await page.locator(".icon-more").click();
  await expect(page.getByRole("banner").getByRole("link", { name: words.ja.guide, exact: true })).toBeVisible();
  await page.getByRole("button", { name: words.ja.theme_auto, exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Escape");
  await expect(page.locator("#language")).toBeHidden();
});

// What messengers show of a link: they run nothing, and read the page as it is sent.
test("every page has a card: its own words and the picture of its place", async ({ request }) => {
  for (const folder of FOLDERS) {
    const response = await request.get(`./${folder}`);
    const html = await response.text();
    const said = (key) => html.match(new RegExp(`<meta property="og:${key}" content="([^"]*)"`))?.[1];
    expect(said("title"), folder).toBe(html.match(/<title>([^<]+)/)[1]);
    expect(said("description").length, folder).toBeGreaterThan(40);
    expect(html, folder).toContain('<meta name="twitter:card" content="summary_large_image">');
    const picture = await request.get(new URL(said("image"), response.url()).href);
    const png = await picture.body();
    expect(picture.headers()["content-type"]).toBe("image/png");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)].map(String), folder).toEqual([said("image:width"), said("image:height")]);
  }
});

// Going from one page of the site to another while the program runs.
import { expect, open, partsOf, simulated, started, test, visit, words } from "./page.js";

// Marks the document, so that one that is loaded anew is told apart.
const mark = (page) => page.evaluate(() => { window.marked = true; });
const isMarked = (page) => page.evaluate(() => window.marked === true);

const place = (page, name) => page.getByRole("banner").getByRole("link", { name, exact: true });

const text = words.en;

test("a link leads to another page with the question, and nothing is loaded anew", async ({ page }) => {
  await open(page, "./#v=2&in=3000");
  await mark(page);
  const before = page.watched.requests.length;
  await place(page, text.mode_costs).click();
  await started(page);
  await expect(page).toHaveURL(/\/costs\/#v=2&in=3000/);
  await expect(page).toHaveTitle(text.costs_title);
  await expect(page.getByRole("heading", { name: text.table_title, exact: true })).toHaveCount(0);
  await simulated(page);
  // The worker alone asks for the program once more, and has it from the browser.
  const asked = page.watched.requests.slice(before).map((url) => new URL(url).pathname);
  expect(asked.filter((path) => /\/boot-|index\.html/.test(path) || path.endsWith("/costs/"))).toEqual([]);
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
  await visit(page, "./#v=2&lang=de&theme=dark");
  await mark(page);
  await place(page, words.de.mode_costs).click();
  await started(page);
  await expect(page).toHaveTitle(words.de.costs_title);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await partsOf(page, "de").language.selectOption("en");
  await expect(page).toHaveTitle(text.costs_title);
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
  const part = /\/money-\w+\.wasm/;
  await page.route(part, (route) => route.abort());
  await place(page, text.mode_costs).click();
  await expect(page.locator(".boot-banner")).toBeVisible();
  await expect(page).toHaveURL(/\/costs\//);
  expect(await isMarked(page)).toBe(false);
  await page.unroute(part);
  await page.reload();
  await started(page);
  page.watched.problems = page.watched.problems.filter((problem) => !/money-|ERR_FAILED/.test(problem));
});

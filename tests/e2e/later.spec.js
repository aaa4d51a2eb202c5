// What only later parts of the page say is downloaded once the page is shown.
import { expect, open, partsOf, test, whole, words } from "./page.js";

const LATER = /\/locales\/later\/\w+\.json/;

test("without the later messages the page answers, and shows the rest once they are there", async ({ page }) => {
  await page.route(LATER, (route) => route.abort());
  await open(page);
  const { answer, rows, field, charts, text } = partsOf(page);
  await field("load_rate").fill("12");
  await expect(answer).toContainText("12 requests/s");
  // Near, a part without words waits; one with words does not.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(rows.first()).toBeAttached();
  await expect(page.getByRole("heading", { name: text.why_title, exact: true })).toHaveCount(0);
  await expect(page.locator(".later.waiting").first()).toBeAttached();
  // It is tried again by itself.
  await page.unroute(LATER);
  await expect(page.getByRole("heading", { name: text.why_title, exact: true })).toBeAttached({ timeout: 15_000 });
  await whole(page);
  for (const chart of charts) await expect(chart).toBeAttached();
  page.watched.problems = page.watched.problems.filter((problem) => !/later\/|ERR_FAILED/.test(problem));
});

test("a language chosen before the later messages are there is the one they come in", async ({ page }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\/later\/en\.json/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  await partsOf(page).language.selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  release();
  await whole(page);
  for (const key of ["why_title", "balance_title"]) {
    await expect(page.getByRole("heading", { name: words.de[key], exact: true })).toBeAttached();
    await expect(page.getByRole("heading", { name: words.en[key], exact: true })).toHaveCount(0);
  }
});

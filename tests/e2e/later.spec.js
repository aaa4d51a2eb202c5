// Messages of later parts of the page are downloaded once the page is shown.
import { expect, open, partsOf, test, visit, whole, words } from "./page.js";

const LATER = /\/locales\/later\/\w+\.json/;

test("without the later messages the page answers, and shows the rest once they are there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(LATER, (route) => route.abort());
  await visit(page);
  const { answer, memory, rows, field, charts, text } = partsOf(page);
  // Near, a part with words does not wait: the question, folded away on a phone, is no
  // part of the first view. And it is answered.
  await page.locator(".summary").click();
  await field("load_rate").fill("12");
  await expect(answer).toContainText("12 requests/s");
  await expect(memory.locator(".legend")).toHaveCount(0);
  // One without words does.
  const waiting = page.locator(".later.waiting");
  await waiting.first().scrollIntoViewIfNeeded();
  await expect(waiting.first()).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole("heading", { name: text.table_title, exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: text.why_title, exact: true })).toHaveCount(0);
  // It is tried again by itself.
  await page.unroute(LATER);
  await expect(rows.first()).toBeAttached({ timeout: 15_000 });
  await expect(memory.locator(".legend")).toBeVisible();
  await expect(page.getByRole("heading", { name: text.why_title, exact: true })).toBeAttached({ timeout: 15_000 });
  await whole(page);
  for (const chart of charts) await expect(chart).toBeAttached();
  page.watched.problems = page.watched.problems.filter((problem) => !/later\/|ERR_FAILED/.test(problem));
});

test("without the later part of the program the page answers, and shows the rest once it is there", async ({ page }) => {
  const part = /\/below-\w+\.wasm/;
  await page.route(part, (route) => route.abort());
  await visit(page);
  const { answer, rows, field } = partsOf(page);
  await field("load_rate").fill("12");
  await expect(answer).toContainText("12 requests/s");
  await expect(rows).toHaveCount(0);
  const failed = page.getByRole("alert").filter({ hasText: words.en.rest_failed });
  await expect(failed).toBeVisible();
  await page.unroute(part);
  await failed.getByRole("button", { name: words.en.rest_again, exact: true }).click();
  await whole(page);
  await expect(failed).toHaveCount(0);
  await expect(rows.first()).toBeAttached();
  page.watched.problems = page.watched.problems.filter((problem) => !/below-|ERR_FAILED/.test(problem));
});

test("a language chosen before the later messages are there is the one they come in", async ({ page }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\/later\/en\.json/, async (route) => {
    await held;
    await route.continue();
  });
  await visit(page);
  await partsOf(page).language.selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  release();
  await whole(page);
  for (const key of ["why_title", "balance_title"]) {
    await expect(page.getByRole("heading", { name: words.de[key], exact: true })).toBeAttached();
    await expect(page.getByRole("heading", { name: words.en[key], exact: true })).toHaveCount(0);
  }
});

test("nothing that is in sight moves while an answer comes", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  // Sums shifts as browsers do: those that no key or touch caused.
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const place of ["./", "./fleet/", "./training/", "./costs/", "./vision/", "./sessions/", "./queue/"]) {
    await page.goto("about:blank");
    await open(page, place);
    await page.waitForTimeout(4000);
    expect(await page.evaluate(() => globalThis.moved), place).toBeLessThan(0.1);
  }
});

// Every number opens to its formula, with this scenario's values in it.
import { expect, expectSane, open, openAll, partsOf, test } from "./page.js";

const panel = (page) => page.getByRole("region", { name: partsOf(page).text.why_title });
const opened = (page) => panel(page).locator("details[open]");

// `a × b / c` by the values of the table: names and numbers in the order they are shown.
async function terms(formula) {
  return formula.getByRole("row").evaluateAll((rows) =>
    rows.slice(1).map((row) => [...row.children].map((cell) => cell.innerText.trim())),
  );
}

test("each figure of the verdict opens its formula; every formula says what each symbol means and is, and gives its result", async ({ page }) => {
  test.slow();
  await open(page);
  const { answer, beside, text } = partsOf(page);
  await test.step("figures", async () => {
    const figures = answer.or(beside).locator("button.explained");
    await expect(figures).toHaveCount(5);
    const seen = new Set();
    for (const figure of await figures.all()) {
      await expect(figure).toHaveAttribute("title", text.why_open);
      await figure.click();
      await expect(opened(page)).toHaveCount(1);
      const summary = opened(page).locator("summary");
      await expect(summary).toBeFocused();
      await expect(summary).toBeInViewport();
      seen.add(await summary.innerText());
      expect((await terms(opened(page))).length).toBeGreaterThan(1);
    }
    expect(seen.size).toBe(5);
    // Closed again, by its last opener.
    await opened(page).locator("summary").click();
    await expect(opened(page)).toHaveCount(0);
  });
  const summaries = panel(page).locator("summary");
  await test.step("symbols", async () => {
    expect(await summaries.count()).toBeGreaterThanOrEqual(12);
    for (let index = 0; index < (await summaries.count()); index++) {
      await summaries.nth(index).click();
      const formula = opened(page);
      await expect(formula).toHaveCount(1);
      for (const [symbol, meaning, value] of await terms(formula)) {
        expect(symbol, "symbol").not.toBe("");
        expect(meaning, symbol).not.toBe("");
        expect(value, symbol).toMatch(/\d/);
      }
      await expectSane(page);
    }
  });
  await test.step("the numbers of a formula give its result", async () => {
    await summaries.filter({ hasText: text.why_cost_per_hour }).first().click();
    await expect(opened(page).locator("summary")).toContainText(text.why_cost_per_hour);
    const value = (shown) => Number(shown.replace(/[^\d.]/g, ""));
    const rows = await terms(opened(page));
    const product = rows.reduce((product, [, , shown]) => product * value(shown), 1);
    const result = value(await opened(page).locator("summary strong").innerText());
    expect(Math.abs(product / result - 1)).toBeLessThan(0.01);
  });
});

test("what is open stays one table while the question changes", async ({ page }) => {
  await open(page);
  await openAll(page);
  const { opener, rows, field, headline, chart, text } = partsOf(page);
  await opener(rows.first()).click();
  await panel(page).locator("summary").first().click();
  const before = await headline.innerText();
  await field("load_rate").fill("40");
  await expect(headline).not.toHaveText(before);
  // A frame later, and a redrawing more.
  await field("output_tokens").fill("310");
  await expect(opened(page).locator("table")).toHaveCount(1);
  await expect(opened(page).locator("thead")).toHaveCount(1);
  const twin = chart(text.chart_value_title);
  await expect(twin.locator("table thead")).toHaveCount(1);
  await expect(page.locator("table.alternatives > thead")).toHaveCount(1);
});

test("formulas are opened and closed by keyboard, and follow the question", async ({ page }) => {
  await open(page);
  const { field } = partsOf(page);
  const summary = panel(page).locator("summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(opened(page)).toHaveCount(1);
  await expect(summary).toBeFocused();
  const before = await opened(page).innerText();
  await field("output_tokens").fill("1200");
  await page.locator("#field-Weights").selectOption("bf16");
  await expect(opened(page)).not.toHaveText(before, { useInnerText: true });
  await summary.focus();
  await page.keyboard.press("Space");
  await expect(opened(page)).toHaveCount(0);
  await expect(summary).toBeFocused();
});

test("the figures of an open row open theirs", async ({ page }) => {
  await open(page);
  const { rows, opener, text } = partsOf(page);
  await page.getByLabel(text.table_filter).fill("h100 sxm");
  const row = rows.first();
  await opener(row).click();
  const name = await opener(row).innerText();
  await row.getByRole("button", { name: /\sms$/ }).click();
  await expect(opened(page)).toHaveCount(1);
  await expect(panel(page)).toContainText(name);
});

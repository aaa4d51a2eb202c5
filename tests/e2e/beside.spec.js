// Answers held against each other: a pinned one beside every figure, models side by side.
import { readFileSync } from "node:fs";
import { expect, expectSane, judge, open, partsOf, say, shared, simulated, started, test, words } from "./page.js";

const text = words.en;
const button = (page, name) => page.getByRole("button", { name, exact: true });

test("an answer is pinned, the next one says how each figure differs, and the way back leads to it", async ({ page }) => {
  await open(page);
  const { answer, beside, field, amounts } = partsOf(page);
  const month = async () => Number((await amounts.innerText()).match(/\$([\d,]+)\/month/)[1].replaceAll(",", ""));
  const before = await month();
  await button(page, text.baseline_pin).click();
  // Against itself nothing differs.
  await expect(beside.locator(".baseline")).toContainText(say(text.baseline, { answer: "" }).trim());
  await expect(answer.locator(".difference").first()).toHaveText("=");
  await field("load_rate").fill("40");
  await field("load_rate").blur();
  await expect(page).toHaveURL(/rate=40/);
  await simulated(page);
  const after = await month();
  expect(after).toBeGreaterThan(before);
  // Of an hour, then of a month.
  await expect(amounts.locator(".difference")).toHaveCount(2);
  await expect(amounts.locator(".difference").first()).toHaveText(/^\+\$[\d.,]+$/);
  await expect(amounts.locator(".difference").first()).toHaveClass(/worse/);
  const difference = amounts.locator(".difference").nth(1);
  await expect(difference).toHaveClass(/worse/);
  const said = Number((await difference.innerText()).replace(/[^\d]/g, ""));
  // Both are rounded to whole dollars.
  expect(Math.abs(said - (after - before))).toBeLessThanOrEqual(1);
  await expect(difference).toHaveAttribute("title", new RegExp(`\\$${before.toLocaleString("en-US")}`));
  // The margin as well.
  const margin = answer.locator(".lead .difference");
  await expect(margin).toHaveText(/^(=|[+\u2212]\d+%)$/);
  await expect(margin).toHaveAttribute("title", /\d+%/);
  await expectSane(page);
  // In another language it is said in that one.
  await partsOf(page).language.selectOption("de");
  await expect(partsOf(page, "de").beside.locator(".baseline")).toContainText("Referenz:");
  await button(page, words.de.baseline_back).click();
  await expect(page).not.toHaveURL(/rate=40/);
  await simulated(page);
  await expect(partsOf(page, "de").answer.locator(".difference").first()).toHaveText("=");
  await button(page, words.de.baseline_drop).click();
  await expect(partsOf(page, "de").answer.locator(".difference")).toHaveCount(0);
  // From the menu of saved questions as well, which closes.
  await page.locator("#saved").click();
  await page.locator("#saved-menu").getByRole("button", { name: words.de.baseline_pin, exact: true }).click();
  await expect(page.locator("#saved-menu")).toBeHidden();
  await expect(partsOf(page, "de").answer.locator(".difference").first()).toHaveText("=");
});

test("what is bought differs by its purchase", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4&buy=yes");
  const { amounts, field } = partsOf(page);
  const once = async () => /\$[\d,]+/.exec(await amounts.innerText())[0];
  const before = await once();
  await button(page, text.baseline_pin).click();
  const difference = amounts.locator(".difference");
  await expect(difference).toHaveText("=");
  await field("load_rate").fill("200");
  await field("load_rate").blur();
  await expect(page).toHaveURL(/rate=200/);
  await simulated(page);
  expect(await once()).not.toBe(before);
  await expect(difference).toHaveText(/^\+\$[\d,]+$/);
  await expect(difference).toHaveAttribute("title", say(text.baseline_difference, { before }));
});

test("five models for one task: their published quality, what they cost, and a chart of both", async ({ page }) => {
  await open(page, "./#v=2&rate=4");
  await page.getByRole("link", { name: text.models_compare, exact: true }).click();
  await page.waitForURL(/compare\//);
  await started(page);
  const field = page.locator("#compared-model");
  const status = page.locator(".field", { has: field }).locator("p[role=status]");
  for (const name of ["Qwen3 32B", "gpt-oss 120B", "Gemma 3 27B", "DeepSeek V3.2"]) {
    await field.click();
    await page.keyboard.type(name);
    await page.getByRole("option").filter({ hasText: name }).first().click();
    await expect(status).toHaveText(say(text.compare_added, { count: 1 }));
  }
  const table = page.getByRole("table").first();
  await expect(table.getByRole("columnheader")).toHaveCount(5);
  const row = (name) => table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const cells = async (name) => (await row(name).getByRole("cell").allInnerTexts()).map((cell) => cell.trim());
  // Of Artificial Analysis' page of July 2026, by hand.
  const index = await cells("Intelligence Index");
  expect(index[0]).toMatch(/^9\.4 Llama 3\.3/);
  expect(index[2]).toMatch(/^23\.8 gpt-oss-120b \(high\)/);
  expect(index[4]).toMatch(/^32 DeepSeek V3\.2 \(Reasoning\) · 24\.7 DeepSeek V3\.2 \(Non-reasoning\) \(estimated\)/);
  // Each in the format it is released in.
  const weights = await cells(text.weights);
  expect(weights[2]).toContain("mxfp4");
  const source = page.getByRole("link", { name: "Artificial Analysis", exact: true });
  await expect(source).toHaveAttribute("href", /^https:\/\/artificialanalysis\.ai/);
  // A thousand requests are what their tokens cost: 300 a request.
  await simulated(page);
  await expect(row(text.unit_requests).getByRole("cell").last()).toHaveText(/\$/, { timeout: 30_000 });
  const dollars = (cell) => Number(cell.match(/\$([\d.,]+)/)[1].replaceAll(",", ""));
  const [million, thousand] = [await cells(text.unit_output), await cells(text.unit_requests)];
  for (const at of million.keys()) {
    expect(dollars(thousand[at]) / dollars(million[at])).toBeCloseTo(0.3, 1);
  }
  const chart = page.getByRole("figure", { name: text.compare_chart, exact: true });
  await expect(chart.locator("circle.dot")).toHaveCount(5);
  await expectSane(page);
  expect((await judge(page).analyze()).violations).toEqual([]);
  // A sixth has no room.
  await field.click();
  await page.keyboard.type("Qwen3 8B");
  await page.getByRole("listbox").getByRole("option").filter({ hasText: "Qwen3 8B" }).first().click();
  await expect(status).toHaveText(text.compare_full);
  // The same in the file.
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, text.compare_markdown).click()]);
  const markdown = readFileSync(await file.path(), "utf8");
  expect(file.suggestedFilename()).toBe("rightsize-scenarios.md");
  expect(markdown).toContain("Intelligence Index");
  expect(markdown).toContain("artificialanalysis.ai");
});

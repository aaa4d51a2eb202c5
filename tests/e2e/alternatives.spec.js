// What can be had instead: filters, columns, cards on a phone, and the chart of cost and speed by
// keyboard and touch.
import { devices } from "@playwright/test";
import { allCandidates, expect, open, partsOf, pattern, say, simulated, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const chip = (page, name, language = "en") => partsOf(page, language).candidates.getByRole("button", named(name));
const pressed = (page, name) => expect(chip(page, name)).toHaveAttribute("aria-pressed", "true");
// The row of an accelerator: its button is called by its maker, too.
const rowOf = (page, name) => partsOf(page).rows.filter({ has: page.getByRole("button", { name: new RegExp(` ${name.replace(/[()]/g, "\\$&")}$`) }) });
const fresh = say(text.filter_fresh, { days: 90 });

test("found by letters in any order: of a name, a maker or a seller", async ({ page }) => {
  await open(page);
  await allCandidates(page);
  const { candidates, rows } = partsOf(page);
  const total = await rows.count();
  const filter = page.getByRole("searchbox", { name: text.table_filter });
  await filter.fill("sxm h100");
  const found = await rows.getByRole("rowheader").allInnerTexts();
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(total);
  for (const name of found) expect(name).toMatch(/H100.*SXM/);
  await filter.fill("nebius nvidia");
  expect(await rows.count()).toBeGreaterThan(0);
  for (const row of await rows.all()) await expect(row).toContainText("Nebius");
  await filter.fill("<script>");
  await expect(rows).toHaveCount(0);
  await expect(candidates.getByText(text.table_empty)).toBeVisible();
  await filter.fill("");
  await expect(rows).toHaveCount(total);
});

test("twelve rows, more when asked for; what cannot run the model is hidden and counted", async ({ page }) => {
  await open(page);
  const { candidates, rows } = partsOf(page);
  const [, total] = (await candidates.getByRole("status").innerText()).match(/\d+/g).map(Number);
  await expect(rows).toHaveCount(12);
  await expect(candidates.getByText(text.group_cheaper)).toBeVisible();
  await pressed(page, text.filter_can_run);
  const hidden = Number((await candidates.getByText(/cannot run the model (is|are) hidden/).innerText()).match(/\d+/)[0]);
  const more = candidates.getByRole("button", { name: pattern(text.table_more) });
  expect(Number((await more.innerText()).match(/\d+/)[0])).toBe(total - hidden - 12);
  await more.click();
  await expect(rows).toHaveCount(total - hidden);
  await expect(more).toHaveCount(0);
  await chip(page, text.filter_can_run).click();
  await expect(rows).toHaveCount(total);
  await expect(candidates.getByText(/are hidden/)).toHaveCount(0);
  // The view is no part of the question.
  expect(new URL(page.url()).hash).toBe("");
});

test("chips leave out rows by verdict, evidence and age, and stay while the question changes", async ({ page }) => {
  await open(page);
  await allCandidates(page);
  const { candidates, rows, cellOf } = partsOf(page);
  const total = await rows.count();
  const [meeting] = (await candidates.getByRole("status").innerText()).match(/\d+/g).map(Number);
  await chip(page, text.table_meeting_only).click();
  await expect(rows).toHaveCount(meeting);
  for (const row of await rows.all()) await expect(cellOf(row, "col_spare")).toContainText("to spare");
  await chip(page, text.table_meeting_only).click();
  await chip(page, text.filter_measured).click();
  const measured = await rows.count();
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThan(total);
  for (const row of await rows.all()) await expect(cellOf(row, "col_evidence")).toHaveText(new RegExp(`^${text.how_measured}${text.list_comma}(${text.how_simulated}|${text.how_estimated})$`));
  await chip(page, text.filter_measured).click();
  await chip(page, fresh).click();
  expect(await rows.count()).toBeLessThan(total);
  const ages = await Promise.all((await rows.all()).map((row) => cellOf(row, "col_age").innerText()));
  for (const age of ages.filter(Boolean)) expect(parseInt(age, 10)).toBeLessThanOrEqual(90);
  await partsOf(page).field("load_rate").fill("20");
  await pressed(page, fresh);
  await expect(rows.first()).toBeVisible();
  await chip(page, fresh).click();
  await expect(rows).toHaveCount(total);
});

test("makers, sellers and columns are ticked in a list that Escape closes", async ({ page }) => {
  await open(page);
  const { candidates, rows, table } = partsOf(page);
  const list = (name) => candidates.getByRole("group", named(name));
  const makers = chip(page, text.vendors);
  await makers.focus();
  await page.keyboard.press("Enter");
  await expect(makers).toHaveAttribute("aria-expanded", "true");
  await list(text.vendors).getByRole("checkbox", named("AMD")).check();
  for (const name of await rows.getByRole("rowheader").getByRole("img").all()) await expect(name).toHaveAccessibleName("AMD");
  expect(await rows.count()).toBeGreaterThan(2);
  await page.keyboard.press("Escape");
  await expect(list(text.vendors)).toHaveCount(0);
  const chosen = chip(page, say(text.filter_chosen, { name: text.vendors, chosen: "AMD" }));
  await expect(chosen).toBeFocused();
  await chosen.click();
  await list(text.vendors).getByRole("checkbox", named("AMD")).uncheck();
  // One list at a time.
  await chip(page, text.sellers).click();
  await expect(list(text.vendors)).toHaveCount(0);
  await list(text.sellers).getByRole("checkbox", named("Nebius")).check();
  for (const row of await rows.all()) await expect(row).toContainText("Nebius");
  await list(text.sellers).getByRole("checkbox", named("Nebius")).uncheck();
  const heads = table.locator("thead").first().getByRole("columnheader");
  await expect(heads).toHaveCount(9);
  await chip(page, text.table_columns).click();
  await list(text.table_columns).getByRole("checkbox", named(text.col_split)).check();
  await expect(heads).toHaveCount(10);
  await expect(rows.first()).toContainText(/tp\s\d/);
});

test("speed is said as its limit is typed, and a missed limit is marked in its cell", async ({ page }) => {
  await open(page, "./#v=2&tpot=15ms");
  await allCandidates(page);
  const { rows, cellOf, choice, text } = partsOf(page);
  const slow = rows.filter({ hasText: "TPOT" }).filter({ hasText: "too slow" }).first();
  await expect(cellOf(slow, "col_tpot")).toHaveClass(/missed/);
  const name = await slow.getByRole("rowheader").getByRole("button").innerText();
  const millis = Number((await cellOf(slow, "col_tpot").innerText()).match(/[\d.]+/)[0]);
  await choice("counted_in").last().selectOption({ label: text.tokens_per_second });
  const same = rowOf(page, name);
  const rate = Number(await cellOf(same, "col_speed").innerText());
  expect(Math.abs(rate * millis - 1000)).toBeLessThan(10);
});

for (const language of ["en", "de"]) {
  test(`on a phone rows are cards, which open and sort, and nothing scrolls sideways, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `./#v=2&lang=${language}`);
    // Rows change places while answers are tried.
    await simulated(page);
    const text = words[language];
    const { candidates, rows, opener, cellOf } = partsOf(page, language);
    const wide = () => candidates.evaluate((card) => [...card.querySelectorAll(".scroll, .detail")].filter((part) => part.scrollWidth > part.clientWidth + 1).length);
    const first = rows.first();
    // The name and its price in the first line, the verdict and its evidence in the second.
    // Of one layout: what stands above may grow between two questions.
    const cells = [opener(first), ...["col_sold", "col_spare", "col_evidence", "col_seller"].map((key) => cellOf(first, key))];
    const elements = await Promise.all(cells.map((cell) => cell.elementHandle()));
    const [name, price, verdict, evidence, seller] = await page.evaluate((found) => found.map((element) => element.getBoundingClientRect().top), elements);
    expect(Math.abs(name - price)).toBeLessThan(12);
    expect(verdict).toBeGreaterThan(name + 12);
    expect(Math.abs(verdict - evidence)).toBeLessThan(12);
    expect(seller).toBeGreaterThan(verdict + 12);
    await expect(candidates.getByRole("columnheader").first()).toBeHidden();
    expect(await wide()).toBe(0);
    await opener(first).click();
    await expect(candidates.locator(".detail")).toBeVisible();
    expect(await wide()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await opener(first).click();
    await candidates.getByLabel(text.table_sort).selectOption({ label: text.col_first });
    const times = await Promise.all((await rows.all()).slice(0, 5).map((row) => cellOf(row, "col_first").innerText()));
    const seconds = times.map((time) => parseFloat(time.replace(",", ".")) * (/ms/.test(time) ? 1e-3 : 1));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });
}

test("the chart of cost and speed is walked by arrow keys, and Enter picks", async ({ page }) => {
  await open(page);
  const { charts, memory, rows } = partsOf(page);
  const [, chart] = charts;
  const plot = chart.getByRole("slider");
  await expect(plot).toHaveCount(1);
  await plot.focus();
  await page.keyboard.press("Home");
  const costs = [];
  const name = /^[\d,]+\s×\s(.+?), /;
  for (let step = 0; step < 12; step++) {
    const said = await plot.getAttribute("aria-valuetext");
    for (const key of ["col_sold", "col_seller", "col_first", "col_tpot", "col_evidence"]) expect(said).toContain(text[key]);
    expect(said).toMatch(name);
    costs.push(Number(said.match(/\$([\d.,]+)/)[1].replace(",", "")));
    await expect(chart.locator(".tooltip")).toBeVisible();
    await page.keyboard.press("ArrowRight");
  }
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  const said = await plot.getAttribute("aria-valuetext");
  await page.keyboard.press("Enter");
  const picked = said.match(name)[1];
  await expect(memory.getByRole("heading")).toContainText(picked);
  await expect(rows.filter({ has: page.locator("button[aria-expanded=true]") })).toContainText(picked);
  await expect(chart.locator(".marks .here")).toHaveCount(1);
  await expect(chart.locator("svg.marks")).toContainText(text.chart_here);
  await expect(plot).toBeFocused();
});

test("makers have one colour in the table and in the chart, and the chart says whose", async ({ page }) => {
  await open(page);
  await allCandidates(page);
  const { charts, rows } = partsOf(page);
  const marks = charts[1].locator("svg.marks");
  for (const [id, name] of [["nvidia", "NVIDIA"], ["amd", "AMD"]]) {
    await expect(marks).toContainText(name);
    const dot = await marks.locator(`.dot.full.${id}`).first().evaluate((dot) => getComputedStyle(dot).fill);
    const cell = await rows.locator(`.maker.${id}`).first().evaluate((dot) => getComputedStyle(dot).backgroundColor);
    expect(dot).toBe(cell);
  }
  await expect(marks).toContainText(text.chart_misses);
  await expect(marks).toContainText(text.chart_better);
  await expect(marks.locator(".demand-label")).toContainText("40 ms");
});

test("a finger on a point shows its card and picks it", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...devices["Pixel 7"], baseURL });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("tab", "whole"));
  page.watched = { problems: [], requests: [] };
  await open(page);
  const { charts, memory } = partsOf(page);
  const [, chart] = charts;
  await chart.scrollIntoViewIfNeeded();
  // A point that stands for itself.
  const dot = chart.locator(".marks .dot.full.amd").first();
  const box = await dot.boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const card = chart.locator(".tooltip");
  await expect(card).toBeVisible();
  await expect(card).toContainText(text.col_seller);
  const name = (await card.locator("strong").innerText()).replace(/^[\d,]+\s×\s/, "");
  await expect(memory.getByRole("heading")).toContainText(name);
  await context.close();
});

test("a million output tokens cost what the table says, by who sells them, the cheapest first", async ({ page }) => {
  await open(page);
  await allCandidates(page);
  const { charts, rows, cellOf } = partsOf(page);
  const [chart] = charts;
  await chart.getByText(text.as_table, { exact: true }).click();
  const twin = await chart.getByRole("row").evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.innerText)));
  expect(twin.length).toBeGreaterThan(5);
  const costs = twin.map(([, , cost]) => Number(cost.replace(/[$,]/g, "")));
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  for (const [name, sold, cost, low, high] of twin.slice(0, 5)) {
    const row = rowOf(page, name);
    await expect(cellOf(row, "col_per_million")).toHaveText(cost);
    await expect(cellOf(row, "col_seller")).toHaveText(sold);
    const [least, said, most] = [low, cost, high].map((amount) => Number(amount.replace(/[$,]/g, "")));
    expect(least <= said && said <= most).toBe(true);
  }
});

test("the badges of the open row lead to what explains them, and those of other rows are no stops", async ({ page }) => {
  await open(page);
  const { candidates, rows, opener, cellOf } = partsOf(page);
  await expect(rows.getByRole("link")).toHaveCount(0);
  await opener(rows.first()).click();
  const evidence = cellOf(rows.first(), "col_evidence");
  const badge = evidence.getByRole("link");
  await expect(badge).toHaveAccessibleName(say(text.badge_estimates, { badge: await evidence.innerText() }));
  const age = cellOf(rows.first(), "col_age");
  await expect(age.getByRole("link")).toHaveAccessibleName(say(text.badge_prices, { badge: await age.innerText() }));
  // Below the table, whatever row is open.
  for (const [key, column] of [["badge_estimates", "col_evidence"], ["badge_prices", "col_age"]]) {
    await expect(candidates.locator(".table-foot").getByRole("link", named(say(text[key], { badge: text[column] })))).toBeVisible();
  }
  // The row stays as it is.
  await expect(page).toHaveURL(/#v=2/);
  await badge.click();
  await page.waitForURL(/accuracy\/#v=2/);
  await page.goBack();
  await simulated(page);
  await expect(opener(partsOf(page).rows.first())).toHaveAttribute("aria-expanded", "true");
});

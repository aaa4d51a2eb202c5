// Growth over a horizon, and following demand over a day.
import { expect, open, partsOf, problemOf, say, test, words } from "./page.js";

const text = words.en;

// The card of the plan, once it is made.
async function planOf(page) {
  const card = page.locator("section", { has: page.getByRole("heading", { name: text.plan_title, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  return card;
}

async function openGrowth(page) {
  await page.getByText(text.growth_more, { exact: true }).click();
}

test("without growth the plan says how to ask for one", async ({ page }) => {
  await open(page);
  const card = await planOf(page);
  await expect(card).toContainText(say(text.plan_none, { section: text.growth_more }));
  await expect(page.getByRole("figure", { name: text.chart_plan_title, exact: true })).toHaveCount(0);
  await expect(page.getByRole("figure", { name: text.chart_day_title, exact: true })).toHaveCount(0);
});

test("doubling in a year is a plan in steps, and changes nothing of today", async ({ page }) => {
  await open(page, "./#v=2&rate=100");
  const { field, headline } = partsOf(page);
  const before = await headline.textContent();
  await openGrowth(page);
  await page.getByRole("button", { name: text.growth_doubling, exact: true }).click();
  await expect(field("growth_rate")).toHaveValue("100");
  await expect(headline).toHaveText(before);
  // Nothing is simulated again.
  await expect(page.locator("html")).toHaveAttribute("data-simulated", "yes");
  const card = await planOf(page);
  const rows = card.locator("tbody tr");
  await expect(rows.first().getByRole("rowheader")).toHaveText(text.plan_today);
  expect(await rows.count()).toBeGreaterThan(1);
  const replicas = await rows.evaluateAll((rows) => rows.map((row) => parseInt(row.cells[2].textContent, 10)));
  expect(replicas).toEqual(replicas.toSorted((a, b) => a - b));
  await expect(card).toContainText(/Over 12 months, in steps: \$[\d,]+/);
  await expect(card).toContainText(/Adding in steps saves \$[\d,]+/);
  await expect(page.getByRole("figure", { name: text.chart_plan_title, exact: true })).toBeVisible();
  // The link carries it, and the plan comes back.
  await expect(page).toHaveURL(/[#&]growth=1(&|$)/);
  const told = await card.locator(".facts").innerText();
  await open(page, page.url());
  await expect((await planOf(page)).locator(".facts")).toHaveText(told, { useInnerText: true });
});

test("a horizon of fifty years is refused at its field, and the last answer stays", async ({ page }) => {
  await open(page, "./#v=2&growth=1");
  const { field, headline, stale } = partsOf(page);
  const before = await headline.textContent();
  await openGrowth(page);
  for (const [wrong, said] of [
    ["600", say(text.problem_too_large, { most: "120" })],
    ["0", say(text.problem_too_small, { least: "1" })],
    ["2.5", text.problem_not_whole],
    ["", text.problem_missing],
  ]) {
    await field("horizon").fill(wrong);
    await expect(await problemOf(field("horizon"))).toHaveText(said);
    await expect(stale).toBeVisible();
    await expect(headline).toHaveText(before);
  }
  await field("horizon").fill("24");
  await expect(stale).toBeHidden();
  await expect(await planOf(page)).toContainText(/Over 24 months/);
});

test("a day is chosen, drawn by keyboard, and kept in the link", async ({ page }) => {
  await open(page, "./#v=2&rate=100");
  const { choice } = partsOf(page);
  await openGrowth(page);
  await choice("day_profile").selectOption("office");
  const card = await planOf(page);
  await expect(card).toContainText(/of the day’s GPU hours are idle/);
  await expect(card).toContainText(/That costs \$[\d,]+ a month instead of \$[\d,]+/);
  await expect(page.getByRole("figure", { name: text.chart_day_title, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/[#&]day=office(&|$)/);

  // Drawing begins with the day before: its busiest hour is the peak.
  await choice("day_profile").selectOption("drawn");
  const hour = (hour) => page.getByRole("slider", { name: say(text.day_hour, { hour }), exact: true });
  await expect(page.locator("form").getByRole("slider")).toHaveCount(24);
  await expect(hour(14)).toHaveValue("100");
  await hour(3).focus();
  await page.keyboard.press("End");
  await expect(hour(3)).toHaveValue("100");
  await page.keyboard.press("Home");
  await expect(hour(3)).toHaveValue("0");
  await expect(page).toHaveURL(/[#&]day=15,13,11,0,/);
  await open(page, page.url());
  await openGrowth(page);
  await expect(hour(3)).toHaveValue("0");
  await expect(hour(14)).toHaveValue("100");
});

test("a reserved price leaves nothing to save by day, and owes its term", async ({ page }) => {
  await open(page, "./#v=2&rate=100&growth=1&day=office&basis=1y");
  const card = await planOf(page);
  await expect(card).toContainText(text.plan_day_committed);
  await expect(card).toContainText(/Due after the plan/);
});

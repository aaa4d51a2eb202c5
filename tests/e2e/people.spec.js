// People with access become a load: shares and rates are shown, can be changed, and travel.
import { expect, open, partsOf, problemOf, say, simulated, test, words } from "./page.js";

const text = words.en;

// A cell of the table of units on the page about costs.
const unit = (page, name) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell").first();

test("2,000 people are half a request a second, and what is assumed of them can be changed", async ({ page }) => {
  await open(page);
  const { choice, field, answer } = partsOf(page);
  await choice("counted_in").first().selectOption({ label: text.people_with_access });
  await field("load_people").fill("2000");
  await field("load_people").blur();
  await expect(field("active_share")).toHaveValue("15");
  await expect(field("requests_each")).toHaveValue("6");
  await expect(page.getByText(say(text.people_rate, { rate: "0.5" }))).toBeVisible();
  // Six an hour, less some ten seconds of an answer.
  const pause = say(text.unit_min, { value: "10" }).replace(/\s/g, " ");
  await expect(page.getByText(say(text.people_pause, { time: pause }))).toBeVisible();
  await expect(answer).toContainText(say(text.load_of_people, { count: "2,000" }));
  await expect(page).toHaveURL(/[#&]access=2000(&|$)/);
  // Developers whose agents work: the kind of traffic brings its habits.
  await page.getByRole("button", { name: text.preset_agents, exact: true }).click();
  await expect(field("active_share")).toHaveValue("30");
  await expect(field("requests_each")).toHaveValue("80");
  await expect(page.getByText(say(text.people_rate, { rate: "13.3" }))).toBeVisible();
  await expect(page.getByText(/Thinking time: some [1-4]\d\ss\./)).toBeVisible();
  await field("active_share").fill("10");
  await field("active_share").blur();
  await expect(page.getByText(say(text.people_rate, { rate: "4.44" }))).toBeVisible();
  await expect(page).toHaveURL(/[#&]active=0\.1(&|$)/);
  // The link asks the same.
  const address = page.url();
  await simulated(page);
  const told = await answer.getByRole("heading", { level: 2 }).textContent();
  await open(page, address);
  await expect(field("active_share")).toHaveValue("10");
  await expect(answer.getByRole("heading", { level: 2 })).toHaveText(told);
});

test("nobody with access is refused at the field, and the last answer stays", async ({ page }) => {
  await open(page, "./#v=2&access=2000");
  const { field, headline, stale } = partsOf(page);
  const before = await headline.textContent();
  for (const [key, wrong, said] of [
    ["load_people", "0", say(text.problem_too_small, { least: "1" })],
    ["active_share", "120", say(text.problem_too_large, { most: "100" })],
    ["requests_each", "", text.problem_missing],
  ]) {
    const right = await field(key).inputValue();
    await field(key).fill(wrong);
    await expect(await problemOf(field(key))).toHaveText(said);
    await expect(stale).toBeVisible();
    await expect(headline).toHaveText(before);
    await field(key).fill(right);
    await expect(stale).toBeHidden();
  }
});

test("who asks before an answer is there has no thinking time", async ({ page }) => {
  await open(page, "./#v=2&access=5&active=1&hourly=3600");
  await expect(page.getByText(say(text.people_rate, { rate: "5" }))).toBeVisible();
  await expect(page.getByText(text.people_pause.split("{")[0])).toHaveCount(0);
});

test("those with access share the bill", async ({ page }) => {
  await open(page, "costs/#v=2&access=2000&active=1");
  const month = Number((await unit(page, text.unit_month).textContent()).replace(/[^\d.]/g, ""));
  const each = Number((await unit(page, text.unit_user).textContent()).replace(/[^\d.]/g, ""));
  expect(each).toBeGreaterThan(0);
  expect(each / (month / 2000)).toBeCloseTo(1, 1);
});

// "I have so many" and "so much a month": whether that is enough, what it carries, and what closes the gap.
import { expect, open, partsOf, pattern, problemOf, say, simulated, test, words } from "./page.js";

const text = words.en;
const H200 = "./#v=2&gpus=nvidia-h200-sxm-141gb";

const named = (name) => ({ name, exact: true });
const headings = (page) => page.locator(".within").getByRole("heading", { level: 2 });

test("hardware that is there is enough or not, and single changes carry more of the load", async ({ page }) => {
  await open(page, H200);
  await simulated(page);
  await expect(page.locator(".within")).toHaveCount(0);
  const { field, headline } = partsOf(page);
  await page.getByRole("button", named(text.way_have)).click();
  await field("owned").fill("1");
  await field("owned").blur();
  await expect(headings(page)).toHaveText(pattern(text.within_owned_short));
  await expect(headings(page)).toContainText("H200");
  await expect(page.locator(".within .lead")).toHaveText(/: [0-9,]+ more\./);
  await expect(page).toHaveURL(/[#&]have=1(&|$)/);
  // What all of the load takes is still the page's answer.
  await expect(headline.last()).toContainText("H200");
  // A change carries more, and is a step that Back undoes.
  const changes = page.locator(".within .lever");
  await expect(changes.first()).toBeVisible({ timeout: 15_000 });
  const [before, address] = [await headings(page).textContent(), page.url()];
  await changes.first().click();
  await expect(headings(page)).not.toHaveText(before);
  await expect(page).not.toHaveURL(address);
  await page.goBack();
  await expect(headings(page)).toHaveText(before);
  // As many as it takes are enough, and nothing is missing.
  await field("owned").fill("64");
  await field("owned").blur();
  await expect(headings(page)).toHaveText(pattern(text.within_owned_enough));
  await expect(changes).toHaveCount(0);
  // The link says the same.
  await expect(page).toHaveURL(/[#&]have=64(&|$)/);
  const told = await headings(page).textContent();
  await open(page, page.url());
  await expect(headings(page)).toHaveText(told);
});

test("to who has the hardware no saving is told, and no month that buying has paid after", async ({ page }) => {
  const ways = page.locator(".ways.card");
  const even = ways.locator("li.buy .aside");
  await open(page, H200);
  await expect(even).not.toBeEmpty();
  await open(page, `${H200}&have=8`);
  // The sums of all three are still there.
  for (const name of ["rent", "buy"]) await expect(ways.locator(`li.${name} .way-month`)).toContainText("$");
  await expect(even).toBeEmpty();
  await expect(ways.locator(".ways-less")).toHaveCount(0);
});

test("what cannot hold the model carries nothing, and the reason is said", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-t4&have=1");
  await expect(headings(page)).toHaveText(pattern(text.within_owned_none));
  await expect(page.locator(".within .lead")).not.toBeEmpty();
});

test("a budget buys as much as it can, from a seller, or nothing, and then the least is named", async ({ page }) => {
  await open(page, "./#v=2&budget=1");
  await expect(headings(page)).toHaveText(pattern(text.within_budget_none));
  await expect(page.locator(".within .lead")).toHaveText(pattern(text.within_budget_least));
  const { field } = partsOf(page);
  const short = page.locator("#over-budget");
  await expect(short).toHaveText(pattern(text.budget_short));
  // The fields beside each other stay in one line.
  const boxes = page.locator(".pair:has(#field-Budget) .box");
  const tops = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().top));
  expect(tops).toEqual([tops[0], tops[0]]);
  await field("budget_month").fill("1000000");
  await field("budget_month").blur();
  await expect(headings(page)).toHaveText(pattern(text.within_budget_enough));
  await expect(short).toBeEmpty();
  await expect(page.locator(".within .bill")).toContainText("$");
});

test("none of either is refused at its field, and the last answer stays", async ({ page }) => {
  await open(page, H200);
  const { field, headline, stale } = partsOf(page);
  const before = await headline.textContent();
  await page.getByRole("button", named(text.way_have)).click();
  for (const key of ["owned", "budget_month"]) {
    await field(key).fill("0");
    await expect(await problemOf(field(key))).toHaveText(say(text.problem_too_small, { least: "1" }));
    await expect(stale).toBeVisible();
    await expect(headline).toHaveText(before);
    await field(key).fill("");
    await expect(stale).toBeHidden();
  }
});

test("rent, buy or have is one choice; the fields follow it, and Back undoes it", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4");
  const { field, headline } = partsOf(page);
  const choice = (key) => page.getByRole("group", named(text.way_label)).getByRole("button", named(text[key]));
  const basis = page.getByRole("combobox", named(text.price_basis));
  await expect(choice("way_rent")).toHaveAttribute("aria-pressed", "true");
  await expect(field("owned")).toBeHidden();
  await expect(basis).toBeVisible();
  const rented = await headline.first().innerText();
  await choice("way_buy").click();
  await expect(page).toHaveURL(/[#&]buy=yes(&|$)/);
  await expect(headline.first()).toHaveText(/^Buy \d+ × /);
  await expect(basis).toBeHidden();
  await expect(page.locator("#answer .bill")).toHaveText(/^Bought: \d+ servers? with \d+ GPUs/);
  await expect(page.locator("#answer .amounts b")).toHaveText(/^\$[\d,]+ once$/);
  // Paid every month beside it is what the card of the ways says, too.
  const monthly = async (locator) => (await locator.innerText()).match(/\$[\d,]+\/month/)?.[0];
  await simulated(page);
  const card = page.locator(".ways .buy .way-month");
  await card.scrollIntoViewIfNeeded();
  const wanted = await monthly(page.locator("#answer .amounts"));
  expect(wanted).toMatch(/^\$/);
  await expect.poll(() => monthly(card)).toBe(wanted);
  // What is there is asked for, and nothing is bought.
  await choice("way_have").click();
  await expect(page).not.toHaveURL(/buy=yes/);
  await field("owned").fill("8");
  await field("owned").blur();
  await expect(page).toHaveURL(/[#&]have=8(&|$)/);
  // Of which accelerator, nobody said: it is named beside the field and the answer, until one is chosen.
  const taken = page.getByText(pattern(text.owned_taken));
  await expect(taken.first()).toBeVisible();
  await expect(page.locator(".within .lead")).toContainText(text.owned_taken.split("{")[0]);
  await field("owned").fill("");
  await expect(field("owned")).toBeVisible();
  await choice("way_rent").click();
  await expect(field("owned")).toBeHidden();
  await expect(headline.first()).toHaveText(rented);
});

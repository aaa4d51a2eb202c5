// The result in tabs: what each displays, the ways to pay, and that nothing is lost between them.
import { losses } from "./narrow.js";
import { eachLook, expect, open, partsOf, pattern, say, simulated, started, test, visit, whole, WIDTH_LOOKS, words } from "./page.js";
import AxeBuilder from "@axe-core/playwright";

const text = words.en;
const named = (name) => ({ name, exact: true });

test.use({ whole: false });

const row = (page, language = "en") => page.getByRole("navigation", named(words[language].tabs));
const tab = (page, key, language = "en") => row(page, language).getByRole("button", { name: pattern(words[language][key]) }).or(row(page, language).getByRole("button", { name: new RegExp(`^${words[language][key]} `) }));
const card = (page, key) => page.locator("section", { has: page.getByRole("heading", named(text[key])) });
const way = (page, name) => card(page, "ways_title").locator(`li.${name}`);
// Sums over years are short from a million on.
const SUM = /\$([\d.,]+)(M?)/;
const dollars = (words) => {
  const [, digits, million] = SUM.exec(words);
  return Number(digits.replaceAll(",", "")) * (million ? 1e6 : 1);
};

test("a first look is the answer alone; every other part has its tab", async ({ page }) => {
  await open(page);
  const { answer, memory, table, amounts, charts } = partsOf(page);
  const [cost, , throughput] = [charts[1], charts[0], charts[2]];
  const load = card(page, "load_title");
  const displays = async (...expected) => {
    for (const part of [answer, memory, table, cost, load, throughput]) {
      await expect(part).toBeVisible({ visible: expected.includes(part) });
    }
  };
  await displays(answer, memory);
  const hour = /\$[\d.,]+\/h/.exec(await amounts.innerText())[0];
  await expect(row(page).getByText(hour)).toBeHidden();

  await tab(page, "tab_alternatives").click();
  await expect(tab(page, "tab_alternatives")).toHaveAttribute("aria-current", "true");
  await displays(table, cost);
  await expect(row(page)).toContainText(hour);

  await tab(page, "tab_details").click();
  await displays(load, throughput);

  await tab(page, "tab_whole").click();
  await displays(answer, memory, table, cost, load, throughput);
  // Who wants all of it has it at the next visit, too; who does not, the answer.
  await open(page);
  await displays(answer, memory, table, cost, load, throughput);
  await tab(page, "tab_details").click();
  await open(page);
  await displays(answer, memory);
});

test("what a closed tab has is drawn once that is opened, and follows while it is", async ({ page }) => {
  await visit(page);
  const { field } = partsOf(page);
  const drawn = () => page.evaluate(() => document.querySelector(".of-alternatives table")?.textContent ?? "");
  await tab(page, "tab_alternatives").click();
  await expect.poll(drawn).not.toBe("");
  const first = await drawn();
  await tab(page, "tab_answer").click();
  await field("load_rate").fill("200");
  await simulated(page);
  expect(await drawn()).toBe(first);
  await tab(page, "tab_alternatives").click();
  await expect.poll(drawn).not.toBe(first);
  const second = await drawn();
  await field("load_rate").fill("2");
  await simulated(page);
  expect(await drawn()).not.toBe(second);
});

test("the page about training has the same tabs, each part on one of them, and all of them on paper", async ({ page }) => {
  await open(page, "./training/");
  const headline = page.locator("#answer").getByRole("heading", { level: 2 });
  const chart = (key) => page.getByRole("figure", named(text[key]));
  const parts = {
    tab_answer: [headline, page.locator("section.memory"), card(page, "step_heading"), card(page, "run_heading"), card(page, "launch_heading")],
    tab_alternatives: [card(page, "table_title"), chart("chart_train_cost_title")],
    tab_details: [card(page, "train_levers_title"), chart("chart_scaling_title"), chart("chart_efficiency_title"), card(page, "cluster_heading")],
  };
  const all = Object.values(parts).flat();
  const displays = async (expected) => {
    for (const part of all) await expect(part).toBeVisible({ visible: expected.includes(part) });
  };
  await displays(parts.tab_answer);
  // Training has no page about its cost.
  await expect(row(page).getByRole("link")).toHaveCount(0);
  await expect(row(page).locator(".answer-line")).toBeHidden();
  for (const key of ["tab_details", "tab_alternatives"]) {
    await tab(page, key).click();
    await expect(tab(page, key)).toHaveAttribute("aria-current", "true");
    await displays(parts[key]);
    // A line of the answer stays in sight.
    await expect(row(page).locator(".answer-line")).toHaveText(/^Train on \d.*\$[\d.,]+/);
  }
  const [, count] = /(\d+)$/.exec(await tab(page, "tab_alternatives").innerText());
  expect(Number(count)).toBeGreaterThan(20);
  await page.emulateMedia({ media: "print" });
  await displays(all);
  await page.emulateMedia({ media: null });
  await tab(page, "tab_whole").click();
  await displays(all);
});

test("a first screen has the sentence, the amount, two gauges, three ways, a risk and the best saving", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page);
  const { answer, headline, amounts } = partsOf(page);
  const ways = card(page, "ways_title").getByRole("listitem");
  const next = page.locator(".next");
  const parts = {
    "the sentence": [headline, 1],
    "the amount": [amounts, 1],
    "the gauges": [answer.locator(".gauge"), 2],
    "the sums of the ways": [ways.locator(".way-bar"), 3],
    "the last lines of the ways": [ways, 3],
    "the risk": [next.locator(".risk"), 1],
    "the saving": [next.locator(".saving"), 1],
  };
  const below = [];
  for (const [name, [part, count]] of Object.entries(parts)) {
    // The saving is tried by a simulation.
    await expect(part, name).toHaveCount(count, { timeout: 30_000 });
    await expect(part.first(), name).toBeVisible();
    const end = await part.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)));
    if (end > 900) below.push(`${name}, to ${Math.round(end)} px`);
  }
  expect(below).toEqual([]);
});

test("what is pressed on one tab opens on its own", async ({ page }) => {
  await open(page);
  const { beside, amounts, table, opener, rows } = partsOf(page);
  await beside.getByRole("button", { name: text.runner_up }).click();
  await expect(table).toBeVisible();
  await expect(opener(rows.filter({ has: page.locator("[aria-expanded=true]") }).first())).toBeVisible();
  await tab(page, "tab_answer").click();
  // An amount opens its formula, and the reader is there.
  await amounts.getByRole("button").first().click();
  const formula = page.locator(".why :focus");
  await expect(formula).toBeVisible();
  await expect(table).toBeHidden();
});

test("costs are a tab of the same answer, and lead back to the tab that is pressed", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&users=40");
  const { amounts, table, field } = partsOf(page);
  const [hour] = /\$[\d.,]+/.exec(await amounts.innerText());
  await row(page).getByRole("link", named(text.mode_costs)).click();
  await expect(page).toHaveURL(/\/costs\/#.*Qwen3-32B/);
  await simulated(page);
  await expect(row(page)).toContainText(`${hour}/h`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await row(page).getByRole("link", { name: new RegExp(`^${text.tab_alternatives}`) }).click();
  await simulated(page);
  await expect(table).toBeVisible();
  await expect(field("load_users")).toHaveValue("40");
});

test("three ways to run it come to what the page about costs says", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4");
  const { amounts } = partsOf(page);
  const ways = card(page, "ways_title");
  await expect(ways.getByRole("listitem")).toHaveCount(3);
  const month = /(\$[\d.,]+)\/month/.exec(await amounts.innerText())[1];
  await expect(way(page, "rent").locator("b")).toHaveText(`${month}/month`);
  const net = {};
  for (const name of ["rent", "buy", "api"]) net[name] = SUM.exec(await way(page, name).locator(".way-bar").innerText())[0];
  // The least is marked, and said where it saves a tenth.
  const all = Object.values(net).map(dollars);
  const least = Object.keys(net).find((name) => dollars(net[name]) === Math.min(...all));
  await expect(way(page, least).locator(".least")).toHaveText(pattern(text.way_least));
  await expect(ways.locator(".least")).toHaveCount(1);
  const saves = 1 - Math.min(...all) / dollars(net.rent);
  await expect(ways.locator(".ways-less")).toHaveCount(saves >= 0.1 ? 1 : 0);
  const told = await ways.getByRole("listitem").allInnerTexts();
  await way(page, "rent").getByRole("link").click();
  await page.waitForURL(/\/costs\//);
  await simulated(page);
  await expect(page.locator("#answer, .details").filter({ hasText: net.rent }).first()).toBeVisible();
  await page.goBack();
  await started(page);
  // Buying is a choice: the headline follows, and its sums are what was said beside renting.
  await way(page, "buy").getByRole("button", named(text.way_choose)).click();
  await expect(partsOf(page).headline.first()).toHaveText(/^Buy /);
  await simulated(page);
  await expect(way(page, "buy").locator(".way-bar")).toContainText(net.buy);
  await expect(way(page, "rent").locator(".way-bar")).toContainText(net.rent);
  const once = /\$[\d,]+/.exec(await amounts.innerText())[0];
  await expect(way(page, "buy")).toContainText(`+ ${once} once`);
  expect(told[1]).toContain(`+ ${once} once`);
  await way(page, "buy").getByRole("link").click();
  await page.waitForURL(/\/costs\/.*buy=yes/);
  await simulated(page);
  await expect(page.locator("#answer, .details").filter({ hasText: net.buy }).first()).toBeVisible();
  await page.goBack();
  await started(page);
  await way(page, "rent").getByRole("button", named(text.way_choose)).click();
  await expect(partsOf(page).headline.first()).not.toHaveText(/^Buy /);
});

test("a seller of hours sells no servers: what is bought is searched without one", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4");
  const free = await way(page, "buy").locator("p").nth(1).innerText();
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4&sellers=aws");
  await expect(way(page, "buy").locator("p").nth(1)).toHaveText(free);
  await expect(way(page, "rent")).toContainText(/aws/i);
});

test("a model without an API price, and prices that are hidden", async ({ page }) => {
  await open(page, "./#v=2&model=13B&rate=2");
  await expect(way(page, "api")).toContainText(text.way_no_api);
  await expect(way(page, "api").getByRole("link")).toHaveCount(0);
  await page.evaluate(() => {
    document.documentElement.dataset.priceless = "";
    dispatchEvent(new CustomEvent("rightsize:room", { cancelable: true }));
  });
  await expect(card(page, "ways_title")).toBeHidden();
  await expect(partsOf(page).amounts).toHaveCount(0);
  await expect(row(page)).not.toContainText("$");
});

test("one risk and the best saving, each a press away", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb");
  const next = page.locator(".next");
  await expect(next.getByRole("heading", named(text.watch_spare))).toBeVisible();
  const saving = next.getByRole("heading", { name: /^Save \d+%: / });
  await expect(saving).toBeVisible({ timeout: 30_000 });
  await expect(next.locator(".saving + p")).toContainText(/ an hour, .+ at .+, price of \d{4}/);
  // The same as the first of all changes.
  const [, share, change] = /^Save (\d+%): (.+)$/.exec(await saving.innerText());
  await next.getByRole("button", named(text.save_all)).click();
  const first = card(page, "levers_title").locator(".lever").first();
  await expect(first).toContainText(change);
  await expect(first).toContainText(say(text.lever_saves, { share }));
  await tab(page, "tab_answer").click();
  await next.getByRole("button", named(text.watch_add)).click();
  await expect(page).toHaveURL(/[#&]spare=1(&|$)/);
  await expect(next.getByRole("heading", named(text.watch_spare))).toHaveCount(0);
  await page.goBack();
  await expect(next.getByRole("heading", named(text.watch_spare))).toBeVisible();
});

test("a limit that is missed is said by its gauge, and one that nobody set is none", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb&ttft=none");
  const { answer } = partsOf(page);
  const meters = answer.getByRole("meter");
  await expect(meters).toHaveCount(2);
  await expect(meters.nth(1)).toHaveAttribute("aria-valuetext", /^Per token, p95: [\d.]+\sms, at most 40\sms; 80% range [\d.]+\sms to [\d.]+\sms$/);
  await expect(meters.nth(0)).toHaveAttribute("aria-valuetext", /^First token, p95: [\d.]+\s(ms|s)$/);
  await expect(answer.locator(".limit")).toHaveCount(1);
});

test("on paper the answer and its alternatives are there, whatever tab is open", async ({ page }) => {
  await open(page);
  await tab(page, "tab_details").click();
  await page.emulateMedia({ media: "print" });
  await whole(page);
  const { answer, table } = partsOf(page);
  await expect(answer).toBeVisible();
  await expect(table).toBeVisible();
  await expect(row(page)).toBeHidden();
});

for (const { width, looks } of WIDTH_LOOKS) {
  test(`every tab can be read and pressed at ${width} px, in every language`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await visit(page, `./#v=2&lang=${looks[0].language}&theme=${looks[0].theme}`);
    await whole(page);
    await eachLook(page, looks, async (language) => {
      for (const key of ["tab_alternatives", "tab_details", "tab_answer"]) {
        await tab(page, key, language).click();
        // Charts are drawn once they are seen, their tables once they are opened.
        for (const chart of await page.getByRole("figure").filter({ visible: true }).all()) {
          const closed = chart.locator("details:not([open]) > summary");
          if (await closed.count()) await closed.first().click();
          await expect(chart.locator("table tbody tr").first()).toBeAttached();
        }
        // At 1400 px the question stays beside what is read.
        const found = await page.evaluate(losses);
        expect(found.filter((loss) => width < 1000 || !loss.includes("stay in sight")), `${language} ${key}`).toEqual([]);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0].html]), `${language} ${key}`).toEqual([]);
      }
      // On a phone the answer stays above the tabs.
      if (width < 1000) {
        await tab(page, "tab_details", language).click();
        await expect(partsOf(page, language).headline).toBeVisible();
      }
    });
  });
}

// Demand over a day and a week, drawn by pointer and keyboard, and growth, on the page about costs.
import { expect, expectSane, judge, open, problemOf, say, test, words } from "./page.js";

// A question whose answer is the same whatever is on sale tomorrow, and large enough to follow demand.
const H100 = "v=2&model=Qwen/Qwen3-32B&rate=200&gpus=nvidia-h100-sxm-80gb";

function partsOf(page, language) {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  return {
    text,
    headline: page.locator("#answer").getByRole("heading", { level: 2 }),
    stale: page.locator("#answer .stale-note"),
    field: (key) => page.getByRole("textbox", named(text[key])),
    choice: (key) => page.getByRole("combobox", named(text[key])),
    chip: (key) => page.getByRole("button", named(text[key])),
    card: page.locator("section.card", { has: page.getByRole("heading", named(text.demand_card)) }),
    chart: (title) => page.getByRole("figure", named(text[title])),
    hour: (hour) => page.getByRole("slider", named(say(text.day_hour, { hour }))),
    at: (day, hour) => page.getByRole("slider", named(say(text.demand_when, { day: text[`weekday_${day}`], hour }))),
  };
}

async function opened(page, fragment = H100, language = "en") {
  await open(page, `./costs/#${fragment}&lang=${language}`);
  const parts = partsOf(page, language);
  await expect(parts.headline).toBeVisible();
  return parts;
}

const fragment = (page) => new URL(page.url()).hash.slice(1);

async function unfold(page, title) {
  await page.getByText(title, { exact: true }).click();
}

// Where something stands once nothing moves it: a scroll goes on after the finger has left, and
// answers above it may still come.
const still = (locator) =>
  locator.evaluate(async (element) => {
    const at = () => JSON.stringify(element.getBoundingClientRect());
    for (let [was, frames] = [at(), 0]; frames < 20; frames++) {
      await new Promise(requestAnimationFrame);
      if (at() !== was) [was, frames] = [at(), 0];
    }
    return JSON.parse(at());
  });

// Cells of the comparison's rows, by name.
const comparison = (card) =>
  card
    .locator("tbody tr")
    .evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.cells[0].innerText, [...row.cells].slice(1).map((cell) => cell.innerText)])));

const figure = (text) => Number(text.replaceAll(/[^\d]/g, ""));

test("a profile makes following demand cheaper, in German", async ({ page }) => {
  const { card, choice, text, chart, headline } = await opened(page, H100, "de");
  await expect(card).toContainText(text.demand_saves_even);
  await expect(chart("chart_week_title")).toHaveCount(0);
  const before = await headline.innerText();
  await choice("day_profile").selectOption("office");
  await expect(card).not.toContainText(text.demand_saves_even);
  const rows = await comparison(card);
  const named = (message) => say(text[message], { basis: text.basis_on_demand });
  const [fixed, followed] = ["demand_static", "demand_follows"].map((name) => rows[named(name)]);
  expect(figure(followed[0])).toBeLessThan(figure(fixed[0]));
  expect(figure(followed[1])).toBeLessThan(figure(fixed[1]));
  expect(figure(followed[2])).toBeLessThan(figure(fixed[2]));
  expect(figure(followed[3])).toBeGreaterThan(0);
  await expect(card).toContainText(text.demand_zero_busy);
  // All money follows the same week.
  await expect(headline).not.toHaveText(before, { useInnerText: true });
  await expect.poll(() => fragment(page)).toMatch(/[&#]day=office(&|$)/);
  for (const title of ["chart_week_title", "chart_busiest_title"]) {
    const figure = chart(title);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator(".marks .beam.paid")).toHaveCount(title === "chart_week_title" ? 168 : 24);
    expect(await figure.locator(".marks .risk").count()).toBeGreaterThan(0);
    await figure.getByText(text.as_table, { exact: true }).click();
    await expect(figure.locator("tbody tr")).toHaveCount(title === "chart_week_title" ? 168 : 24);
    await figure.getByRole("slider").focus();
    await page.keyboard.press("ArrowRight");
    await expect(figure.locator(".tooltip")).toContainText(text.chart_demand_ready);
  }
  await expectSane(page);
});

test("a day is drawn by pointer and keyboard, in English", async ({ page }) => {
  const { choice, hour, chip, text } = await opened(page, `${H100}&day=office`, "en");
  await choice("day_profile").selectOption("drawn");
  await expect(page.locator(".drawing").getByRole("slider")).toHaveCount(24);
  await expect(hour(14)).toHaveValue("100");
  // A stroke from the left edge, at the top, to the middle, halfway down.
  const pad = page.locator(".drawn-pad");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await still(pad);
  await page.mouse.move(x + width / 48, y + 1);
  await page.mouse.down();
  await page.mouse.move(x + (width * 25) / 48, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await expect(hour(0)).toHaveValue("100");
  const [six, twelve] = [await hour(6).inputValue(), await hour(12).inputValue()].map(Number);
  expect(six).toBeGreaterThan(70);
  expect(six).toBeLessThan(80);
  expect(twelve).toBeGreaterThan(45);
  expect(twelve).toBeLessThan(55);
  // The stroke ends with the hour under the pointer in focus or near it; arrow keys go on.
  await hour(3).focus();
  await page.keyboard.press("ArrowRight");
  await expect(hour(4)).toBeFocused();
  await page.keyboard.press("End");
  await expect(hour(4)).toHaveValue("100");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(hour(4)).toHaveValue("1");
  await expect.poll(() => fragment(page)).toMatch(/[&#]day=100,\d+,\d+,\d+,1,/);
  const link = fragment(page);
  await open(page, `./costs/#${link}`);
  await expect(hour(4)).toHaveValue("1");
  // Begun again from a profile.
  await chip("demand_night").click();
  await expect(hour(12)).toHaveValue("0");
  await expect(chip("demand_night")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(text.demand_draw_hint)).toBeVisible();
  await expectSane(page);
});

test("a week is drawn day by day, in German", async ({ page }) => {
  const { choice, at, field, card } = await opened(page, `${H100}&day=office`, "de");
  await field("demand_weekend").fill("20");
  await choice("day_profile").selectOption("week");
  await expect(field("demand_weekend")).toHaveCount(0);
  await expect(page.locator(".drawing").getByRole("slider")).toHaveCount(168);
  await expect(at("mon", 14)).toHaveValue("100");
  await expect(at("sun", 14)).toHaveValue("20");
  const before = await card.innerText();
  const drawn = () => fragment(page).match(/[&#]day=([\d,]+)/)?.[1].split(",").map(Number) ?? [];
  await expect.poll(() => drawn().length).toBe(168);
  await at("sun", 14).focus();
  await page.keyboard.press("End");
  await expect(at("sun", 14)).toHaveValue("100");
  await expect(card).not.toHaveText(before, { useInnerText: true });
  await expect.poll(() => drawn()[158]).toBe(100);
  await page.goBack();
  await expect(at("sun", 14)).toHaveValue("20");
});

test("how replicas follow is asked, kept and refused, in English", async ({ page }) => {
  const { field, stale, card, text } = await opened(page, `${H100}&day=office&basis=spot`, "en");
  await unfold(page, text.scaling_heading);
  for (const [key, typed, said] of [
    ["scaling_cooldown", "2000", say(text.problem_too_large, { most: "1,440" })],
    ["scaling_least", "1.5", text.problem_not_whole],
    ["scaling_confidence", "20", say(text.problem_too_small, { least: "50" })],
    ["scaling_ahead", "", text.problem_missing],
    ["growth_rate", "-95", say(text.problem_too_small, { least: "-90" })],
  ]) {
    const before = await field(key).inputValue();
    await field(key).fill(typed);
    await expect(await problemOf(field(key))).toHaveText(said);
    await expect(stale).toBeVisible();
    await field(key).fill(before);
    await expect(stale).toBeHidden();
  }
  // Started ahead of the need, nothing is at risk.
  await expect(card).not.toContainText(text.demand_safe);
  await field("scaling_ahead").fill("60");
  await expect(card).toContainText(text.demand_safe);
  // Interruptions take spares.
  const spares = async () => {
    const rows = await comparison(card);
    return figure(rows[say(text.demand_follows, { basis: text.basis_spot })][4]);
  };
  expect(await spares()).toBeGreaterThan(0);
  await field("scaling_interruptions").fill("0");
  await expect.poll(spares).toBe(0);
  await expect.poll(() => fragment(page)).toMatch(/[&#]interrupted=0(&|$)/);
  expect(fragment(page)).toMatch(/[&#]ahead=/);
});

for (const [width, theme] of [[1400, "light"], [390, "dark"]]) {
  test(`axe finds nothing in a drawn week, ${width} pixels wide, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { text } = await opened(page, `${H100}&day=${Array(168).fill(40).join(",")}&theme=${theme}`);
    if (width < 1000) await page.locator(".summary").click();
    await unfold(page, text.scaling_heading);
    const { violations } = await judge(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
  });
}

test("going to zero is told where it pays, and what it saves", async ({ page }) => {
  const { field, card, text } = await opened(page, `${H100}&day=night`);
  await expect(card).toContainText(/Going to zero would save \$.* 112 hours of a week need no replica/);
  await unfold(page, text.scaling_heading);
  await field("scaling_least").fill("0");
  await expect(card).toContainText(/112 hours of a week go to zero\. That saves \$/);
  await expect.poll(() => fragment(page)).toContain("always=0");
});

test("growth is bought month by month, and never simulated again", async ({ page }) => {
  const { field, headline, chart, text, card } = await opened(page);
  const answer = page.locator("#answer");
  await expect(answer).toContainText(text.costs_steady);
  const before = await headline.innerText();
  const paid = chart("chart_paid_title");
  const over = await answer.locator(".ways-table .total").innerText();
  await field("growth_rate").fill("100");
  await expect(page.locator("html")).toHaveAttribute("data-simulated", "yes");
  await expect(answer).toContainText(/The load changes by 100% a year: \d+ replicas at first, \d+ in the end/);
  await expect(headline).not.toHaveText(before, { useInnerText: true });
  await expect(answer.locator(".ways-table .total")).not.toHaveText(over, { useInnerText: true });
  await expect(paid).toBeVisible();
  await expect(page.getByText(text.split_growth)).toBeVisible();
  // The calculator asks the same, and its link has it.
  await expect.poll(() => fragment(page)).toMatch(/[&#]growth=1(&|$)/);
  const dollars = (text) => {
    const [, digits, million] = /\$([\d.,]+\d)(M?) over/.exec(text);
    return Number(digits.replaceAll(",", "")) * (million ? 1e6 : 1);
  };
  const doubled = dollars(await headline.innerText());
  expect(doubled).toBeGreaterThan(dollars(before));
  await field("growth_rate").fill("0");
  await expect(headline).toHaveText(before, { useInnerText: true });
  await expect(card).toBeVisible();
});

test("a training run is priced, rented and owned, as the training page hands it over", async ({ page }) => {
  const text = words.en;
  await open(page, "./training/");
  const link = page.getByRole("link", { name: text.run_costs, exact: true });
  await expect(link).toHaveAttribute("href", /cost\.run=[\w-]+&cost\.run-gpus=\d+&cost\.run-hours=[\d.]+&cost\.run-tokens=[\d.]+$/);
  await link.click();
  await page.waitForURL(/costs\/#v=2.*cost\.run=/);
  const card = page.locator("section.card", { has: page.getByRole("heading", { name: text.run_costs_heading, exact: true }) });
  await expect(card.getByRole("row").filter({ hasText: say(text.way_rented, { basis: text.basis_on_demand }) })).toContainText("$");
  await expect(card.getByRole("row").filter({ hasText: text.way_owned })).toContainText("$");
  await expect(card).toContainText(/runs a year|no number of runs a year/);
  await expect(card).toContainText(/a run takes [\d,.]+ kWh, [\d,.]+ kg/);
  await expectSane(page);
  // Twice the hours, twice the price.
  const first = async () => Number(/\$([\d,.]+)/.exec(await card.getByRole("row").nth(1).innerText())[1].replaceAll(",", ""));
  const field = page.getByRole("textbox", { name: text.input_run_hours, exact: true });
  await field.fill("100");
  await expect.poll(() => fragment(page)).toContain("cost.run-hours=100");
  const once = await first();
  await field.fill("200");
  await expect.poll(async () => (await first()) / once).toBeCloseTo(2, 2);
  const chosen = page.getByRole("combobox", { name: text.run_on, exact: true });
  await chosen.selectOption("");
  await expect(card).toHaveCount(0);
});

test("on a phone a day fits and can be drawn", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { hour } = await opened(page, `${H100}&day=${Array(24).fill(50).join(",")}`);
  await page.locator(".summary").click();
  const pad = page.locator(".drawn-pad");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width } = await still(pad);
  expect(x + width).toBeLessThanOrEqual(390);
  await page.mouse.click(x + width - 2, y + 1);
  await expect(hour(23)).toHaveValue("100");
  await expect(hour(22)).toHaveValue("50");
});

test("a finger that goes up and down scrolls, one that goes across draws", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { hour } = await opened(page, `${H100}&day=${Array(24).fill(50).join(",")}`);
  await page.locator(".summary").click();
  const pad = page.locator(".drawn-pad");
  await pad.evaluate((pad) => pad.scrollIntoView({ block: "center" }));
  const finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const drawn = () => page.locator(".drawn-hours input").evaluateAll((hours) => hours.map(({ value }) => Number(value)));
  // In steps, as fingers go.
  const go = async ([x, y], [dx, dy]) => {
    const at = (step) => [{ x: x + (dx * step) / 10, y: y + (dy * step) / 10 }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let step = 1; step <= 10; step++) {
      await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step) });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const box = await still(pad);
  // The question's sheet scrolls, not the page below it.
  const scrolled = () => page.locator(".asking-fields").evaluate((fields) => fields.scrollTop);
  const before = await scrolled();
  await go([box.x + box.width / 2, box.y + box.height - 10], [4, -200]);
  await expect.poll(scrolled).toBeGreaterThan(before + 100);
  expect(new Set(await drawn())).toEqual(new Set([50]));
  await pad.evaluate((pad) => pad.scrollIntoView({ block: "center" }));
  let now = await still(pad);
  await go([now.x + 4, now.y + 1], [now.width - 8, 0]);
  await expect.poll(drawn).toEqual(Array(24).fill(100));
  // A tap is meant, too.
  now = await still(pad);
  await go([now.x + 4, now.y + now.height - 1], [0, 0]);
  await expect(hour(0)).toHaveValue("0");
  await expect(hour(1)).toHaveValue("100");
  await finger.detach();
});

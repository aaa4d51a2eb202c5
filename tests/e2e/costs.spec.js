// Costs: own or rent, wrong fields, links, files, in every language and usable by everybody.
import { readFileSync } from "node:fs";
import { allTexts, answerOf, eachLook, expect, expectSane, judge, open, openAll, pattern, say, simulated, started, taken, test, WIDTH_LOOKS, withSheet, words } from "./page.js";

// A question whose answer is the same whatever is on sale tomorrow.
const H100 = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";

function partsOf(page, language = "en") {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  return {
    text,
    answer: answerOf(page, text),
    headline: page.locator("#answer").getByRole("heading", { level: 2 }),
    stale: page.locator("#answer .stale-note"),
    field: (key) => page.getByRole("textbox", named(text[key])),
    choice: (key) => page.getByRole("combobox", named(text[key])),
    card: (heading) => page.locator("section.card", { has: page.getByRole("heading", named(text[heading])) }),
    chart: (title) => page.getByRole("figure", named(text[title])),
  };
}

async function opened(page, fragment = H100) {
  await open(page, `./costs/#${fragment}`);
  const parts = partsOf(page, await page.locator("html").evaluate((root) => root.lang.slice(0, 2)));
  await expect(parts.headline).toBeVisible();
  return parts;
}

const rowOf = (page, card, name) =>
  card.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });

const fragment = (page) => new URL(page.url()).hash.slice(1);

const dollars = (text) => Number(/\$([\d,.]+)/.exec(text)[1].replaceAll(",", ""));

test("a fresh page answers: own or rent, what it costs, from when owning pays", async ({ page }) => {
  const { headline, card, field, text } = await opened(page, "");
  await expect(headline).toContainText(/(Own|Rent) .*\d\s×\s(\d+\s×\s)?\S+/);
  await expect(headline).not.toContainText(/×\s1\s×/);
  await expect(headline).toContainText(/\$\S+ over 3 years/);
  await expect(page.locator("#answer .ways-table thead th")).toHaveCount(3);
  // Nobody said how many share the bill, or are there at once: both costs of a user are no rows.
  const rows = card("units_heading").getByRole("row");
  await expect(rows).toHaveCount(16);
  await expect(rows.filter({ hasText: text.unit_user })).toHaveCount(0);
  // Demand is even: it has no charts.
  await expect(page.locator("figure.chart .marks")).toHaveCount(4);
  for (const heading of ["split_heading", "costs_energy_heading", "value_heading"]) await expect(card(heading)).toBeVisible();
  // The question's own model, by itself.
  await expect(card("against_heading")).toContainText(/The same model at an API: .+, .+ \(\d{4}-\d\d/);
  await field("input_users").fill("2000");
  await expect(rows).toHaveCount(17);
  await expect(rows.filter({ hasText: text.unit_user })).toContainText(/\$[\d.]+\s*\$/);
  await expectSane(page);
});

// A sum as it is shown, and the same of the report: three digits are left of it.
const sum = (cell) => dollars(cell) * ({ K: 1e3, M: 1e6, B: 1e9 }[/\d([KMB])/.exec(cell)?.[1]] ?? 1);

test("rent, buy and API stand side by side, each figure that of the report", async ({ page }) => {
  // Bought so cheap that owning breaks even.
  const { answer, text } = await opened(page, `${H100}&cost.api=gpt-5.4-mini&cost.accelerator-usd=12000`);
  const table = answer.getByRole("table");
  const cells = async (name) => {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    return (await row.getByRole("cell").allInnerTexts()).map((cell) => cell.trim());
  };
  const { report } = JSON.parse((await taken(page, "export_json")).text);
  const { courses, break_even: [even] } = report.horizon;
  const [rent, own] = [courses.find(({ way }) => way.rented === report.rents[0].basis), courses.find(({ way }) => way === "owned")];
  const net = ({ paid, left, owed }) => paid.at(-1) - left + owed;
  const today = report.loads.find(({ load }) => load === 1);
  const rows = {
    [text.costs_today]: [0, own.curve.bought, 0],
    [text.costs_then_month]: [rent.curve.monthly, own.curve.monthly, report.api.per_month],
    [say(text.terms_over, { count: 3 })]: [net(rent), net(own), report.api.net],
    [text.week_blended]: [today.rented, today.owned, today.api],
  };
  for (const [name, wanted] of Object.entries(rows)) {
    const said = await cells(name);
    expect(said.length, name).toBe(3);
    for (const [at, value] of wanted.entries()) {
      const near = Math.max(0.006, Math.abs(value) * 0.006);
      expect(Math.abs(sum(said[at]) - value), `${name}: ${said[at]}`).toBeLessThan(near);
    }
  }
  const [, met] = await cells(text.costs_even_with_rent);
  expect(met).toContain(say(text.even_after, { month: String(Number(even.month.toPrecision(3))) }));
  const wins = await cells(text.against_from);
  expect(wins.slice(0, 2).every((cell) => cell.length > 0)).toBe(true);
  expect(wins[2]).toBe("");
  // On a phone each row is a card whose figures say their way.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.locator("thead")).toBeHidden();
  const titles = await table.locator("tbody tr").first().locator("td").evaluateAll((all) => all.map((cell) => cell.dataset.title));
  expect(titles).toEqual([say(text.way_rented, { basis: text.basis_on_demand }), text.way_owned, text.against_api]);
  // Without an API it is no column.
  await opened(page, `${H100}&cost.api=none`);
  await expect(table.locator("thead th")).toHaveCount(2);
});

test("the figures agree with each other and with the calculator", async ({ page }) => {
  const { card, text, headline } = await opened(page);
  const cell = async (row, at) => dollars(await rowOf(page, card("units_heading"), text[row]).getByRole("cell").nth(at).innerText());
  const [hour, month, year] = await Promise.all(["unit_hour", "unit_month", "unit_year"].map((row) => cell(row, 1)));
  expect(month / (hour * 730)).toBeCloseTo(1, 1);
  expect(year / (month * 12)).toBeCloseTo(1, 2);
  const rented = await cell("unit_hour", 0);
  const sold = async (row) => Number((await rowOf(page, card("sold_heading"), text[row]).getByRole("cell").first().innerText()).replaceAll(",", ""));
  const [paid, stranded] = [await sold("sold_paid"), await sold("sold_stranded")];
  // Whole servers are bought: what of them no replica uses is said.
  const [, many, of] = /(\d+)\s×\s(?:(\d+)\s×)?/.exec(await headline.innerText());
  const [, unused] = /(\d+) accelerators? of the nodes/.exec(await page.locator("#answer").innerText()) ?? [];
  await page.getByRole("link", { name: text.mode_serving, exact: true }).click();
  await page.waitForURL(/\/#v=2&model=Qwen/);
  await started(page);
  await simulated(page);
  const [, replicas, each] = /(\d+) replicas? of (\d+)/.exec(await page.locator("#answer .lead").innerText());
  expect(many * (of ?? 1) - (unused ?? 0)).toBe(replicas * each);
  expect(paid - stranded).toBe(replicas * each);
  // Both count whole instances.
  expect(dollars(await page.locator(".amounts").innerText())).toBe(rented);
});

test("every change is undone and redone, by buttons and by keys", async ({ page }) => {
  const { text, choice, field, headline, stale } = await opened(page);
  await openAll(page);
  const button = (key) => page.getByRole("button", { name: text[key], exact: true });
  await expect(button("undo")).toHaveAttribute("aria-disabled", "true");
  await expect(button("redo")).toHaveAttribute("aria-disabled", "true");
  const first = await headline.innerText();
  await choice("price_basis").selectOption("3y");
  await expect(page).toHaveURL(/basis=3y/);
  await field("input_years").fill("6");
  await field("input_years").press("Tab");
  await expect(page).toHaveURL(/cost\.\w+=6/);
  await simulated(page);
  const last = await headline.innerText();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("status").filter({ hasText: text.undone })).toBeVisible();
  await expect(field("input_years")).not.toHaveValue("6");
  await expect(choice("price_basis")).toHaveValue("3y");
  await button("undo").click();
  await expect(choice("price_basis")).not.toHaveValue("3y");
  await expect(headline).toHaveText(first, { useInnerText: true });
  await expect(button("undo")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Shift+Z");
  await expect(choice("price_basis")).toHaveValue("3y");
  await button("redo").click();
  await expect(field("input_years")).toHaveValue("6");
  await expect(headline).toHaveText(last, { useInnerText: true });
  await expect(button("redo")).toHaveAttribute("aria-disabled", "true");
  // Unreadable text is undone first, of every kind of field: it was no step.
  const unread = [
    () => field("input_years").fill("x"),
    async () => {
      await choice("discounts_add").selectOption("aws");
      await page.locator("#off-aws").fill("x");
    },
    // The currency itself is one, at its reference rate.
    async () => {
      await choice("currency").selectOption("EUR");
      await expect(page).toHaveURL(/currency=EUR/);
      await field("currency_rate").fill("x");
    },
  ];
  for (const change of unread) {
    await change();
    await expect(stale).toBeVisible();
    await button("undo").click();
    await expect(stale).toBeHidden();
  }
  await expect(choice("currency")).toHaveValue("EUR");
  await button("undo").click();
  await expect(choice("currency")).toHaveValue("USD");
  await expect(field("input_years")).toHaveValue("6");
});

test("what is asked changes the answer", async ({ page }) => {
  const { card, choice, field, text, chart } = await opened(page);
  await openAll(page);
  const hour = rowOf(page, card("units_heading"), text.unit_hour);
  const changes = [
    () => field("input_electricity").fill("0.4"),
    () => field("input_years").fill("6"),
    () => field("input_accelerator").fill("12,000"),
    () => choice("price_basis").selectOption("3y"),
  ];
  for (const change of changes) {
    const before = await hour.innerText();
    await change();
    await expect(hour).not.toHaveText(before, { useInnerText: true });
  }
  const against = card("against_heading");
  await expect(choice("api_example")).toHaveValue(/^qwen3-32b-/);
  await choice("api_example").selectOption("");
  await expect(against).toContainText(text.against_none);
  await choice("api_example").selectOption("gpt-5.4-mini");
  await expect(against.getByRole("row")).toHaveCount(4);
  const typed = await against.innerText();
  await field("input_api_output").fill("99");
  await expect(against).not.toHaveText(typed, { useInnerText: true });
  const energy = await card("costs_energy_heading").innerText();
  await choice("area").selectOption("europe");
  await expect(choice("grid")).toHaveValue("eu");
  await choice("grid").selectOption("nor");
  await expect(card("costs_energy_heading")).not.toHaveText(energy, { useInnerText: true });
  const caption = await chart("chart_tornado_title").innerText();
  await choice("sensitivity_of").selectOption("saving");
  await expect(chart("chart_tornado_title")).not.toHaveText(caption, { useInnerText: true });
});

test("another accelerator that keeps the limits can be chosen, and the link keeps it", async ({ page }) => {
  const { choice, headline } = await opened(page, "v=2&model=Qwen/Qwen3-32B&rate=40");
  const before = await headline.innerText();
  const other = await choice("accelerators").locator("option:not(:checked)").first().getAttribute("value");
  await choice("accelerators").selectOption(other);
  await expect(headline).not.toHaveText(before, { useInnerText: true });
  await expect.poll(() => fragment(page)).toContain(`pick=${other}`);
});

// The text typed, its field, and the message; bounds of shares in percent.
const WRONG = [
  ["input_years", "0", "problem_too_small", "0.5"],
  ["input_utilization", "0", "problem_too_small", "1"],
  ["input_residual", "100", "problem_too_large", "95"],
  ["input_electricity", "-1", "problem_too_small", "0"],
  ["input_accelerator", "cheap", "problem_not_a_number", "cheap"],
];

test("what cannot be is explained beside its field, and the last answer stays", async ({ page }) => {
  const { field, stale, headline, text } = await opened(page);
  await openAll(page);
  const before = await headline.innerText();
  for (const [key, typed, said, shown] of WRONG) {
    await field(key).fill(typed);
    await expect(field(key)).toHaveAttribute("aria-invalid", "true");
    const problem = page.locator(`#${await field(key).getAttribute("aria-describedby")}`);
    await expect(problem).toHaveText(pattern(text[said]));
    await expect(problem).toContainText(shown);
    await expect(stale).toBeVisible();
    await expect(headline).toHaveText(before, { useInnerText: true });
    await field(key).fill("");
    await expect(stale).toBeHidden();
  }
  await expectSane(page);
});

test("limits that nothing keeps lead back to the calculator", async ({ page }) => {
  const { headline, text } = await opened(page, `${H100}&tpot=1ms`);
  await expect(headline).toHaveText(text.none_heading);
  await expect(page.locator("#answer").getByRole("link")).toHaveAttribute("href", /^\.\.\/#v=2.*tpot=1ms/);
  await expectSane(page);
});

test("the link holds both questions, and Back undoes a step", async ({ page }) => {
  const { field, choice, headline } = await opened(page, `${H100}&cost.years=3&cost.grid=deu`);
  await expect(choice("grid")).toHaveValue("deu");
  const said = await headline.innerText();
  await openAll(page);
  await expect(field("input_years")).toHaveValue("3");
  await field("input_residual").fill("25");
  await field("input_residual").blur();
  await expect.poll(() => fragment(page)).toContain("cost.residual=0.25");
  expect(fragment(page)).toContain("model=Qwen/Qwen3-32B");
  const link = fragment(page);
  await page.goBack();
  await expect(field("input_residual")).toHaveValue("");
  await expect(headline).toHaveText(said, { useInnerText: true });
  await opened(page, link);
  await openAll(page);
  await expect(field("input_residual")).toHaveValue("25");
});

test("question, language and colours come over from the calculator", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&users=50&lang=de&theme=dark");
  const { hash } = new URL(page.url());
  await page.goto(`./costs/${hash}`);
  await started(page);
  await expect(page.locator(".asked-line")).toContainText(/Qwen3.32B/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".notice")).toBeHidden();
  await expect(page.getByRole("link", { name: words.de.mode_training, exact: true })).toHaveAttribute("href", /^\.\.\/training\/#v=2/);
});

test("the answer can be taken away and read again", async ({ page }) => {
  const { text, headline, card } = await opened(page);
  const file = JSON.parse((await taken(page, "export_json")).text);
  expect(file.task).toBe("money");
  expect(file.report.values.years).toBe(4);
  const [, replicas, each] = /(\d+)\s×\s(?:(\d+)\s×)?/.exec(await headline.innerText());
  const { hardware, stranded } = file.report.owned;
  expect(file.report.accelerators).toBe(replicas * (each ?? 1));
  expect(hardware.accelerators).toBe(file.report.accelerators + stranded);
  const lines = ((await taken(page, "costs_csv")).text).trim().split(/\r?\n/);
  const hour = lines.map((line) => line.split(",")).find((line) => line[0] === "owned" && line[4] === "usd_per_hour");
  expect(Number(hour[3])).toBeCloseTo(file.report.owned_units.per_hour, 3);
  // The verdict, the question and the link stand before the tables, whose figures are the page's.
  const markdown = await taken(page, "export_markdown");
  expect(markdown.name).toMatch(/costs\.md$/);
  const report = markdown.text.replace(/\\(.)/g, "$1");
  expect(report).toMatch(/^# .+\n\n\*\*.+\*\*\n\n.+ · .+\n\n<http.+\/costs\/.*>\n\n- /);
  expect(report).toContain((await headline.locator("strong").first().innerText()).replace(/\s+/g, " "));
  for (const key of ["unit_hour", "unit_month", "unit_year"]) {
    const row = rowOf(page, card("units_heading"), text[key]);
    const said = (await row.locator("th, td").allInnerTexts()).map((cell) => cell.replace(/\s+/g, " ").trim());
    expect(report).toContain(`| ${said.join(" | ")} |`);
  }
  const month = rowOf(page, page.locator("#answer"), text.costs_then_month);
  const ways = (await month.locator("th, td").allInnerTexts()).map((cell) => cell.replace(/\s+/g, " ").trim());
  expect(report).toContain(`| ${ways.join(" | ")} |`);
  expect(report).not.toMatch(/usd_per_|\| input \|/);
});

const RUN = "cost.run=nvidia-h100-sxm-80gb&cost.run-gpus=12&cost.run-hours=100";

test("a run that is wrong takes nothing from the rest, and is explained beside its field", async ({ page }) => {
  for (const [wrong, field, said] of [
    [RUN.replace("nvidia-h100-sxm-80gb", "nobody"), "run_on", "problem_unknown"],
    [`${RUN.replace("=100", "=1e9")}`, "input_run_hours", "problem_too_large"],
  ]) {
    await page.goto("about:blank");
    const { headline, stale, card, text } = await opened(page, `${H100}&${wrong}`);
    await expect(headline).toContainText(/(Own|Rent) /);
    await expect(card("units_heading")).toContainText("$");
    await expect(card("run_costs_heading")).toHaveCount(0);
    await expect(stale).toBeHidden();
    await expect(page.locator(".question .problem").filter({ hasText: pattern(text[said]) })).toBeVisible();
    expect(text[field]).toBeTruthy();
    await expectSane(page);
  }
});

test("a run alone says what it is reckoned from, and can be taken away", async ({ page }) => {
  const { field, text, card } = await opened(page, `${H100}&tpot=1ms&${RUN}`);
  await expect(card("run_costs_heading")).toContainText("$");
  await openAll(page);
  await expect(field("input_years")).toHaveAttribute("placeholder", /^\d/);
  const lines = (await taken(page, "costs_csv")).text.trim().split(/\r?\n/).slice(1);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !line.startsWith("run,"))).toEqual([]);
});

test("a share of the time that hours without a replica leave out of reach is said", async ({ page }) => {
  const { answer, field, text } = await opened(page, `${H100}&day=night&always=0`);
  await openAll(page);
  await field("input_utilization").fill("90");
  await expect(answer).toContainText(pattern(text.utilization_unreached));
  await field("input_utilization").fill("20");
  await expect(answer).not.toContainText(pattern(text.utilization_unreached));
});

for (const { width, looks } of WIDTH_LOOKS) {
  const [{ language: first, theme }] = looks;
  test(`it is whole in ${looks.map(({ language }) => language)} at ${width} px, and axe finds nothing`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await opened(page, `${H100}&cost.api=gpt-5.4-mini&lang=${first}&theme=${theme}`);
    const mine = JSON.parse(readFileSync(new URL("../../app/locales/costs/en.json", import.meta.url)));
    await eachLook(page, looks, (language) => withSheet(page, async () => {
      await openAll(page);
      await expectSane(page);
      if (language !== "en") {
        const texts = await allTexts(page);
        const left = Object.entries(mine).filter(([key, value]) => texts.includes(value) && words[language][key] !== value);
        expect(left).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
    }));
  });
}

test("the language changes on the page, typed numbers with it", async ({ page }) => {
  const { field, choice, headline } = await opened(page);
  await field("input_accelerator").fill("25,000.5");
  await choice("language").selectOption("de");
  const german = partsOf(page, "de");
  await expect(german.field("input_accelerator")).toHaveValue("25.000,5");
  await expect(headline).toContainText(/kaufen|mieten/i);
});

test("a phone shows the verdict first; the calculator carries none of this", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { answer } = await opened(page);
  const summary = page.locator(".summary");
  const [verdict, folded] = [await answer.boundingBox(), await summary.boundingBox()];
  expect(verdict.y).toBeLessThan(folded.y);
  await expect(page.locator(".question-body")).toBeHidden();
  await summary.click();
  await expect(page.locator(".question-body")).toBeVisible();
  page.watched.requests.length = 0;
  await open(page);
  await page.waitForLoadState("networkidle");
  expect(page.watched.requests.filter((url) => url.includes("costs"))).toEqual([]);
});

// The proposal: the pages' answers, on paper and as Markdown, for a customer whose name stays
// here; one to three pages in every language.
import { readFileSync, writeFileSync } from "node:fs";
import { marked } from "marked";
import { allTexts, eachLook, expect, expectSane, judge, open, pattern, readMarkup, say, simulated, started, test, WIDTH_LOOKS, words } from "./page.js";

const H100 = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";
// Everything that makes it longer: an API, users, spares, five years, typed inputs.
const LONG = `v=2&model=Qwen/Qwen3-32B&rate=40&spare=1&cost.api=gpt-5.4-mini&cost.horizon=5&cost.people=500&cost.years=5&cost.kwh-usd=0.2&cost.salary-usd=200000&cost.support=0.05&cost.licence-usd=4500`;

function partsOf(page, language = "en") {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  const paper = page.getByRole("region", named(text.proposal_paper));
  return {
    text,
    paper,
    field: (key) => page.getByRole("textbox", named(text[key])),
    table: (key) => paper.getByRole("table", named(text[key])),
    cells: async (row) => (await row.locator("th, td").allInnerTexts()).map((cell) => cell.trim()),
    rowOf: (table, name) => table.getByRole("row").filter({ has: page.getByRole("rowheader", named(name)) }),
  };
}

async function opened(page, fragment = H100) {
  await open(page, `./proposal/#${fragment}`);
  const parts = partsOf(page, await page.locator("html").evaluate((root) => root.lang.slice(0, 2)));
  await expect(parts.paper.getByRole("heading", { level: 1 }).filter({ visible: true })).toBeVisible();
  // The other way is simulated after the answer; where nothing is proposed there is none.
  if (await parts.paper.locator("h2").count()) await expect(parts.table("proposal_options")).toBeVisible();
  return parts;
}

async function markdown(page, language = "en") {
  const button = page.getByRole("group", { name: words[language].proposal_about }).getByRole("button", { name: words[language].export_markdown, exact: true });
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(file.suggestedFilename()).toMatch(/^[\w.-]+\.md$/);
  return readFileSync(await file.path(), "utf8");
}

const plain = (text) => text.replace(/\s+/g, " ").trim();

test("the page about costs leads there and back, with its whole question", async ({ page }) => {
  await open(page, `./costs/#${H100}&cost.years=3&cost.api=gpt-5.4-mini`);
  const text = words.en;
  const [way] = (await page.locator("#answer .headline").innerText()).split(" ");
  await page.getByRole("link", { name: text.proposal_open, exact: true }).click();
  await page.waitForURL(/proposal\/#v=2&.*cost\.years=3/);
  await started(page);
  await simulated(page);
  // The recommendation is that of the page about costs, the option that is chosen, at its sum.
  const { paper, table, rowOf, cells } = partsOf(page);
  const options = table("proposal_options");
  await expect(options).toBeVisible();
  const of = async (name) => (await cells(rowOf(options, name)))[1];
  const lead = paper.locator(".lead");
  await expect(lead).toContainText(new RegExp(`^${way} `));
  await expect(lead).toContainText(await of(say(text.proposal_years, { years: 3 })));
  // It stands behind the calculator's place, which is a way all the same.
  const bar = page.getByRole("banner").getByRole("link", { name: text.mode_serving, exact: true });
  await expect(bar).toHaveAttribute("href", /^\.\.\/#v=2&.*cost\.years=3/);
  await expect(bar).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: text.proposal_back, exact: true }).first().click();
  await page.waitForURL(/costs\/#v=2&.*cost\.years=3.*cost\.api=gpt-5\.4-mini/);
});

test("it names the week that it assumes, and how replicas follow it; the API has the same demand", async ({ page }) => {
  const { text, table, rowOf, cells } = await opened(page, `${H100}&day=office&always=2&cost.api=gpt-5.4-mini`);
  const assumed = table("proposal_assumptions");
  expect((await cells(rowOf(assumed, text.demand_heading)))[1]).toBe(text.day_office);
  expect((await cells(rowOf(assumed, text.scaling_least))).slice(1)).toEqual(["2", text.proposal_given]);
  expect((await cells(rowOf(assumed, text.scaling_cooldown)))[2]).toBe(text.source_assumed);
  expect((await cells(rowOf(assumed, text.input_utilization)))[2]).toBe(text.proposal_from_week);
  const ours = [];
  for (const name of [text.against_api, say(text.way_rented, { basis: text.basis_on_demand })]) {
    ours.push(await cells(rowOf(table("against_heading"), name)));
  }
  await open(page, `./costs/#${H100}&day=office&always=2&cost.api=gpt-5.4-mini`);
  const card = page.locator("section.card", { has: page.getByRole("heading", { name: text.against_heading, exact: true }) });
  const side = page.locator("#answer").getByRole("table");
  const months = await cells(rowOf(side, text.costs_then_month));
  const wins = await cells(rowOf(side, text.against_from));
  for (const [at, [, requests, month, from, good]] of ours.entries()) {
    expect((await card.getByRole("row").nth(at + 1).getByRole("cell").allInnerTexts()).map((cell) => cell.trim())).toEqual([requests, good]);
    // The API is the last way, renting the first.
    const place = at === 0 ? 3 : 1;
    expect([months[place], wins[place]]).toEqual([month, from]);
  }
});

test("it says what the calculator and the page about costs say", async ({ page }) => {
  const { text, table, rowOf, cells } = await opened(page, `${H100}&cost.api=gpt-5.4-mini`);
  const costs = table("mode_costs");
  const mine = {};
  for (const key of ["unit_hour", "unit_month", "unit_year", "unit_output", "unit_blended", "unit_used"]) {
    mine[key] = (await cells(rowOf(costs, text[key]))).slice(1, 3);
  }
  const speed = table("proposal_recommendation");
  const [, ttft, , band] = await cells(rowOf(speed, say(text.figure_ttft, { at: "p95" })));
  const [, tpot] = await cells(rowOf(speed, say(text.figure_tpot, { at: "p95" })));
  const [name, count, , , hour, million] = await cells(table("proposal_alternatives").getByRole("row").nth(1));
  const even = await page.locator(".paper li").filter({ hasText: pattern(text.even_month).source.slice(5, 40) }).count();
  await open(page, `./costs/#${H100}&cost.api=gpt-5.4-mini`);
  const units = page.locator("section.card", { has: page.getByRole("heading", { name: text.units_heading, exact: true }) });
  for (const [key, wanted] of Object.entries(mine)) {
    const row = units.getByRole("row").filter({ has: page.getByRole("rowheader", { name: text[key], exact: true }) });
    expect((await row.getByRole("cell").allInnerTexts()).map((cell) => cell.trim()), key).toEqual(wanted);
  }
  expect(even).toBeLessThanOrEqual(1);
  await open(page, `./#${H100}`);
  const figures = page.locator("#answer .gauges");
  await expect(figures).toContainText(ttft);
  await expect(figures).toContainText(tpot);
  await expect(figures).toContainText(band);
  // All of it pays for whole instances.
  expect([hour, million]).toEqual([mine.unit_hour[0], mine.unit_output[0]]);
  const lead = page.locator("#answer .lead");
  const [replicas, each] = count.split(/\s×\s/);
  await expect(lead).toContainText(new RegExp(`${replicas} replicas? of ${each}`));
  expect(name).toMatch(/^H100/);
});

test("prices stand with seller, day and source, and what was typed is told from defaults", async ({ page }) => {
  const { text, table, rowOf, cells } = await opened(page, `${H100}&cost.api=gpt-5.4-mini&cost.kwh-usd=0.21`);
  const prices = table("proposal_prices");
  const rows = await prices.getByRole("row").count();
  for (let at = 1; at < rows; at++) {
    const [, price, source] = await cells(prices.getByRole("row").nth(at));
    expect(price).toMatch(/^\$[\d.,]+/);
    expect(source).toMatch(/20\d\d/);
  }
  await expect(prices).toContainText("GPT-5.4 mini, OpenAI");
  const assumed = table("proposal_assumptions");
  expect((await cells(rowOf(assumed, text.input_electricity))).slice(1)).toEqual(["$0.21/kWh", text.proposal_given]);
  const [, years, source] = await cells(rowOf(assumed, text.input_years));
  expect(years).toMatch(/^4\syears$/);
  expect(source).toMatch(/20\d\d|assumption/);
  // Costs over years are a table below their chart.
  await expect(table("chart_paid_title").getByRole("row")).not.toHaveCount(1);
  await expect(page.getByRole("img", { name: text.chart_paid_title, exact: true })).toBeVisible();
});

const NAME = "<script>alert(1)</script> & **Söhne** | [x](https://example.com) www.example.com";

test("a customer's name is text on the page and in Markdown, and in no link", async ({ page }) => {
  const { field, paper } = await opened(page);
  await field("proposal_customer").fill(NAME);
  await field("proposal_author").fill("# Jane _Roe_ <b>");
  await field("proposal_name").fill("1. Offer `for` $x$");
  await field("proposal_date").fill("1 May 2027");
  await field("proposal_valid").fill("31 May 2027");
  await expect(paper.getByRole("heading", { level: 1 }).filter({ visible: true })).toHaveText("1. Offer `for` $x$");
  await expect(paper.locator("header p")).toHaveText(`For ${NAME} · Prepared by # Jane _Roe_ <b> · 1 May 2027 · Valid until 31 May 2027`);
  expect(await paper.locator("script, b, header a").count()).toBe(0);
  await expect(page).toHaveTitle("1. Offer `for` $x$");
  const file = await markdown(page);
  const tokens = marked.lexer(file);
  const [title, byline] = tokens.filter(({ type }) => type !== "space");
  expect([title.type, title.depth]).toEqual(["heading", 1]);
  const inline = (token) => token.tokens.flatMap((one) => (one.tokens ? inline(one) : [one.type]));
  expect(new Set([...inline(title), ...inline(byline)])).toEqual(new Set(["text", "escape"]));
  const shown = await readMarkup(page, marked.parse(file));
  expect(plain(shown.text)).toContain(plain(`For ${NAME} · Prepared by # Jane _Roe_ <b> · 1 May 2027`));
  // Nothing of it is kept or carried.
  expect(page.url()).not.toMatch(/Jane|S%C3%B6hne|Söhne|Offer/);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain("Jane");
  const links = await page.locator("a[href]").evaluateAll((links) => links.map(({ href }) => href).join("\n"));
  expect(links).not.toMatch(/Jane|Offer|hne/);
  await page.reload();
  await started(page);
  await expect(field("proposal_customer")).toHaveValue("");
});

// Markdown holds the same as the paper, block by block.
async function expectSameInMarkdown(page, paper, language) {
  const file = await markdown(page, language);
  const tokens = marked.lexer(file).filter(({ type }) => type !== "space");
  const headings = tokens.filter(({ type }) => type === "heading").slice(1);
  expect(headings.map(({ text }) => plain(text))).toEqual(await paper.locator("h2").allTextContents());
  const tables = tokens.filter(({ type }) => type === "table");
  const onPage = paper.getByRole("table");
  expect(tables.length).toBe(await onPage.count());
  const unescaped = (text) => plain(text.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
  for (const [index, table] of tables.entries()) {
    const rows = await onPage.nth(index).locator("tr").evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim())));
    expect([table.header, ...table.rows].map((row) => row.map(({ text }) => unescaped(text)))).toEqual(rows);
  }
  const items = tokens.filter(({ type }) => type === "list").flatMap(({ items }) => items);
  const facts = await paper.locator("dl > div, li").count();
  expect(items.length).toBe(facts);
  expect(file).toMatch(/\]\(<http[^>]*\/costs\/#v=2[^>]*>\)\s*$/);
}

// The smallest picture there is: one pixel.
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>document.title = "ran"</script><image href="https://example.com/x.png"/><circle r="9"/></svg>`;

test("a logo is shown, changed and taken off; what is none is refused in a sentence", async ({ page }, info) => {
  const { text, paper } = await opened(page);
  const file = (name, content) => {
    const path = info.outputPath(name);
    writeFileSync(path, content);
    return path;
  };
  const pick = (path) => page.getByLabel(text.proposal_logo_pick).setInputFiles(path);
  const logo = paper.getByRole("img", { name: text.proposal_logo, exact: true });
  const problem = page.locator("#logo-problem");
  await pick(file("logo.png", PNG));
  await expect(logo).toHaveAttribute("src", /^data:image\/png;base64,/);
  expect(await logo.evaluate((image) => image.naturalWidth)).toBe(1);
  await pick(file("logo.svg", SVG));
  await expect(logo).toHaveAttribute("src", /^data:image\/svg\+xml;base64,/);
  await expect(problem).toBeEmpty();
  // A wrong one keeps the last.
  for (const [name, content, said] of [
    ["page.html", "<html><svg></svg></html>", "proposal_logo_kind"],
    ["huge.png", Buffer.concat([PNG, Buffer.alloc(1 << 20)]), "proposal_logo_large"],
    ["empty.png", "", "proposal_logo_kind"],
  ]) {
    await pick(file(name, content));
    await expect(problem).toHaveText(pattern(text[said]));
    await expect(problem).toContainText(name);
    await expect(logo).toHaveAttribute("src", /svg/);
  }
  await pick(file("broken.png", PNG.subarray(0, 20)));
  await expect(problem).toHaveText(pattern(text.proposal_logo_broken));
  await expect(logo).toBeHidden();
  await pick(file("logo.png", PNG));
  await expect(logo).toBeVisible();
  await page.getByRole("button", { name: text.proposal_logo_remove, exact: true }).click();
  await expect(logo).toBeHidden();
  expect(page.watched.requests.filter((url) => url.includes("example.com"))).toEqual([]);
  await expect(page).not.toHaveTitle("ran");
});

test("options stand side by side, the chosen one first, with what the ways beside the answer say", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&access=2000");
  const ways = page.locator(".ways.card");
  const said = {};
  for (const name of ["rent", "buy"]) said[name] = await ways.locator(`li.${name}`).innerText();
  const { table, rowOf, cells, text } = await opened(page, "v=2&model=Qwen/Qwen3-32B&access=2000");
  const options = table("proposal_options");
  await expect(options).toBeVisible();
  const [once, month, person] = [await cells(rowOf(options, text.proposal_once)), await cells(rowOf(options, text.proposal_monthly)), await cells(rowOf(options, text.proposal_person))];
  const last = once.length - 1;
  const rent = say(text.way_rented, { basis: text.basis_on_demand });
  const heads = await options.getByRole("columnheader").allInnerTexts();
  const rented = heads.findIndex((head) => head.includes(rent));
  expect(once[rented]).toMatch(/^\$0/);
  expect(said.rent).toContain(`${month[rented]}/month`);
  expect(said.buy).toContain(`+ ${once[last]} once`);
  expect(said.buy).toContain(`${month[last]}/month`);
  for (const cell of person.slice(1)) expect(cell).toMatch(/^\$[\d.,]+$/);
  // Who rents is proposed to rent.
  expect(heads[1]).toBe(say(text.candidate_chosen, { name: rent }));
  // Whoever buys has that first.
  await opened(page, "v=2&model=Qwen/Qwen3-32B&access=2000&buy=yes");
  await expect(table("proposal_options").getByRole("columnheader").nth(1)).toHaveText(say(text.candidate_chosen, { name: text.way_owned }));
  expect((await cells(rowOf(table("proposal_options"), text.proposal_once)))[1]).toBe(once[last]);
});

test("what one has is used and not bought, and a budget is held against", async ({ page }) => {
  const { table, rowOf, cells, paper, text } = await opened(page, "v=2&gpus=nvidia-h200-sxm-141gb&have=8");
  const options = table("proposal_options");
  await expect(options.getByRole("columnheader").nth(1)).toHaveText(say(text.candidate_chosen, { name: text.way_owned }));
  expect((await cells(rowOf(options, text.proposal_once)))[1]).toBe("$0.00");
  expect((await cells(rowOf(options, text.proposal_paid)))[1]).toBe(text.proposal_there);
  expect((await cells(rowOf(options, text.proposal_commitment)))[1]).toBe(text.proposal_no_term);
  await expect(paper).toContainText(text.costs_there.split("}")[1]);
  const fact = (key) => paper.locator("dl > div", { hasText: text[key] });
  await expect(fact("owned")).toContainText("8");
  await opened(page, "v=2&budget=1000");
  await expect(fact("budget_month")).toContainText("$1,000/month");
  await expect(paper).toContainText(text.proposal_over_budget.split("{")[0]);
});

test("it states what was given: a seller, its discount, and the busiest hour of people with access", async ({ page }) => {
  const PEOPLE = "v=2&model=Qwen/Qwen3-32B&access=2000&sellers=nebius&off.nebius=0.12";
  const { paper, table, rowOf, cells, text } = await opened(page, PEOPLE);
  const facts = async () => Object.fromEntries(await paper.locator("dl > div").evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent))));
  const assumed = async (key) => (await cells(rowOf(table("proposal_assumptions"), text[key]))).slice(1);
  expect(await facts()).toMatchObject({
    [text.proposal_load]: say(text.load_of_people, { count: "2,000" }),
    [text.active_share]: "15%",
    [text.requests_each]: "6",
    [text.proposal_busiest]: say(text.load_of_rate, { rate: "0.5" }),
    [text.price_basis]: text.basis_on_demand,
    [text.area]: text.area_any,
    [text.sellers]: "Nebius",
    [say(text.discount_at, { seller: "Nebius" })]: "12%",
  });
  await expect(table("proposal_prices")).toContainText(say(text.proposal_discounted, { share: "12%" }));
  // Nobody said what share is at it, nor how often each asks.
  expect(await assumed("active_share")).toEqual(["15%", text.source_assumed]);
  expect(await assumed("requests_each")).toEqual(["6", text.source_assumed]);
  await expect(paper).toContainText(text.people_assumed.split("{")[0]);
  // What was said is as specified, with the digits it has.
  await opened(page, `${PEOPLE.replace("0.12", "0.125")}&active=0.2&hourly=4`);
  expect(await facts()).toMatchObject({ [text.active_share]: "20%", [say(text.discount_at, { seller: "Nebius" })]: "12.5%" });
  expect(await assumed("active_share")).toEqual(["20%", text.proposal_given]);
  expect(await assumed("requests_each")).toEqual(["4", text.proposal_given]);
  await expect(paper).not.toContainText(text.people_assumed.split("{")[0]);
});

test("sections are left out, next steps and a contact typed, and the link is a code", async ({ page }) => {
  const { field, paper, text } = await opened(page);
  await page.getByRole("checkbox", { name: text.proposal_alternatives, exact: true }).uncheck();
  await expect(paper.getByRole("heading", { name: text.proposal_alternatives, exact: true })).toHaveCount(0);
  await field("proposal_introduction").fill("As discussed on Tuesday.\nBriefly.\n\nMore below.");
  await field("proposal_steps").fill("Sign\n\nStart");
  await field("proposal_contact").fill("jane@example.com");
  await expect(paper.locator("header")).toContainText("As discussed on Tuesday.");
  await expect(paper.locator("header br")).toHaveCount(1);
  const steps = paper.getByRole("heading", { name: text.proposal_steps, exact: true }).locator("xpath=../following-sibling::div[1]");
  await expect(steps.getByRole("listitem")).toHaveText(["Sign", "Start"]);
  await expect(paper).toContainText("Contact: jane@example.com");
  await expect(paper.getByRole("img", { name: text.proposal_code, exact: true })).toBeVisible();
  const file = await markdown(page);
  expect(file).toContain("As discussed on Tuesday");
  expect(file).not.toContain(`## ${text.proposal_alternatives}`);
});

test("a draft is kept where that is ticked, and gone when it is unticked", async ({ page }) => {
  const { field, text } = await opened(page);
  const keep = page.getByLabel(text.proposal_keep, { exact: true });
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("proposal")).length);
  await field("proposal_customer").fill("Nordlicht");
  expect(await stored()).toBe(0);
  await keep.check();
  await page.getByRole("checkbox", { name: text.proposal_prices, exact: true }).uncheck();
  await expect.poll(stored).toBeGreaterThan(3);
  await page.reload();
  await started(page);
  await expect(field("proposal_customer")).toHaveValue("Nordlicht");
  await expect(keep).toBeChecked();
  await expect(page.getByRole("checkbox", { name: text.proposal_prices, exact: true })).not.toBeChecked();
  await keep.uncheck();
  await expect.poll(stored).toBe(0);
});

test("sentences are typed anew on the paper, named beside it, and restored", async ({ page }) => {
  const { paper, text } = await opened(page);
  const lead = paper.locator("p.lead").first();
  const own = await lead.innerText();
  await expect(paper.getByRole("textbox")).toHaveCount(0);
  const editing = page.getByRole("checkbox", { name: text.proposal_edit, exact: true });
  await editing.check();
  const field = lead.getByRole("textbox", { name: text.proposal_recommendation, exact: true });
  await field.fill("Take <b>two</b> of them.");
  await field.blur();
  const edits = page.getByRole("list", { name: text.proposal_edits, exact: true });
  await expect(edits.getByRole("listitem")).toHaveCount(1);
  await expect(edits).toContainText("Take <b>two</b> of them.");
  expect(await markdown(page)).toContain("Take \\<b\\>two\\</b\\> of them.");
  // Emptied, it is left out.
  await field.fill("");
  await field.blur();
  await expect(edits).toContainText(text.proposal_edit_empty);
  await editing.uncheck();
  await expect(paper).not.toContainText(own.slice(0, 30));
  await expect(paper.getByRole("textbox")).toHaveCount(0);
  // In another language the page's own sentence is another: what was typed is not lost.
  await editing.check();
  await page.locator("#language").selectOption("de");
  const german = words.de;
  await expect(page.getByRole("list", { name: german.proposal_edits, exact: true })).toContainText(german.proposal_edit_lost);
  await expect(partsOf(page, "de").paper.locator("p.lead").first()).not.toBeEmpty();
  await page.locator("#language").selectOption("en");
  await expect(edits).not.toContainText(text.proposal_edit_lost);
  await edits.getByRole("button").click();
  await expect(edits).toHaveCount(0);
  await expect(lead).toHaveText(own);
});

test("old prices are named before it is sent", async ({ page }) => {
  const { text } = await opened(page);
  await expect(page.locator(".question .problem").filter({ hasText: say(text.proposal_check, { days: "90", prices: "|" }).split("|")[0].trim() })).toBeVisible();
});

test("limits that nothing keeps lead back to the costs", async ({ page }) => {
  const { text, paper } = await opened(page, `${H100}&tpot=1ms`);
  await expect(paper.getByRole("heading", { level: 1 }).filter({ visible: true })).toHaveText(text.none_heading);
  await expect(paper.getByRole("link", { name: text.proposal_back })).toHaveAttribute("href", /^\.\.\/costs\/#v=2.*tpot=1ms/);
  await expectSane(page);
});

test("the language changes, and what was typed stays", async ({ page }) => {
  const { field } = await opened(page);
  await field("proposal_customer").fill("Nordlicht");
  await expect(field("proposal_date")).toHaveValue(/^\w+ \d+, 20\d\d$/);
  await page.locator("#language").selectOption("de");
  const german = partsOf(page, "de");
  await expect(german.field("proposal_customer")).toHaveValue("Nordlicht");
  await expect(german.field("proposal_date")).toHaveValue(/^\d+\. \p{L}+ 20\d\d$/u);
  await expect(german.paper.locator("header p")).toContainText("Für Nordlicht");
});

// The paper of a page that is open, as every format prints it.
async function expectPrinted(page) {
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format, printBackground: true })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
    expect(pages, format).toBeGreaterThanOrEqual(1);
    expect(pages, format).toBeLessThanOrEqual(3);
    // Text is text, and charts are drawn.
    expect(pdf).toMatch(/\/Type\s*\/Font\b/);
    expect(pdf).not.toMatch(/\/Subtype\s*\/Image\b/);
  }
}

// Printed, the paper stands alone, and nothing is wider than it.
async function expectPaperAlone(page, paper) {
  const size = page.viewportSize();
  // The width of A4 between the margins, at 96 dots an inch.
  await page.setViewportSize({ width: 688, height: 1000 });
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".header", ".question", ".footer"]) await expect(page.locator(hidden)).toBeHidden();
  await expect(paper).toBeVisible();
  const wider = await paper.evaluate((paper) =>
    [...paper.querySelectorAll("table, svg, p, li")].filter((part) => part.getBoundingClientRect().right > paper.getBoundingClientRect().right + 1).map((part) => part.textContent.slice(0, 40)));
  expect(wider).toEqual([]);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(size);
}

for (const { width, looks } of WIDTH_LOOKS) {
  const [{ language: first, theme }] = looks;
  test(`it is whole in ${looks.map(({ language }) => language)} at ${width} px, on one to three printed pages and as Markdown, and axe finds nothing`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await opened(page, `${LONG}&lang=${first}&theme=${theme}`);
    const mine = JSON.parse(readFileSync(new URL("../../app/locales/proposal/en.json", import.meta.url)));
    await eachLook(page, looks, async (language) => {
      const { field, paper } = partsOf(page, language);
      await expectSane(page);
      if (language !== "en") {
        const texts = await allTexts(page);
        const left = Object.entries(mine).filter(([key, value]) => texts.includes(value) && words[language][key] !== value);
        expect(left).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      // Nothing on the paper has to be scrolled sideways; a phone's rows say the heading of each amount.
      const cut = paper.locator(".wide").evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.ariaLabel));
      expect(await cut).toEqual([]);
      const titles = paper.locator(".wide td:not(:empty)").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content !== "none"));
      expect(new Set(await titles)).toEqual(new Set([width < 680]));
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
      await expectSameInMarkdown(page, paper, language);
      await expectPaperAlone(page, paper);
      await field("proposal_customer").fill("Nordlicht AG");
      await expectPrinted(page);
    });
  });
}

test("a short one prints on one to three pages, too, and is the same as Markdown", async ({ page }) => {
  const { paper } = await opened(page, `${H100}&theme=dark`);
  await expectSameInMarkdown(page, paper, "en");
  await expectPrinted(page);
});

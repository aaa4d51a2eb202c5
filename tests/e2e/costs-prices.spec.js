// Prices as data: currency, discounts, a list of the user's own, and the parts that go along
// between pages.
import { allCandidates, allTexts, expect, expectSane, open, openAll, pattern, say, simulated, started, taken, test, words } from "./page.js";

const H100 = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";

const text = words.en;
const field = (page, key) => page.getByRole("textbox", { name: text[key], exact: true });
const choice = (page, key) => page.getByRole("combobox", { name: text[key], exact: true });
const card = (page, heading) =>
  page.locator("section.card", { has: page.getByRole("heading", { name: text[heading], exact: true }) });
const row = (page, heading, name) =>
  card(page, heading).getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
const fragment = (page) => new URL(page.url()).hash.slice(1);
const headline = (page) => page.locator("#answer").getByRole("heading", { level: 2 });
const stale = (page) => page.locator("#answer .stale-note");
const amount = (text, sign = "$") => Number(text.slice(text.indexOf(sign) + sign.length).replace(/,/g, "").match(/[\d.]+/)[0]);

async function costs(page, asked = H100) {
  await open(page, `./costs/#${asked}`);
  await expect(headline(page)).toBeVisible();
  await openAll(page);
}

async function go(page, key) {
  await page.getByRole("link", { name: text[key], exact: true }).click();
  await started(page);
  await simulated(page);
}

const OFFER = `Anbieter;GPU;Anzahl;On-Demand (€/h);Farbe
Nebula;8x H100;;8,00 €;blau
Nebula;H100 SXM;8;1.600,00;blau
Nebula;Z9000;1;2,00;rot
Nebula;H100;1;-3,00;rot
Nebula;H100;1;teuer;rot
Nebula;H100;1;0,000001;rot
Nebula;;1;2,00;rot
`;

test("amounts are in the user's currency, on every page, and fields read in it", async ({ page }) => {
  test.slow();
  await costs(page);
  await field(page, "input_accelerator").fill("25,000");
  const dollars = amount(await row(page, "units_heading", text.unit_month).getByRole("cell").first().innerText());
  await choice(page, "currency").selectOption("EUR");
  // The reference rate is filled in, and may be typed over.
  await expect(field(page, "currency_rate")).toHaveValue(/^0\.\d+$/);
  await expect(page.locator("#answer")).toContainText(/at the reference rate of \d{4}-\d\d-\d\d: 1 USD = 0\.\d+ EUR/);
  await field(page, "currency_rate").fill("");
  await expect(page.locator("#cost-rate-problem")).toHaveText(text.problem_missing);
  await expect(headline(page)).toContainText("€");
  await field(page, "currency_rate").fill("0.5");
  await expect(headline(page)).toContainText("€");
  await expect(field(page, "input_accelerator")).toHaveValue("12,500");
  const euros = await row(page, "units_heading", text.unit_month).getByRole("cell").first().innerText();
  expect(amount(euros, "€") / dollars).toBeCloseTo(0.5, 2);
  await expect(page.locator("#answer")).toContainText(say(text.amounts_in, { code: "EUR", rate: "0.5" }));
  await expect.poll(() => fragment(page)).toContain("currency=EUR:0.5");
  expect(fragment(page)).toContain("cost.accelerator-usd=25000");
  // A typed amount is converted once.
  await field(page, "input_accelerator").fill("10,000");
  await expect.poll(() => fragment(page)).toContain("cost.accelerator-usd=20000");
  // Launch files name the reader's own values: `$DATASET`, `${MODEL:?}`.
  const shown = (said) => said.replace(/\$(\{[A-Z_]+:\?\}|[A-Z_]+)/g, "");
  const left = async () => (await allTexts(page)).filter((said) => shown(said).includes("$") && said !== "USD $");
  expect(await left()).toEqual([]);
  await expectSane(page);
  for (const mode of ["mode_serving", "mode_training"]) {
    await go(page, mode);
    await expect(page.locator("#answer")).toContainText("€");
    await openAll(page);
    await page.mouse.wheel(0, 20_000);
    expect(await left()).toEqual([]);
  }
  // A price is typed in it, too.
  await open(page, `./#${H100}&price.nvidia-h100-sxm-80gb=3&currency=EUR:0.5&lang=de`);
  await openAll(page);
  const price = page.locator('[id="price-nvidia-h100-sxm-80gb"]');
  await expect(price).toHaveValue("1,5");
  await expect(page.locator(".amounts")).toContainText(/\d\s€/);
  await price.fill("2,5 €");
  await expect.poll(() => fragment(page)).toContain("price.nvidia-h100-sxm-80gb=5&");
});

test("a currency without hundredths has none; any code can be typed", async ({ page }) => {
  await costs(page, `${H100}&currency=JPY:150&lang=ja`);
  await expect(headline(page)).toContainText(/￥[\d,]+/);
  const said = (await allTexts(page)).filter((said) => /￥[1-9][\d,]*\.\d+(?![\d億万])/.test(said));
  expect(said).toEqual([]);
  await costs(page, H100);
  await choice(page, "currency").selectOption("other");
  await expect(page.locator("#cost-code-problem")).toHaveText(text.problem_code);
  await field(page, "currency_code").fill("aed");
  await field(page, "currency_rate").fill("3.6725");
  await expect(headline(page)).toContainText(/AED\s\d/);
  await expect.poll(() => fragment(page)).toContain("currency=AED:3.6725");
  for (const [typed, problem] of [["0", "problem_too_small"], ["1e3", "problem_not_a_number"], ["99999999", "problem_too_large"]]) {
    await field(page, "currency_rate").fill(typed);
    await expect(page.locator("#cost-rate-problem")).toHaveText(pattern(text[problem]));
    await expect(headline(page)).toContainText(/AED\s\d/);
    await expect(stale(page)).toBeVisible();
  }
  // A rate is of one currency: another has its own.
  await field(page, "currency_rate").fill("3.5");
  await choice(page, "currency").selectOption("JPY");
  await expect(field(page, "currency_rate")).toHaveValue(/^\d{2,3}\.\d+$/);
  await expect(headline(page)).not.toContainText("AED");
  await choice(page, "currency").selectOption("USD");
  await expect(headline(page)).toContainText("$");
  await expect.poll(() => fragment(page)).not.toContain("currency");
});

test("a list is read, its bad rows are named, and it stays out of links", async ({ page }) => {
  test.slow();
  await costs(page, `${H100}&currency=EUR:0.5`);
  await page.locator("#list-file").setInputFiles({ name: "nebula.csv", mimeType: "text/csv", buffer: Buffer.from(OFFER) });
  const used = page.locator(".list-in-use");
  await expect(used).toContainText(say(text.list_in_use, { name: "nebula.csv", count: 1 }));
  const section = page.locator("section.asked", { has: used });
  await expect(section).toContainText(say(text.list_ignored, { names: "Farbe" }));
  const refused = section.locator(".list-said li");
  await expect(refused).toHaveCount(7);
  await expect(refused.first()).toHaveText(say(text.list_refused, { count: 6 }));
  await expect(refused.nth(2)).toHaveText(`Line 4: ${say(text.row_unknown, { name: "Z9000" })}`);
  await expect(refused.nth(3)).toContainText("Line 5");
  // 8 € for eight accelerators: 2 $ an accelerator-hour, 1 € here.
  await expect(row(page, "terms_heading", text.basis_on_demand)).toContainText("€1.00");
  await expect(card(page, "terms_heading")).toContainText("Nebula");
  await expect.poll(() => fragment(page)).toContain("listed=kept");
  expect(fragment(page)).not.toContain("Nebula");
  const links = await page.locator("a[href*='#']").evaluateAll((all) => all.map((link) => link.href));
  expect(links.filter((href) => href.includes("Nebula"))).toEqual([]);
  await expectSane(page);
  // It goes to the other pages by the browser, and into no link of theirs.
  const hidden = async () => {
    await openAll(page);
    const links = await page.locator("a[href*='#']").evaluateAll((all) => all.map((link) => link.href));
    expect(links.filter((href) => href.includes("Nebula"))).toEqual([]);
    expect(links.some((href) => href.includes("/accuracy/#") && href.includes("listed=kept"))).toBe(true);
  };
  await go(page, "mode_training");
  await hidden();
  await page.getByRole("link", { name: text.run_costs, exact: true }).click();
  await started(page);
  await expect.poll(() => fragment(page)).toContain("cost.run=");
  expect(fragment(page)).not.toContain("Nebula");
  await go(page, "mode_serving");
  await hidden();
  await allCandidates(page);
  await page.locator(".candidates").getByRole("button", { name: /H100 SXM5/ }).click();
  await expect(page.locator(".candidates")).toContainText("Nebula");
  expect(fragment(page)).not.toContain("Nebula");
  await page.reload();
  await started(page);
  await expect.poll(() => fragment(page)).toContain("listed=kept");
  await go(page, "mode_costs");
  await openAll(page);
  await expect(used).toContainText("nebula.csv");
  // Only where the user says so does it go into links.
  await page.locator("#list-shared").check();
  await expect.poll(() => fragment(page)).toContain("Nebula");
  const link = fragment(page);
  await page.locator("#list-shared").uncheck();
  await expect.poll(() => fragment(page)).not.toContain("Nebula");
  await page.getByRole("button", { name: text.list_remove, exact: true }).click();
  await expect(used).toBeHidden();
  await expect.poll(() => fragment(page)).not.toContain("listed");
  // A link with it is whole where nothing is kept; one without names the lack.
  await costs(page, link);
  await expect(used).toContainText(text.list_linked);
  await expect(card(page, "terms_heading")).toContainText("Nebula");
  expect(fragment(page)).toContain("Nebula");
  await costs(page, `${H100}&listed=kept`);
  await expect(page.locator(".notice")).toContainText(text.notice_list_kept);
});

test("a list that is kept is offered on the next visit", async ({ page }) => {
  await costs(page);
  await field(page, "list_paste").fill("gpu,price\nH100,1.5\n");
  const used = page.locator(".list-in-use");
  await expect(used).toContainText(text.list_pasted);
  await costs(page, H100);
  await expect(used).toContainText(say(text.list_offered, { name: text.list_pasted }));
  await page.getByRole("button", { name: text.list_use, exact: true }).click();
  await expect(row(page, "terms_heading", text.basis_on_demand)).toContainText("$1.50");
  await page.getByRole("button", { name: text.list_remove, exact: true }).click();
  await expect(used).toBeHidden();
  await costs(page, H100);
  await expect(used).toBeHidden();
});

test("what is no list is said, and the last one stays", async ({ page }) => {
  await costs(page);
  const paste = field(page, "list_paste");
  await paste.fill("gpu,price\nH100,1.5\n");
  await expect(page.locator(".list-in-use")).toContainText(text.list_pasted);
  const problem = page.locator("#list-problem");
  for (const [typed, said] of [
    ["nothing of the kind", "list_unreadable"],
    ["gpu;colour\nH100;red\n", "list_no_prices"],
    ["price;colour\n2;red\n", "list_no_accelerators"],
    ['{"price": [', "unreadable_json"],
  ]) {
    await paste.fill(typed);
    await expect(problem).toHaveText(pattern(text[said]));
    await expect(paste).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(".list-in-use")).toContainText(text.list_pasted);
  }
  // Marks around a heading, and in a row, are text.
  for (const heading of ["<b>gpu</b>", "gpu"]) {
    await paste.fill(`${heading},price\n<img src=x onerror=alert("${heading.length}")>,1\n`);
    await expect(page.locator(".list-said")).toContainText(`<img src=x onerror=alert("${heading.length}")>`);
    await expect(problem).toHaveText("");
  }
  await expectSane(page);
});

test("a hundred thousand rows are read, those beyond are not", async ({ page }) => {
  test.slow();
  await costs(page);
  const rows = Array.from({ length: 100_002 }, (_, at) => (at % 2 ? `Seller ${at % 50};H100;${(1 + at / 1e5).toFixed(4)}` : `Seller;Z${at};1`));
  const buffer = Buffer.from(`provider;gpu;price\n${rows.join("\n")}\n`);
  await page.locator("#list-file").setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer });
  const section = page.locator("section.asked", { has: page.locator(".list-in-use") });
  await expect(section).toContainText(say(text.list_good, { name: "long.csv", count: "50,000" }), { timeout: 20_000 });
  await expect(section).toContainText(say(text.list_cut, { most: "100,000" }));
  await expect(section.locator(".list-said li")).toHaveCount(12);
  await expect(section).toContainText(say(text.list_more, { count: "49,990" }));
});

test("a browser that keeps nothing loses nothing", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await costs(page);
  await field(page, "list_paste").fill("gpu,price\nH100,1.5\n");
  await expect(row(page, "terms_heading", text.basis_on_demand)).toContainText("$1.50");
  await expect(page.locator(".list-in-use")).toContainText(text.list_unkept);
  await page.locator("#list-shared").check();
  await go(page, "mode_serving");
  await expect.poll(() => fragment(page)).toContain("listed=nvidia-h100");
});

test("discounts are percent of each seller, and nobody gives all away", async ({ page }) => {
  await costs(page, `${H100}&sellers=aws`);
  const hour = row(page, "terms_heading", text.basis_on_demand).getByRole("cell").first();
  const before = amount(await hour.innerText());
  await choice(page, "discounts_add").selectOption("aws");
  const percent = page.locator("#off-aws");
  for (const [typed, said] of [["100", say(text.problem_discount, { most: "99" })], ["", text.problem_missing], ["-1", say(text.problem_too_small, { least: "0" })]]) {
    await percent.fill(typed);
    await expect(page.locator("#off-aws-problem")).toHaveText(said);
    await expect(stale(page)).toBeVisible();
    expect(amount(await hour.innerText())).toBe(before);
  }
  await percent.fill("50");
  await expect(stale(page)).toBeHidden();
  await expect.poll(async () => amount(await hour.innerText())).toBeCloseTo(before / 2, 1);
  await expect.poll(() => fragment(page)).toContain("off.aws=0.5");
  await go(page, "mode_serving");
  await expect.poll(() => fragment(page)).toContain("off.aws=0.5");
});

test("what is typed about money survives the other pages", async ({ page }) => {
  test.slow();
  await costs(page, `${H100}&cost.years=3`);
  await field(page, "input_residual").fill("25");
  await choice(page, "grid").selectOption("deu");
  await go(page, "mode_serving");
  await expect(page.locator(".notice")).toBeHidden();
  await page.getByRole("textbox", { name: text.output_tokens, exact: true }).fill("123");
  await expect.poll(() => fragment(page)).toContain("out=123");
  expect(fragment(page)).toContain("cost.residual=0.25");
  await go(page, "mode_training");
  await expect(page.locator(".notice")).toBeHidden();
  await go(page, "mode_serving");
  await go(page, "mode_costs");
  await openAll(page);
  await expect(field(page, "input_residual")).toHaveValue("25");
  await expect(field(page, "input_years")).toHaveValue("3");
  await expect(choice(page, "grid")).toHaveValue("deu");
});

test("every basis stands side by side, and what is stranded is told", async ({ page }) => {
  await costs(page, "v=2&model=Qwen/Qwen3-8B&rate=1&gpus=nvidia-h100-sxm-80gb&sellers=aws");
  const terms = card(page, "terms_heading");
  await expect(terms.getByRole("row")).toHaveCount(5);
  await expect(terms).toContainText(/\d{4}-\d\d-\d\d, [\d,]+ days? old/);
  await expect(card(page, "sold_heading").getByRole("row")).toHaveCount(8);
  await costs(page, `${H100}&price.nvidia-h100-sxm-80gb=2`);
  await expect(card(page, "terms_heading")).toContainText(text.terms_own);
  await expect(row(page, "terms_heading", text.basis_3y)).toContainText(text.not_known);
});

test("files keep dollars, and say the rate", async ({ page }) => {
  await costs(page, `${H100}&currency=EUR:0.5`);
  const file = JSON.parse((await taken(page, "export_json")).text);
  expect(file.currency).toEqual({ code: "EUR", per_usd: 0.5 });
  expect(file.report.rented.per_hour).toBeGreaterThan(0);
});

test("the currency of the area is offered, not taken", async ({ page }) => {
  await costs(page, `${H100}&area=europe`);
  await expect(headline(page)).toContainText("$");
  const offer = page.getByRole("button", { name: say(text.currency_offer, { code: "EUR" }), exact: true });
  await offer.click();
  await expect(headline(page)).toContainText("€");
  await expect(choice(page, "currency")).toHaveValue("EUR");
  await expect(offer).toHaveCount(0);
  await expect.poll(() => fragment(page)).toContain("currency=EUR:");
  await choice(page, "currency").selectOption("USD");
  await expect(headline(page)).toContainText("$");
});

// One name, one number: the recommendation, its seller, its price and its day are the same on
// every page, in every file, in the messages of an embed and in the package.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { marked } from "marked";
import { documentOf, hosting } from "./host.js";
import { allCandidates, expect, open, partsOf, readMarkup, say, taken, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });

const EURO = { code: "EUR", rate: 0.9 };

// The question; the currency that it is read in; and how the package is asked for the same.
const SCENARIOS = [
  { title: "the default", question: "", line: { model: "meta-llama/Llama-3.3-70B-Instruct", request_rate: 10, input_tokens: 2000, output_tokens: 300 } },
  {
    title: "gpt-oss-120b",
    question: "model=openai/gpt-oss-120b&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms",
    line: { model: "openai/gpt-oss-120b", request_rate: 20, input_tokens: 2940, output_tokens: 283, prefix_hit_rate: 0.6 },
  },
  {
    // As the page asks once the model is chosen.
    title: "gpt-oss-120b as it is released",
    question: "model=openai/gpt-oss-120b&weights=mxfp4&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms",
    line: { model: "openai/gpt-oss-120b", weights: "mxfp4", request_rate: 20, input_tokens: 2940, output_tokens: 283, prefix_hit_rate: 0.6 },
  },
  {
    title: "DeepSeek-V3.1 on documents",
    question: "model=deepseek-ai/DeepSeek-V3.1&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms&gpus=nvidia-h200-sxm-141gb",
    line: { model: "deepseek-ai/DeepSeek-V3.1", request_rate: 20, input_tokens: 2940, output_tokens: 283, prefix_hit_rate: 0.6 },
  },
  { title: "AWS in Europe", question: "model=Qwen/Qwen3-32B&users=100&in=1150&out=211&in95=4080&out95=451&bursts=1.08&sellers=aws&area=europe" },
  {
    title: "a price list, in euros",
    question: "model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb&listed=nvidia-h100-sxm-80gb,8,House,eight,,europe,18,,,,2026-07-30,contract&currency=EUR:0.9",
    currency: EURO,
  },
];

const folder = process.env.PACKAGE ?? new URL("../../target/package", import.meta.url).pathname;
const packed = existsSync(`${folder}/node.js`) ? await import(pathToFileURL(`${folder}/node.js`).href) : null;

const plain = (words) => words.replace(/\s+/g, " ").trim();

// A figure of a file: so many significant digits of the exact one.
const written = (value, digits) => Number(value.toPrecision(digits));

// Three significant digits, as the pages write them.
const number = (value) => new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(value);

// An amount as the pages write it: hundredths below 100, three digits below 1.
function amount(dollars, { code, rate } = { code: "USD", rate: 1 }) {
  const value = dollars * rate;
  const [, broken = ""] = String(written(value, 3)).split(".");
  const digits = value >= 99.995 ? 0 : value >= 1 ? 2 : Math.max(2, broken.length);
  return new Intl.NumberFormat("en", { style: "currency", currency: code, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

// The recommendation of the file that has everything, exact and as pages write it.
function factsOf(file, currency) {
  expect(file.report.best).toBe(0);
  const [{ offer: place, best: sizing, score }] = file.report.candidates;
  const offer = file.offers[place];
  const { cost, replicas, spare_replicas: spares } = sizing;
  const { bill } = cost;
  const price = (offer.instances ?? [offer.price])[cost.price];
  const each = (bill.accelerators - bill.stranded) / replicas;
  const output = sizing.estimate.performance.output * (replicas - spares);
  const { name, node_size: node } = offer.accelerator;
  // Replicas of one accelerator are their number of it.
  const short = `${each === 1 ? replicas : `${replicas} × ${each}`} × ${name}`;
  // Servers are bought whole.
  const bought = Math.ceil(replicas / Math.floor(node / each)) * node;
  // The figures of one bill are of each other.
  expect(cost.per_hour).toBe(bill.per_hour);
  expect(cost.per_hour).toBeCloseTo(bill.accelerators * price.per_accelerator, 9);
  expect(cost.per_month).toBeCloseTo(730 * cost.per_hour, 6);
  expect(cost.per_million_output).toBeCloseTo((1e6 * cost.per_hour) / (3600 * output), 9);
  const shown = (dollars) => amount(dollars, currency);
  return {
    exact: { sizing, cost, output, score, price, offer, each },
    name,
    bill,
    replicas,
    seller: price.label,
    day: price.as_of,
    count: `${replicas} × ${each}`,
    short,
    owned: bought === replicas * each ? short : `${bought} × ${name}`,
    sentence: say(text.replicas_of, { count: replicas, gpus: say(text.gpus_of, { count: each, name }) }),
    perGpu: shown(price.per_accelerator),
    hour: shown(cost.per_hour),
    month: shown(cost.per_month),
    million: shown(cost.per_million_output),
    throughput: number(output),
  };
}

// The accelerators of a headline about money, which are more where they are bought.
async function hardwareIn(heading, facts) {
  await expect(heading).toContainText(facts.name);
  const owns = plain(await heading.innerText()).startsWith(text.costs_own.split("{")[0]);
  return owns ? facts.owned : facts.short;
}

async function saved(page, key) {
  return (await taken(page, key)).text;
}

// The cells of the row that `name` heads.
async function cells(table, name) {
  const row = table.getByRole("row").filter({ has: table.page().getByRole("rowheader", named(name)) });
  return (await row.first().getByRole("cell").allInnerTexts()).map(plain);
}

const cardOf = (page, heading) => page.locator("section.card", { has: page.getByRole("heading", named(text[heading])) });

// The first screen, and the first row of the table.
async function calculator(page, facts) {
  const { answer, beside, headline, amounts, rows, cellOf } = partsOf(page);
  await expect(headline).toContainText(say(text.gpus_of, { count: facts.replicas * facts.exact.each, name: facts.name }));
  await expect(answer.locator(".lead")).toContainText(facts.sentence);
  await expect(amounts).toContainText(say(text.amount_hour, { amount: facts.hour }));
  await expect(amounts).toContainText(say(text.amount_month, { amount: facts.month }));
  const bill = answer.locator(".bill");
  const { instances, instance } = facts.bill;
  const seller = say(text.bill_dated, { label: facts.seller, day: facts.day });
  const rented = instance === 1 ? say(text.bill_single, { count: instances, price: seller }) : say(text.bill_machines, { count: instances, size: instance, price: seller });
  await expect(bill).toContainText(rented);
  await expect(bill).toContainText(say(text.bill_each, { each: facts.perGpu }));
  const figure = (key) => beside.locator(".figures > div", { has: page.getByText(text[key], { exact: true }) }).locator("b");
  await expect(figure("figure_throughput")).toHaveText(facts.throughput);
  await expect(figure("figure_million")).toHaveText(facts.million);
  const row = rows.first();
  await expect(row.getByRole("rowheader")).toContainText(text.table_recommended);
  await expect(row.getByRole("rowheader")).toContainText(facts.name);
  await allCandidates(page);
  const used = facts.replicas * facts.exact.each;
  for (const [key, said] of [["col_count", facts.count], ["col_sold", facts.hour], ["col_per_million", facts.million], ["col_used_paid", `${used} / ${facts.bill.accelerators}`]]) {
    expect(plain(await cellOf(row, key).innerText()), key).toBe(said);
  }
}

function csv(file, { name, seller, day, replicas, exact, bill }) {
  const [line] = parse(file, { columns: true });
  expect([line.accelerator, line.verdict, line.price_as_of, line.recommended]).toEqual([name, "meets", day, "yes"]);
  // The file has the seller's id, the page their name; of a list both are its own.
  const record = new URL(`../../catalog/data/prices/${line.seller}.json`, import.meta.url);
  const called = existsSync(record) ? JSON.parse(readFileSync(record)).name : line.seller;
  expect(seller.startsWith(called), called).toBe(true);
  expect(line.price_source.startsWith(seller), line.price_source).toBe(true);
  const figures = {
    replicas,
    accelerators: replicas * exact.each,
    accelerators_paid: bill.accelerators,
    instances: bill.instances,
    usd_per_hour: exact.cost.per_hour,
    usd_per_month: exact.cost.per_month,
    usd_per_million_output_tokens: exact.cost.per_million_output,
    output_tokens_per_s: exact.output,
    max_output_tokens_per_s: exact.sizing.full_output,
  };
  for (const [column, value] of Object.entries(figures)) expect(Number(line[column]), column).toBe(written(value, 6));
}

// The verdict, the bill and the first row, as the page writes them.
function markdown(file, { name, seller, day, replicas, exact, hour, month, million, throughput }) {
  const said = file.replace(/\\(.)/g, "$1");
  const [title, verdict] = said.split("\n\n");
  expect(title).toMatch(/^# ./);
  expect(verdict).toContain(say(text.gpus_of, { count: replicas * exact.each, name }));
  for (const words of [hour, month, million, throughput, seller, day]) expect(said).toContain(words);
  const [, , first] = said.split("\n").filter((line) => line.startsWith("| "));
  expect(first).toContain(`| ${name} (${text.table_recommended})`);
  expect(first).toContain(hour);
}

// The page about costs, renting at the price asked, and its file.
async function costs(page, facts) {
  const answer = page.locator("#answer");
  const heading = answer.getByRole("heading", { level: 2 });
  await expect(heading).toContainText(await hardwareIn(heading, facts));
  await expect(answer).toContainText(facts.seller);
  await expect(answer).toContainText(facts.day);
  const units = cardOf(page, "units_heading");
  const rented = {};
  for (const key of ["unit_hour", "unit_month", "unit_output"]) [rented[key]] = await cells(units, text[key]);
  expect(rented).toEqual({ unit_hour: facts.hour, unit_month: facts.month, unit_output: facts.million });
  const sold = cardOf(page, "sold_heading");
  const { instances, accelerators, stranded } = facts.bill;
  const paid = [];
  for (const key of ["sold_instances", "sold_paid", "sold_stranded", "unit_hour", "figure_month"]) paid.push((await cells(sold, text[key]))[0]);
  expect(paid).toEqual([...[instances, accelerators, stranded].map(String), facts.hour, facts.month]);
  expect((await cells(cardOf(page, "terms_heading"), text.basis_on_demand))[0]).toBe(facts.perGpu);
  const rows = parse(await saved(page, "costs_csv"), { columns: true });
  const exported = (section, unit) => rows.find((row) => row.section === section && row.unit === unit);
  expect(Number(exported("sold", "usd_per_hour").value)).toBe(written(facts.exact.cost.per_hour, 6));
  expect(Number(exported("sold", "usd_per_month").value)).toBe(written(facts.exact.cost.per_month, 6));
  const million = rows.find((row) => row.section === "rented" && row.item === "output-at-demanded-load");
  expect(Number(million.value)).toBe(written(facts.exact.cost.per_million_output, 6));
  const rent = exported("input", "usd_per_accelerator_hour");
  expect([rent.as_of, rent.source.startsWith(facts.seller)]).toEqual([facts.day, true]);
}

// The paper, and the same as Markdown.
async function proposal(page, facts) {
  const paper = page.getByRole("region", named(text.proposal_paper));
  const table = (key) => paper.getByRole("table", named(text[key]));
  const short = await hardwareIn(paper.locator(".lead"), facts);
  await expect(paper.locator(".lead")).toContainText(short);
  const throughput = say(text.unit_tokens_s, { value: facts.throughput });
  expect((await cells(table("proposal_recommendation"), text.figure_throughput))[0]).toBe(plain(throughput));
  const first = (await table("proposal_alternatives").getByRole("row").nth(1).locator("th, td").allInnerTexts()).map(plain);
  const recommended = say(text.candidate_recommended, { name: facts.name });
  expect([first[0], first[1], first[4], first[5]]).toEqual([recommended, facts.count, facts.hour, facts.million]);
  const money = [];
  for (const key of ["unit_hour", "unit_month", "unit_output"]) money.push((await cells(table("mode_costs"), text[key]))[0]);
  expect(money).toEqual([facts.hour, facts.month, facts.million]);
  const [of, each, source] = (await table("proposal_prices").getByRole("row").nth(1).locator("th, td").allInnerTexts()).map(plain);
  expect([of, each]).toEqual([`${facts.name}, ${text.basis_on_demand}`, say(text.unit_per_hour, { price: facts.perGpu })]);
  expect(source.startsWith(facts.seller) && source.includes(facts.day), source).toBe(true);
  const button = page.getByRole("group", { name: text.proposal_about }).getByRole("button", named(text.export_markdown));
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const html = marked.parse(readFileSync(await file.path(), "utf8"));
  const read = plain((await readMarkup(page, html)).text);
  for (const said of [short, plain(throughput), recommended, facts.hour, facts.month, facts.million, facts.seller, facts.day]) expect(read).toContain(said);
}

async function compared(page, facts) {
  const table = page.getByRole("table", named(text.compare_heading));
  const said = {};
  for (const key of ["compare_verdict", "plan_gpus", "plan_nodes", "unit_hour", "unit_month", "unit_output", "figure_throughput"]) [said[key]] = await cells(table, text[key]);
  expect(said).toEqual({
    compare_verdict: plain(facts.sentence),
    plan_gpus: String(facts.replicas * facts.exact.each),
    plan_nodes: String(facts.bill.instances),
    unit_hour: facts.hour,
    unit_month: facts.month,
    unit_output: facts.million,
    figure_throughput: `${facts.throughput} ${text.tokens_per_second}`,
  });
}

// The message that a page around an embed hears.
async function heard(context, baseURL, question) {
  const host = await hosting();
  try {
    host.pages["/"] = { html: documentOf(baseURL, `<rightsize-calculator question="${question.replaceAll("&", "&amp;")}" sections="verdict"></rightsize-calculator>`) };
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.heard = new Promise((done) => document.addEventListener("rightsize-change", ({ detail }) => done(detail)));
    });
    await page.goto(host.origin);
    const detail = await page.evaluate(() => window.heard);
    await page.close();
    return detail;
  } finally {
    await host.stop();
  }
}

// The package's estimate of the very same replicas.
function estimated(line, { seller, day, replicas, exact }) {
  const { placement } = exact.sizing.estimate;
  const { cost, performance } = packed.estimate({
    weights: "fp8",
    kv_cache: "fp8",
    ...line,
    accelerator: exact.offer.accelerator.id,
    accelerators: replicas * exact.each,
    tensor_parallel: placement.tensor,
    pipeline_parallel: placement.pipeline,
    expert_parallel: placement.expert,
    data_parallel: placement.data,
  });
  expect([cost.price.source, cost.price.as_of]).toEqual([seller, day]);
  const figures = { usd_per_hour: exact.cost.per_hour, usd_per_million_output_tokens: exact.cost.per_million_output };
  // The rate of a replica is sought, and found to some 1e-8.
  for (const [name, value] of Object.entries(figures)) expect(written(cost[name], 7), name).toBe(written(value, 7));
  expect(written(performance.output_tokens_per_s, 7)).toBe(written(exact.output, 7));
}

for (const { title, question, currency, line } of SCENARIOS) {
  test(`one recommendation, one seller, one price: ${title}`, async ({ page, context, baseURL }) => {
    const fragment = question ? `v=2&${question}` : "v=2";
    await open(page, `./#${fragment}`);
    const file = JSON.parse(await saved(page, "export_json"));
    const facts = factsOf(file, currency);
    await calculator(page, facts);
    csv(await saved(page, "export_csv"), facts);
    markdown(await saved(page, "export_markdown"), facts);
    await open(page, `./costs/#${fragment}`);
    await costs(page, facts);
    await open(page, `./proposal/#${fragment}`);
    await proposal(page, facts);
    await open(page, `./compare/#v=2&s=One,${encodeURIComponent(fragment)}`);
    await compared(page, facts);
    const { link: _, ...answer } = file;
    const { link: __, ...said } = await heard(context, baseURL, question);
    expect(said).toEqual(answer);
    if (packed && line) estimated(line, facts);
  });
}

// Two to five scenarios side by side: the calculator's own answers, differences marked, a link,
// files, paper; and whatever may be wrong with files brought.
import { readFileSync } from "node:fs";
import { expect, expectSane, judge, LANGUAGES, open, partsOf, say, simulated, speak, started, taken, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const A = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";
const B = "v=2&model=Qwen/Qwen3-32B&rate=40&weights=bf16&gpus=nvidia-h200-sxm-141gb";
const column = (name, fragment) => `&s=${encodeURIComponent(name)},${encodeURIComponent(fragment)}`;
const comparison = (...columns) => `v=2${columns.map(([name, fragment]) => column(name, fragment)).join("")}`;
const TWO = comparison(["One", A], ["Two", B]);

function parts(page, language = "en") {
  const text = words[language];
  const table = page.getByRole("table", named(text.compare_heading));
  return {
    table,
    heads: table.getByRole("columnheader"),
    row: (key) => table.getByRole("row").filter({ has: page.getByRole("rowheader", named(text[key])) }),
    cells: async (row) => (await row.getByRole("cell").allInnerTexts()).map((cell) => cell.replace(/\s+/g, " ").trim()),
    list: page.getByRole("list", named(text.compare_saved)),
    pick: page.getByLabel(text.compare_import, { exact: true }),
  };
}

async function opened(page, fragment = TWO) {
  await open(page, `./compare/#${fragment}`);
  return parts(page);
}

const names = (page) => parts(page).heads.locator("b").allInnerTexts();

const keep = (page, entries) =>
  page.addInitScript((entries) => {
    for (const [at, value] of entries.entries()) localStorage.setItem(`scenario.${at}`, value);
  }, entries);

test("it says what the calculator says for the same link", async ({ page }) => {
  const { row, cells } = await opened(page);
  const rows = {};
  for (const key of ["compare_verdict", "unit_hour", "unit_month", "unit_output", "ttft", "tpot", "figure_throughput", "plan_gpus"]) {
    rows[key] = await cells(row(key).last());
  }
  for (const [at, fragment] of [A, B].entries()) {
    await open(page, `./#${fragment}`);
    const { answer, amounts, beside } = partsOf(page);
    const figure = (cell) => cell.split(/\s(?=p95|tokens\/s|[+−])/)[0];
    await expect(answer.locator(".lead")).toContainText(rows.compare_verdict[at]);
    for (const key of ["unit_hour", "unit_month"]) await expect(amounts).toContainText(figure(rows[key][at]));
    for (const key of ["ttft", "tpot"]) await expect(answer.locator(".gauges")).toContainText(figure(rows[key][at]));
    for (const key of ["unit_output", "figure_throughput"]) await expect(beside.locator(".figures")).toContainText(figure(rows[key][at]));
    await expect(answer).toContainText(`${figure(rows.plan_gpus[at])} × `);
  }
});

test("a point that is picked leads to the link of its scenario", async ({ page }) => {
  const { heads } = await opened(page);
  const plot = page.getByRole("figure", named(text.compare_chart)).getByRole("slider");
  await plot.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(heads.nth(1).getByRole("link")).toBeFocused();
});

test("what differs is marked by a sign and a word, and what does not is folded", async ({ page }) => {
  const { table, row, cells } = await opened(page);
  expect(await cells(row("weights"))).toEqual(["fp8", "differs: ≠ bf16"]);
  expect(await cells(row("accelerators"))).toEqual([expect.stringMatching(/^H100/), expect.stringMatching(/^differs: ≠ H200/)]);
  await expect(table.locator("mark")).toHaveCount(2);
  const equal = page.locator("details.equal");
  await expect(equal.locator("dl")).toBeHidden();
  await equal.locator("summary").click();
  await expect(equal.locator("dl")).toContainText(text.input_tokens);
  await expect(equal.locator("dl > div")).toHaveCount(Number.parseInt(await equal.locator("summary").innerText()));
  // Not by colour alone, and the change is said in figures.
  expect((await cells(row("unit_hour")))[1]).toMatch(/[+−]\d+%$/);
  // Bars of one scale: as wide as their memory.
  const width = (at) => page.locator("td.memory .bar").nth(at).evaluate((bar) => bar.getBoundingClientRect().width);
  const cell = (at) => page.locator("td.memory .legend").nth(at).evaluate((cell) => cell.getBoundingClientRect().width);
  expect((await width(0)) / (await cell(0)) / ((await width(1)) / (await cell(1)))).toBeCloseTo(80 / 141, 1);
  await expectSane(page);
});

test("columns are moved and removed by keyboard, and a link brings them back", async ({ page }) => {
  const { heads } = await opened(page, comparison(["One", A], ["Two", B], ["Three", `${A}&in=900`]));
  expect(await names(page)).toEqual(["One", "Two", "Three"]);
  const right = heads.nth(0).getByRole("button", named(say(text.compare_right, { name: "One" })));
  await right.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Two", "One", "Three"]);
  await expect(page.locator("#right-1")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Two", "Three", "One"]);
  await expect(page.locator("main > [role=status]")).toHaveText(say(text.compare_moved, { name: "One", place: 3, count: 3 }));
  await page.locator("#remove-1").press("Enter");
  await expect.poll(() => names(page)).toEqual(["Two", "One"]);
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${comparison(["Two", B], ["One", A]).replaceAll("%2F", "/")}`);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(["Two", "Three", "One"]);
  // Each column leads to its question.
  await simulated(page);
  await heads.nth(1).getByRole("link").click();
  await page.waitForURL(/\/#v=2&model=Qwen.*in=900/);
});

test("the calculator's question, saved ones and pasted links become columns, five at most", async ({ page }) => {
  await keep(page, [`Kept\n${B}`, `More\n${A}&in=900`, `Much\n${A}&in=700`, `Most\n${A}&in=800`]);
  await open(page, `./#${A}`);
  await page.locator("#saved").click();
  await page.getByRole("link", named(text.saved_all)).click();
  await page.waitForURL(/compare\/#v=2/);
  await started(page);
  const { list } = parts(page);
  await expect.poll(() => names(page)).toEqual(["Qwen3 32B, 40 requests/s"]);
  await expect(page.getByText(text.compare_one)).toBeVisible();
  await list.getByRole("button", named(say(text.compare_add_named, { name: "Kept" }))).click();
  await expect.poll(() => names(page)).toEqual(["Qwen3 32B, 40 requests/s", "Kept"]);
  const pasted = page.getByRole("textbox", named(text.compare_paste));
  await pasted.fill("https://example.com/other#x");
  await pasted.press("Enter");
  await expect(page.locator("#pasted-problem")).toHaveText(text.compare_paste_bad);
  await expect(pasted).toHaveAttribute("aria-invalid", "true");
  await pasted.fill(`https://elsewhere.example/app/#${A}&users=9`);
  await pasted.press("Enter");
  await expect(page.locator("#pasted-problem")).toHaveText(say(text.compare_added, { count: 1 }));
  await list.getByRole("button", named(say(text.compare_add_named, { name: "More" }))).click();
  await list.getByRole("button", named(say(text.compare_add_named, { name: "Much" }))).click();
  await list.getByRole("button", named(say(text.compare_add_named, { name: "Most" }))).click();
  await expect(page.getByText(text.compare_full)).toBeVisible();
  expect(await names(page)).toEqual(["Qwen3 32B, 40 requests/s", "Kept", "Qwen3 32B, 9 concurrent users", "More", "Much"]);
  await simulated(page);
});

test("a question that cannot be answered has its sentence, and its neighbour its answer", async ({ page }) => {
  const { row, cells } = await opened(page, comparison(["Bad", "v=2&model=no-such-model"], ["None", `${A}&tpot=1ms`], ["Good", A], ["<b>odd</b>", "v=2&flavour=x&in=900"]));
  const verdicts = await cells(row("compare_verdict"));
  expect(verdicts.slice(0, 2)).toEqual([text.compare_wrong, text.none_heading]);
  expect((await cells(row("compare_in_words")))[0]).toBe(say(text.problem_unknown_model, { name: "no-such-model" }));
  expect(verdicts[2]).toMatch(/replicas? of/);
  await expect(page.getByText(say(text.notice_unknown_key, { name: "flavour" }))).toBeVisible();
  expect((await names(page))[3]).toBe("<b>odd</b>");
  await expectSane(page);
});

test("links that no page made are read as far as they go", async ({ page }) => {
  await opened(page, `v=9&s=a&s=,v%3D2%26in%3D900&x=1${column("", A).repeat(4)}`);
  await expect(page.locator(".notices")).toContainText(say(text.notice_newer, { version: 9 }));
  await expect(parts(page).heads).toHaveCount(5);
  await open(page, "./compare/");
  await expect(page.getByText(text.compare_none)).toBeVisible();
  await expectSane(page);
});

test("scenarios go to a file and come from one, whole or half written", async ({ page }, info) => {
  await keep(page, [`One\n${A}`, `Two\n${B}`, `Three\nv=1&in=900`]);
  await open(page, "./compare/");
  const { list, pick } = parts(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", named(text.compare_export)).click()]);
  const whole = readFileSync(await file.path(), "utf8");
  expect(JSON.parse(whole).scenarios.map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
  const bring = async (name, text) => {
    await pick.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    return page.locator("#import-said");
  };
  await expect(await bring("same.json", whole)).toHaveText(say(text.compare_known, { count: 3 }));
  await page.evaluate(() => localStorage.clear());
  // Cut in the middle of the last entry.
  const half = whole.slice(0, whole.lastIndexOf("in=900"));
  await expect(await bring("half.json", half)).toHaveText(`${say(text.compare_imported, { count: 2 })} ${say(text.compare_fault_broken, { line: 4 })}`);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const other = JSON.stringify({ format: "rightsize-scenarios", version: 3, scenarios: [{ name: "New", link: "v=2&in=700" }, { name: "Bad", link: "x" }, 1] });
  await expect(await bring("new.json", other)).toHaveText(
    [say(text.compare_imported, { count: 1 }), say(text.compare_fault_newer, { version: 3 }), say(text.compare_fault_entry, { number: 2, name: "Bad" }), say(text.compare_fault_unnamed, { number: 3 })].join(" "),
  );
  await expect(list.getByRole("listitem")).toHaveCount(3);
  for (const foreign of ["", "{}", "not json", '{"model_type":"llama"}']) {
    await expect(await bring("other.json", foreign)).toHaveText(text.compare_fault_other);
  }
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await expect(await bring("full.json", whole)).toHaveText(
    [say(text.compare_known, { count: 2 }), say(text.compare_refused, { count: 1 })].join(" "),
  );
  await expect(list.getByRole("listitem")).toHaveCount(3);
});

test("Markdown, CSV and JSON hold the comparison", async ({ page }) => {
  const { row, cells } = await opened(page);
  const hour = (await cells(row("unit_hour"))).map((cell) => cell.split(" ")[0]);
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", named(name)).first().click()]);
    return readFileSync(await file.path(), "utf8");
  };
  const markdown = await saved(text.compare_markdown);
  for (const part of [`# ${text.compare_heading}`, `## ${text.compare_differs}`, "| One", ...hour.map((cost) => cost.replace("$", "\\$").slice(-5)), "/compare/#v=2&s=One,"]) {
    expect(markdown).toContain(part);
  }
  const csv = await saved(text.compare_csv);
  expect(csv.split("\r\n")[0]).toBe(",One,Two");
  expect(csv).toContain(`${text.weights},fp8,bf16`);
  const { text: json } = await taken(page, "export_json");
  expect(JSON.parse(json).scenarios).toEqual([{ name: "One", link: A }, { name: "Two", link: B }]);
});

test("a price list stays in the browser, and counts in every column", async ({ page }) => {
  const rows = "listed=nvidia-h100-sxm-80gb,8,mine,box,,europe,8,,,,2026-07-30,";
  await page.addInitScript((rows) => localStorage.setItem("prices", rows), rows);
  const { row, cells } = await opened(page, comparison(["Mine", `${A}&listed=kept`], ["Theirs", A]));
  expect((await cells(row("compare_list")))[0]).toBe(say(text.compare_rows, { count: 1 }));
  const [mine, theirs] = await cells(row("unit_hour"));
  expect(mine).not.toBe(theirs);
  expect(page.url()).not.toContain("mine");
});

// Differing from the calculator's own in nearly everything that can be asked.
const MUCH = "v=2&model=meta-llama/Llama-3.3-70B-Instruct&users=200&think=20&in=8000&out=900&in95=20000&out95=2000&bursts=4&prefix=0.5&kv=fp8&ttft=none&tpot=60ms&at=p90&engine=sglang&max-len=64000&max-seqs=64&batch-tokens=4096&util=0.8&draft=3&accept=0.7&loras=4&lora-rank=8&host-hits=0.3&node=8&replica=8&spare=2&growth=0.5&months=24&day=office&always=2&cooldown=10&ahead=5&machine=4&interrupted=0.1&sure=0.99&weekend=0.2&gpus=nvidia-h200-sxm-141gb,amd-mi300x,nvidia-l40s,nvidia-h100-sxm-80gb";
const LONG = "Ein sehr langer Name eines Szenarios, der kaum in die Spalte";
const PRINTED = [["One", A], [LONG, MUCH], ["Three", "v=2&users=50&in=900&out=100&in95=1800&split-phases=yes&spare=1&growth=1&day=chat"], ["", "v=2&tokens-per-day=5e9&peak=3&weights=nvfp4&max-seqs=128&util=0.85&replica=16&ttft=2s"]];

async function expectOnePage(page, info) {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await info.attach("comparison.pdf", { body: pdf, contentType: "application/pdf" });
  const raw = pdf.toString("latin1");
  expect(raw.match(/\/Type\s*\/Page\b/g).length).toBe(1);
  const [, width, height] = raw.match(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/);
  expect(Number(width)).toBeGreaterThan(Number(height));
}

test("four columns in every language: on one page of paper, without findings of axe", async ({ page }, info) => {
  test.slow();
  await open(page, `./compare/#${comparison(...PRINTED)}`);
  for (const language of LANGUAGES) {
    await test.step(language, async () => {
      await speak(page, language);
      await expect(parts(page, language).heads).toHaveCount(4);
      await expectSane(page);
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
      expect(await page.locator(".columns tbody").first().getByRole("row").count()).toBeGreaterThan(30);
      await expectOnePage(page, info);
    });
  }
});

test("two and three columns, much or little of them different, are on one page, too", async ({ page }, info) => {
  for (const columns of [PRINTED.slice(0, 2), PRINTED.slice(0, 3), [["One", A], ["Two", B]]]) {
    await opened(page, comparison(...columns));
    await expectOnePage(page, info);
  }
});

test("at every width the table scrolls and the page does not, light and dark", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 800 });
  await opened(page, comparison(["One", A], ["Two", B], ["Three", "v=2"], ["Four", "v=2&users=9"]));
  for (const [width, scheme] of [[1400, "light"], [390, "dark"], [320, "light"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    expect(await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), `${width} px`).toBeLessThanOrEqual(0);
    const { violations } = await judge(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), `${width} px`).toEqual([]);
  }
});

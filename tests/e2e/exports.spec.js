// Downloads, re-read by programs that are not ours, say the same as the page.
import { parse } from "csv-parse/sync";
import { allCandidates, expect, open, partsOf, shared, sharing, simulated, started, taken, test, visit, words } from "./page.js";

// A question with gaps in its table, so that empty cells are met as well.
const QUESTION = "#v=2&in=3000&price.nvidia-h100-sxm-80gb=2.25";

// The whole table as texts, by the name of the accelerator: the cells of its row by their headings.
async function shownRows(page) {
  await allCandidates(page);
  const { rows } = partsOf(page);
  await expect(rows.first()).toBeVisible();
  const cells = await rows.evaluateAll((rows) =>
    rows.map((row) => [
      row.querySelector("th button").innerText.trim(),
      Object.fromEntries([...row.querySelectorAll(":scope > td")].map((cell) => [cell.dataset.title, cell.innerText.replace(/\s+/g, " ").trim()])),
    ]),
  );
  return Object.fromEntries(cells);
}

// A figure of the page, three significant digits, against one with all of them.
function expectSame(shown, exact, what) {
  if (exact === "" || exact === null || exact === undefined) {
    expect(shown, what).toBe("");
    return;
  }
  const [, number, unit] = shown.replace(/[$,%]/g, "").match(/^([\d.]+) ?(\w*)$/);
  const value = Number(number) * ({ ms: 1e-3, K: 1e3, M: 1e6 }[unit] ?? 1);
  // Values shown are rounded: to whole numbers, to cents, or to three digits.
  const isWhole = shown.includes("%") || /^\$?[\d,]+$/.test(shown);
  const step = isWhole && !shown.includes("$") && exact >= 1000 ? 10 : 1;
  const slack = isWhole ? 0.501 * step : shown.includes("$") ? 0.00501 : 0.0051 * Math.abs(exact);
  expect(Math.abs(value - exact), `${what}: ${shown} is not ${exact}`).toBeLessThanOrEqual(slack);
}

test("CSV, JSON and Markdown hold the table of the page, of the last answer while a field is wrong", async ({ page }) => {
  test.slow();
  await open(page, `./${QUESTION}`);
  const shown = await shownRows(page);
  await test.step("CSV", async () => {
    const { name, text } = await taken(page, "export_csv");
    expect(name).toMatch(/^[\w.-]+\.csv$/);
    // Strict: as many cells in each line, quotes closed.
    const lines = parse(text, { columns: true, bom: true });
    expect(lines.map(({ accelerator }) => accelerator).sort()).toEqual(Object.keys(shown).sort());
    expect(text).not.toMatch(/\b(NaN|inf|undefined|Infinity)\b/i);
    for (const [index, line] of lines.entries()) {
      const { accelerator } = line;
      const cell = (key) => shown[accelerator][words.en[key]];
      const [count, split, memory, ttft, tpot] = ["col_count", "col_split", "col_memory", "col_first", "col_tpot"].map(cell);
      expect(Number(line.rank)).toBe(index + 1);
      const verdict = cell("col_spare");
      expect(line.verdict === "meets", `${accelerator}: ${line.verdict} and ${verdict}`).toBe(verdict.includes("to spare"));
      // What was measured nearby backs one of the two.
      const how = line.simulated === "yes" ? "simulated" : "estimated";
      expect(cell("col_evidence")).toBe(line.evidence === "measured" ? `${line.evidence}, ${how}` : line.evidence);
      expect(line.simulated === "").toBe(line.evidence === "");
      if (line.instances && line.seller) {
        expect(cell("col_seller").replaceAll(",", ""), accelerator).toContain(` · ${line.instances} × ${line.accelerators_per_instance} GPU`);
        expect(cell("col_used_paid").replaceAll(",", "")).toBe(`${line.accelerators} / ${line.accelerators_paid}`);
      }
      if (line.replicas) {
        const each = line.accelerators / line.replicas;
        expect(count).toBe(`${line.replicas} × ${each}`);
        expect(split).toContain(`tp ${line.tensor_parallel}`);
        expectSame(memory, (100 * line.memory_used_gib) / line.memory_capacity_gib, `${accelerator} memory`);
      } else {
        expect([count, split, memory]).toEqual(["", "", ""]);
      }
      expectSame(ttft, line.ttft_s, `${accelerator} TTFT`);
      expectSame(tpot, line.tpot_ms && line.tpot_ms / 1000, `${accelerator} TPOT`);
      expectSame(cell("col_capacity"), line.max_output_tokens_per_s, `${accelerator} tokens`);
      expectSame(cell("col_sold"), line.usd_per_hour, `${accelerator} per hour`);
      expectSame(cell("col_per_million"), line.usd_per_million_output_tokens, `${accelerator} per million`);
      expectSame(cell("col_score"), line.score, `${accelerator} score`);
    }
    expect(lines.filter(({ recommended }) => recommended === "yes").map(({ rank }) => rank)).toEqual(["1"]);
    await partsOf(page).field("input_tokens").fill("x");
    await expect(partsOf(page).stale).toBeVisible();
    expect((await taken(page, "export_csv")).text).toBe(text);
    await partsOf(page).field("input_tokens").fill("3000");
    await expect(partsOf(page).stale).toBeHidden();
    await simulated(page);
  });
  await test.step("Markdown", async () => {
    const { name, text } = await taken(page, "export_markdown");
    expect(name).toMatch(/^[\w.-]+\.md$/);
    // The verdict, the question and the reasons stand before the best eight, all as on the page.
    const lines = text.split("\n").filter((line) => line.startsWith("|"));
    expect(lines.length).toBe(Math.min(8, Object.keys(shown).length) + 2);
    const cells = (line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\", ""));
    const width = cells(lines[0]).length;
    for (const line of lines) expect(cells(line).length).toBe(width);
    const [heads, , first] = [lines[0], lines[1], lines[2]].map(cells);
    expect(heads).toContain(words.en.col_used_paid);
    expect(first[0]).toContain(words.en.table_recommended);
    const plain = text.replaceAll("\\", "");
    const headline = (await page.locator("#answer .headline strong").first().innerText()).replace(/\s+/g, " ");
    expect(plain).toMatch(/^# .+\n\n\*\*.+\*\*\n\n.+ · /);
    expect(plain).toContain(headline);
    expect(plain).toMatch(/\n- .+\n- /);
    expect(plain).not.toMatch(/usd_per_hour|\bmeets\b/);
    expect(text).toMatch(/in=3000/);
    expect(text).not.toMatch(/\b(NaN|inf|undefined|Infinity)\b/i);
  });
  const link = await test.step("JSON, the question and every figure", async () => {
    const { name, text } = await taken(page, "export_json");
    expect(name).toMatch(/^[\w.-]+\.json$/);
    const file = JSON.parse(text);
    expect(file.format).toBe("rightsize");
    expect(file.version).toBe(1);
    expect(file.link).toContain("in=3000");
    expect(file.report.candidates.length).toBe(Object.keys(shown).length);
    for (const candidate of file.report.candidates) {
      const { name: accelerator } = file.offers[candidate.offer].accelerator;
      const [ttft, tpot, hour, score] = ["col_first", "col_tpot", "col_sold", "col_score"].map((key) => shown[accelerator][words.en[key]]);
      expectSame(ttft, candidate.best?.estimate?.performance?.ttft?.at_percentile, `${accelerator} TTFT`);
      expectSame(tpot, candidate.best?.estimate?.performance?.tpot?.at_percentile, `${accelerator} TPOT`);
      expectSame(hour, candidate.best?.cost?.per_hour, `${accelerator} per hour`);
      expectSame(score, candidate.score, `${accelerator} score`);
    }
    return file.link;
  });
  // Its link leads back here.
  await open(page, link);
  expect(await shownRows(page)).toEqual(shown);
});

test("what a stranger's link names is no formula in a spreadsheet", async ({ page }) => {
  await open(page);
  const { text, field } = partsOf(page);
  await page.getByText(text.own_more, { exact: true }).click();
  await page.getByRole("button", { name: text.own_add }).click();
  await field("own_name").fill('=HYPERLINK("https://example.com","a, b")');
  const csv = await taken(page, "export_csv");
  const line = parse(csv.text, { columns: true }).find(({ accelerator }) => accelerator.includes("HYPERLINK"));
  expect(line.accelerator).toBe(`'=HYPERLINK("https://example.com","a, b")`);
});

test("a file that cannot be written is said", async ({ page }) => {
  await open(page);
  // Without a network, the worker that the browser keeps would still write it.
  await page.route("**/worker-*.js", (route) => route.abort());
  const { text } = partsOf(page);
  await shared(page, "export_csv");
  await expect(page.getByRole("banner").getByText(text.export_failed)).toBeVisible();
  await page.unroute("**/worker-*.js");
  expect((await taken(page, "export_csv")).text).toMatch(/^rank,/);
  page.watched.problems.length = 0;
});

test("the menu opens, closes and is used by keyboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, `./${QUESTION}`);
  const { share, text } = partsOf(page);
  const menu = page.getByRole("group", { name: text.share, exact: true });
  const entries = menu.locator("a, button");
  await share.focus();
  await page.keyboard.press("Enter");
  // The first way, the link, has the focus: Enter once more copies it.
  await expect(entries.first()).toBeFocused();
  await expect(entries.first()).toHaveText(text.share_link);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(share).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: text.share_copied })).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(share).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  // Arrows go from way to way, and round the ends, even before the first has the focus.
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("link", { name: text.share_proposal, exact: true })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(entries.nth(1)).toBeFocused();
  for (const key of ["present", "print", "export_markdown", "export_csv"]) {
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("button", { name: text[key], exact: true })).toBeFocused();
  }
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await expect(menu).toBeHidden();
});

test("a proposal and a printed page are ways of the menu, with the whole question", async ({ page }) => {
  await page.addInitScript(() => { window.print = () => { window.printed = document.querySelectorAll(".later.waiting:not([hidden])").length; }; });
  await visit(page, `./${QUESTION}`);
  await shared(page, "print");
  // Parts that come later are on the paper.
  await expect.poll(() => page.evaluate(() => window.printed)).toBe(0);
  await shared(page, "share_proposal");
  await expect(page).toHaveURL(/\/proposal\/#v=2&in=3000&price\./);
  await started(page);
  await expect(page).toHaveTitle(words.en.proposal_page);
});

// Of the ways, those that each page has: all pages have the link, print and files.
const OTHERS = ["share_proposal", "present", "embed"];
for (const [folder, ways] of [["", OTHERS], ["costs/", ["share_proposal"]], ["training/", []], ["vision/", []], ["fleet/", []], ["measure/", []], ["sessions/", []], ["queue/", []], ["compare/", []], ["proposal/", []]]) {
  test(`the ways out of /${folder} are those that it has`, async ({ page }) => {
    await visit(page, `./${folder}#v=2`);
    const menu = await sharing(page);
    const csv = ["costs/", "proposal/"].includes(folder) ? "costs_csv" : "export_csv";
    const names = ["share_link", ...OTHERS, "print", "export_markdown", csv, "export_json"];
    const has = names.filter((key) => !OTHERS.includes(key) || ways.includes(key)).map((key) => words.en[key]);
    expect((await menu.locator("a, button").allInnerTexts()).sort()).toEqual(has.sort());
  });
}

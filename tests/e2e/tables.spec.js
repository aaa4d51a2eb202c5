// The table of candidates: sorted, filtered, opened; uncertain rows are marked.
import { allCandidates, expect, expectSane, open, partsOf, pattern, test, words } from "./page.js";

const text = words.en;

const COLUMNS = [
  ["col_accelerator", "ascending"],
  ["col_seller", "ascending"],
  ["col_used_paid", "ascending"],
  ["col_count", "ascending"],
  ["col_split", "ascending"],
  ["col_memory", "ascending"],
  ["col_sold", "ascending"],
  ["col_per_million", "ascending"],
  ["col_score", "descending"],
  ["col_first", "ascending"],
  ["col_tpot", "ascending"],
  ["col_capacity", "descending"],
  ["col_evidence", "ascending"],
  ["col_age", "ascending"],
];
const WORDS = ["col_accelerator", "col_seller", "col_split"];
const BACKINGS = [text.how_measured, text.how_simulated, text.how_estimated];

// A cell as a number: time in seconds, `2 × 4` as 8, `3 / 8` as 8; null where it is empty.
function numberIn(cell) {
  const backing = BACKINGS.indexOf(cell.split(words.en.list_comma)[0]);
  if (backing >= 0) return backing;
  const text = cell.replace(/[,$%]/g, "").replace(/\u00a0/g, " ").trim();
  if (!text) return null;
  const product = text.match(/^(\d+) × (\d+)$/);
  if (product) return product[1] * product[2];
  const [, value, unit] = text.match(/([\d.]+) ?([a-zA-Z]*)$/);
  return Number(value) * ({ ms: 1e-3, K: 1e3, M: 1e6 }[unit] ?? 1);
}

// Words that a cell is sorted by: of a seller, without the machines; null where nobody sells.
const NOBODY = [text.sold_nowhere, text.sold_own, text.sold_by_gpu, ""];
const wordsIn = (key, cell) => {
  const words = key === "col_seller" ? cell.split(" · ")[0] : cell;
  return NOBODY.includes(words) ? null : words.toLowerCase();
};

// The cells of a column, row by row, without what stands beside a name.
const cellsOf = (rows, title) =>
  rows.evaluateAll((rows, title) => rows.map((row) => (title ? row.querySelector(`td[data-title="${title}"]`) : row.querySelector("th button")).innerText), title);

test("each heading sorts both ways and says so", async ({ page }) => {
  test.slow();
  await open(page);
  await allCandidates(page);
  const { table, rows, text } = partsOf(page);
  const all = await rows.count();
  expect(all).toBeGreaterThan(50);
  for (const [key, first] of COLUMNS) {
    const heading = table.locator("thead").first().getByRole("columnheader").filter({ hasText: new RegExp(`^${text[key].replace(/[.$/]/g, "\\$&")}( p95)?$`) });
    await expect(heading, key).toHaveCount(1);
    const other = first === "ascending" ? "descending" : "ascending";
    for (const direction of [first, other]) {
      await heading.getByRole("button").click();
      await expect(heading).toHaveAttribute("aria-sort", direction);
      await expect(table.locator("th[aria-sort]")).toHaveCount(1);
      await expect(table.locator(".group")).toHaveCount(0);
      const cells = await cellsOf(rows, key === "col_accelerator" ? null : text[key]);
      expect(cells.length).toBe(all);
      const values = cells.map((cell) => (WORDS.includes(key) ? wordsIn(key, cell) : numberIn(cell)));
      const known = values.filter((value) => value !== null);
      expect(known.length, key).toBeGreaterThan(10);
      // Rows without a value stand last, either way.
      expect(values.slice(0, known.length), key).toEqual(known);
      const sign = direction === "ascending" ? 1 : -1;
      for (let at = 1; at < known.length; at++) {
        const [a, b] = [known[at - 1], known[at]];
        const rises = typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b;
        expect(sign * rises, `${key} ${direction}: ${a} before ${b}`).toBeLessThanOrEqual(0);
      }
    }
  }
  await expectSane(page);
});

// How many times its bill a row counts, as its marks say; and whether it stands after every
// newer price.
function weightIn(hint) {
  const weighs = pattern(text.doubt_weighs).source.slice(1, -1).replace("[^]*?", "([\\d.]+)");
  const [, times = "1"] = hint.match(weighs) ?? [];
  return { times: Number(times), last: hint.includes(text.doubt_last) };
}

test("what meets the SLA stands first by cost, then what is cheaper with its drawback, then the rest", async ({ page }) => {
  await open(page);
  await allCandidates(page);
  const { candidates, table, rows, opener } = partsOf(page);
  await expect(table.getByRole("columnheader", { name: text.col_spare })).toHaveAttribute("aria-sort", "ascending");
  const groups = await table.evaluate(
    (table, [sold, spare]) =>
      [...table.tBodies].map((body) => ({
        title: body.querySelector(".group")?.innerText ?? "",
        rows: [...body.querySelectorAll(":scope > tr:has(> th[scope=row])")].map((row) => ({
          recommended: row.classList.contains("recommended"),
          price: row.querySelector(`[data-title="${sold}"]`).innerText,
          verdict: row.querySelector(`[data-title="${spare}"]`).innerText,
          hints: [...row.querySelectorAll(".verdict .doubt")].map((mark) => mark.title),
        })),
      })),
    [text.col_sold, text.col_spare],
  );
  expect(groups.map(({ title }) => title)).toEqual(["", text.group_cheaper, text.group_rest]);
  const [meeting, cheaper, rest] = groups.map(({ rows }) => rows);
  const meets = ({ verdict }) => verdict.includes("to spare");
  const priceOf = ({ price }) => numberIn(price) ?? Infinity;
  for (const { verdict } of groups.flatMap(({ rows }) => rows)) {
    expect(verdict).toMatch(/to spare|[\d.,]+\s(ms|s) too slow|needs [\d.,]+\s(GB|GiB) more|needs a node|does not run|cannot compute|evenly|layers|cannot be split|too little is known|queue grows/);
  }
  const [best, ...others] = meeting;
  expect(best.recommended).toBe(true);
  expect(meeting.every(meets)).toBe(true);
  for (const group of [others, cheaper]) {
    const prices = group.map(priceOf);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  }
  expect(others.every((row) => priceOf(row) >= priceOf(best))).toBe(true);
  // Whatever is cheaper says why it is not recommended.
  expect(cheaper.every((row) => priceOf(row) <= priceOf(best) && (!meets(row) || row.hints.length > 0))).toBe(true);
  expect(rest.some(meets)).toBe(false);
  // What keeps the SLA weighs no less than the recommended, its doubts included.
  const weighed = (row) => priceOf(row) * weightIn(row.hints[0] ?? "").times;
  for (const row of [...others, ...cheaper.filter(meets)]) {
    expect(new Set(row.hints).size).toBeLessThanOrEqual(1);
    expect(weighed(row) > weighed(best) - 0.03 || weightIn(row.hints[0] ?? "").last).toBe(true);
  }
  // Who has no pointer opens the row.
  const doubted = rows.filter({ has: page.locator(".verdict .doubt") }).first();
  await opener(doubted).click();
  await expect(page.locator(".detail").getByText(pattern(text.doubt_weighs))).toBeVisible();
  await expect(candidates).toContainText(text.table_note);
});

test("a row opens its price and its other sizes, and everything else follows", async ({ page }) => {
  await open(page);
  const { rows, opener, memory, text, candidates } = partsOf(page);
  const heading = memory.getByRole("heading");
  const recommended = await heading.innerText();
  const other = rows.filter({ hasText: "to spare" }).nth(1);
  const name = await opener(other).innerText();
  await opener(other).click();
  await expect(opener(other)).toHaveAttribute("aria-expanded", "true");
  await expect(candidates.getByText(/per accelerator and hour|No price is known/)).toBeVisible();
  await expect(candidates.getByRole("table", { name: text.table_alternatives })).toBeVisible();
  await expect(heading).toContainText(name);
  await expect.poll(() => new URL(page.url()).hash).toContain("pick=");
  await page.reload();
  await expect(heading).toContainText(name);
  await page.getByRole("button", { name: text.show_recommended }).click();
  await expect(heading).toHaveText(recommended);
});

test("what has no second source is marked, with what that means", async ({ page }) => {
  await open(page);
  const { rows, opener, amounts, model, finds, candidates } = partsOf(page);
  await candidates.getByRole("button", { name: pattern(text.table_more) }).click();
  const marks = rows.getByText(text.unverified, { exact: true });
  expect(await marks.count()).toBeGreaterThan(0);
  expect(await marks.count()).toBeLessThan(await rows.count());
  for (const mark of await marks.all()) await expect(mark).toHaveAttribute("title", text.unverified_hint);
  // The recommendation may be among them: then the verdict says so, too.
  const recommended = rows.filter({ hasText: text.table_recommended });
  await expect(recommended).toHaveCount(1);
  const marked = await recommended.getByText(text.unverified, { exact: true }).count();
  await expect(amounts.getByText(text.unverified, { exact: true })).toHaveCount(marked);
  // Which facts, an open row says.
  await allCandidates(page);
  await page.getByLabel(text.table_filter).fill("RTX 3090");
  await opener(rows.first()).click();
  await expect(page.locator(".detail").getByText(pattern(text.facts_unsure))).toContainText(text.own_bandwidth);
  // Models, too, where they are looked for.
  await model.fill("a");
  await expect(finds("model").first()).toBeVisible();
});

test("a price that stands in no list says so, in the answer and in its row", async ({ page }) => {
  // Three years at AWS in Europe are computed from what it asks elsewhere.
  await open(page, "./#v=2&basis=3y&sellers=aws&area=europe");
  const { amounts, rows } = partsOf(page);
  const of = (place) => place.getByText(text.computed, { exact: true }).first();
  await expect(of(amounts)).toHaveAttribute("title", text.computed_hint);
  await expect(page.locator("main")).toContainText(text.bill_each_computed.replace("{each}", "").trim());
  await expect(of(rows.filter({ hasText: text.table_recommended }))).toHaveAttribute("title", text.computed_hint);
});

test("own prices decide, and travel in the link", async ({ page }) => {
  await open(page);
  const { headline, choice, finds, text, rows, opener } = partsOf(page);
  await page.getByText(text.prices_more, { exact: true }).click();
  const add = choice("prices_add");
  await add.fill("mi300x");
  await finds("prices_add").first().click();
  const price = page.getByRole("textbox", { name: /MI300X/ });
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await price.fill("0.01");
  await expect(headline).toContainText("MI300X");
  await opener(rows.first()).click();
  await expect(page.getByText("Your own price: $0.01 per accelerator and hour.")).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/price\.[\w-]*mi300x[\w-]*=0\.01/);
  await page.reload();
  await expect(headline).toContainText("MI300X");
});

test("an own accelerator is sized like any other", async ({ page }) => {
  await open(page);
  const { headline, field, text, rows } = partsOf(page);
  await page.getByText(text.own_more, { exact: true }).click();
  await page.getByRole("button", { name: text.own_add }).click();
  await page.getByLabel(text.table_filter).fill(text.own_default_name);
  await expect(rows.filter({ hasText: text.own_default_name })).toHaveCount(1);
  await page.getByLabel(text.table_filter).fill("");
  await field("own_name").fill("Unobtainium 9000");
  await field("own_memory").fill("500");
  await field("own_bandwidth").fill("20000");
  await field("own_compute").fill("5000");
  await field("own_price").fill("0.5");
  await expect(headline).toContainText("Unobtainium 9000");
  // The address follows a moment later: the last that was typed is the price.
  await expect.poll(() => new URL(page.url()).hash).toMatch(/(?=.*Unobtainium%209000)(?=.*=0\.5(&|$))/);
  await page.reload();
  await expect(headline).toContainText("Unobtainium 9000");
});

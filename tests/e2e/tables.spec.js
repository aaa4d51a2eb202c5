// The table of candidates: sorted, filtered, opened; uncertain rows are marked.
import { expect, expectSane, open, partsOf, pattern, test, words } from "./page.js";

const text = words.en;

const COLUMNS = [
  ["col_accelerator", "ascending"],
  ["col_count", "ascending"],
  ["col_split", "ascending"],
  ["col_memory", "ascending"],
  ["col_ttft", "ascending"],
  ["col_tpot", "ascending"],
  ["col_capacity", "descending"],
  ["col_per_hour", "ascending"],
  ["col_per_million", "ascending"],
  ["col_score", "descending"],
];

// A cell as a number: time in seconds, `2 × 4` as 8; null where it is empty.
function numberIn(cell) {
  const text = cell.replace(/[,$%]/g, "").replace(/\u00a0/g, " ").trim();
  if (!text) return null;
  const product = text.match(/^(\d+) × (\d+)$/);
  if (product) return product[1] * product[2];
  const [, value, unit] = text.match(/^([\d.]+) ?(\w*)$/);
  return Number(value) * ({ ms: 1e-3, K: 1e3, M: 1e6 }[unit] ?? 1);
}

test("each heading sorts both ways and says so", async ({ page }) => {
  await open(page);
  const { table, rows, text } = partsOf(page);
  const all = (await rows.allInnerTexts()).length;
  for (const [column, [key, first]] of COLUMNS.entries()) {
    const heading = table.getByRole("columnheader").nth(column);
    await expect(heading.getByRole("button")).toContainText(text[key]);
    const other = first === "ascending" ? "descending" : "ascending";
    for (const direction of [first, other]) {
      await heading.getByRole("button").click();
      await expect(heading).toHaveAttribute("aria-sort", direction);
      await expect(table.locator("th[aria-sort]")).toHaveCount(1);
      const cells = await rows.evaluateAll(
        (rows, column) => rows.map((row) => row.children[column].querySelector("button")?.innerText ?? row.children[column].innerText),
        column,
      );
      expect(cells.length).toBe(all);
      const values = cells.map((cell) => (["col_accelerator", "col_split"].includes(key) ? cell.toLowerCase() : numberIn(cell)));
      const known = values.filter((value) => value !== null && value !== "");
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

test("rows stand by the least bill, one that stands lower says what its doubts weigh, and one that misses the SLA by how much", async ({ page }) => {
  await open(page);
  const { table, rows, opener } = partsOf(page);
  await expect(table.getByRole("columnheader").last()).toHaveAttribute("aria-sort", "ascending");
  const judged = await rows.evaluateAll(
    (rows, unverified) =>
      rows.map((row) => {
        const marks = [...row.querySelectorAll(".doubt")].filter((mark) => mark.title !== unverified);
        return { price: row.children[7].innerText, verdict: row.lastElementChild.innerText, hints: marks.map((mark) => mark.title) };
      }),
    text.unverified_hint,
  );
  expect(judged.length).toBeGreaterThan(30);
  for (const { verdict } of judged) {
    expect(verdict).toMatch(/OK, .*to spare|[\d.,]+\s(ms|s) too slow|needs [\d.,]+\s(GB|GiB) more|needs a node|does not run|cannot compute|evenly|layers|cannot be split|too little is known/);
  }
  const meets = judged.map(({ verdict }) => verdict.includes("to spare"));
  // There are some of both.
  expect(new Set(meets).size).toBe(2);
  expect(meets).toEqual(meets.toSorted((a, b) => b - a));
  // A row that does not keep the SLA stands by how far it misses it: its doubts weigh nothing.
  expect(judged.filter(({ hints }, at) => hints.length > 0 && !meets[at])).toEqual([]);
  const priced = judged.filter(({ price }, at) => meets[at] && price).map(({ price, hints }) => {
    // Every mark of a row says the same: all of its doubts together.
    expect(new Set(hints).size).toBeLessThanOrEqual(1);
    const { times, last } = weightIn(hints[0] ?? "");
    expect(times > 1 || last).toBe(hints.length > 0);
    return { bill: numberIn(price), weighed: numberIn(price) * times, last };
  });
  const doubted = priced.findIndex(({ weighed, bill }) => weighed > bill);
  expect(doubted).toBeGreaterThan(-1);
  for (const [at, row] of priced.slice(1).entries()) {
    const above = priced[at];
    expect(row.last || !above.last).toBe(true);
    // Bills are shown to the cent.
    if (row.last === above.last) expect(row.weighed).toBeGreaterThan(above.weighed - 0.03);
  }
  // Who has no pointer opens the row.
  await opener(rows.nth(doubted)).click();
  await expect(page.locator(".detail").getByText(pattern(text.doubt_weighs))).toBeVisible();
});

test("found by letters in any order, and only those that meet the SLA", async ({ page }) => {
  await open(page);
  const { candidates, rows, text } = partsOf(page);
  const status = candidates.getByRole("status");
  const [meeting, total] = (await status.innerText()).match(/\d+/g).map(Number);
  await expect(rows).toHaveCount(total);

  const only = page.getByRole("checkbox", { name: text.table_meeting_only });
  await only.check();
  await expect(rows).toHaveCount(meeting);
  expect(meeting).toBeGreaterThan(0);
  for (const row of await rows.allInnerTexts()) expect(row).toContain("to spare");
  await only.uncheck();

  const filter = page.getByRole("searchbox", { name: text.table_filter });
  await filter.fill("sxm h100");
  // Rows that are left have both words, and there are some.
  const found = await rows.getByRole("rowheader").allInnerTexts();
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(total);
  for (const name of found) expect(name).toMatch(/H100.*SXM/);
  await filter.fill("<script>");
  await expect(rows).toHaveCount(0);
  await expect(candidates.getByText(text.table_empty)).toBeVisible();
  await filter.fill("");
  await expect(rows).toHaveCount(total);

  // Both are kept while the question changes.
  await only.check();
  await partsOf(page).field("load_rate").fill("20");
  await expect(status).not.toHaveText("");
  await expect(only).toBeChecked();
});

test("a row opens its price and its other sizes, and everything else follows", async ({ page }) => {
  await open(page);
  const { rows, opener, memory, charts, text, candidates } = partsOf(page);
  const heading = memory.getByRole("heading");
  const recommended = await heading.innerText();
  const other = rows.filter({ hasText: "to spare" }).nth(1);
  const name = await opener(other).innerText();
  await opener(other).click();
  await expect(opener(other)).toHaveAttribute("aria-expanded", "true");
  await expect(candidates.getByText(/per accelerator and hour|No price is known/)).toBeVisible();
  await expect(candidates.getByRole("table", { name: text.table_alternatives })).toBeVisible();
  await expect(heading).toContainText(name);
  await expect(charts[3]).toHaveAttribute("aria-label", new RegExp(name.replace(/[()]/g, ".")));
  await expect.poll(() => new URL(page.url()).hash).toContain("pick=");
  await page.reload();
  await expect(heading).toContainText(name);
  await page.getByRole("button", { name: text.show_recommended }).click();
  await expect(heading).toHaveText(recommended);
});

test("what has no second source is marked, with what that means", async ({ page }) => {
  await open(page);
  const { rows, opener, headline, model, finds } = partsOf(page);
  const marks = rows.getByText(text.unverified, { exact: true });
  expect(await marks.count()).toBeGreaterThan(0);
  expect(await marks.count()).toBeLessThan(await rows.count());
  for (const mark of await marks.all()) await expect(mark).toHaveAttribute("title", text.unverified_hint);
  // The recommendation may be among them: then the verdict says so, too.
  const recommended = rows.filter({ hasText: text.table_recommended });
  await expect(recommended).toHaveCount(1);
  const marked = await recommended.getByText(text.unverified, { exact: true }).count();
  await expect(headline.getByText(text.unverified, { exact: true })).toHaveCount(marked);
  // Which facts, an open row says.
  await page.getByLabel(text.table_filter).fill("RTX 3090");
  await opener(rows.first()).click();
  await expect(page.locator(".detail").getByText(pattern(text.facts_unsure))).toContainText(text.own_bandwidth);
  // Models, too, where they are looked for.
  await model.fill("a");
  await expect(finds("model").first()).toBeVisible();
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
  await expect(rows.filter({ hasText: text.own_default_name })).toHaveCount(1);
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

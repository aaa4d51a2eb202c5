// The walk of a new user, from a fresh page to a printed answer in another language.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, expectSane, open, partsOf, settings, shared, started, test } from "./page.js";

// Another question, so that everything below must really be typed.
const ELSEWHERE = "#v=2&model=7B&weights=bf16&kv=bf16&users=3&in=500&out=100&ttft=4s&tpot=90ms";

test("a fresh page answers completely", async ({ page }) => {
  await open(page);
  const { answer, beside, headline, amounts, text, memory, rows, charts } = partsOf(page);
  await expect(headline).toContainText(/^\d+ × .+ for 10 requests\/s: targets met, \d+% sure\.$/);
  await expect(amounts).toContainText(/\$[\d.,]+\/h\s+\$[\d.,]+\/month/);
  await expect(answer.getByRole("meter")).toHaveCount(2);
  for (const key of ["figure_million", "figure_throughput", "figure_at_once"]) {
    await expect(beside.getByRole("term").filter({ hasText: text[key] })).toBeVisible();
  }
  await expect(beside.getByRole("button", { name: text.runner_up })).toBeVisible();
  await expect(memory).toBeVisible();
  await expect.poll(() => rows.count()).toBe(12);
  for (const chart of charts) await expect(chart).toBeVisible();
  // The address of a page with nothing changed stays bare.
  expect(new URL(page.url()).hash).toBe("");
  await expectSane(page);
});

async function ask(page) {
  const { field, choice, model, finds } = partsOf(page);
  await model.click();
  await page.keyboard.type("llama-3.3-70");
  await finds("model").filter({ hasText: "Llama 3.3 70B" }).first().click();
  await choice("weights").selectOption("fp8");
  await choice("kv_cache").selectOption("fp8");
  await choice("counted_in").first().selectOption({ label: "requests/s" });
  for (const [key, value] of [
    ["load_rate", "10"],
    ["input_tokens", "2000"],
    ["output_tokens", "300"],
    ["ttft", "1"],
    ["tpot", "40"],
  ]) {
    await field(key).selectText();
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Tab");
}

test("asked for Llama 3.3 70B, it recommends, explains, speaks Japanese, is shared and printed", async ({
  page,
  context,
  browser,
}, info) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, `./${ELSEWHERE}`);
  await ask(page);
  const { answer, headline, text, memory, table, rows, charts } = partsOf(page);

  await test.step("it recommends", async () => {
    await expect(headline).toContainText(/^\d+ × .+ for 10 requests\/s: targets met/);
    await expect(answer).toContainText(/\d+ replicas? of \d+ × .+, \d+% to spare\./);
    // All of it is a link's default, so the link says nothing else.
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^(#v=2)?$/);
  });

  await test.step("memory, as a bar and as a table", async () => {
    await memory.getByText(text.as_table).click();
    const twin = memory.getByRole("table");
    for (const part of ["part_weights", "part_kv_cache", "part_activations", "part_runtime", "part_room", "engine_limit", "capacity"]) {
      const row = twin.getByRole("row").filter({ has: page.getByRole("rowheader", { name: text[part], exact: true }) });
      await expect(row.getByRole("cell").first()).toHaveText(/^[\d.,]+\sGiB$/);
    }
    // What the cache may take is free, and the engine's limit is of several parts.
    const parts = twin.getByRole("row").filter({ hasNotText: text.part_room }).filter({ hasNotText: text.engine_limit });
    const shares = await parts.locator("td:last-child").allTextContents();
    const percent = shares.map((share) => Number.parseFloat(share));
    const whole = percent.pop();
    expect(whole).toBe(100);
    expect(Math.abs(percent.reduce((sum, share) => sum + share, 0) - whole)).toBeLessThanOrEqual(3);
  });

  await test.step("the candidates", async () => {
    await expect(table.getByRole("columnheader")).toHaveCount(9);
    await expect(rows.filter({ hasText: text.table_recommended })).toHaveCount(1);
  });

  await test.step("three charts, each with its table", async () => {
    for (const chart of charts) {
      await expect(chart.locator("svg").first()).toBeVisible();
      await chart.getByText(text.as_table, { exact: true }).click();
      await expect(chart.getByRole("table")).toBeVisible();
      expect(await chart.getByRole("row").count()).toBeGreaterThan(2);
    }
  });

  await test.step("why", async () => {
    // Any figure of the verdict opens its formula, with this scenario's numbers.
    const hour = answer.getByRole("button", { name: /^\$[\d.,]+\/h$/ });
    await hour.click();
    const formula = page.getByRole("region", { name: text.why_title }).locator("details[open]");
    await expect(formula).toContainText(text.why_cost_per_hour);
    await expect(formula.locator("summary")).toBeFocused();
    // What is reached first, in a sentence.
    await expect(page.getByRole("region", { name: text.why_title }).locator(".limits")).toContainText(text.limit_compute);
    await expect(formula.getByRole("table")).toContainText(text.sym_price);
    await expect(formula.getByRole("table")).toContainText(text.sym_machines);
    await expect(formula.getByRole("table")).toContainText(text.sym_machine);
    await expect(formula.getByRole("cell").filter({ hasText: /^$/ })).toHaveCount(0);
    await expectSane(page);
  });

  await test.step("Japanese and dark", async () => {
    await partsOf(page).language.selectOption("ja");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    const theme = page.getByRole("button", { name: /配色|テーマ|色/ });
    await theme.click();
    await theme.click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  const ja = partsOf(page, "ja");
  const shown = { headline: await ja.headline.innerText(), settings: await settings(page) };

  await test.step("the link, opened by somebody else", async () => {
    await shared(page, "share_link", "ja");
    await expect(page.getByText(ja.text.share_copied).first()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#v=2&lang=ja&theme=dark$/);
    const other = await browser.newContext({ locale: "uk-UA", colorScheme: "light" });
    const second = await other.newPage();
    await second.goto(link);
    await started(second);
    await expect(second.locator("html")).toHaveAttribute("lang", "ja");
    await expect(second.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(partsOf(second, "ja").headline).toHaveText(shown.headline, { useInnerText: true });
    expect(await settings(second)).toEqual(shown.settings);
    await other.close();
  });

  await test.step("printed", async () => {
    const pdf = await page.pdf({ format: "A4", printBackground: true });
    await info.attach("answer.pdf", { body: pdf, contentType: "application/pdf" });
    const raw = pdf.toString("latin1");
    const pages = raw.match(/\/Type\s*\/Page\b/g).length;
    expect(pages).toBeGreaterThanOrEqual(1);
    expect(pages).toBeLessThanOrEqual(12);
    // Text is text and charts are vectors.
    expect(raw).toMatch(/\/Type\s*\/Font\b/);
    expect(raw).not.toMatch(/\/Subtype\s*\/Image\b/);
    expect(pdf.length).toBeLessThan(3_000_000);
    printedText(pdf, info, (text) => expect(text).toMatch(/H100|H200|B200|MI3\d\d|L40S/));
  });
});

// Where poppler is installed, the words of the PDF are read as well.
function printedText(pdf, info, check) {
  const path = info.outputPath("answer.pdf");
  writeFileSync(path, pdf);
  let text;
  try {
    text = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
  } catch (error) {
    info.annotations.push({ type: "not read", description: `pdftotext: ${error.code}` });
    return;
  }
  check(text);
}

// "How accurate is this?": opened from the calculator, computed on the page, true to
// the published records, usable by everybody.
import { readFileSync } from "node:fs";
import { allTexts, eachLook, expect, expectSane, judge, open, pattern, started, test, WIDTH_LOOKS, words } from "./page.js";

const FILE = new URL("../../catalog/data/measured/latency.csv", import.meta.url);

// The published records by their name, read without the product's own code.
function records() {
  const [heading, ...lines] = readFileSync(FILE, "utf8").trim().split("\n");
  const names = heading.split(",");
  const all = lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at], cell])));
  return new Map(all.map((record) => [record.id, record]));
}

function partsOf(page, language = "en") {
  const text = words[language];
  const choice = (key) => page.getByRole("combobox", { name: text[key], exact: true });
  return {
    text,
    choice,
    errors: page.getByRole("status").filter({ hasText: pattern(text.accuracy_errors) }),
    plot: page.getByRole("slider"),
    dots: page.locator(".marks circle.dot"),
  };
}

// Opens the page and waits until everything is estimated.
async function opened(page, address = "./accuracy/") {
  await open(page, address);
  const parts = partsOf(page, await page.locator("html").evaluate((root) => root.lang.slice(0, 2)));
  await expect(parts.errors).toBeVisible({ timeout: 60_000 });
  return parts;
}

// The table twin: its cells, row by row.
async function twin(page, text) {
  await page.getByText(text.as_table, { exact: true }).click();
  await expect(page.locator(".chart tbody tr").first()).toBeVisible();
  return page
    .locator(".chart tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

const count = (said) => Number(/[\d,]+/.exec(said)[0].replace(",", ""));

test("it opens from the calculator and leads back to the same question", async ({ page }) => {
  await open(page, "./#v=2&in=3000");
  await page.getByRole("main").getByRole("link", { name: words.en.accuracy_title }).click();
  await page.waitForURL(/accuracy\/#v=2&in=3000/);
  await started(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.en.accuracy_title);
  await page.getByRole("link", { name: words.en.accuracy_back }).click();
  await page.waitForURL(/\/#v=2&in=3000/);
  await started(page);
});

test("a badge of the answer leads to what backs it, one of an old price to the ages of all prices", async ({ page }) => {
  // The only price of it in the catalogue there is of April 2025.
  await open(page, "./#v=2&model=Qwen/Qwen3-8B&weights=fp8&rate=1&in=500&out=100&gpus=nvidia-l4&sellers=aws&area=europe&ttft=none&tpot=none");
  const badges = page.getByRole("region", { name: words.en.beside_title, exact: true }).locator(".badges").getByRole("link");
  await expect(badges.first()).toHaveAccessibleName(pattern(words.en.badge_estimates));
  await expect(badges.first()).toHaveAttribute("href", /accuracy\/#v=2&.*nvidia-l4/);
  await badges.getByText(words.en.badge_old, { exact: true }).click();
  await page.waitForURL(/accuracy\//);
  await started(page);
  const card = page.locator("section", { has: page.getByRole("heading", { name: words.en.ages_title, exact: true }) });
  await expect(card).toBeFocused();
  await expect(card.getByRole("heading")).toBeInViewport();
  // The way here is no part of the question.
  await expect(page).toHaveURL(/\/accuracy\/#v=2&.*nvidia-l4/);
  await expect(page).not.toHaveURL(/see=/);
});

test("the ages of prices are counted, in all and by seller", async ({ page }) => {
  await opened(page);
  const card = page.locator("section", { has: page.getByRole("heading", { name: words.en.ages_title, exact: true }) });
  const facts = await card.getByRole("listitem").allInnerTexts();
  const [all, , , marked, expired] = facts.map((fact) => Number(fact.replaceAll(",", "").match(/\d+$/)?.[0]));
  expect(all).toBeGreaterThan(300);
  expect(marked).toBeGreaterThanOrEqual(expired);
  const rows = await card.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const sum = (column) => rows.reduce((sum, cells) => sum + Number(cells[column].replaceAll(",", "")), 0);
  expect([sum(1), sum(2), sum(3)]).toEqual([all, marked, expired]);
  // Days as the language writes them.
  expect(facts[2]).toMatch(/^Newest: \w+ \d+, \d{4}$/);
  const german = await opened(page, "./accuracy/#v=2&lang=de");
  await expect(page.getByRole("listitem").filter({ hasText: pattern(german.text.ages_newest) })).toHaveText(/\d+\. \S+ \d{4}$/);
});

test("a point that is picked is marked in the table, by the record it is of", async ({ page }) => {
  const { plot } = await opened(page);
  await plot.focus();
  await page.keyboard.press("End");
  const said = await plot.getAttribute("aria-valuetext");
  const row = page.locator(".chart tr[aria-current=true]");
  await expect(row).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(row).toBeVisible();
  const inside = (row) => {
    const [own, box] = [row, row.closest(".scroll")].map((part) => part.getBoundingClientRect());
    return own.top >= box.top && own.bottom <= box.bottom;
  };
  await expect.poll(() => row.evaluate(inside)).toBe(true);
  expect(said).toContain(await row.locator("td").last().innerText());
  // The values are still read where one is.
  await expect(plot).toBeFocused();
});

test("everything that was measured is in a table, memory and training included, on a page that ends as every page does", async ({ page }) => {
  const { text } = await opened(page);
  const [, ...held] = readFileSync(new URL("held.csv", FILE), "utf8").trim().split("\n");
  const card = page.locator("section", { has: page.getByRole("heading", { name: words.en.held_title }) });
  const rows = await card.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  expect(rows).toHaveLength(held.length);
  const figures = held.map((line) => line.split(",").slice(-3).map(Number));
  for (const [index, [, ...shown]] of rows.entries()) {
    const digits = shown.map((cell) => Number.parseFloat(cell.replace(",", "")));
    for (const [at, value] of digits.entries()) expect(Math.abs(value - figures[index][at])).toBeLessThanOrEqual(0.5);
  }
  const names = rows.map(([name]) => name);
  expect(names).toContain(words.en.held_dense);
  expect(names).toContain(words.en.held_weights);
  // Privacy, releases, words and keys explained.
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText(text.footer_privacy);
  await expect(foot.getByRole("link", { name: text.releases, exact: true })).toHaveAttribute("href", "../releases/");
  for (const [button, title] of [["glossary", "glossary_title"], ["shortcuts", "keys_title"]]) {
    await foot.getByRole("button", { name: text[button], exact: true }).click();
    await expect(page.getByRole("dialog", { name: text.room[title], exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

// Errors in the words are those of the table's rows.
function expectErrors(said, rows) {
  const number = (cell) => Number(cell.replaceAll(",", ""));
  const off = rows.map((cells) => Math.abs(number(cells[4]) / number(cells[3]) - 1)).sort((a, b) => a - b);
  const at = (share) => off[Math.round(share * (off.length - 1))] * 100;
  const [, median, most] = /within (\d+)%.*within (\d+)%/.exec(said);
  // The table rounds to three figures, the words to whole percents.
  expect(Math.abs(Number(median) - at(0.5))).toBeLessThan(1);
  expect(Math.abs(Number(most) - at(0.9))).toBeLessThan(1.5);
  return Number(median);
}

test("every record is drawn as published, its errors in words are the table's, and filters narrow it", async ({ page }) => {
  test.slow();
  const { text, errors, dots, choice } = await opened(page);
  const published = records();
  const table = page.getByText(text.as_table, { exact: true });
  await test.step("every record", async () => {
    for (const [quantity, column] of [["ttft", "ttft_ms"], ["tpot", "tpot_ms"]]) {
      await choice("accuracy_quantity").selectOption(quantity);
      const measured = [...published.values()].filter((record) => record[column] !== "");
      expect(count(await errors.innerText())).toBe(measured.length);
      await expect(dots).toHaveCount(measured.length);
      const rows = await twin(page, text);
      expect(rows.length).toBe(measured.length);
      for (const cells of rows) {
        const record = published.get(cells.at(-1));
        const shown = Number(cells[3].replaceAll(",", ""));
        expect(Math.abs(shown / Number(record[column]) - 1), record.id).toBeLessThan(0.006);
      }
      await table.click();
    }
  });
  await test.step("the errors in words", async () => {
    await choice("model").selectOption("meta-llama/Llama-3.1-70B");
    const median = expectErrors(await errors.innerText(), await twin(page, text));
    expect(median).toBeLessThan(12);
    await table.click();
    await choice("model").selectOption("");
  });
  await test.step("filters, together", async () => {
    const all = await dots.count();
    await choice("engine").selectOption("sglang");
    const one = await dots.count();
    expect(one).toBeLessThan(all);
    await choice("col_accelerator").selectOption({ label: "B200 SXM" });
    const both = await dots.count();
    expect(both).toBeLessThan(one);
    expect(both).toBeGreaterThan(0);
    expect(count(await errors.innerText())).toBe(both);
    await choice("engine").selectOption("");
    await choice("col_accelerator").selectOption("");
    await choice("accuracy_rows").selectOption("kept");
    await expect(page.locator(".marks circle.dot.hollow")).toHaveCount(0);
    expect(await dots.count()).toBeLessThan(all);
  });
});

test("a point says what it is, by pointer and by keyboard", async ({ page }) => {
  const { plot, text, dots } = await opened(page);
  await dots.nth(500).scrollIntoViewIfNeeded();
  const at = await dots.nth(500).boundingBox();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await expect(page.locator(".plot")).toContainText(text.accuracy_configuration);
  await page.mouse.move(0, 0);
  await plot.focus();
  await page.keyboard.press("End");
  const said = await plot.getAttribute("aria-valuetext");
  for (const key of ["accuracy_measured", "accuracy_estimated", "accuracy_configuration", "accuracy_load"]) {
    expect(said).toContain(text[key]);
  }
});

for (const { width, looks } of WIDTH_LOOKS) {
  const [{ language: first, theme }] = looks;
  test(`it is whole in ${looks.map(({ language }) => language)} at ${width} px, and axe finds nothing`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await opened(page, `./accuracy/#v=2&lang=${first}&theme=${theme}`);
    await eachLook(page, looks, async (language) => {
      await expectSane(page);
      if (language !== "en") {
        const english = Object.entries(words.en).filter(([key]) => key.startsWith("accuracy_"));
        const texts = await allTexts(page);
        const left = english.filter(([key, value]) => texts.includes(value) && words[language][key] !== value);
        expect(left).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
    });
  });
}

test("what was measured nearest to the answer follows the question", async ({ page }) => {
  const near = page.locator("section", { has: page.getByRole("heading", { name: words.en.accuracy_near }) });
  const rows = near.locator("tbody tr");
  // A configuration that was measured as it stands.
  const asked = "#v=2&model=meta-llama/Llama-3.1-70B&weights=fp8&users=32&in=8192&out=1024&gpus=nvidia-h100-sxm-80gb";
  await opened(page, `./accuracy/${asked}`);
  await expect(near.getByText("meta-llama/Llama-3.1-70B, ")).toBeVisible();
  await expect(rows).toHaveCount(6);
  for (const row of await rows.all()) await expect(row).toContainText("Llama-3.1-70B");
  await expect(rows.first()).toContainText("H100");
  await opened(page, "./accuracy/#v=2&model=deepseek-ai/DeepSeek-V3&gpus=nvidia-b200-sxm");
  await expect(rows.first()).toContainText(/DeepSeek-(V3|R1)/);
  await expect(rows.first()).toContainText("B200");
});

test("a question that cannot be answered leaves the rest as it is", async ({ page }) => {
  const { dots } = await opened(page, "./accuracy/#v=2&model=nobody/knows&in=-5&<img src=x>");
  expect(await dots.count()).toBeGreaterThan(1000);
  await expectSane(page);
});

test("where the measurements cannot be had, the page says so", async ({ page }) => {
  await page.route(/\/read-\w+\.wasm/, (route) => route.abort());
  await page.goto("./accuracy/");
  await expect(page.locator(".boot-banner")).toBeVisible();
  await expect(page.locator(".boot-banner")).toContainText("could not be loaded");
  page.watched.problems.length = 0;
});

test("the language changes on the page, and is kept, whatever the link said", async ({ page }) => {
  await opened(page, "./accuracy/#v=2&in=3000&lang=uk");
  await page.getByRole("combobox", { name: words.uk.language, exact: true }).selectOption("de");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(words.de.accuracy_title);
  await page.reload();
  await started(page);
  await expect(heading).toHaveText(words.de.accuracy_title);
  await page.getByRole("link", { name: words.de.accuracy_back }).click();
  await page.waitForURL(/\/#v=2&in=3000&lang=de$/);
  await started(page);
  await expect(page.getByRole("textbox", { name: words.de.input_tokens, exact: true })).toHaveValue("3.000");
});

test("nothing is asked of another origin, and the calculator carries none of it", async ({ page }) => {
  await open(page);
  await page.waitForLoadState("networkidle");
  expect(page.watched.requests.filter((url) => url.includes("accuracy"))).toEqual([]);
  await opened(page);
  expect(page.watched.requests.some((url) => url.includes("/accuracy/assets/"))).toBe(true);
});

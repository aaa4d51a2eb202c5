// Workloads that share GPUs: the example, a workload more, isolation, limits, GPUs that are there,
// wrong fields, links, files; in German and by keyboard.
import { expect, expectSane, LANGUAGES, open, say, simulated, speak, taken, test, words } from "./page.js";

function partsOf(page, language = "en") {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  return {
    text,
    answer: page.locator("#answer"),
    headline: page.locator("#answer").getByRole("heading", { level: 2 }),
    stale: page.locator("#answer .stale-note"),
    workloads: page.locator(".workload"),
    head: (at) => page.locator(".workload-head").nth(at),
    field: (key) => page.getByRole("textbox", named(text[key])),
    choice: (key) => page.getByRole("combobox", named(text[key])),
    chip: (key) => page.getByRole("button", named(text[key])),
    card: (key) => page.locator("section", { has: page.getByRole("heading", named(text[key])) }),
    boards: page.locator(".board-grid figure"),
  };
}

async function opened(page, address = "./fleet/") {
  await open(page, address);
  const language = await page.locator("html").evaluate((root) => root.lang.slice(0, 2));
  const parts = partsOf(page, language);
  await expect(parts.headline).toBeVisible();
  return parts;
}

const fragment = (page) => new URL(page.url()).hash.slice(1);
const gpus = async (headline) => Number(/^(\d+)/.exec(await headline.textContent())?.[1]);

// A question of two, whose searches are short.
const TWO = `./fleet/#v=2&task=fleet${["Chat", "Search"]
  .map((name) => `&w=${name},none,,normal,${encodeURIComponent("v=2&model=Qwen/Qwen3-4B&weights=bf16&kv=bf16&rate=1&in=500&out=100&day=office&tpot=100ms&ttft=2s")}`)
  .join("")}&gpus=nvidia-a100-sxm-80gb,nvidia-l40s`;

test("the example answers: fewer GPUs than workloads, proven, with a day on each and the bill", async ({ page }) => {
  const { headline, workloads, boards, card, text } = await opened(page);
  await expect(headline).toContainText(text.pack_proven);
  await expect(workloads).toHaveCount(9);
  expect(await gpus(headline)).toBeLessThan(9);
  await expect(boards).not.toHaveCount(0);
  await expect(boards.first().locator(".marks .line.limit")).toHaveCount(1);
  await expect(card("pack_others").getByRole("row")).not.toHaveCount(0);
  await expect(card("pack_promises").getByRole("row").filter({ hasText: text.pack_all_kept })).toHaveCount(9);
  await expect(card("pack_bill").getByRole("row").last()).toContainText(text.pack_total);
  await expect(card("pack_bill")).toContainText(/\d{4}-\d\d-\d\d/);
  await expectSane(page);
});

test("the example's workloads are named in every language, but those that were typed", async ({ page }) => {
  const { head, field } = await opened(page);
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const [at, key] of ["pack_example_chat", "pack_example_code", "pack_example_search"].entries()) {
      await expect(head(at)).toContainText(words[language][key]);
    }
  }
  await speak(page, "en");
  await head(1).click();
  await field("pack_name").fill("Our code");
  await speak(page, "de");
  await expect(head(1)).toContainText("Our code");
  await expect(head(2)).toContainText(words.de.pack_example_search);
});

test("a workload more, and a greater load: another answer each time; undone, the one before", async ({ page }) => {
  const { headline, chip, field, head, workloads, text } = await opened(page, TWO);
  const before = await headline.textContent();
  await chip("pack_add").click();
  await expect(workloads).toHaveCount(3);
  await expect(field("pack_name")).toBeFocused();
  await field("pack_name").fill("Batch");
  await field("load_rate").fill("40");
  await simulated(page);
  await expect(headline).not.toHaveText(before);
  const more = await headline.textContent();
  await head(0).click();
  await field("load_rate").fill("60");
  await simulated(page);
  await expect(headline).not.toHaveText(more);
  await expect.poll(() => fragment(page)).toContain("rate%3D60");
  await chip("pack_remove").click();
  await simulated(page);
  await expect(workloads).toHaveCount(2);
  await page.getByRole("button", { name: text.undo, exact: true }).click();
  await simulated(page);
  await expect(workloads).toHaveCount(3);
});

test("isolation by hardware leaves instances and whole GPUs alone, and says who forbids the rest", async ({ page }) => {
  const { choice, head, boards, card, text } = await opened(page, TWO);
  await expect(boards.filter({ hasText: text.pack_mps })).not.toHaveCount(0);
  for (const at of [0, 1]) {
    await head(at).click();
    await choice("pack_isolation").selectOption("hardware");
    await head(at).click();
  }
  await simulated(page);
  await expect(boards.locator("h2").filter({ hasText: text.pack_mps })).toHaveCount(0);
  const rows = card("pack_others").getByRole("row");
  await expect(rows.filter({ hasText: say(text.pack_why_isolation, { count: 2 }) }).first()).toBeVisible();
});

test("GPUs that are there cost nothing; too few hold a part", async ({ page }) => {
  const { chip, headline, text, answer } = await opened(page, TWO);
  await chip("pack_have").click();
  await simulated(page);
  await expect(headline).toContainText(text.pack_proven);
  await expect(headline).not.toContainText("$");
  for (const name of ["L40S", "A100 SXM4 80GB"]) {
    await page.getByRole("textbox", { name, exact: true }).fill("0");
    await expect(page.locator(".problem:not(:empty):not([hidden])").first()).toBeVisible();
    await page.getByRole("textbox", { name, exact: true }).fill("1");
  }
  await page.getByRole("button", { name: say(text.remove, { name: "A100 SXM4 80GB" }), exact: true }).click();
  await simulated(page);
  await expect(answer).toBeVisible();
});

test("a limit says what fits and what a little more brings", async ({ page }) => {
  const { chip, headline, answer, text } = await opened(page);
  await chip("pack_gpus").click();
  await page.locator("#field-Within").fill("1");
  await simulated(page);
  await expect(headline).toContainText(/of 9 workloads fit/);
  await expect(answer).toContainText(text.pack_left.split("{")[0]);
  await expect(answer).toContainText(/GPUs paid for: 1 of 1/);
});

test("wrong fields are named beside them, and the last answer stays", async ({ page }) => {
  const { head, field, choice, headline, stale, answer, text } = await opened(page, TWO);
  const before = await headline.textContent();
  await head(0).click();
  await field("load_rate").fill("many");
  await expect(stale).toHaveText(text.stale);
  await expect(answer).toHaveClass(/stale/);
  await expect(headline).toHaveText(before);
  await field("load_rate").fill("1");
  await field("pack_name").fill("Search");
  await expect(page.locator("#field-Name-problem")).toHaveText(say(text.pack_twice, { name: "Search" }));
  await field("pack_name").fill("Chat");
  await choice("day_profile").selectOption("own");
  await field("pack_hours").fill("1 2 3");
  await expect(page.locator("#field-Day-problem")).toHaveText(text.pack_day_hours);
  await field("pack_hours").fill(Array(24).fill(0).join(" "));
  await expect(page.locator("#field-Day-problem")).toHaveText(text.pack_day_empty);
  await field("pack_hours").fill(Array(24).fill(50).join(" "));
  await expect(stale).toBeEmpty();
  await simulated(page);
  await expectSane(page);
});

test("an accelerator has a count and ways to share of its own, in the link too", async ({ page }) => {
  const { headline, boards, card, text } = await opened(page, `${TWO}&modes=mps`);
  await expect(boards.filter({ hasText: text.pack_mps })).not.toHaveCount(0);
  await page.getByText(text.pack_limits, { exact: true }).click();
  const of = (name) => page.getByRole("group", { name, exact: true });
  const most = of("L40S").getByRole("textbox", { name: text.pack_at_most });
  await most.fill("0");
  await expect(page.locator("#most-nvidia-l40s-problem")).not.toBeEmpty();
  await most.fill("1");
  await expect(page.locator("#most-nvidia-l40s-problem")).toBeEmpty();
  for (const name of ["L40S", "A100 SXM4 80GB"]) {
    await of(name).getByRole("button", { name: text.pack_mps, exact: true }).click();
  }
  await simulated(page);
  await expect(boards.filter({ hasText: text.pack_mps })).toHaveCount(0);
  await expect(card("pack_others").getByRole("row", { name: text.pack_no_counts })).toHaveCount(1);
  // The link has both restrictions, the second a moment later.
  await expect.poll(() => fragment(page)).toMatch(/limits=nvidia-l40s:1:mig\.[^&]*,nvidia-a100-sxm-80gb:/);
  const answer = await headline.textContent();
  await page.reload();
  await expect(headline).toHaveText(answer);
});

test("on a phone each row of a table is a card inside the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { card } = await opened(page, TWO);
  for (const key of ["pack_others", "pack_promises", "pack_bill"]) {
    const table = card(key).getByRole("table").first();
    await expect(table).toBeVisible();
    const wide = await table.evaluate((one) => one.getBoundingClientRect().right - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const title = table.locator("td").first();
    expect(await title.evaluate((one) => getComputedStyle(one, "::before").content)).toContain(await title.getAttribute("data-title"));
  }
});

test("a link leads back to the whole question, in German", async ({ page }) => {
  const { headline } = await opened(page, TWO);
  const before = await gpus(headline);
  const link = page.url();
  const german = await opened(page, `${link}&lang=de`);
  expect(await gpus(german.headline)).toBe(before);
  await expect(german.headline).toContainText(german.text.pack_proven);
  await german.head(0).click();
  await expect(german.field("load_rate")).toHaveValue("1");
  await german.field("load_rate").fill("1,5");
  await simulated(page);
  await expect.poll(() => fragment(page)).toContain("rate%3D1.5");
});

test("files read back", async ({ page }) => {
  const { text, boards } = await opened(page, TWO);
  const count = await boards.count();
  const saved = async (key) => {
    const { name, text } = await taken(page, key);
    expect(name).toMatch(/^rightsize-fleet-2-workloads\.(json|csv|md)$/);
    return text;
  };
  const json = JSON.parse(await saved("export_json"));
  expect([json.task, json.workloads.length]).toEqual(["fleet", 2]);
  expect(json.report.boards.length).toBeGreaterThanOrEqual(count);
  expect((await saved("export_csv")).split("\r\n")[0]).toMatch(/^workload,replica,state,gpu/);
  expect(await saved("export_markdown")).toContain("| workload | replica |");
});

test("a sizing is taken over from a link", async ({ page }) => {
  const { text, workloads } = await opened(page, TWO);
  await page.getByText(text.pack_take, { exact: true }).click();
  await page.locator("#field-Taken").fill("https://a.example/#v=2&model=Qwen/Qwen3-8B&weights=bf16&rate=2");
  await page.getByRole("button", { name: text.pack_take_link, exact: true }).click();
  await expect(workloads).toHaveCount(3);
  await simulated(page);
  await expect.poll(() => fragment(page)).toContain("Qwen3-8B");
});

test("a fleet is saved by name, stands beside the one on the page, and is opened again", async ({ page }) => {
  const { card, head, field, headline, text } = await opened(page, TWO);
  await simulated(page);
  const before = await headline.textContent();
  await page.getByRole("banner").getByRole("button", { name: new RegExp(`^${text.saved}`) }).click();
  const menu = page.getByRole("group", { name: text.saved, exact: true });
  await menu.getByRole("textbox").fill("Two small ones");
  await menu.getByRole("textbox").press("Enter");
  await expect(menu.getByRole("status")).toHaveText(say(text.saved_as, { name: "Two small ones" }));
  await page.keyboard.press("Escape");
  const compared = card("pack_compared");
  await compared.getByText(text.pack_compared_open, { exact: true }).click();
  const row = (name) => compared.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row("Two small ones")).toContainText(text.pack_proven);
  await expect(row("Two small ones").getByRole("cell").nth(4)).toHaveText("=");
  // What is pinned stays while the page goes on; the others are held against it.
  await compared.getByRole("button", { name: text.baseline_pin, exact: true }).click();
  await expect(row(text.pack_baseline)).toBeVisible();
  await head(0).click();
  await field("load_rate").fill("60");
  await simulated(page);
  await expect(headline).not.toHaveText(before);
  await expect(row(text.pack_here).getByRole("cell").nth(4)).toHaveText(/^[+−]\$/);
  await expect(row("Two small ones").getByRole("cell").nth(4)).toHaveText("=");
  await expectSane(page);
  await row("Two small ones").getByRole("link").click();
  await simulated(page);
  await expect(headline).toHaveText(before);
  // On another page it leads here, and is no column of the comparison of sizings.
  await open(page, "./compare/");
  await expect(page.locator("#saved-scenarios")).not.toContainText("Two small ones");
  await page.getByRole("banner").getByRole("button", { name: new RegExp(`^${text.saved}`) }).click();
  await page.getByRole("group", { name: text.saved, exact: true }).getByRole("link", { name: "Two small ones" }).click();
  await expect(page.locator("#answer").getByRole("heading", { level: 2 })).toHaveText(before);
});

test("packed as the device plugin can share, every workload has its manifest", async ({ page }) => {
  const { card, text } = await opened(page);
  await simulated(page);
  const cluster = card("cluster_heading");
  await cluster.getByText(text.cluster_open, { exact: true }).click();
  const unwritten = cluster.getByText(/^Not written: /);
  await expect(unwritten).not.toHaveCount(0);
  await cluster.getByRole("link", { name: text.cluster_left_again, exact: true }).click();
  await simulated(page);
  await expect.poll(() => fragment(page)).toContain("mps=equal");
  await expect(unwritten).toHaveCount(0);
  await expect(page.getByRole("button", { name: text.pack_equal, exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("a camera's network comes along from its own page, and shares", async ({ page }) => {
  const text = words.en;
  await open(page, "./vision/#v=2&task=vision&kind=images&cameras=4&gpus=nvidia-l4,nvidia-a100-sxm-80gb");
  await simulated(page);
  await page.getByRole("button", { name: text.vision_to_fleet, exact: true }).click();
  const { headline, workloads, head } = partsOf(page);
  await expect(headline).toContainText(text.pack_proven);
  await expect(workloads).toHaveCount(1);
  await expect(head(0)).toContainText(text.pack_figures);
  await head(0).click();
  await expect(page.locator(".workload-fields")).toContainText("L4: ");
  await expect(page.getByRole("link", { name: text.pack_in_vision, exact: true })).toHaveAttribute("href", /vision\/#v=2&task=vision/);
  // The two of the other fleet stand beside it.
  await page.getByText(text.pack_take, { exact: true }).click();
  await page.locator("#field-Taken").fill(`https://a.example/${TWO}`);
  await page.getByRole("button", { name: text.pack_take_link, exact: true }).click();
  await expect(workloads).toHaveCount(3);
  await simulated(page);
  await expect(headline).toContainText(text.pack_proven);
  await expectSane(page);
});

test("a model that reads images comes along with its tower, and shares", async ({ page }) => {
  const text = words.en;
  await open(page, "./vision/#v=2&task=vision&kind=prompts&rate=0.5&gpus=nvidia-h100-sxm-80gb,nvidia-a100-sxm-80gb");
  await simulated(page);
  await page.getByRole("button", { name: text.vision_to_fleet, exact: true }).click();
  const { headline, head } = partsOf(page);
  await expect(headline).toContainText(text.pack_proven);
  await expect(head(0)).toContainText(text.pack_figures);
  await head(0).click();
  await expect(page.locator(".workload-fields")).toContainText("H100 SXM5 80GB: ");
  await expectSane(page);
});

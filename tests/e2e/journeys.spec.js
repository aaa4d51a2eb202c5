// Walks of people with a task of their own, each as its user goes it from a fresh page, every click
// and every field counted: what they come to is at most half of what it once was.
import { readFileSync } from "node:fs";
import { expect, open, partsOf, pattern, simulated, started, test, whole, words } from "./page.js";

// The tabs of the result, as a first visit has them.
test.use({ whole: false });

// A hand that clicks, types and chooses, and counts what it does. A choice from a list is one, so is
// a field with its text.
function handOf(page) {
  const hand = {
    done: 0,
    click: async (target) => {
      hand.done += 1;
      await target.click();
    },
    type: async (field, text) => {
      hand.done += 1;
      await field.fill(text);
      await field.press("Tab");
    },
    press: async (key) => {
      hand.done += 1;
      await page.keyboard.press(key);
    },
    choose: async (list, option) => {
      hand.done += 1;
      await list.selectOption(option);
    },
    drop: async (file, content) => {
      hand.done += 1;
      await file.setInputFiles(content);
    },
    // A download, and what is in it.
    take: async (target) => {
      const [file] = await Promise.all([page.waitForEvent("download"), hand.click(target)]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    },
  };
  return hand;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });
const link = (page, name) => page.getByRole("link", { name, exact: true });
const summary = (page, name) => page.locator("summary", { hasText: name }).first();

// Finds a model by some letters: a field that is typed into, and the choice of a find.
async function find(page, hand, letters, language = "en") {
  const { model, finds } = partsOf(page, language);
  hand.done += 1;
  await model.click();
  await page.keyboard.type(letters);
  await hand.click(finds("model").filter({ hasText: letters }).first());
}

// 32 once: five pages, currency and discount on another one than the answer. Now an area brings its
// currency.
async function selling(page, hand, open, close) {
  const text = words.de;
  const { choice, field, headline, amounts, answer } = partsOf(page, "de");
  await open();
  await find(page, hand, "Qwen3 32B", "de");
  await hand.choose(choice("counted_in").first(), { label: text.people_with_access });
  await hand.type(field("load_people"), "2000");
  await hand.choose(choice("area"), "europe");
  await expect(choice("currency")).toHaveValue("EUR");
  await hand.click(summary(page, text.fleet_more));
  await hand.click(page.getByRole("group", { name: text.sellers, exact: true }).getByRole("button", { name: "AWS", exact: true }));
  await hand.type(page.locator("#discount-aws"), "12");
  await close?.();
  await simulated(page);
  await expect(headline).toContainText("2.000 Personen");
  await expect(amounts).toContainText("€");
  await expect(answer.locator(".bill")).toContainText("AWS");
  // The proposal, with servers of one's own as an option; as a PDF, and its link.
  await hand.click(button(page, text.share));
  await hand.click(link(page, text.share_proposal));
  await page.waitForURL(/proposal\//);
  await started(page);
  const paper = page.getByRole("region", { name: text.proposal_paper, exact: true });
  const options = paper.getByRole("table", { name: text.proposal_options, exact: true });
  await expect(options).toContainText("€", { timeout: 30_000 });
  // A phone says it before each amount.
  expect(await options.locator(`td[data-title="${text.way_owned}"]`).count()).toBeGreaterThan(0);
  await expect(paper).toContainText("2.000");
  await page.evaluate(() => { window.print = () => { window.printed = true; }; });
  await hand.click(button(page, text.proposal_print));
  expect(await page.evaluate(() => window.printed)).toBe(true);
  await hand.click(page.getByRole("main").getByRole("button", { name: text.share_link, exact: true }));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/off\.aws=0\.12/);
}

test("a seller: German, 2,000 employees, AWS in Europe, euros, 12 % off, a proposal and its link in 13 steps", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const hand = handOf(page);
  await selling(page, hand, () => hand.choose(page.locator("#language"), "de"));
  expect(hand.done).toBeLessThanOrEqual(13);
});

test("the same on a phone, in 16", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const hand = handOf(page);
  await selling(page, hand, async () => {
    await hand.click(page.locator(".icon-more"));
    await hand.choose(page.locator("#language"), "de");
    // Out of the way, as a tap beside it does.
    await hand.press("Escape");
    await hand.click(page.locator(".summary"));
    // The key by which a phone ends typing closes the sheet: no step of its own.
  }, () => page.keyboard.press("Enter"));
  expect(hand.done).toBeLessThanOrEqual(16);
});

test("an engineer of models: eight H200 that are there, 30 tokens/s, enough or not, and the command, in 9", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const text = words.en;
  const hand = handOf(page);
  const { choice, field } = partsOf(page);
  await hand.choose(choice("counted_in").nth(1), { label: text.tokens_per_second });
  await hand.type(field("speed_per_user"), "30");
  await hand.click(button(page, text.way_have));
  const accelerators = page.locator("#field-Fleet");
  hand.done += 1;
  await accelerators.click();
  await page.keyboard.type("H200");
  await hand.click(page.getByRole("listbox").getByRole("option").filter({ hasText: "H200 SXM" }).first());
  await hand.type(field("owned"), "8");
  await expect(page.locator(".within").getByRole("heading", { level: 2 })).toContainText("H200");
  await hand.click(button(page, text.tab_details));
  await whole(page);
  const start = page.locator("section", { has: page.getByRole("heading", { name: text.start_heading, exact: true }) });
  await hand.click(start.getByRole("button", { name: new RegExp(`^${text.launch_copy_short}`) }).first());
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/vllm serve .*--max-model-len/s);
  expect(hand.done).toBeLessThanOrEqual(9);
});

test("a beginner: five questions and an answer, in 12", async ({ page }) => {
  await open(page);
  const text = words.en;
  const hand = handOf(page);
  await hand.click(link(page, text.guide_link));
  await page.waitForURL(/guide\//);
  await started(page);
  for (let at = 0; at < 5; at++) {
    await hand.click(page.locator("input[type=radio]:visible").first());
    await hand.click(button(page, text.guide_next));
  }
  const shown = link(page, text.guide_open);
  await expect(shown).toBeVisible();
  await hand.click(shown);
  await started(page);
  await expect(partsOf(page).headline).toContainText(/ for /);
  expect(hand.done).toBeLessThanOrEqual(12);
});

test("an author of docs: the calculator in a page of their own, in 3", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&users=50");
  const text = words.en;
  const hand = handOf(page);
  await hand.click(button(page, text.share));
  await hand.click(button(page, text.embed));
  const code = page.getByRole("dialog").locator("code, pre, textarea").first();
  await expect(code).toHaveValue(/rightsize-calculator/);
  expect(hand.done).toBeLessThanOrEqual(3);
});

test("finance: three years of rent, of servers and of an API in euros, as a file, in 4", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&rate=4&area=europe");
  const text = words.en;
  const hand = handOf(page);
  await hand.choose(partsOf(page).choice("currency"), "EUR");
  await hand.click(link(page, text.mode_costs));
  await page.waitForURL(/costs\//);
  await started(page);
  await simulated(page);
  await expect(page.locator("#answer")).toContainText("€");
  await hand.click(button(page, text.share));
  const file = await hand.take(button(page, text.costs_csv));
  expect(file.name).toMatch(/^rightsize-qwen3-32b-4-per-s-costs\.csv$/);
  expect(hand.done).toBeLessThanOrEqual(4);
});

test("a fine-tuner: QLoRA of an 8B model within a day, the launch command, in 8", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const text = words.en;
  const hand = handOf(page);
  const { choice, field } = partsOf(page);
  await hand.click(link(page, text.mode_training));
  await page.waitForURL(/training\//);
  await started(page);
  await find(page, hand, "Llama 3.1 8B");
  await hand.choose(choice("method"), "qlora");
  await hand.choose(choice("deadline"), "within");
  await hand.type(field("deadline_days"), "1");
  const launch = page.locator("section", { has: page.getByRole("heading", { name: text.launch_heading, exact: true }) });
  await hand.click(launch.getByRole("button", { name: pattern(text.launch_copy) }).first());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/accelerate|torchrun|axolotl|unsloth/);
  expect(hand.done).toBeLessThanOrEqual(8);
});

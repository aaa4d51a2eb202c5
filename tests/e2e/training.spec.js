// Training and fine-tuning: the first answer, wrong fields, levers, links, files, in every
// language and usable by everybody.
import { readFileSync } from "node:fs";
import { allTexts, answerOf, eachLook, expect, expectSane, judge, open, openAll, pattern, say, simulated, started, taken, test, WIDTH_LOOKS, withSheet, words } from "./page.js";

// A search that takes long.
const COSTLY = "#v=2&task=training&model=deepseek-ai/DeepSeek-V3&stack=megatron&for=pretraining&tokens=14.8T&within=60d&precision=fp8-mixed";

const BILLION_LORA = "./training/#v=2&task=training&model=70B&method=lora&base=nf4-dq&within=none";

function partsOf(page, language = "en") {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  const card = (heading) =>
    page.locator("section", { has: page.getByRole("heading", { name: pattern(text[heading]) }) });
  return {
    text,
    answer: answerOf(page, text),
    headline: page.locator("#answer").getByRole("heading", { level: 2 }),
    stale: page.locator("#answer .stale-note"),
    field: (key) => page.getByRole("textbox", named(text[key])),
    choice: (key) => page.getByRole("combobox", named(text[key])),
    card,
    rows: page.locator(".candidates-table > tbody > tr:not(.detail-row)"),
    levers: card("train_levers_title").getByRole("listitem").getByRole("button"),
  };
}

async function opened(page, address = "./training/") {
  await open(page, address);
  const parts = partsOf(page, await page.locator("html").evaluate((root) => root.lang.slice(0, 2)));
  await expect(parts.headline).toBeVisible();
  return parts;
}

const fragment = (page) => new URL(page.url()).hash.slice(1);

test("a fresh page answers: how many of what, done when, at what cost; what does not run somewhere, by which software", async ({ page }) => {
  const { headline, text, rows, card } = await opened(page);
  await expect(headline).toContainText(/Train on \d[\d,]*\s×\s\S+/);
  await expect(headline).toContainText(/About .*, \$[\d.,]+ if you start now; done on \d{4}-\d\d-\d\d\./);
  await expect(page.locator(".figures > div")).toHaveCount(5);
  await expect(rows.first()).toContainText(text.table_recommended);
  expect(await rows.count()).toBeGreaterThan(20);
  await expect(card("step_heading").getByRole("row")).not.toHaveCount(0);
  // Its start among them.
  await expect(card("run_heading").getByRole("row")).toHaveCount(6);
  await expect(card("run_heading")).toContainText(text.run_start);
  await expect(page.locator("figure.chart .marks")).toHaveCount(3);
  await expect(rows.filter({ hasText: say(text.reason_engine, { engine: "torchtitan" }) })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: "Gaudi" }).filter({ hasText: "bf16" })).toHaveCount(0);
  await expectSane(page);
});

test("more to train on is another answer each time, of more accelerators or for more money", async ({ page }) => {
  const { field, headline } = await opened(page);
  const costs = [];
  for (const tokens of ["300M", "1B", "5B", "20B", "100B"]) {
    const before = await headline.textContent();
    await field("data_tokens").fill(tokens);
    await expect(headline).not.toHaveText(before);
    costs.push(Number(/\$([\d,.]+)/.exec(await headline.textContent())[1].replaceAll(",", "")));
    // The figure that tests/e2e/figures.mjs reports.
    expect(Number(await page.locator("html").getAttribute("data-answer-ms"))).toBeGreaterThan(0);
  }
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
});

test("of changes that follow each other, the last good one is answered, and the address holds it", async ({ page }) => {
  const { headline, stale } = await opened(page, `./training/${COSTLY}`);
  // A frame each: its search takes many.
  const type = (values) => page.evaluate(async (values) => {
    const input = document.getElementById("field-Tokens");
    for (const value of values) {
      input.value = value;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  }, values);
  const first = await headline.textContent();
  await type(["10T", "11T", "12T", "9T"]);
  await simulated(page);
  await expect(headline).not.toHaveText(first);
  await expect.poll(() => fragment(page)).toContain("tokens=9T");
  const second = await headline.textContent();
  // Unreadable text overtakes nothing.
  await type(["8T", "8Tx"]);
  await expect(stale).toBeVisible();
  await expect(headline).not.toHaveText(second);
  await expect.poll(() => fragment(page)).toContain("tokens=8T");
  await simulated(page);
  const last = await headline.textContent();
  await open(page, page.url());
  await expect(headline).toHaveText(last);
  await expect(stale).toBeHidden();
});

test("what is asked changes the answer: method, model, deadline", async ({ page }) => {
  const { headline, choice, field, card } = await opened(page);
  const full = await headline.textContent();
  await choice("method").selectOption("qlora");
  await expect(headline).not.toHaveText(full);
  await expect(page.locator(".memory .legend")).toBeVisible();
  await field("lora_rank").fill("64");
  await choice("deadline").selectOption("none");
  await expect(page.locator(".lead")).toContainText(words.en.train_no_deadline);
  await choice("deadline").selectOption("by");
  await expect(page.getByLabel(words.en.deadline_day, { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expect(card("memory_heading")).toBeVisible();
});

test("a model that reads little is trained on as much, and the next one on the usual again", async ({ page }) => {
  const { headline, choice, field, stale } = await opened(page);
  await openAll(page);
  for (const [name, sequence] of [["ViT-B/16 224", "197"], ["bert-base", "512"], ["Qwen/Qwen3-32B", "4,096"]]) {
    const before = await headline.textContent();
    await choice("model").fill(name);
    await expect(page.locator("[role=option]").first()).toBeVisible();
    await choice("model").press("Enter");
    await expect(field("sequence")).toHaveValue(sequence);
    await expect(headline).not.toHaveText(before);
    await expect(headline).toContainText("Train on");
    await expect(stale).toBeHidden();
  }
  await expectSane(page);
});

test("every change is undone and redone, by buttons and by keys", async ({ page }) => {
  const { text, choice, field, headline, stale } = await opened(page, "./training/#v=2&task=training&model=8B");
  const button = (key) => page.getByRole("button", { name: text[key], exact: true });
  await expect(button("undo")).toHaveAttribute("aria-disabled", "true");
  await expect(button("redo")).toHaveAttribute("aria-disabled", "true");
  const first = await headline.innerText();
  await choice("method").selectOption("lora");
  await expect(page).toHaveURL(/method=lora/);
  await field("epochs").fill("7");
  await field("epochs").press("Tab");
  await expect(page).toHaveURL(/epochs=7/);
  const last = await headline.innerText();
  // Unreadable text is undone first, and was no step.
  await field("epochs").fill("many");
  await field("epochs").press("Tab");
  await expect(stale).toBeVisible();
  await button("undo").click();
  await expect(stale).toBeHidden();
  await expect(field("epochs")).toHaveValue("7");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("status").filter({ hasText: text.undone })).toBeVisible();
  await expect(field("epochs")).not.toHaveValue("7");
  await expect(choice("method")).toHaveValue("lora");
  await button("undo").click();
  await expect(choice("method")).toHaveValue("full");
  await expect(headline).toHaveText(first, { useInnerText: true });
  await expect(button("undo")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Shift+Z");
  await expect(choice("method")).toHaveValue("lora");
  await button("redo").click();
  await expect(field("epochs")).toHaveValue("7");
  await expect(headline).toHaveText(last, { useInnerText: true });
  await expect(button("redo")).toHaveAttribute("aria-disabled", "true");
});

// The text typed, its field, the message, and the value offered instead.
const WRONG = [
  ["data_tokens", "0", "problem_too_small", "1"],
  ["data_tokens", "many", "problem_not_a_number", null],
  ["epochs", "", "problem_missing", null],
  ["sequence", "4097.5", "problem_not_whole", null],
  ["sequence", "200000", "problem_above_context", "131,072"],
  ["global_batch", "0", "problem_too_small", "1"],
  ["layout_tensor", "7", "problem_divide", "8"],
  ["layout_pipeline", "1000", "problem_above_layers", "32"],
  ["layout_expert", "8", "problem_no_experts", "1"],
  ["site_network", "fast", "problem_not_a_number", null],
];

const literal = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("what cannot be is explained beside its field, with the nearest that can, and the last answer stays", async ({ page }) => {
  test.slow();
  const { field, stale, headline, text } = await opened(page);
  await openAll(page);
  // The day it is done is another where the test runs over the end of one.
  const dated = /\d{4}-\d\d-\d\d/;
  const last = new RegExp((await headline.textContent()).split(dated).map(literal).join(dated.source));
  for (const [key, typed, said, offered] of WRONG) {
    await test.step(`${key} = "${typed}"`, async () => {
      const good = await field(key).inputValue();
      await field(key).fill(typed);
      await expect(field(key)).toHaveAttribute("aria-invalid", "true");
      const problem = page.locator(`#${await field(key).getAttribute("aria-describedby")}`);
      await expect(problem).toHaveText(pattern(text[said]));
      await expect(stale).toBeVisible();
      await expect(headline).toHaveText(last);
      await expectSane(page);
      if (offered) {
        await page.getByRole("button", { name: say(text.problem_take, { value: offered }), exact: true }).click();
        await expect(stale).toBeHidden();
        await expect(field(key)).toHaveValue(offered);
      }
      await field(key).fill(good);
      await expect(field(key)).not.toHaveAttribute("aria-invalid", "true");
      await expect(stale).toBeHidden();
      await expect(headline).toHaveText(last);
    });
  }
});

test("a rank above the model's width, and a batch that does not divide", async ({ page }) => {
  const { field, choice, text } = await opened(page);
  await choice("method").selectOption("lora");
  await field("lora_rank").fill("5000");
  await expect(page.locator("#field-Rank-problem")).toHaveText(pattern(text.problem_above_width));
  await page.getByRole("button", { name: say(text.problem_take, { value: "4,096" }) }).click();
  await openAll(page);
  await field("global_batch").fill("100");
  await field("layout_micro_batch").fill("3");
  await expect(page.locator("#field-GlobalBatch-problem")).toHaveText(pattern(text.problem_multiple));
});

test("six accelerators of whole copies train with the batch that is usual, and offer the nearest to another", async ({ page }) => {
  const { headline, field, stale, text } = await opened(page, "./training/#v=2&task=training&stack=hf&count=6");
  await expect(headline).toContainText(/, \$[\d.,]+ if/);
  await openAll(page);
  await field("global_batch").fill("64");
  await expect(page.locator("#field-GlobalBatch-problem")).toHaveText(pattern(text.problem_multiple));
  await expect(stale).toBeVisible();
  await page.getByRole("button", { name: say(text.problem_take, { value: "66" }), exact: true }).click();
  await expect(stale).toBeHidden();
  await expect(field("global_batch")).toHaveValue("66");
});

test("too little time, a day in the past, or too late, is an error beside the field, with the nearest that can be", async ({ page }) => {
  const { choice, field, text, stale } = await opened(page);
  await field("deadline_days").fill("0.0001");
  await expect(page.locator("#field-Deadline-problem")).toHaveText(pattern(text.problem_too_small));
  await page.getByRole("button", { name: pattern(text.problem_take) }).click();
  await expect(field("deadline_days")).toHaveValue("0.000694445");
  await expect(stale).toBeHidden();
  await choice("deadline").selectOption("by");
  const day = page.getByLabel(text.deadline_day, { exact: true });
  const problem = page.locator("#field-Deadline-problem:visible");
  const offer = page.getByRole("button", { name: pattern(text.problem_take) });
  const year = new Date().getFullYear();
  for (const [typed, said, least, most] of [
    ["2020-02-02", text.problem_past, year, year + 1],
    [`${year + 50}-02-02`, text.problem_too_large, year + 9, year + 10],
  ]) {
    await day.fill(typed);
    await expect(problem).toHaveText(pattern(said));
    await expect(stale).toBeVisible();
    const [taken] = /\d{4}-\d\d-\d\d/.exec(await offer.innerText());
    expect(Number(taken.slice(0, 4))).toBeGreaterThanOrEqual(least);
    expect(Number(taken.slice(0, 4))).toBeLessThanOrEqual(most);
    await offer.click();
    await expect(stale).toBeHidden();
    await expect(day).toHaveValue(taken);
  }
});

test("without a deadline nothing is late: what fits nowhere does not fit", async ({ page }) => {
  const { headline, text } = await opened(page, "./training/#v=2&task=training&model=1000B&gpus=nvidia-l4&most=2&within=none");
  await expect(headline).toHaveText(text.finding_nothing_fits);
  await expect(page.locator(".lead")).toHaveText(pattern(text.train_short));
  await expect(page.locator(".findings")).not.toContainText(text.train_none);
});

test("the page about accuracy leads back to the whole question, in another language, too", async ({ page }) => {
  const { headline, text } = await opened(page, BILLION_LORA);
  const said = await headline.textContent();
  await page.getByRole("main").getByRole("link", { name: text.accuracy_title, exact: true }).click();
  await page.waitForURL(/\/accuracy\/#.*task=training/);
  const back = (language) => page.getByRole("link", { name: words[language].accuracy_back, exact: true });
  await back("en").click();
  await page.waitForURL(/\/training\/#/);
  // The address is there before the place is.
  await expect(back("en")).toHaveCount(0);
  await expect(headline).toHaveText(said);
  await page.getByRole("main").getByRole("link", { name: text.accuracy_title, exact: true }).click();
  await expect(back("en")).toBeVisible();
  await page.getByRole("combobox", { name: text.language, exact: true }).selectOption("de");
  await back("de").click();
  await page.waitForURL(/\/training\/#.*base=nf4-dq.*lang=de/);
});

test("a job that nothing does in time says what comes nearest", async ({ page }) => {
  const { headline, text, rows } = await opened(page, "./training/#v=2&task=training&model=70B&for=pretraining&tokens=15T&within=1h");
  await expect(headline).toHaveText(text.train_none);
  await expect(page.locator(".lead")).toHaveText(pattern(text.train_nearest));
  await expect(rows.filter({ hasText: "late at the fastest" })).not.toHaveCount(0);
  await expectSane(page);
});

test("a lever changes the question, and can be undone", async ({ page }) => {
  const { levers, card, headline, text } = await opened(page, "./training/#v=2&task=training&tokens=2B");
  await expect(levers.first()).toBeVisible({ timeout: 60_000 });
  // Each states its gain.
  for (const brought of await levers.locator("strong").allInnerTexts()) expect(brought).toMatch(/\d/);
  const before = await headline.textContent();
  await levers.first().click();
  await expect(headline).not.toHaveText(before);
  await card("train_levers_title").getByRole("button", { name: pattern(text.lever_undo) }).click();
  await expect(headline).toHaveText(before);
});

test("the link holds the whole question, and Back undoes a step", async ({ page }) => {
  const { headline, choice, field } = await opened(page, BILLION_LORA);
  await expect(choice("method")).toHaveValue("qlora");
  await expect(page.getByRole("combobox", { name: words.en.model, exact: true })).toHaveValue(/70/);
  const said = await headline.textContent();
  await choice("lora_targets").selectOption("attention");
  await expect.poll(() => fragment(page)).toContain("targets=attention");
  const link = fragment(page);
  await page.goBack();
  await expect(choice("lora_targets")).toHaveValue("all-linear");
  await expect(headline).toHaveText(said);
  const { choice: again } = await opened(page, `./training/#${link}`);
  await expect(again("lora_targets")).toHaveValue("attention");
  await expect(field("data_tokens")).toBeVisible();
});

test("model, fleet, language and colours go over to the calculator and back", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&users=50&gpus=nvidia-h100-sxm-80gb&lang=de&theme=dark");
  await page.getByRole("link", { name: words.de.mode_training, exact: true }).click();
  await page.waitForURL(/training\/#/);
  await started(page);
  const { choice, text } = partsOf(page, "de");
  await expect(choice("model")).toHaveValue(/Qwen3.32B/);
  await expect(page.locator(".token")).toHaveCount(1);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".notice")).toBeHidden();
  await page.getByRole("link", { name: text.mode_serving, exact: true }).click();
  await page.waitForURL(/\/#v=2&model=Qwen/);
  await started(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("combobox", { name: text.model, exact: true })).toHaveValue(/Qwen3.32B/);
});

test("the table sorts, filters and opens, and the memory follows", async ({ page }) => {
  const { rows, text, card } = await opened(page);
  await page.getByRole("button", { name: text.figure_wall, exact: true }).click();
  await expect(page.locator("th[aria-sort=ascending]")).toContainText(text.figure_wall);
  // Some have no layout: they stay behind, either way.
  for (const direction of ["ascending", "descending"]) {
    await page.locator("th button", { hasText: text.col_layout }).click();
    await expect(page.locator(`th[aria-sort=${direction}]`)).toContainText(text.col_layout);
    const cells = await rows.locator("td:nth-child(7)").allInnerTexts();
    const known = cells.filter(Boolean);
    expect(known.length).toBeGreaterThan(1);
    expect(known.length).toBeLessThan(cells.length);
    expect(cells.slice(0, known.length)).toEqual(known);
    const sorted = [...known].sort();
    expect(known).toEqual(direction === "ascending" ? sorted : sorted.reverse());
  }
  await page.getByLabel(text.table_filter).fill("b200");
  await expect(rows.first()).toContainText("B200");
  await rows.first().getByRole("button").first().click();
  await expect(page.locator(".detail-row")).toContainText(text.train_counts);
  await expect(card("memory_heading").getByRole("heading")).toContainText("B200");
  await expect.poll(() => fragment(page)).toContain("pick=");
});

test("the quick estimate stands beside the real one and adds up to it", async ({ page }) => {
  await opened(page, "./training/#v=2&task=training&model=7B&within=none");
  const quick = page.locator(".quick-estimate");
  await expect(quick.locator("summary")).toContainText("84");
  await quick.locator("summary").click();
  const cells = await quick.locator("tbody td").allInnerTexts();
  const bytes = cells.map((cell) => Number(cell.replace("\u2212", "-").replace(/[+,]|\sGB/g, "")));
  const real = bytes.pop();
  const sum = bytes.reduce((sum, one) => sum + one, 0);
  expect(Math.abs(sum - real)).toBeLessThan(0.02 * bytes[0]);
});

test("launch settings follow the layout and can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Adapters as TRL trains and spreads them are Axolotl's, too.
  const { card, text, choice } = await opened(page, "./training/#v=2&task=training&method=lora&stack=hf");
  const launch = card("launch_heading");
  const shown = await launch.locator("pre").first().innerText();
  expect(shown.length).toBeGreaterThan(40);
  await launch.getByRole("button", { name: pattern(text.launch_copy) }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await launch.locator("pre").first().textContent());
  const framework = choice("launch_for");
  const options = await framework.locator("option").evaluateAll((all) => all.map((option) => option.value));
  expect(options.length).toBeGreaterThan(5);
  await framework.selectOption("axolotl");
  await expect(launch.locator("pre").first()).not.toHaveText(shown);
});

// Files that a command or a file names, by their endings.
const named = (texts) => texts.flatMap((text) => text.match(/[\w.-]+\.(?:py|ya?ml|jsonl?)\b/g) ?? []);

// Of a repository that is trained from, or linked from the user's own data.
const OWN = ["pretrain_gpt.py", "dataset.jsonl"];

test("no file that a launch names is missing, and no command trains something else", async ({ page }) => {
  const { card, text, choice } = await opened(page, "./training/#v=2&task=training&model=meta-llama/Llama-3.3-70B-Instruct&method=qlora&stack=hf&tokens=50M");
  const launch = card("launch_heading");
  const framework = choice("launch_for");
  for (const stack of ["hf", "unsloth", "axolotl", "deepspeed"]) {
    await framework.selectOption(stack);
    const files = launch.locator(".script-head h3");
    await expect(files.first()).toHaveText("launch.sh");
    const names = await files.allInnerTexts();
    const texts = await launch.locator("pre").allInnerTexts();
    expect(texts).toHaveLength(names.length);
    for (const name of named(texts)) expect([...names, ...OWN]).toContain(name);
    expect(texts.join("\n")).toMatch(/lora/i);
    expect(texts[0]).toContain("DATASET");
  }
  for (const stack of ["torchtitan", "megatron"]) {
    await framework.selectOption(stack);
    await expect(launch).toContainText(text.launch_stops);
    await expect(launch.locator("pre")).toHaveCount(0);
  }
  await expectSane(page);
});

const SEVENTY = "./training/#v=2&task=training&model=meta-llama/Llama-3.3-70B-Instruct&tokens=50M";

test("a method takes its software along, in one step and in words", async ({ page }) => {
  const { choice, headline, stale, text } = await opened(page, SEVENTY);
  await openAll(page);
  await expect(choice("stack")).toHaveValue("torchtitan");
  await choice("method").selectOption("qlora");
  await expect(choice("stack")).toHaveValue("hf");
  const said = say(text.software_moved, { from: "torchtitan", gap: text.part_adapters, to: "Hugging Face TRL" });
  await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
  await expect(stale).toBeHidden();
  await expect(headline).toContainText("Train on");
  await expect(page).toHaveURL(/stack=hf/);
  // TRL keeps whole layers: no degree but copies.
  await expect(page.locator(".lead")).not.toContainText(/[tp]p\s\d/);
  await page.getByRole("button", { name: text.undo, exact: true }).click();
  await expect(choice("method")).toHaveValue("full");
  await expect(choice("stack")).toHaveValue("torchtitan");
  await expectSane(page);
});

test("software that cannot do what is asked is wrong at its field, with the nearest that can", async ({ page }) => {
  const { choice, field, headline, stale, text } = await opened(page, `${SEVENTY}&method=qlora&stack=hf`);
  await openAll(page);
  const before = await headline.textContent();
  const problem = page.locator("#field-Stack-problem");
  await choice("stack").selectOption("megatron");
  await expect(problem).toHaveText(new RegExp(`${text.part_adapters}.*Hugging Face TRL`));
  await expect(stale).toBeVisible();
  await expect(headline).toHaveText(before);
  await page.getByRole("button", { name: say(text.problem_take, { value: "Hugging Face TRL" }), exact: true }).click();
  await expect(stale).toBeHidden();
  await expect(choice("stack")).toHaveValue("hf");
  // No software cuts a 4-bit base by tensors: the layout is left to the search.
  await field("layout_tensor").fill("4");
  await expect(problem).toContainText(text.problem_no_software);
  await page.locator("#field-Stack-problem ~ button").click();
  await expect(stale).toBeHidden();
  await expect(field("layout_tensor")).toHaveValue("");
});

test("a link of adapters on software that has none opens, says so and loses nothing", async ({ page }) => {
  const { choice, headline, text } = await opened(page, `${SEVENTY}&method=qlora&rank=64&epochs=3`);
  const notice = page.locator(".notice:visible");
  await expect(notice).toContainText(say(text.software_moved, { from: "torchtitan", gap: text.part_adapters, to: "Hugging Face TRL" }));
  await expect(headline).toContainText("Train on");
  await expect(choice("method")).toHaveValue("qlora");
  await expect(page.locator("#field-Rank")).toHaveValue("64");
  await expect(page.locator("#field-Epochs")).toHaveValue("3");
  await notice.getByRole("button", { name: text.dismiss, exact: true }).click();
  await expect(notice).toHaveCount(0);
});

test("a budget buys the fastest run it pays for, and says what the cheapest costs where it pays for none", async ({ page }) => {
  const { field, headline, choice, text } = await opened(page, `${SEVENTY}&method=qlora&stack=hf&within=none`);
  const cheapest = await headline.innerText();
  const amount = (words) => Number(/, \$([\d.,]+\d) if/.exec(words)[1].replaceAll(",", ""));
  const least = amount(cheapest);
  await field("budget").fill(String(Math.ceil(3 * least)));
  await expect(page.locator(".lead")).toContainText(text.train_fastest);
  expect(amount(await headline.innerText())).toBeLessThanOrEqual(Math.ceil(3 * least) + 0.5);
  await expect(page.locator(".headline .second")).toHaveText(pattern(text.train_or_cheaper));
  await expect.poll(() => fragment(page)).toContain("budget=");
  const before = await headline.innerText();
  await field("budget").fill("0.5");
  await expect(page.locator("#field-Budget-problem")).toHaveText(pattern(text.problem_budget));
  // The field can be read: it is the answer that there is none.
  const kept = page.locator("#answer .stale-note");
  await expect(kept).toHaveText(text.train_kept);
  await expect(headline).toHaveText(before, { useInnerText: true });
  await page.getByRole("button", { name: pattern(text.problem_take) }).click();
  await expect(kept).toBeHidden();
  // At a price without a second source it may be cheaper than the recommendation.
  await expect(headline).toContainText("Train on");
  expect(amount(await headline.innerText())).toBeLessThanOrEqual(least + 0.5);
  // A deadline puts the cheapest first, the fastest beside it.
  await field("budget").fill("");
  await choice("deadline").selectOption("within");
  await expect(page.locator(".headline .second")).toHaveText(pattern(text.train_or_sooner));
  await expectSane(page);
});

test("a link with a budget that pays for nothing says so", async ({ page }) => {
  const { headline, text } = await opened(page, `${SEVENTY}&method=qlora&stack=hf&budget=1`);
  await expect(headline).toHaveText(text.train_too_dear);
  await expect(page.locator(".lead")).toHaveText(pattern(text.train_least));
  // The field names the same cost.
  const least = /\$[\d.,]*\d/.exec(await page.locator("#field-Budget-problem").innerText())[0];
  await expect(page.locator(".lead")).toContainText(least);
  await expectSane(page);
  // The budget that would do is one step away.
  await page.getByRole("button", { name: pattern(text.train_raise) }).click();
  await expect(headline).not.toHaveText(text.train_too_dear);
  await expectSane(page);
});

// The file has the page's own figures.
function isTheAnswer(text, headline) {
  const { offers, report } = JSON.parse(text);
  const { offer, best } = report.candidates[report.best];
  const [, count, name] = /(\d[\d,]*)\s×\s(.+?)\./.exec(headline);
  expect(best.estimate.layout.accelerators).toBe(Number(count.replaceAll(",", "")));
  expect(offers[offer].accelerator.name).toBe(name);
  const [, dollars] = /, \$([\d.,]+\d) if/.exec(headline);
  expect(Math.abs(best.cost - Number(dollars.replaceAll(",", "")))).toBeLessThanOrEqual(dollars.includes(".") ? 0.006 : 0.6);
}

test("it can be taken away as CSV, JSON and Markdown", async ({ page }) => {
  const { text, headline } = await opened(page);
  const said = await headline.innerText();
  const read = async (name, kind) => {
    const file = await taken(page, name);
    expect(file.name).toMatch(new RegExp(`\\.${kind}$`));
    return file.text;
  };
  expect((await read("export_csv", "csv")).split("\n").length).toBeGreaterThan(20);
  isTheAnswer(await read("export_json", "json"), said);
  const report = (await read("export_markdown", "md")).replace(/\\(.)/g, "$1");
  expect(report).toMatch(/^# .+\n\n\*\*.+\*\*\n\n/);
  expect(report).toContain(await page.locator(".headline strong").first().innerText());
  expect(report.split("\n").filter((line) => line.startsWith("| ")).length).toBeLessThanOrEqual(10);
});

test("a config.json names the model", async ({ page }) => {
  const { text, choice } = await opened(page);
  await page.getByText(text.import_summary, { exact: true }).click();
  await page.getByLabel(text.import_paste).fill(
    JSON.stringify({
      architectures: ["LlamaForCausalLM"],
      model_type: "llama",
      _name_or_path: "mine",
      hidden_size: 4096,
      intermediate_size: 14336,
      num_attention_heads: 32,
      num_hidden_layers: 32,
      num_key_value_heads: 8,
      torch_dtype: "bfloat16",
      vocab_size: 128256,
    }),
  );
  await expect(choice("model")).toHaveValue("mine");
});

// The messages of this page that `texts` still say in English, those with values in them
// included: found by the words between the values, where `language` says it otherwise.
function leftInEnglish(texts, language) {
  const mine = JSON.parse(readFileSync(new URL("../../app/locales/training/en.json", import.meta.url)));
  const forms = (message) => (typeof message === "string" ? [message] : Object.values(message));
  const all = Object.entries(mine).flatMap(([key, message]) => {
    const translated = forms(words[language][key]);
    return forms(message).filter((form) => !translated.includes(form)).map((form) => [key, form]);
  });
  return all.filter(([, form]) => {
    if (!form.includes("{")) return texts.includes(form);
    if (!/[a-z]{3}/.test(form.replace(/\{\w+\}/g, ""))) return false;
    const found = new RegExp(`(?<![\\w-])${pattern(form).source.slice(4, -2)}(?![\\w-])`);
    return texts.some((text) => found.test(text));
  });
}

for (const { width, looks } of WIDTH_LOOKS) {
  const [{ language: first, theme }] = looks;
  test(`it is whole in ${looks.map(({ language }) => language)} at ${width} px, and axe finds nothing`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await opened(page, `./training/#v=2&task=training&method=lora&lang=${first}&theme=${theme}`);
    await eachLook(page, looks, (language) => withSheet(page, async () => {
      await openAll(page);
      await expectSane(page);
      if (language !== "en") expect(leftInEnglish(await allTexts(page, "pre"), language)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
    }));
  });
}

test("the language changes on the page, typed numbers with it", async ({ page }) => {
  const { choice, field, headline } = await opened(page);
  await field("data_tokens").fill("1,500,000");
  await choice("language").selectOption("de");
  const german = partsOf(page, "de");
  await expect(german.field("data_tokens")).toHaveValue("1.500.000");
  await expect(headline).toContainText(words.de.train_on.split("{")[0].trim());
  await expect(headline).not.toContainText("Started");
});

test("nothing is asked of another origin, and the calculator carries none of it", async ({ page }) => {
  await open(page);
  await page.waitForLoadState("networkidle");
  expect(page.watched.requests.filter((url) => url.includes("training"))).toEqual([]);
  await opened(page);
  expect(page.watched.requests.some((url) => url.includes("/training/assets/"))).toBe(true);
});

test("a phone shows the verdict first, then the question folded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { answer, headline } = await opened(page);
  const summary = page.locator(".summary");
  const [verdict, folded] = [await answer.boundingBox(), await summary.boundingBox()];
  expect(verdict.y).toBeLessThan(folded.y);
  await expect(page.locator(".question-body")).toBeHidden();
  await summary.click();
  await expect(page.locator(".question-body")).toBeVisible();
  await expect(headline).toBeVisible();
});

// Whatever is typed, pasted, dropped or linked: a sentence in the user's language where
// it belongs, the last answer stays, and nothing strange is ever shown.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, expectSane, open, openAll, partsOf, pattern, problemOf, say, shared, simulated, speak, started, test, visit, words } from "./page.js";

// The readers of files, alone or put together with what few want.
const READER = /\/(?:counts-)?files-[0-9a-f]{16}\.wasm/;

// Texts that may be typed into any number, and the message it gets; null where it is fine.
// `optional` fields may be empty. Of a text no number is as long as, no more is read.
const NONSENSE = [
  ["", (field) => (field.optional ? null : "problem_missing")],
  ["   ", (field) => (field.optional ? null : "problem_missing")],
  ["abc", "problem_not_a_number"],
  ["12x", "problem_not_a_number"],
  ["-", "problem_not_a_number"],
  [".", "problem_not_a_number"],
  ["1e999", "problem_not_a_number"],
  ["NaN", "problem_not_a_number"],
  ["Infinity", "problem_not_a_number"],
  ["0x10", "problem_not_a_number"],
  ["1 + 1", "problem_not_a_number"],
  ["<b>5</b>", "problem_not_a_number"],
  ["{count}", "problem_not_a_number"],
  ["🙂", "problem_not_a_number"],
  ["-5", "problem_too_small"],
  ["9".repeat(30), "problem_too_large"],
  ["9".repeat(5000), "problem_not_a_number"],
];

// One of each message, and texts that may be empty.
const SOME = NONSENSE.filter(([typed]) => ["", "12x", "-5", "9".repeat(30)].includes(typed));

// A number of each kind, how it is shown, and whether it may be empty. Every number there is meets
// the same in app/src/serving/draft/tests.rs; here, the page's handling: of all that may be typed
// at the first of a language, of one text a message at the others.
const KINDS = {
  en: { load_rate: {}, max_num_seqs: { optional: true }, own_memory: {} },
  de: { ttft: { optional: true }, prefix_hits: {}, spares: {} },
};

// The page's state of one field, read in one go: its message, whether it is marked as wrong,
// whether the answer is marked as old, and the answer.
const read = (input, problem, { stale, headline }) =>
  Promise.all([
    problem.innerText(),
    input.getAttribute("aria-invalid"),
    stale.isVisible(),
    headline.innerText(),
  ]).then(([said, invalid, old, answer]) => ({ said, invalid: invalid === "true", old, answer }));

for (const [language, kinds] of Object.entries(KINDS)) {
  test(`nonsense in a number of each kind, in ${language}`, async ({ page }) => {
    test.slow();
    await open(page, `./#v=2&lang=${language}`);
    const parts = partsOf(page, language);
    const { field, headline, stale, text } = parts;
    await openAll(page);
    await page.getByRole("button", { name: text.own_add }).click();
    const wrong = [];
    for (const [at, [key, { optional }]] of Object.entries(kinds).entries()) {
      const input = field(key);
      const good = await input.inputValue();
      // What is written below is compared with an answer that no longer changes by itself.
      await simulated(page);
      let last = await headline.innerText();
      const problem = await problemOf(input);
      for (const [typed, message] of at === 0 ? NONSENSE : SOME) {
        const due = typeof message === "function" ? message({ optional }) : message;
        await input.fill(typed);
        const { said, invalid, old, answer } = await read(input, problem, parts);
        const seen = {
          message: due === null ? said === "" : pattern(text[due]).test(said),
          invalid: invalid === (due !== null),
          stale: old === (due !== null),
          stays: due === null || answer === last,
          short: said.length < 160,
        };
        const failed = Object.keys(seen).filter((name) => !seen[name]);
        // A question without the number is answered, and simulated a moment later.
        if (due === null) {
          await simulated(page);
          last = await headline.innerText();
        }
        if (failed.length) wrong.push(`${key} “${typed.slice(0, 20)}”: ${failed} (${said.slice(0, 160)})`);
      }
      await expectSane(page);
      await input.fill(good);
      await expect(problem).toBeEmpty();
      await expect(stale).toBeHidden();
    }
    expect(wrong).toEqual([]);
  });
}

// Correct numbers, however they are written: typed, read as, in the language.
const WRITTEN = {
  en: [
    ["2000", "2000"], ["2,000", "2000"], [" 2 000 ", "2000"], ["2'000", "2000"], ["2k", "2000"],
    ["２０００", "2000"], ["2\u00a0000", "2000"], ["2\u202f000", "2000"], ["1,234.5", "1234.5"], ["+7", "7"],
    ["0.1M", "100000"],
  ],
  de: [["1.234,5", "1234.5"], ["2.000", "2000"], ["2 000", "2000"], ["12,5", "12.5"], ["2 Tsd.", "2000"]],
  uk: [["2 000,5", "2000.5"], ["3 тис.", "3000"]],
  ja: [["２，０００", "2000"], ["2万", "20000"], ["1,234.5", "1234.5"]],
  zh: [["2千", "2000"], ["1.5万", "15000"]],
};

test("numbers as people write them, in every language; what English reads otherwise is refused, not guessed at", async ({ page }) => {
  // The address follows once typing has rested.
  await page.clock.install();
  await open(page);
  for (const typed of ["1,5", "1.234,5", "1,23,45.6"]) {
    const { field, text } = partsOf(page);
    await field("input_tokens").fill(typed);
    await expect(await problemOf(field("input_tokens"))).toHaveText(pattern(text.problem_not_a_number));
  }
  for (const [language, cases] of Object.entries(WRITTEN)) {
    await speak(page, language);
    const { field } = partsOf(page, language);
    for (const [typed, read] of cases) {
      await field("input_tokens").fill(typed);
      await expect(await problemOf(field("input_tokens")), typed).toBeEmpty();
      await page.clock.runFor(300);
      const link = read === "2000" ? `#v=2&lang=${language}` : `#v=2&in=${read}&lang=${language}`;
      await expect.poll(() => new URL(page.url()).hash, typed).toBe(link);
    }
  }
});

test("a pasted number brings its line break and blanks along", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const input = partsOf(page).field("input_tokens");
  await page.evaluate(() => navigator.clipboard.writeText("\t3,500 \r\n"));
  await input.selectText();
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => new URL(page.url()).hash).toBe("#v=2&in=3500");
});

// A model of the catalogue: its name, and the most tokens that it was made for.
function modelOf(id) {
  const { name, shape } = JSON.parse(readFileSync(new URL(`../../catalog/data/models/${id.replace("/", "--")}.json`, import.meta.url)));
  return { id, name, window: shape.max_context };
}

// What a first visit asks about, and a model with a smaller window.
const LARGE = modelOf("meta-llama/Llama-3.3-70B-Instruct");
const SMALL = modelOf("meta-llama/Meta-Llama-3-8B");

const grouped = (number) => new Intl.NumberFormat("en").format(number);

test("the longest request that fits and what a full window takes stand beside the answer, and it can be filled", async ({ page }) => {
  await open(page);
  const { memory, field, stale, text } = partsOf(page);
  const window = grouped(LARGE.window);
  const longest = [text.context_whole, text.context_part].map((message) => pattern(say(message, { window })).source.slice(1, -1));
  await expect(memory).toContainText(new RegExp(longest.join("|")));
  const title = page.getByRole("heading", { name: say(text.window_title, { tokens: window }), exact: true });
  const full = page.locator(".next > div", { has: title });
  await expect(full.locator("p")).toHaveText(new RegExp([text.window_costs, text.window_each].map((message) => pattern(message).source).join("|")));
  // Whose price of which day it is, and never a number of GPUs that nobody buys.
  await expect(full.locator("p")).toContainText(/, price of \d{4}/);
  const [, count] = (await full.locator("p").innerText()).match(/([\d,]+)\s×/);
  expect(Number(count.replace(",", ""))).toBeLessThanOrEqual(1024);
  const output = Number(await field("output_tokens").inputValue());
  await full.getByRole("button", { name: text.save_try, exact: true }).click();
  // The answer has its part of the window, and the first token no limit.
  await expect(field("input_tokens")).toHaveValue(grouped(LARGE.window - output));
  await expect(field("ttft")).toHaveValue("");
  await expect(stale).toBeHidden();
  await expect(title).toHaveCount(0);
  await expectSane(page);
});

test("a prompt beyond the model's window is said at its field with the most that fits, typed or linked", async ({ page }) => {
  await open(page);
  const { field, headline, stale, model, text } = partsOf(page);
  const last = await headline.innerText();
  const input = field("input_tokens");
  const output = Number(await field("output_tokens").inputValue());
  const expectBeyond = async ({ window }) => {
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(await problemOf(input)).toHaveText(say(text.problem_too_large, { most: grouped(window - output) }));
    await expect(stale).toBeVisible();
    await expect(headline).toHaveText(last, { useInnerText: true });
  };
  await input.fill("200000");
  await expectBeyond(LARGE);
  await page.evaluate((id) => { location.hash = `#v=2&model=${id}&in=200000`; }, SMALL.id);
  await expect(model).toHaveValue(SMALL.name);
  await expect(input).toHaveValue("200,000");
  await expectBeyond(SMALL);
  await expectSane(page);
  await input.fill(grouped(SMALL.window - output));
  await expect(await problemOf(input)).toBeEmpty();
  await expect(stale).toBeHidden();
  await expect(headline).not.toHaveText(last, { useInnerText: true });
});

test("a model that nobody knows", async ({ page }) => {
  await open(page);
  const { model, headline, stale, text } = partsOf(page);
  const last = await headline.innerText();
  await model.fill("frobnicator <img src=x onerror=alert(1)>");
  await expect(page.getByRole("listbox", { name: text.model, exact: true })).toContainText(text.model_none);
  await page.keyboard.press("Tab");
  await expect(await problemOf(model)).toHaveText(pattern(text.problem_unknown_model));
  await expect(model).toHaveAttribute("aria-invalid", "true");
  await expect(stale).toBeVisible();
  await expect(headline).toHaveText(last, { useInnerText: true });
  expect(await page.locator("img").count()).toBe(0);
  // A size in words is always known.
  await model.fill("13B");
  await page.keyboard.press("Enter");
  await expect(stale).toBeHidden();
  await expect(headline).not.toHaveText(last, { useInnerText: true });
});

test("filters that leave nothing are said at their field", async ({ page }) => {
  await open(page, "./#v=2&vendors=apple&sellers=lambda&engine=vllm");
  await expectSane(page);
  const { headline, field, text } = partsOf(page);
  await expect(headline).toHaveText(text.answer_none);
  await expect(page.locator("#field-Fleet")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#field-Fleet-problem")).toHaveText(text.problem_no_fleet);
  // The question beside them is still there.
  await expect(field("input_tokens")).toHaveValue("2,000");
});

test("a seller who has nothing in the area is said beside it, with the nearest that works", async ({ page }) => {
  await open(page, "./#v=2&sellers=coreweave&area=europe");
  await expectSane(page);
  const { headline, text } = partsOf(page);
  await expect(page.locator("#unsold")).toHaveText(
    pattern(text.problem_unsold),
  );
  await page.getByRole("button", { name: text.relax_area, exact: true }).click();
  await expect(page.locator("#unsold")).toHaveCount(0);
  await expect(headline).toContainText(" for ");
});

test("demands that nothing keeps are a verdict, with what would help", async ({ page }) => {
  await open(page, "./#v=2&tpot=0.1ms");
  const { headline, answer, stale, text } = partsOf(page);
  await expect(headline).toContainText(text.none_heading);
  await expect(stale).toBeHidden();
  await expectSane(page);
  await answer.getByRole("button", { name: /per token/ }).click();
  await expect(headline).toContainText(" for ");
});

test("a certainty that nothing reaches is a verdict beside the last answer, and less of it is offered", async ({ page }) => {
  // Within reach in even chances, not in nineteen of twenty.
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb&weights=bf16&tpot=11ms");
  const { headline, answer, choice, text } = partsOf(page);
  await simulated(page);
  const hardware = await headline.locator("strong").innerText();
  await choice("certainty").selectOption("95");
  await expect(headline).toContainText(text.none_heading);
  const last = answer.locator(".last-answer");
  await expect(last).toHaveText(pattern(text.none_last));
  await expect(last).toContainText(hardware);
  await expectSane(page);
  // The nearest that something reaches is offered, and said at the field.
  const less = answer.getByRole("button", { name: pattern(text.relax_certainty) });
  await expect(less).toHaveCount(1);
  const [percent] = (await less.innerText()).match(/\d+%/);
  const said = await problemOf(choice("certainty"));
  await expect(said).toHaveText(say(text.certainty_less, { percent }));
  await less.click();
  await expect(headline).toContainText(" for ");
  await expect(said).toBeEmpty();
});

// Files: name, content, message.
const BERT = JSON.stringify({ architectures: ["BertForMaskedLM"], model_type: "bert", hidden_size: 768, num_hidden_layers: 12, num_attention_heads: 12, intermediate_size: 3072, vocab_size: 30522 });
const LLAMA = JSON.stringify({ architectures: ["LlamaForCausalLM"], model_type: "llama", hidden_size: 4096, intermediate_size: 14336, num_attention_heads: 32, num_hidden_layers: 32, num_key_value_heads: 8, vocab_size: 128256, torch_dtype: "bfloat16" });

// The beginning of a GGUF file that promises 291 tensors and 22 facts, then ends.
function truncatedGguf() {
  const file = Buffer.alloc(24 + 8 + 20);
  file.write("GGUF", 0);
  file.writeUInt32LE(3, 4);
  file.writeBigUInt64LE(291n, 8);
  file.writeBigUInt64LE(22n, 16);
  file.writeBigUInt64LE(20n, 24);
  file.write("general.architecture", 32);
  return file;
}

// Neighbours get different messages, so that each is seen to come.
const FILES = [
  ["config.json of BERT", "config.json", BERT, "unreadable_architecture"],
  ["broken JSON", "config.json", LLAMA.slice(0, -30), "unreadable_truncated"],
  ["an empty object", "config.json", "{}", /unreadable_(missing|architecture|format)/],
  ["a number where a list belongs", "config.json", "42", "unreadable_format"],
  ["impossible layers", "config.json", LLAMA.replace('"num_hidden_layers":32', '"num_hidden_layers":-3'), "unreadable_bad"],
  ["JSON with a slip", "config.json", LLAMA.replace(":4096", ": 40 96"), "unreadable_json"],
  ["a truncated GGUF", "model.gguf", truncatedGguf(), "unreadable_truncated"],
  ["a safetensors file that ends in its header", "model.safetensors", Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 123, 34]), /unreadable_(truncated|json)/],
  ["a safetensors header of petabytes", "model.safetensors", Buffer.from([255, 255, 255, 255, 255, 255, 0, 0, 123, 34]), /unreadable_(too_large|format)/],
  ["an empty file", "config.json", "", /unreadable_(format|truncated)/],
  ["a picture", "cat.png", Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]), "unreadable_format"],
  ["deep nesting", "config.json", "[".repeat(200_000), /unreadable_(json|format)/],
];

// In German one of each reader's.
const FEW = FILES.filter((_, at) => [0, 1, 5, 6, 10].includes(at));

for (const [language, files] of [["en", FILES], ["de", FEW]]) {
  test(`files that hold no model, in ${language}`, async ({ page }) => {
    await open(page, `./#v=2&lang=${language}`);
    const { headline, stale, text } = partsOf(page, language);
    const last = await headline.innerText();
    await page.getByText(text.import_summary, { exact: true }).click();
    const problem = page.locator("#import-problem");
    for (const [name, file, content, due] of files) {
      await test.step(name, async () => {
        await page
          .getByLabel(text.import_pick)
          .setInputFiles({ name: file, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
        const keys = Object.keys(text).filter((key) => (due.test ? due.test(key) : key === due));
        await expect(problem).toHaveText(new RegExp(keys.map((key) => pattern(text[key]).source).join("|")));
        await expect(headline).toHaveText(last, { useInnerText: true });
        await expect(stale).toBeHidden();
      });
    }
    await expectSane(page);
    // Broken text that is pasted is said beside the text.
    const paste = page.getByLabel(text.import_paste);
    await paste.fill('{"hidden_size": 4096,');
    await expect(paste).toHaveAttribute("aria-invalid", "true");
    await expect(paste).toHaveAttribute("aria-describedby", "import-problem");
    await expect(problem).toHaveText(text.unreadable_truncated);
    await paste.fill(LLAMA);
    await expect(problem).toBeEmpty();
    await expect(page.getByText(pattern(text.import_done)).or(page.getByText(/8[.,]03/)).first()).toBeVisible();
    await expect(headline).not.toHaveText(last, { useInnerText: true });
  });
}

test("of a file of 100 MB of noise only the beginning is read, and it is refused", async ({ page }, info) => {
  const path = info.outputPath("noise.safetensors");
  const block = Buffer.alloc(1 << 20);
  for (let at = 0; at < block.length; at++) block[at] = (at * 2654435761) >>> 24;
  writeFileSync(path, Buffer.concat(Array(100).fill(block)));
  // Bytes of files that are asked for.
  await page.addInitScript(() => {
    window.bytesRead = 0;
    for (const name of ["arrayBuffer", "bytes", "text", "stream"]) {
      const read = Blob.prototype[name];
      Blob.prototype[name] = function (...given) {
        window.bytesRead += this.size;
        return read.apply(this, given);
      };
    }
  });
  await open(page);
  const { headline, text } = partsOf(page);
  const last = await headline.innerText();
  await page.getByText(text.import_summary, { exact: true }).click();
  await page.getByLabel(text.import_pick).setInputFiles(path);
  const reasons = Object.keys(text).filter((key) => key.startsWith("unreadable_"));
  await expect(page.locator("#import-problem")).toHaveText(new RegExp(reasons.map((key) => pattern(text[key]).source).join("|")));
  await expect(headline).toHaveText(last, { useInnerText: true });
  const bytes = await page.evaluate(() => window.bytesRead);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  await partsOf(page).field("load_rate").fill("11");
  await expect(headline).toBeVisible();
  await expectSane(page);
});

test("a file can be dropped anywhere", async ({ page }) => {
  await open(page);
  const { model, text } = partsOf(page);
  const data = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "config.json", { type: "application/json" }));
    return data;
  }, LLAMA);
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await expect(page.getByText(text.import_drop_here)).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(page.getByText(text.import_drop_here)).toBeHidden();
  await expect(page.getByText(/^Read: .*8\.03\sB/)).toBeVisible();
  await expect(model).toHaveValue(/llama|config/i);
});

test("of two pastes the later one counts, whichever is read first", async ({ page }) => {
  await open(page);
  const { model, text } = partsOf(page);
  await page.getByText(text.import_summary, { exact: true }).click();
  const paste = page.getByLabel(text.import_paste);
  const named = (name) => JSON.stringify({ ...JSON.parse(LLAMA), _name_or_path: name });
  // The first reader is held back until the second is done.
  let release;
  const held = new Promise((resolve) => (release = resolve));
  let count = 0;
  await page.route(READER, async (route) => {
    if (count++ === 0) await held;
    await route.continue();
  });
  await paste.fill(named("first"));
  await expect.poll(() => count).toBe(1);
  await paste.fill(named("second"));
  await expect(model).toHaveValue("second");
  const answered = page.waitForResponse(READER);
  release();
  await answered;
  await partsOf(page).field("load_rate").fill("12");
  await expect(partsOf(page).answer).toContainText("12 requests/s");
  await expect(model).toHaveValue("second");
});

for (const [name, pattern] of [["a part", READER], ["the beginning", /\/worker-\w+\.js/]]) {
  test(`a reader of which ${name} cannot be had is said`, async ({ page }) => {
    await page.clock.install();
    await open(page);
    const { text } = partsOf(page);
    await page.route(pattern, (route) => route.abort());
    const refused = page.waitForEvent("requestfailed", (request) => pattern.test(request.url()));
    await page.getByText(text.import_summary, { exact: true }).click();
    await page.getByLabel(text.import_paste).fill(LLAMA);
    await refused;
    await page.clock.fastForward(60_000);
    await expect(page.locator("#import-problem")).toHaveText(text.import_unreadable);
    page.watched.problems.length = 0;
  });
}

// Links from elsewhere: name, fragment, messages.
const LINKS = [
  ["with unknown keys", "#v=2&flavour=vanilla&in=700", ["notice_unknown_key"]],
  ["from version 1", "#v=1&in=700", ["notice_older"]],
  ["from version 99", "#v=99&in=700&hologram=yes", ["notice_newer", "notice_unknown_key"]],
  ["with garbage for values", "#v=2&in=many&rate=-3&weights=fp0&theme=pink&in=700", ["notice_bad_value"]],
  ["of garbage", "#%%%&&&===&\u0000&%ff%fe&v=2&in=700", ["notice_unknown_key"]],
  ["with numbers beyond any", "#v=2&rate=1e308&out=1e-300&in=700", ["notice_bad_value"]],
  ["longer than any", `#v=2&in=700&${"x".repeat(300_000)}=1`, ["notice_too_long"]],
  ["whose price list stayed elsewhere", "#v=2&listed=kept&in=700", ["notice_list_kept"]],
];

for (const [at, [name, fragment, due]] of LINKS.entries()) {
  const language = ["en", "de"][at % 2];
  test(`a link ${name}, in ${language}`, async ({ page }) => {
    await open(page, `./${fragment}&lang=${language}`.replace("#", `#lang=${language}&`));
    const { field, text, headline } = partsOf(page, language);
    await expect(field("input_tokens")).toHaveValue("700");
    const dismiss = page.getByRole("button", { name: text.dismiss, exact: true });
    const notices = page.getByRole("status").filter({ has: dismiss });
    const sentences = await notices.locator("p").allInnerTexts();
    for (const key of due) {
      expect(sentences.some((sentence) => pattern(text[key]).test(sentence)), `${key}: ${sentences}`).toBe(true);
    }
    await expectSane(page);
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
    await expect(field("input_tokens")).toHaveValue("700");
    await expect(headline).toBeVisible();
  });
}

// Every place of a link that holds text somebody else wrote; places that name a model by itself,
// as only one of them can.
const MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>";
const INJECTED = {
  "a model": (text) => `model=${text}`,
  "ids of an accelerator, a seller, a price and a row, and as a key": (text) => `gpus=${text}&sellers=${text}&price.${text}=3&pick=${text}&${text}=1`,
  "a shape's name": (text) =>
    `shape=${encodeURIComponent(
      JSON.stringify({
        id: decodeURIComponent(text),
        layers: 32,
        hidden_size: 4096,
        vocabulary: 32000,
        full: { layers: 32, shape: { grouped: { heads: 32, kv_heads: 8, head_dim: 128, value_dim: 128 } } },
        dense: [{ layers: 32, width: 14336, gated: true }],
      }),
    )}`,
};

for (const [place, fragment] of Object.entries(INJECTED)) {
  test(`markup in a link, as ${place}, is text`, async ({ page }) => {
    await open(page, `./#v=2&${fragment(encodeURIComponent(MARKUP))}`);
    await expect(partsOf(page).headline).toBeVisible();
    expect(await page.locator("#app img, #app script").count()).toBe(0);
    expect(page.watched.requests.filter((url) => /\/x$/.test(url))).toEqual([]);
    await expectSane(page);
  });
}

test("markup in a model's file is text, on the page and in print", async ({ page }) => {
  await open(page);
  const { text } = partsOf(page);
  await page.getByText(text.import_summary, { exact: true }).click();
  const config = { ...JSON.parse(LLAMA), _name_or_path: MARKUP };
  await page.getByLabel(text.import_paste).fill(JSON.stringify(config));
  await expect(page.getByText(/^Read: /)).toBeVisible();
  expect(await page.locator("#app img, #app script").count()).toBe(0);
});

test("storage that is forbidden changes nothing else", async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    Object.defineProperty(window, "sessionStorage", { get: refuse });
  });
  await useChoices(page);
});

test("storage that is full changes nothing else", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await useChoices(page);
});

async function useChoices(page) {
  await open(page);
  const { headline, language, text } = partsOf(page);
  await expect(headline).toContainText(" for ");
  await page.getByRole("button", { name: text.theme_auto }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await language.selectOption("de");
  await expect(partsOf(page, "de").headline).toBeVisible();
}

test("a history that may not be changed changes nothing else", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["pushState", "replaceState"]) {
      history[name] = () => {
        throw new DOMException("too many calls", "SecurityError");
      };
    }
  });
  await open(page);
  const { field, answer } = partsOf(page);
  await field("load_rate").fill("44");
  await expect(answer).toContainText("44 requests/s");
  await field("load_rate").fill("45");
  await expect(answer).toContainText("45 requests/s");
});

for (const [what, refuse] of [
  ["that may not be written", () => { navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError")); }],
  ["that is not there", () => Object.defineProperty(navigator, "clipboard", { value: undefined })],
]) {
  test(`a clipboard ${what} is said`, async ({ page }) => {
    await page.addInitScript(refuse);
    await visit(page);
    const { text } = partsOf(page);
    await shared(page, "share_link");
    await expect(page.getByText(text.share_refused)).toBeVisible();
  });
}

for (const [language, locale] of [["en", "en-GB"], ["de", "de-DE"]]) {
  test.describe(`a browser set to ${locale}`, () => {
    test.use({ locale });
    test("keeps the question in a banner when the program stops", async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await open(page);
      await partsOf(page, language).field("load_rate").fill("77");
      await expect.poll(() => new URL(page.url()).hash).toContain("rate=77");
      // The event of the program's own panic hook.
      await page.evaluate(() => window.dispatchEvent(new CustomEvent("rightsize:panic", { detail: "index out of bounds" })));
      const banner = page.getByRole("alert");
      await expect(banner).toHaveAttribute("lang", language);
      await expect(banner.getByRole("textbox")).toHaveValue(page.url());
      await banner.getByRole("button").first().click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
      // The answer is still there to be read.
      await expect(partsOf(page, language).headline).toBeVisible();
      // Reloading, the last of its buttons, brings the page back with its question.
      await banner.getByRole("button").last().click();
      await expect(banner).toHaveCount(0);
      await started(page);
      await expect(partsOf(page, language).field("load_rate")).toHaveValue("77");
    });
  });
}

test("every message is used in this file or is not about bad input", () => {
  const due = Object.keys(words.en).filter((key) => /^unreadable_|^notice_/.test(key));
  const source = [...FILES, ...LINKS].flat(2).map(String).join(" ");
  const missing = due.filter((key) => !new RegExp(key.replace(/^unreadable_/, "")).test(source));
  expect(missing.filter((key) => !["unreadable_missing"].includes(key))).toEqual([]);
});

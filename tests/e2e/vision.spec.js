// Models that are no language models: the five examples, kinds and models, wrong fields, levers,
// links, files, in every language.
import { parse } from "csv-parse/sync";
import { expect, expectSane, open, openAll, pattern, say, simulated, taken, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });

const headline = (page) => page.locator("#answer").getByRole("heading", { level: 2 });
const field = (page, key) => page.getByRole("textbox", named(text[key]));
const choice = (page, key) => page.getByRole("combobox", named(text[key]));
const figures = (page) => page.locator(".figures > div");
const rows = (page) => page.locator(".candidates-table > tbody > tr");
const chart = (page, key) => page.getByRole("figure", named(text[key]));
const problem = (page, id) => page.locator(`#field-${id}-problem`);
const fragment = (page) => new URL(page.url()).hash.slice(1);
const example = (page, key) => page.getByRole("group", named(text.vision_examples)).getByRole("button", named(text[key]));

// Each example: what it is called, the unit of its money, and the charts that it has beside that of
// where the time goes.
const EXAMPLES = [
  ["vision_example_pictures", "vision_unit_images", ["vision_chart_generation", "vision_chart_resolution", "vision_chart_steps"]],
  ["vision_example_images", "vision_unit_camera", ["vision_chart_one", "vision_chart_latency", "vision_chart_throughput"]],
  ["vision_example_texts", "vision_unit_tokens_queries", ["vision_chart_one", "vision_chart_latency", "vision_chart_throughput"]],
  ["vision_example_speech", "vision_unit_sound", ["vision_chart_window", "vision_chart_latency", "vision_chart_throughput"]],
  ["vision_example_prompts", "vision_unit_request", ["vision_chart_request", "vision_chart_tower", "vision_chart_tokens"]],
];

for (const [name, unit, charts] of EXAMPLES) {
  test(`${text[name]}: a click ends in a bill, a promise and charts`, async ({ page }) => {
    await open(page, "./vision/");
    await example(page, name).click();
    await simulated(page);
    await expect(example(page, name)).toHaveAttribute("aria-pressed", "true");
    // So many boards, for so much an hour and month, of a seller.
    await expect(headline(page)).toContainText(/on \d[\d,]* × \S+/);
    await expect(headline(page)).toContainText(/\$[\d.,]+ an hour, \$[\d.,]+ a month/);
    await expect(page.locator("#answer .bill")).toContainText(/\$[\d.,]+ per GPU and hour/);
    await expect(page.locator("#answer .lead")).toContainText(/95% within .+; the limit is/);
    await expect(page.locator("#answer .gauge")).toBeVisible();
    await expect(figures(page).filter({ hasText: text[unit] })).toContainText(/\$\d/);
    await expect(rows(page).first()).toContainText(text.table_recommended);
    expect(await rows(page).count()).toBeGreaterThan(30);
    for (const key of charts) {
      await expect(chart(page, key).locator(".marks path, .marks rect").first()).toBeAttached();
    }
    await expect(page.locator("figure.chart")).toHaveCount(charts.length);
    await expectSane(page);
  });
}

test("documents are paid once beside the month of queries, and none are free", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=texts");
  await expect(headline(page)).toContainText(/The documents: \$[\d.,]+ once, done in .+ on \d+ GPUs?/);
  await field(page, "vision_queries").fill("0");
  await field(page, "vision_documents").fill("");
  await expect(problem(page, "Rate")).toHaveText(text.problem_missing);
  await field(page, "vision_documents").fill("1M");
  await expect(problem(page, "Rate")).toBeEmpty();
  await expect(headline(page)).not.toContainText("a month");
});

test("a model of another kind sets the kind; a kind brings its usual question", async ({ page }) => {
  await open(page, "./vision/");
  await expect(choice(page, "vision_kind")).toHaveValue("images");
  const model = page.locator("#field-Model");
  await model.click();
  await model.fill("flux1-dev");
  await page.getByRole("option").filter({ hasText: "FLUX.1 dev" }).first().click();
  await expect(choice(page, "vision_kind")).toHaveValue("pictures");
  await expect(field(page, "vision_images_daily")).toBeVisible();
  await expect(headline(page)).toContainText("FLUX.1 dev");
  await expect.poll(() => fragment(page)).toContain("kind=pictures&model=flux1-dev");
  await choice(page, "vision_kind").selectOption("speech");
  await expect(headline(page)).toContainText("Whisper large-v3");
  await expect.poll(() => fragment(page)).toContain("kind=speech");
  // Back is the kind before.
  await page.goBack();
  await expect(headline(page)).toContainText("FLUX.1 dev");
  await model.fill("no such model");
  await model.blur();
  await expect(problem(page, "Model")).toHaveText(say(text.problem_unknown_model, { name: "no such model" }));
  await expect(page.locator("#answer .stale-note")).toBeVisible();
});

test("what cannot be is said at its field with the nearest that works; the last answer stays", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures");
  const before = await headline(page).textContent();
  await field(page, "vision_height").fill("1001");
  await expect(problem(page, "Height")).toHaveText(say(text.vision_problem_multiple, { unit: "8", nearest: "1,000" }));
  await expect(page.locator("#answer .stale-note")).toBeVisible();
  await expect(headline(page)).toHaveText(before);
  await page.getByRole("button", named(say(text.problem_take, { value: "1,000" }))).click();
  await expect(problem(page, "Height")).toBeEmpty();
  await field(page, "vision_steps").fill("0");
  await expect(problem(page, "Steps")).toHaveText(say(text.problem_too_small, { least: "1" }));
  await field(page, "vision_steps").fill("20");
  await expect(page.locator("#answer .stale-note")).toBeHidden();
  const fast = await headline(page).textContent();
  expect(fast).not.toBe(before);
  await open(page, "./vision/#v=2&task=vision&kind=pictures&model=sdxl-turbo");
  await field(page, "vision_guidance").fill("7");
  await expect(problem(page, "Guidance")).toHaveText(text.vision_problem_unguided);
  await open(page, "./vision/#v=2&task=vision&kind=prompts");
  await field(page, "vision_height").fill("1");
  await field(page, "vision_width").fill("60000");
  await expect(problem(page, "Width")).toHaveText(say(text.problem_too_large, { most: "200" }));
  await field(page, "vision_audio").fill("10");
  await expect(problem(page, "Audio")).toHaveText(text.vision_problem_deaf);
});

test("a promise that nothing keeps is named, and a button allows what something does", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures&limit=50ms");
  await expect(headline(page)).toHaveText(text.vision_nothing);
  await expect(page.locator("#answer .lead")).toHaveText(pattern(text.vision_nearest));
  await page.locator("#answer .chip.action").click();
  await expect(headline(page)).toContainText(/on \d[\d,]* × /);
});

test("levers are asked one by one, and make their change", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures");
  const levers = page.locator(".levers").getByRole("button");
  const half = levers.filter({ hasText: text.vision_lever_half_steps });
  await expect(half).toContainText(/\d+% cheaper/, { timeout: 20_000 });
  await expect(half).toContainText(text.vision_risk_results);
  const before = await headline(page).textContent();
  await half.click();
  await expect(field(page, "vision_steps")).toHaveValue("15");
  await expect(headline(page)).not.toHaveText(before);
});

test("a denoiser is trained by adapters or whole, once, and the link says which", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures&model=flux1-dev&load=training&items=2k&epochs=20");
  await expect(headline(page)).toContainText(/The training: \$[\d.,]+ once, done in .+/);
  await expect(field(page, "vision_rank")).toHaveValue("64");
  await expect(page.locator("#answer .lead")).toContainText(say(text.vision_load_training, { items: "2K", epochs: "20" }));
  const adapters = await headline(page).textContent();
  await field(page, "vision_rank").fill("");
  await expect(headline(page)).not.toHaveText(adapters);
  await expect.poll(() => fragment(page)).toContain("rank=none");
  await page.getByRole("checkbox", named(text.vision_small_states)).check();
  await expect.poll(() => fragment(page)).toContain("states8=yes");
  await expectSane(page);
});

test("an accelerator is picked in the table, and its memory and charts are shown", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures");
  await page.locator(".table-filter").fill("H100 SXM");
  const pick = rows(page).getByRole("button").first();
  const name = await pick.textContent();
  await pick.click();
  await expect(page.getByRole("heading", named(say(text.memory_heading, { name })))).toBeVisible();
  await expect(page.locator(".memory .moment")).toHaveCount(3);
  await expect.poll(() => fragment(page)).toContain("pick=");
});

test("what does not run is no pick, and a link's is dropped", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=clips&model=hunyuanvideo&pick=nvidia-h100-sxm-80gb");
  await expect(headline(page)).toContainText(/on \d[\d,]* × /);
  await expect.poll(() => fragment(page)).not.toContain("pick=");
  await page.locator(".table-filter").fill("H100 SXM5 80");
  await expect(rows(page).first()).toContainText("H100 SXM5 80");
  await expect(rows(page).first().getByRole("button")).toHaveCount(0);
});

test("a day is counted in what the kind makes", async ({ page }) => {
  for (const [kind, key] of [["pictures", "vision_images_daily"], ["clips", "vision_clips_daily"], ["speech", "vision_by_day"]]) {
    await open(page, `./vision/#v=2&task=vision&kind=${kind}`);
    await expect(page.locator("#field-Load option[value=day]")).toHaveText(text[key]);
  }
});

test("boards are counted as they are paid, in the sentence as in the table", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures");
  const boards = (words) => words.match(/(\d[\d,]*) × /)[1];
  const other = page.locator("#answer .other");
  for (const [place, of] of [[0, headline(page)], [1, other]]) {
    await expect(rows(page).nth(place).locator("td").first()).toHaveText(boards(await of.textContent()));
  }
});

test("a link opens as it was shared", async ({ page }) => {
  const link = "v=2&task=vision&kind=clips&daily=200&steps=20&offload=model&pick=nvidia-h100-sxm-80gb";
  await open(page, `./vision/#${link}`);
  const before = await headline(page).textContent();
  await expect(field(page, "vision_steps")).toHaveValue("20");
  await field(page, "vision_frames").fill("49");
  await expect.poll(() => fragment(page)).toContain("frames=49");
  const shared = fragment(page);
  const now = await headline(page).textContent();
  expect(now).not.toBe(before);
  await open(page, `./vision/#${shared}`);
  await expect(headline(page)).toHaveText(now);
  expect(fragment(page)).toBe(shared);
});

test("the files hold the table and the question", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=speech");
  const csv = await taken(page, "export_csv");
  expect(csv.name).toBe("rightsize-whisper-large-v3-500-hours-a-day.csv");
  const lines = parse(csv.text, { columns: true });
  expect(lines).toHaveLength(await rows(page).count());
  expect(lines[0].verdict).toBe("meets");
  expect(Number(lines[0].usd_per_month)).toBeGreaterThan(0);
  const json = JSON.parse((await taken(page, "export_json")).text);
  expect(json.task).toBe("vision");
  expect(json.report.candidates).toHaveLength(lines.length);
  const markdown = (await taken(page, "export_markdown")).text;
  expect(markdown).toMatch(/^# .+\n\n\*\*.+\*\*\n\n/);
  expect(markdown).toContain(await headline(page).locator("strong").first().innerText());
  expect(markdown).not.toMatch(/usd|\| meets/);
  // The question in the file opens the same answer.
  const before = await headline(page).textContent();
  await open(page, `./vision/#${json.question}`);
  await expect(headline(page)).toHaveText(before);
});

test("images in prompts lead to the calculator with the longer prompt", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=prompts");
  const facts = page.locator(".prompts .facts");
  const tokens = await facts.getByRole("row").filter({ hasText: text.vision_tokens_prompt }).getByRole("cell").textContent();
  await page.getByRole("link", named(text.vision_open_calculator)).click();
  await expect(page).toHaveURL(/#v=2&model=Qwen\/Qwen3-VL-8B-Instruct/);
  const input = page.getByRole("textbox", named(text.input_tokens));
  await expect(input).toHaveValue(tokens);
});

test("the page speaks Chinese and German, numbers included", async ({ page }) => {
  await open(page, "./vision/#v=2&task=vision&kind=pictures&lang=zh");
  await expect(headline(page)).toContainText("上运行");
  await expect(headline(page)).toContainText("每月");
  await page.locator("#language").selectOption("de");
  await expect(headline(page)).toContainText("pro Monat");
  await expect(page.getByRole("textbox", named(words.de.vision_images_daily))).toHaveValue("100.000");
  await page.getByRole("textbox", named(words.de.peak_to_mean)).fill("2,5");
  await expect(page.locator("#answer .stale-note")).toBeHidden();
  await openAll(page);
  await expectSane(page);
});

test("what the calculator's fleet is comes along, and the bar leads there", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-l40s&area=europe");
  await page.getByRole("navigation", named(text.modes)).getByRole("link", named(text.mode_vision)).click();
  await expect(page).toHaveURL(/\/vision\//);
  await expect(headline(page)).toContainText("L40S");
  await expect(page.locator("#price-area")).toHaveValue("europe");
  await expect(rows(page)).toHaveCount(1);
});

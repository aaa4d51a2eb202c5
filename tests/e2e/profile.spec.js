// Profiles and results of benchmarks: read in the page, told with evidence, taken away as files.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { eachLook, expect, expectSane, judge, open, pattern, say, started, test, WIDTH_LOOKS, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// Kernels of 5 µs, each 20 µs after the one before, for which the host calls 3 µs before its start:
// three quarters of the time idle, since the host is late.
function trace(count = 60) {
  const events = [];
  for (let at = 0; at < count; at++) {
    const name = at % 3 === 2 ? "vectorized_elementwise_kernel" : "sm90_xmma_gemm_bf16";
    events.push({ ph: "X", cat: "cuda_runtime", name: "cudaLaunchKernel", ts: 20 * at + 17, dur: 2, args: { correlation: at + 1 } });
    events.push({ ph: "X", cat: "kernel", name, ts: 20 * at + 20, dur: 5, args: { device: 0, stream: 7, correlation: at + 1 } });
  }
  return JSON.stringify({
    schemaVersion: 1,
    deviceProperties: [{ id: 0, name: "NVIDIA H100 80GB HBM3", totalGlobalMem: 85017493504, numSms: 132 }],
    traceEvents: events,
  });
}

const BENCH = JSON.stringify({
  model_id: "Qwen/Qwen3-32B", num_prompts: 100, completed: 98, duration: 24.5, request_throughput: 4,
  output_throughput: 512, total_token_throughput: 2560, total_input_tokens: 50176, total_output_tokens: 12544,
  mean_ttft_ms: 210, median_ttft_ms: 180, p99_ttft_ms: 1400, mean_tpot_ms: 21.5, median_tpot_ms: 20, p99_tpot_ms: 33,
  mean_e2el_ms: 3000, max_concurrency: 16,
});

const METRICS = `# TYPE vllm:num_preemptions_total counter
vllm:num_preemptions_total{model_name="m"} 20
vllm:request_success_total{model_name="m"} 200
vllm:kv_cache_usage_perc{model_name="m"} 0.97
vllm:time_to_first_token_seconds_bucket{model_name="m",le="0.5"} 100
vllm:time_to_first_token_seconds_bucket{model_name="m",le="1.0"} 200
vllm:time_to_first_token_seconds_bucket{model_name="m",le="+Inf"} 200
vllm:time_to_first_token_seconds_sum{model_name="m"} 100
vllm:time_to_first_token_seconds_count{model_name="m"} 200
`;

const choose = (page, name, content) =>
  page.getByLabel(text.profile_choose, { exact: true }).setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

// A file that is dropped on the page: `times` its content between a beginning and an end.
const drop = (page, name, content, times = 1, [head, tail] = ["", ""]) =>
  page.evaluate(({ name, content, times, head, tail }) => {
    const data = new DataTransfer();
    const part = new Blob([content]);
    data.items.add(new File([head, ...Array(times).fill(part), tail], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, { name, content, times, head, tail });

const headline = (page) => page.locator(".limit .headline");
const table = (page, key) => page.getByRole("table", named(text[key]));
const row = (page, key, name) => table(page, key).getByRole("row").filter({ has: page.getByRole("rowheader", named(name)) });
const problem = (page) => page.locator(".drop").getByRole("alert");

test("a trace that is dropped is read, and its reader comes only then", async ({ page }) => {
  await open(page, "./measure/");
  const readers = () => page.watched.requests.filter((url) => /\/profile-\w+\.wasm$/.test(new URL(url).pathname));
  expect(readers()).toEqual([]);
  await expect(headline(page)).toHaveCount(0);
  await drop(page, "rank0.trace.json", trace());
  await expect(headline(page)).toHaveText(text.profile_is_launch);
  expect(readers()).not.toEqual([]);
  const limit = page.locator(".limit");
  await expect(limit).toContainText(text.profile_measured);
  // 59 gaps of 15 µs in 1,185 µs.
  await expect(limit).toContainText(say(text.profile_why_idle, { value: "75%" }));
  await expect(limit).toContainText(say(text.profile_why_short, { value: "5 µs" }));
  const action = limit.getByRole("listitem").filter({ hasText: text.profile_do_launch });
  await expect(action).toContainText(say(text.profile_gain_faster, { factor: "3.95" }));
  await expect(limit).toContainText(text.profile_lack_shapes);
  await expect(row(page, "profile_time", text.profile_compute)).toContainText("25%");
  await expect(row(page, "profile_time", text.profile_idle_host)).toContainText("75%");
  // 40 of 60 kernels, 200 of 300 µs.
  await expect(row(page, "profile_classes", text.profile_gemm)).toContainText("200 µs");
  await expect(row(page, "profile_classes", text.profile_gemm)).toContainText("67%");
  await expect(row(page, "profile_kernels", "sm90_xmma_gemm_bf16")).toContainText("40");
  await expect(page.locator("#answer")).toContainText("NVIDIA H100 80GB HBM3");
  await expectSane(page);
  // A trace asks for no size.
  await expect(page.getByRole("link", named(text.profile_size_open))).toHaveCount(0);
  // Nothing left the page: neither the address nor a request knows the file.
  expect(page.url()).not.toContain("rank0");
  expect(page.watched.requests.filter((url) => url.includes("rank0"))).toEqual([]);
});

test("a benchmark says its latencies, and fills in the calculator", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "bench.json", BENCH);
  await expect(headline(page)).toHaveText(text.profile_is_unknown);
  await expect(page.locator(".certainty")).toHaveCount(0);
  const cells = row(page, "profile_latency", text.profile_ttft).getByRole("cell");
  await expect(cells).toHaveText(["0.210 s", "0.180 s", "1.40 s"]);
  await expect(row(page, "profile_rates", text.profile_request_rate)).toContainText("4 requests/s");
  await expect(row(page, "profile_rates", text.profile_failed)).toContainText("2");
  const failures = page.locator(".limit").getByRole("listitem").filter({ hasText: text.profile_do_failures });
  await expect(failures).toContainText(say(text.profile_gain_requests, { share: "2%" }));
  await expect(page.locator(".limit code").first()).toContainText("/metrics");
  await page.getByRole("link", named(text.profile_size_open)).click();
  await started(page);
  await expect(page).toHaveURL(/#v=2&/);
  const asked = new URLSearchParams(new URL(page.url()).hash.slice(1));
  expect(asked.get("model")).toBe("Qwen/Qwen3-32B");
  expect([asked.get("rate"), asked.get("in"), asked.get("out")]).toEqual(["4", "512", "128"]);
});

test("a server's metrics name its queue", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "metrics.txt", METRICS);
  await expect(headline(page)).toHaveText(text.profile_is_capacity);
  await expect(page.locator(".limit")).toContainText(say(text.profile_why_preempted, { value: "0.1" }));
  await expect(row(page, "profile_counters", text.profile_cache)).toContainText("97%");
  await expect(row(page, "profile_latency", text.profile_ttft)).toContainText("0.500 s");
});

test("what cannot be read is said beside the place to drop, and the last answer stays", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "bench.json", BENCH);
  await expect(headline(page)).toBeVisible();
  for (const [name, content, key] of [
    ["broken.json", BENCH.slice(0, 90), "profile_bad_broken"],
    ["novel.txt", "It was a dark and stormy night.\n", "profile_bad_unknown"],
    ["empty.json", "", "profile_bad_empty"],
    ["call.pickle", "\x80\x02cos\nsystem\n.", "profile_bad_unsafe"],
  ]) {
    await page.getByLabel(text.profile_choose, { exact: true }).setInputFiles({ name, mimeType: "", buffer: Buffer.from(content, "latin1") });
    await expect(problem(page), name).toHaveText(say(text[key], { name }));
    await expect(page.locator(".limit")).toContainText("bench.json");
  }
  // The next good file takes the sentence away.
  await choose(page, "metrics.txt", METRICS);
  await expect(page.locator(".limit")).toContainText("metrics.txt");
  await expect(page.locator("#profile-problem")).toBeEmpty();
});

test("a long file says how far it is, and can be stopped", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "bench.json", BENCH);
  await expect(headline(page)).toBeVisible();
  const event = '{"ph":"X","cat":"cpu_op","name":"aten::mm","ts":1,"dur":1,"args":{"External id":1}},\n';
  await drop(page, "long.json", event.repeat(12_000), 800, ['{"traceEvents":[', "{}]}"]);
  const progress = page.getByRole("progressbar");
  await expect(progress).toBeVisible();
  await expect.poll(() => progress.evaluate((bar) => bar.value)).toBeGreaterThan(0);
  await expect(page.locator(".progress p")).toHaveText(pattern(text.profile_reading));
  await page.getByRole("button", named(text.profile_cancel)).click();
  await expect(page.locator(".drop").getByRole("status")).toHaveText(say(text.profile_stopped, { name: "long.json" }));
  await expect(progress).toBeHidden();
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.locator(".limit")).toContainText("bench.json");
  await expect(page.getByLabel(text.profile_choose, { exact: true })).toBeFocused();
});

test("the answer is taken away in the page's language, named after the file", async ({ page }) => {
  await open(page, "./measure/#lang=de");
  const german = words.de;
  await page.getByLabel(german.profile_choose, { exact: true }).setInputFiles({ name: "rank0.trace.json", mimeType: "", buffer: Buffer.from(trace()) });
  await expect(headline(page)).toHaveText(german.profile_is_launch);
  const save = async (key) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", named(german[key])).click()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path(), "utf8") };
  };
  const json = await save("profile_as_json");
  expect(json.name).toBe("rank0.trace-rightsize.json");
  const facts = JSON.parse(json.content);
  expect(facts.format).toBe("pytorch-trace");
  expect(facts.verdict.bound).toBe("launch");
  expect(facts.kernels.count).toBe(60);
  const csv = await save("profile_as_csv");
  expect(csv.name).toBe("rank0.trace-rightsize.csv");
  const rows = new Map(parse(csv.content, { columns: true }).map(({ fact, value }) => [fact, value]));
  expect(Number(rows.get("gpu.idle_share"))).toBe(facts.gpu.idle_share);
  expect(rows.get("kernels.top.0.name")).toBe("sm90_xmma_gemm_bf16");
  const paper = await save("profile_as_markdown");
  expect(paper.name).toBe("rank0.trace-rightsize.md");
  expect(paper.content).toContain(`# ${german.profile_heading}`);
  for (const cell of await page.locator("#answer .scroll td").allInnerTexts()) {
    expect(paper.content.replaceAll("\\", "")).toContain(cell.replace(/\s+/g, " "));
  }
});

test("a second file stands beside the first, with the differences", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "before.json", BENCH);
  await expect(headline(page)).toBeVisible();
  await expect(table(page, "profile_compared")).toHaveCount(0);
  await choose(page, "after.json", BENCH.replace('"mean_ttft_ms":210', '"mean_ttft_ms":160'));
  const compared = table(page, "profile_compared");
  await expect(compared.getByRole("columnheader")).toHaveText([text.profile_figure, "before.json", "after.json", text.profile_difference]);
  await expect(row(page, "profile_compared", text.profile_ttft).getByRole("cell")).toHaveText(["0.210 s", "0.160 s", "−50.0 ms"]);
  await expect(row(page, "profile_compared", text.profile_output_rate).getByRole("cell")).toHaveText(["512 tokens/s", "512 tokens/s", "="]);
  await expect(page.getByText(text.profile_other_run)).toBeHidden();
  // Another format is another run, and shares few figures.
  await choose(page, "metrics.txt", METRICS);
  await expect(page.getByText(text.profile_other_run)).toBeVisible();
  await page.getByRole("button", named(text.profile_forget)).click();
  await expect(compared).toHaveCount(0);
  await expect(page.locator(".limit")).toContainText("metrics.txt");
});

const figure = (page, key) => page.getByRole("figure", named(text[key]));
const files = (page) => page.getByRole("list", named(text.profile_files)).getByRole("listitem");
const chooseAll = (page, all, words = text) =>
  page.getByLabel(words.profile_choose, { exact: true }).setInputFiles(
    Object.entries(all).map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })));

test("a strip says what a GPU did when, by pointer, keyboard and table", async ({ page }) => {
  await open(page, "./measure/");
  // 60 kernels of 5 us in 1,185 us, then nothing but a wait of the host for 1,185 more, and one kernel.
  const whole = JSON.parse(trace());
  whole.traceEvents.push(
    { ph: "X", cat: "cuda_runtime", name: "cudaLaunchKernel", ts: 2380, dur: 2, args: { correlation: 99 } },
    { ph: "X", cat: "kernel", name: "sm90_xmma_gemm_bf16", ts: 2385, dur: 5, args: { device: 0, stream: 7, correlation: 99 } });
  await choose(page, "rank0.trace.json", JSON.stringify(whole));
  const strip = figure(page, "profile_strip");
  await expect(strip.locator("figcaption")).toContainText("100%");
  await expect(strip.locator("figcaption")).toContainText(text.profile_idle_host);
  await expect(strip.locator(".legend li")).toHaveText([text.profile_compute, text.profile_idle_host]);
  const plot = strip.locator(".plot");
  await plot.focus();
  await plot.press("End");
  await expect(plot).toHaveAttribute("aria-valuetext", new RegExp(`GPU 0.*${text.profile_idle_host}`));
  await plot.press("Home");
  await expect(plot).toHaveAttribute("aria-valuetext", new RegExp(`GPU 0.*${text.profile_compute}`));
  await expect(strip.locator(".tooltip")).toContainText(text.profile_compute);
  await plot.blur();
  await expect(strip.locator(".tooltip")).toHaveCount(0);
  await strip.locator(".pointed").hover();
  await expect(strip.locator(".tooltip")).toBeVisible();
  await strip.getByText(text.as_table, { exact: true }).click();
  // 24 stretches of 98.75 us below their heads; the last but one is idle throughout.
  const rows = strip.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(23).getByRole("cell").last()).toHaveText("100%");
  await expectSane(page);
});

// Parameters of a gibibyte, activations that come and go, as the profiler's memory timeline has them.
const MEMORY = JSON.stringify([[-1, 0, 2 ** 30, 0], [1, 1, 2 ** 31, 4], [2, 1, 2 ** 30, 5], [3, 3, 2 ** 31, 4], [4, 3, 2 ** 30, 5]]);

test("memory stands event by event against a board", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "memory.json", MEMORY);
  const held = figure(page, "profile_held");
  await expect(held.locator("figcaption")).toHaveText(say(text.profile_held_peak, { peak: "4 GiB", event: "3" }));
  await expect(held.locator(".legend li")).toHaveText([text.profile_parameter, text.profile_gradient, text.profile_activation]);
  await held.getByLabel(text.profile_board_size, { exact: true }).selectOption("nvidia-h100-sxm-80gb");
  await expect(held.locator("figcaption")).toContainText("H100 SXM");
  await expect(held.locator("figcaption")).toContainText("5%");
  await held.getByRole("slider").focus();
  await held.getByRole("slider").press("End");
  await expect(held.getByRole("slider")).toHaveAttribute("aria-valuetext", new RegExp(`${text.profile_parameter} 1\\sGiB`));
  await expectSane(page);
});

test("a recorded memory stands beside the parts of the run that the reader came from", async ({ page }) => {
  await open(page, "./training/");
  await page.getByRole("link", named(text.memory_measure)).click();
  await page.locator("#profile-file").waitFor({ state: "attached" });
  await choose(page, "memory.json", MEMORY);
  const against = page.locator(".against");
  const cells = (name) => row(page, "profile_against_heading", name).getByRole("cell");
  await expect(cells(text.profile_parameter).nth(1)).toHaveText("1 GiB");
  await expect(cells(text.profile_gradient).nth(1)).toHaveText("1 GiB");
  await expect(cells(text.profile_activation).nth(1)).toHaveText("2 GiB");
  await expect(cells(text.profile_peak_allocated).nth(1)).toHaveText("4 GiB");
  // What the driver holds is in no recording.
  await expect(cells(text.part_context).nth(1)).toHaveText("");
  await expect(against).toContainText("Llama 3.1 8B");
  await expect(against).not.toContainText(text.profile_against_fresh);
  // The calculator's sizing has the sum alone.
  await against.getByLabel(text.profile_against_with, { exact: true }).selectOption("size");
  await expect(against).toContainText(text.profile_against_totals);
  await expect(cells(text.profile_peak_reserved).nth(1)).toHaveText("4 GiB");
  await against.getByLabel(text.profile_against_with, { exact: true }).selectOption("train");
  await against.getByRole("link", named(text.profile_train_open)).click();
  await expect(page).toHaveURL(/training\/#.*task=/);
  await expectSane(page);
});

test("changes of the reader's question are priced, and open it filled in", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "metrics.txt", METRICS);
  const priced = page.locator(".priced");
  // Whoever brings no question is told where to bring one from.
  await expect(priced).toContainText(text.profile_against_ask);
  await open(page, "./measure/#v=2&model=Qwen/Qwen3-32B&weights=bf16&kv=bf16");
  await choose(page, "metrics.txt", METRICS);
  const cache = priced.getByRole("listitem").filter({ hasText: say(text.lever_cache, { format: "fp8" }) });
  await expect(cache).toContainText(/\$[\d.,]+ an hour/);
  await cache.getByRole("link").click();
  // What a link leaves out is a cache in fp8.
  await expect(page).toHaveURL(/\/#(?!.*kv=).*weights=bf16/);
  await expectSane(page);
});

test("several files are listed, each with what it is; one that is bad takes none along", async ({ page }) => {
  await open(page, "./measure/");
  await chooseAll(page, { "rank0.json": trace(), "novel.txt": "It was a dark and stormy night.\n", "c4.json": bench(4), "c16.json": bench(16) });
  await expect(files(page)).toHaveCount(4);
  await expect(files(page).nth(0)).toContainText("PyTorch");
  await expect(files(page).nth(1)).toContainText(say(text.profile_bad_unknown, { name: "novel.txt" }));
  await expect(files(page).nth(2)).toContainText("vllm bench serve");
  // Both benchmarks make one calibration.
  await expect(table(page, "calib_rows").getByRole("row")).toHaveCount(3);
  await expect(page.locator(".limit")).toContainText("c16.json");
  await files(page).nth(0).getByRole("button", named("rank0.json")).click();
  await expect(headline(page)).toHaveText(text.profile_is_launch);
  await expect(table(page, "calib_rows").getByRole("row")).toHaveCount(3);
  await page.getByRole("button", named(say(text.profile_remove_file, { name: "c4.json" }))).click();
  await expect(files(page)).toHaveCount(3);
  await expect(table(page, "calib_rows").getByRole("row")).toHaveCount(2);
  await expect(page.getByLabel(text.profile_choose, { exact: true })).toBeFocused();
  // The one that is shown goes: the last that could be read is shown.
  await page.getByRole("button", named(say(text.profile_remove_file, { name: "rank0.json" }))).click();
  await expect(page.locator(".limit")).toContainText("c16.json");
  await page.getByRole("button", named(say(text.profile_remove_file, { name: "c16.json" }))).click();
  await expect(page.locator(".limit")).toHaveCount(0);
  await expect(files(page)).toHaveCount(1);
});

// Two steps of 600 us: in the first, products of known shape one after another; in the second a gap
// of 300 us for which the host is late.
function steps() {
  const events = [];
  const kernel = (id, ts, dur, name = "sm90_xmma_gemm_bf16") => {
    events.push({ ph: "X", cat: "cuda_runtime", name: "cudaLaunchKernel", ts: ts - 3, dur: 2, args: { correlation: id } });
    events.push({ ph: "X", cat: "cpu_op", name: "aten::mm", ts: ts - 4, dur: 3, args: { "External id": id, "Input type": ["c10::BFloat16", "c10::BFloat16"], "Input Dims": [[4096, 4096], [4096, 4096]] } });
    events.push({ ph: "X", cat: "kernel", name, ts, dur, args: { device: 0, stream: 7, correlation: id, "External id": id } });
  };
  for (let at = 0; at < 3; at++) kernel(1 + at, 1000 + 200 * at, 200);
  kernel(4, 1900, 300);
  events.push({ ph: "X", cat: "user_annotation", name: "ProfilerStep#5", ts: 1000, dur: 600 });
  events.push({ ph: "X", cat: "user_annotation", name: "ProfilerStep#6", ts: 1600, dur: 600 });
  return JSON.stringify({
    schemaVersion: 1, traceEvents: events,
    deviceProperties: [{ id: 0, name: "NVIDIA H100 80GB HBM3", totalGlobalMem: 85017493504, numSms: 132 }],
  });
}

test("a stretch is judged alone: by step, by its ends, by dragging", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "steps.json", steps());
  const strip = figure(page, "profile_strip");
  await expect(row(page, "profile_time", text.profile_idle_host)).toContainText("25%");
  const shown = strip.locator(".stretch p");
  await expect(shown).toHaveText(text.profile_stretch_says);
  await strip.getByLabel(text.profile_stretch_step, { exact: true }).selectOption({ label: "6" });
  // 300 us of the sixth step's 600 are a gap.
  await expect(row(page, "profile_time", text.profile_idle_host)).toContainText("50%");
  await expect(shown).toHaveText(say(text.profile_stretch_shown, { from: "600 µs", to: "1.20 ms" }));
  await strip.getByRole("button", named(text.profile_whole_run)).click();
  await expect(row(page, "profile_time", text.profile_idle_host)).toContainText("25%");
  await expect(page.locator("#profile-stretch")).toBeFocused();
  // The first half by its ends has no gap.
  await strip.getByLabel(text.profile_to, { exact: true }).fill("120");
  await strip.getByRole("button", named(text.profile_stretch_judge)).click();
  await expect(row(page, "profile_time", text.profile_idle_host)).toHaveCount(0);
  await expect(row(page, "profile_time", text.profile_compute)).toContainText("100%");
  await expect(page.locator("#profile-stretch")).toBeFocused();
  // From the middle to the right end by dragging.
  await strip.locator(".pointed").scrollIntoViewIfNeeded();
  const plot = await strip.locator(".pointed").boundingBox();
  await page.mouse.move(plot.x + plot.width * 0.55, plot.y + 40);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width - 2, plot.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(row(page, "profile_time", text.profile_idle_host)).toContainText(/[3-6]\d%/);
  await expectSane(page);
});

test("kernels of known work stand under their roof, and the run on other boards", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "steps.json", steps());
  const roof = figure(page, "profile_roof");
  await expect(roof.locator("figcaption")).toContainText("aten::mm 4096 x 4096 x 4096");
  await expect(roof.locator("figcaption")).toContainText("H100 SXM");
  await roof.getByText(text.as_table, { exact: true }).click();
  const cells = roof.getByRole("table").getByRole("row").filter({ hasText: "aten::mm" }).getByRole("cell");
  // 4 products of 137.4 GFLOP over 100.7 MB in 900 us.
  await expect(cells).toHaveText(["900 µs", "4", "1,370", "611", /6\d%/]);
  await roof.locator(".plot").focus();
  await expect(roof.locator(".tooltip")).toContainText("aten::mm");
  const elsewhere = page.locator(".elsewhere");
  // A quarter of a step is a gap that stays.
  await expect(elsewhere).toContainText("25%");
  await expect(row(page, "profile_elsewhere", "H100 SXM5 80GB")).toContainText("600 µs");
  expect(await table(page, "profile_elsewhere").getByRole("row").count()).toBeGreaterThan(4);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    elsewhere.getByRole("button", named(say(text.chart_save, { kind: "CSV", title: text.profile_elsewhere }))).click(),
  ]);
  const saved = parse(readFileSync(await file.path(), "utf8"), { columns: true });
  expect(saved[0][text.calib_accelerator]).toBe("H100 SXM5 80GB");
  await expectSane(page);
});

test("what takes more and less time sums to the difference of the steps", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "steps.json", steps());
  await choose(page, "later.json", steps().replace('"ts":1900,"dur":300', '"ts":1900,"dur":200'));
  const rows = table(page, "profile_changed").getByRole("row");
  await expect(rows.nth(1)).toContainText(text.profile_whole_step);
  await expect(table(page, "profile_changed")).toContainText(text.profile_idle_host);
});

test("each kind of file ends in one sentence that says what to do", async ({ page }) => {
  await open(page, "./measure/");
  const first = page.locator(".limit .first");
  for (const [name, content, action] of [
    ["rank0.json", trace(), text.profile_do_launch],
    ["metrics.txt", METRICS, text.profile_do_room],
    ["bench.json", bench(16), text.profile_do_calibrate],
    ["memory.json", MEMORY, text.profile_do_batch],
  ]) {
    await choose(page, name, content);
    await expect(first).toContainText(action);
  }
});

const LOADGEN = `================================================
MLPerf Results Summary
================================================
SUT name : H100-SXM-80GBx8_TRT
Scenario : Server
Mode     : PerformanceOnly
Completed samples per second    : 20.00
Completed tokens per second: 4000.00
Result is : INVALID
Mean First Token latency (ns)                : 200000000
Mean Time to Output Token (ns)               : 30000000
`;

test("an MLPerf result stands beside the estimate of the same system", async ({ page }) => {
  await open(page, "./measure/");
  await choose(page, "mlperf_log_summary.txt", LOADGEN);
  const card = calibrate(page);
  await expect(card.getByRole("heading", named(text.profile_beside))).toBeVisible();
  await expect(card.getByText(text.profile_beside_invalid)).toBeVisible();
  // The system's name says accelerator and number; the rest is asked for.
  await expect(card.getByLabel(text.calib_accelerator, { exact: true })).toHaveValue("nvidia-h100-sxm-80gb");
  await expect(card.getByLabel(text.calib_count, { exact: true })).toHaveValue("8");
  await expect(says(page)).toHaveText(text.calib_ask);
  await card.getByRole("combobox", named(text.model)).fill("Qwen/Qwen3-32B");
  await card.getByRole("combobox", named(text.model)).press("Enter");
  await card.getByLabel(text.engine, { exact: true }).selectOption("vllm");
  await card.getByLabel(text.calib_tensor, { exact: true }).fill("4");
  await card.getByLabel(text.profile_prompt, { exact: true }).fill("300");
  await expect(says(page)).toHaveText(pattern(text.profile_beside_outside));
  await expect(row(page, "profile_beside", text.profile_full_output).getByRole("cell").first()).toHaveText("4,000 tokens/s");
  await expect(row(page, "profile_beside", text.profile_tpot).getByRole("cell").first()).toHaveText("30.0 ms");
  await expectSane(page);
  await card.getByRole("link", named(text.profile_size_open)).click();
  await started(page);
  const asked = new URLSearchParams(new URL(page.url()).hash.slice(1));
  expect([asked.get("model"), asked.get("rate"), asked.get("in"), asked.get("out")]).toEqual(["Qwen/Qwen3-32B", "20", "300", "200"]);
});

for (const { width, looks } of WIDTH_LOOKS) {
  test(`usable by everybody in every language: ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const [{ language, theme }] = looks;
    await open(page, `./measure/#lang=${language}&theme=${theme}`);
    await page.locator("#profile-file").setInputFiles([["memory.json", MEMORY], ["rank0.trace.json", trace()]]
      .map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })));
    await expect(page.locator(".limit")).toContainText("rank0.trace.json");
    await eachLook(page, looks, async (language) => {
      await expect(headline(page)).toHaveText(words[language].profile_is_launch);
      const { violations } = await judge(page).withTags(RULES).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectSane(page);
    });
  });
}

test("the question of the other pages goes along", async ({ page }) => {
  await open(page, "./#v=2&in=3000");
  const bar = page.getByRole("banner");
  await bar.getByRole("link", named(text.mode_measure)).click();
  await started(page);
  await expect(page).toHaveURL(/\/measure\/#v=2&in=3000/);
  await expect(page).toHaveTitle(text.profile_title);
  await bar.getByRole("link", named(text.mode_serving)).click();
  await started(page);
  await expect(page).toHaveURL(/#v=2&in=3000/);
});

// A benchmark of vLLM with so many users, as slow as a fixed share over the shipped estimate would
// have it: its figures follow from nothing but the users.
const bench = (users, slower = 1) => JSON.stringify({
  model_id: "Qwen/Qwen3-32B", num_prompts: 10 * users, completed: 10 * users, duration: 60, request_throughput: users / 3,
  output_throughput: 128 * users / 3, total_input_tokens: 10 * users * 512, total_output_tokens: 10 * users * 128,
  mean_ttft_ms: slower * (60 + 6 * users), median_ttft_ms: slower * (55 + 6 * users), p99_ttft_ms: slower * (90 + 12 * users),
  mean_tpot_ms: slower * (14 + 0.08 * users), median_tpot_ms: slower * (14 + 0.08 * users), p99_tpot_ms: slower * (20 + 0.1 * users),
  mean_e2el_ms: 3000, max_concurrency: users,
});
const calibrate = (page) => page.locator(".calibrate");
const says = (page) => page.locator(".calibrate-says");
const apply = (page) => page.getByRole("link", named(text.calib_apply));
const chip = (page) => page.locator("details.calibrated");

async function ranOn(page, words = text) {
  const card = calibrate(page);
  await card.getByLabel(words.calib_accelerator, { exact: true }).selectOption("nvidia-h100-sxm-80gb");
  await card.getByLabel(words.calib_count, { exact: true }).fill("2");
  await card.getByLabel(words.calib_tensor, { exact: true }).fill("2");
  await card.getByLabel(words.weights, { exact: true }).selectOption("bf16");
}

test("a benchmark ends in a calibrated answer, which a chip turns off, on and drops", async ({ page }) => {
  await open(page, "./measure/");
  await expect(calibrate(page)).toHaveCount(0);
  await drop(page, "c1.json", bench(1));
  // What the file does not hold is asked for, beside its fields.
  await expect(says(page)).toHaveText(text.calib_ask);
  await expect(apply(page)).toHaveCount(0);
  await expect(calibrate(page).locator(".aside").filter({ hasText: text.problem_missing })).toHaveCount(3);
  await ranOn(page);
  // One row is unproven, and says so.
  await expect(says(page)).toHaveText(text.calib_unproven);
  for (const users of [4, 16, 64]) {
    await drop(page, `c${users}.json`, bench(users));
    await expect(table(page, "calib_rows").getByRole("row")).toHaveCount(1 + [1, 4, 16, 64].indexOf(users) + 1);
  }
  await expect(says(page)).toContainText(text.calib_apply_says);
  // Where they stand among published runs of the same engine and class on the same accelerator.
  await expect(calibrate(page).locator(".standing p").first()).toHaveText(pattern(text.calib_standing));
  await expect(figure(page, "calib_spread").locator(".plot")).toBeVisible();
  await drop(page, "short.json", bench(4).replace(/"(completed|num_prompts)":40/g, '"$1":8'));
  await expect(table(page, "calib_rows")).toContainText(text.calib_left_short);
  await apply(page).click();
  await expect(chip(page).locator("summary")).toContainText("vLLM");
  await expect(chip(page).locator("summary")).toContainText("Qwen3 32B bf16");
  await expect(page).toHaveURL(/calibration=/);
  const link = page.url();
  await expect(page.locator(".candidates, table").getByText(text.table_calibrated, { exact: true }).first()).toBeVisible();
  const figures = () => page.locator("section.verdict .headline, section.verdict .lead").allInnerTexts();
  const calibrated = await figures();
  await chip(page).locator("summary").click();
  await chip(page).getByRole("button", named(text.calibrated_turn_off)).click();
  await expect(chip(page).locator("summary")).toHaveText(text.calibrated_off);
  await expect.poll(figures).not.toEqual(calibrated);
  await chip(page).getByRole("button", named(text.calibrated_turn_on)).click();
  await expect(chip(page).locator("summary")).toContainText("vLLM");
  await expect(page).toHaveURL(link);
  // The link alone carries it.
  await page.goto("about:blank");
  await open(page, link);
  await expect(chip(page).locator("summary")).toContainText("vLLM");
  await chip(page).locator("summary").click();
  await chip(page).getByRole("button", named(text.calibrated_drop)).click();
  await expect(chip(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/calibration=/);
});

test("rows of another configuration are refused with the usual causes", async ({ page }) => {
  await open(page, "./measure/");
  for (const [at, users] of [1, 4, 16].entries()) {
    await drop(page, `c${users}.json`, bench(users, 5));
    await expect(table(page, "calib_rows").getByRole("row")).toHaveCount(2 + at);
  }
  await ranOn(page);
  await expect(says(page)).toHaveText(text.calib_cap);
  await expect(apply(page)).toHaveCount(0);
  await calibrate(page).getByLabel(text.calib_tensor, { exact: true }).fill("x");
  await expect(calibrate(page).locator("#calibrate-Tensor-problem")).not.toBeEmpty();
});

const RECORD = {
  v: 4, engine: "vllm", accelerator: "nvidia-h100-sxm-80gb", model: "meta-llama/Llama-3.3-70B-Instruct", weights: ["fp8"],
  decode: 1.1, prefill: 1.05, step_us: 240, rows: 12, error: { tpot: [0.11, 0.04, 0.06], ttft: [0.22, 0.12] }, of: "2026-11",
  near: [[0, 5, 11, 8.2, 4, 1, -0.06, 0.11]],
};
const carried = (record) => `./#v=2&gpus=nvidia-h100-sxm-80gb&calibration=${encodeURIComponent(JSON.stringify(record))}`;

test("a record outside the caps is refused and said, one within them is told", async ({ page }) => {
  await open(page, carried({ ...RECORD, decode: 2.5 }));
  await expect(page.locator(".notices")).toContainText("calibration");
  await expect(chip(page)).toHaveCount(0);
  await page.goto("about:blank");
  await open(page, carried(RECORD));
  await expect(chip(page).locator("summary")).toContainText("TPOT 11% → ");
  await expect(chip(page).locator("summary")).toContainText("12 rows");
  await page.goto("about:blank");
  await open(page, carried({ ...RECORD, engine: "sglang" }));
  await expect(chip(page).locator("summary")).toHaveText(text.calibrated_elsewhere);
});

for (const { width, looks } of WIDTH_LOOKS) {
  test(`a calibration is usable by everybody in every language: ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const [{ language, theme }] = looks;
    await open(page, `./measure/#lang=${language}&theme=${theme}`);
    const pick = page.locator("#profile-file");
    for (const users of [2, 8, 32]) {
      await pick.setInputFiles({ name: `c${users}.json`, mimeType: "", buffer: Buffer.from(bench(users)) });
      await expect(calibrate(page).getByRole("row")).toHaveCount(2 + [2, 8, 32].indexOf(users));
    }
    await ranOn(page, words[language]);
    await eachLook(page, looks, async (language) => {
      await expect(says(page)).toContainText(words[language].calib_apply_says);
      const { violations } = await judge(page).withTags(RULES).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectSane(page);
    });
  });
}

// The figures of the page: how fast it answers, how much memory it takes, the bytes it downloads,
// Lighthouse's scores. They are reported, not judged: machines differ. `--no-lighthouse` leaves
// out the slowest part, `--only simulations` all but one.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { blocking } from "./blocking.js";
import { lighthouse, privateMemory, report, share } from "./measure.js";
import { readings } from "./reading.js";
import { launch, serve } from "./server.js";

// Models of every kind, small and large, and the loads they are asked under.
const MODELS = [
  "meta-llama/Llama-3.3-70B-Instruct", "meta-llama/Llama-3.1-8B", "Qwen/Qwen3-32B",
  "deepseek-ai/DeepSeek-V3", "openai/gpt-oss-120b", "mistralai/Mixtral-8x7B-v0.1",
  "google/gemma-3-27b-it", "7B", "405B", "Qwen/Qwen3-235B-A22B",
];
const LOADS = [
  "rate=1", "rate=10&in=500&out=100", "rate=100", "users=50&weights=bf16", "users=1&in=31000&out=1000",
  "tokens-per-day=2000000000&peak=3", "rate=10&ttft=none&tpot=none", "rate=4&weights=awq-int4&tpot=20ms",
  "rate=25&kv=bf16&prefix=0.5", "users=400&in=8000&out=500&replica=8",
];

// Training runs of every size and software; the costliest searches are those of mixtures.
const RUNS = [
  "model=meta-llama/Llama-3.3-70B-Instruct&stack=hf&method=qlora&tokens=20M", "model=meta-llama/Llama-3.1-8B",
  "model=meta-llama/Llama-3.3-70B-Instruct&stack=deepspeed&tokens=1B", "model=Qwen/Qwen3-32B&for=pretraining&tokens=1T&within=90d",
  "model=meta-llama/Llama-3.1-405B-Instruct&stack=megatron&for=pretraining&tokens=1T&within=60d",
  "model=Qwen/Qwen3-235B-A22B&stack=megatron", "model=openai/gpt-oss-120b&tokens=100B",
  "model=Qwen/Qwen3-235B-A22B&stack=megatron&for=pretraining&tokens=10T&within=60d",
  "model=deepseek-ai/DeepSeek-V3&stack=megatron&for=pretraining&tokens=14.8T&within=60d&precision=fp8-mixed",
  "model=mistralai/Mixtral-8x7B-v0.1&stack=megatron&tokens=100B&seq=32768",
].map((run) => `#v=2&task=training&${run}`);

function spread(values, unit = "ms") {
  const shown = [0.5, 0.95, 1].map((part) => share(values, part).toFixed(1));
  return `p50 ${shown[0]}  p95 ${shown[1]}  most ${shown[2]} ${unit} (${values.length})`;
}

const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

// A page whose WebAssembly memory can be asked for its size.
async function fresh(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, locale: "en-US" });
  await page.addInitScript(() => {
    const keep = (made) => made.then((result) => {
      window.wasm = (result.instance ?? result).exports.memory;
      return result;
    });
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const own = WebAssembly[name];
      WebAssembly[name] = (...given) => keep(own.apply(WebAssembly, given));
    }
  });
  await page.goto(url);
  await page.locator("html[data-app=started]").waitFor();
  return page;
}

// How long the page took for its answer to each link, as it notes itself.
async function answers(page, links) {
  const times = [];
  for (const link of links) {
    const time = await page.evaluate((link) => new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(Number(document.documentElement.dataset.answerMs));
      });
      observer.observe(document.documentElement, { attributeFilter: ["data-answer-ms"] });
      location.hash = link;
    }), link);
    times.push(time);
  }
  return times;
}

const QUESTIONS = MODELS.flatMap((model) => LOADS.map((load) => `#v=2&model=${model}&${load}`));

async function searches(browser, url) {
  const page = await fresh(browser, url);
  report("search of the catalogue, in wasm", spread(await answers(page, QUESTIONS)));
  await page.close();
}

// From a changed question until what is recommended is simulated, and all that stands beside it;
// the page is at rest before each.
async function simulations(browser, url) {
  const page = await fresh(browser, url);
  const rested = () => page.locator("html[data-simulated=yes]").waitFor({ timeout: 60_000 });
  const settled = [];
  const whole = [];
  for (const link of QUESTIONS) {
    await rested();
    const [answer, all] = await page.evaluate((link) => new Promise((resolve) => {
      const began = performance.now();
      let answer;
      const observer = new MutationObserver(() => {
        const { simulated, settled } = document.documentElement.dataset;
        if (settled === "yes") answer ??= performance.now() - began;
        if (simulated !== "yes") return;
        observer.disconnect();
        const all = performance.now() - began;
        resolve([answer ?? all, all]);
      });
      observer.observe(document.documentElement, { attributeFilter: ["data-simulated", "data-settled"] });
      location.hash = link;
    }), link);
    settled.push(answer);
    whole.push(all);
  }
  for (const [name, times] of Object.entries({ "the recommendation": settled, "all that is shown": whole })) {
    report(`a question changed until ${name} is simulated`, `${spread(times)}  p90 ${share(times, 0.9).toFixed(1)}`);
  }
  await page.close();
}

async function trainings(browser, url) {
  const first = [];
  for (const link of RUNS) {
    const page = await fresh(browser, `${url}training/${link}`);
    first.push(await page.evaluate(() => Number(document.documentElement.dataset.answerMs)));
    await page.close();
  }
  report("training search, first answer of a page", spread(first));
  const page = await fresh(browser, `${url}training/`);
  await answers(page, RUNS);
  await page.evaluate(() => {
    window.long = [];
    const note = (list) => window.long.push(...list.getEntries().map(({ duration }) => duration));
    new PerformanceObserver(note).observe({ type: "longtask" });
  });
  report("  once warm", spread(await answers(page, RUNS)));
  const long = await page.evaluate(() => window.long);
  report("  tasks of 50 ms or more meanwhile", long.length ? spread(long) : "none");
  await page.close();
}

async function keystrokes(browser, url) {
  const page = await fresh(browser, url);
  await page.evaluate(() => {
    window.painted = [];
    window.changed = 0;
    const answer = document.querySelector("#answer");
    let last = answer.textContent;
    addEventListener("input", (event) => {
      requestAnimationFrame(() => requestAnimationFrame(() => {
        window.painted.push(performance.now() - event.timeStamp);
        window.changed += answer.textContent !== last;
        last = answer.textContent;
      }));
    }, true);
    window.handled = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === "input" || entry.name === "keydown") window.handled.push(entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16 });
  });
  for (const id of ["field-Traffic", "field-InputTokens", "field-OutputTokens", "field-Tpot"]) {
    const input = page.locator(`#${id}`);
    const good = await input.inputValue();
    await input.selectText();
    for (const key of ["2", "5", "Backspace", "7", "0", "Backspace", "1"]) {
      const before = await page.evaluate(() => window.painted.length);
      await page.keyboard.press(key);
      await page.waitForFunction((before) => window.painted.length > before, before);
    }
    await input.fill(good);
    await page.waitForTimeout(400);
  }
  const { painted, changed, handled } = await page.evaluate(() => {
    const { painted, changed, handled } = window;
    return { painted, changed, handled };
  });
  report("keystroke to the second frame after it", spread(painted));
  report("  of which changed the verdict", `${changed} of ${painted.length}`);
  report("  by the browser's own event timing", handled.length ? spread(handled) : "all below 16 ms");
  await page.close();
}

async function memory(browser, url) {
  const page = await fresh(browser, url);
  const cdp = await page.context().newCDPSession(page);
  const measure = async (count) => {
    await page.waitForTimeout(500);
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
    const wasm = await page.evaluate(() => window.wasm?.buffer.byteLength ?? 0);
    const tab = await privateMemory(browser);
    report(`memory after ${count} recalculations`,
      `JS ${mb(usedSize)}  wasm ${mb(wasm)}  process ${mb(tab)}  nodes ${nodes}  listeners ${jsEventListeners}`);
    return { usedSize, wasm, nodes };
  };
  const recalculate = (from, to) => page.evaluate(async ([from, to]) => {
    const fields = ["field-Traffic", "field-InputTokens", "field-OutputTokens"].map((id) => document.getElementById(id));
    for (let step = from; step < to; step++) {
      const field = fields[step % fields.length];
      field.value = String(10 + ((step * 37) % 4000));
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, [from, to]);
  await measure(0);
  await recalculate(0, 500);
  const half = await measure(500);
  await recalculate(500, 1000);
  const whole = await measure(1000);
  const growth = whole.usedSize + whole.wasm - half.usedSize - half.wasm;
  report("growth from 500 to 1,000", `${mb(growth)}, ${whole.nodes - half.nodes} nodes`);
  await page.close();
}

async function transfers(browser, url) {
  const page = await browser.newPage({ locale: "uk-UA" });
  const finished = [];
  page.on("requestfinished", (request) => finished.push(request));
  await page.goto(url, { waitUntil: "networkidle" });
  let sum = 0;
  for (const request of finished) {
    const { responseBodySize } = await request.sizes();
    sum += responseBodySize;
    report(`  ${new URL(request.url()).pathname}`, `${responseBodySize} B`);
  }
  report("a first visit downloads, as this server packs it", `${(sum / 1000).toFixed(1)} KB`);
  await page.close();
}

async function paints(browser, url) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator("html[data-app=started]").waitFor();
  const { first, started } = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    started: performance.now(),
  }));
  report("first paint of the shell, unthrottled", `${first?.toFixed(0)} ms, the app by ${started.toFixed(0)} ms`);
  await page.close();
}

// For how long each page blocks a phone as it is opened.
async function blocked(browser, url) {
  for (const folder of ["", "training/", "costs/", "proposal/", "compare/", "accuracy/", "guide/", "vision/", "sessions/"]) {
    const time = await blocking(browser, `${url}${folder}`);
    report(`blocked as /${folder} opens, four times slower`, `${time.toFixed(0)} ms`);
  }
}

// A fleet of so many workloads of one pool, no two alike.
const FITTING = [
  "Qwen/Qwen3-0.6B", "Qwen/Qwen3-4B", "Qwen/Qwen3-8B", "meta-llama/Llama-3.1-8B",
  "google/gemma-3-4b-it", "meta-llama/Llama-3.2-1B",
];
const DAYS = ["office", "evening", "night", "two-regions"];
function fleet(count, rate) {
  const workloads = Array.from({ length: count }, (_, at) => {
    const asked = at === 3 ? rate : 0.2 + at / 100;
    const size = `v=2&model=${FITTING[at % FITTING.length]}&weights=bf16&kv=bf16&rate=${asked.toFixed(2)}`
      + `&in=500&out=100&day=${DAYS[at % DAYS.length]}&tpot=100ms&ttft=3s`;
    return `&w=W${at},none,,normal,${encodeURIComponent(size)}`;
  });
  return `#v=2&task=fleet${workloads.join("")}&gpus=nvidia-a100-sxm-80gb`;
}

// From a fleet's question to its first packing on the page, with its proof or its gap.
async function fleets(browser, url) {
  for (const count of [20, 200]) {
    const page = await fresh(browser, `${url}fleet/`);
    const rested = () => page.locator("html[data-simulated=yes]").waitFor({ timeout: 120_000 });
    const ask = (link) => page.evaluate((link) => new Promise((resolve) => {
      const began = performance.now();
      let searched = false;
      const headline = document.querySelector("#answer .headline");
      const observer = new MutationObserver(() => {
        searched ||= headline.ariaBusy === "true";
        if (searched && headline.ariaBusy !== "true") {
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - began));
        }
      });
      observer.observe(headline, { attributeFilter: ["aria-busy"] });
      location.hash = link;
    }), link);
    await rested();
    report(`fleet of ${count} workloads, all new`, `${(await ask(fleet(count, 0.3))).toFixed(0)} ms`);
    const times = [];
    for (const rate of [0.4, 0.5, 0.6, 0.7, 0.8]) {
      await rested();
      times.push(await ask(fleet(count, rate)));
    }
    report("  one load changed", spread(times));
    report("  its answer", await page.locator("#answer .headline").textContent());
    await page.close();
  }
}

// Each by its name; `--only NAME` measures one of them.
const FIGURES = { paints, blocked, transfers, searches, simulations, trainings, fleets, keystrokes, memory, readings };
const only = process.argv[process.argv.indexOf("--only") + 1];
const isOne = process.argv.includes("--only");
if (isOne && !(only in FIGURES)) throw new Error(`--only takes one of ${Object.keys(FIGURES).join(", ")}`);

const server = await serve();
const browser = await launch();
report("machine", `${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}`);
for (const [name, figure] of Object.entries(FIGURES)) {
  if (!isOne || name === only) await figure(browser, server.url);
}
await browser.close();
if (!isOne && !process.argv.includes("--no-lighthouse")) await lighthouse(server.url);
server.stop();

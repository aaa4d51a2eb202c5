// The estimator for JavaScript, as it is packed: the same in Chromium and in Node.js, and
// the same as the batch estimator's worked cases.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";

const folder = process.env.PACKAGE ?? new URL("../../target/package", import.meta.url).pathname;

test.skip(!existsSync(`${folder}/package.json`), "needs what `cargo xtask package` makes");

const SCENARIO = { id: "a", model: "meta-llama/Llama-3.1-8B", weights: "fp8", accelerator: "nvidia-h100-sxm-80gb", concurrency: 32, input_tokens: 2000, output_tokens: 300 };

const QUESTION = { model: "Qwen/Qwen3-32B", weights: "fp8", concurrency: 50, sla: { ttft_s: 1, tpot_s: 0.05 } };

const CONFIG = { architectures: ["LlamaForCausalLM"], model_type: "llama", hidden_size: 4096, intermediate_size: 14336, num_attention_heads: 32, num_hidden_layers: 32, num_key_value_heads: 8, torch_dtype: "bfloat16", vocab_size: 128256 };

// As somebody who has installed it imports it.
const inNode = await import(pathToFileURL(`${folder}/node.js`).href).catch(() => null);

// Runs `work` with the package in Chromium, served from an origin of its own.
async function inChromium(page, work, argument) {
  const types = { "web.js": "text/javascript", "rightsize.js": "text/javascript", "rightsize_bg.wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    const bytes = name in types ? readFileSync(`${folder}/${name}`) : "<!doctype html>";
    response.writeHead(200, { "Content-Type": types[name] ?? "text/html" });
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(
      async ([work, argument]) => new Function("it", "argument", `return (${work})(it, argument)`)(await import("/web.js"), argument),
      [work.toString(), argument],
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const everything = (it, { scenario, question, config }) => {
  const thrown = (work) => {
    try {
      return work();
    } catch (error) {
      return { isError: error instanceof Error, field: error.field, message: error.message };
    }
  };
  const read = it.parseModel(config, "config.json");
  return {
    one: it.estimate(scenario),
    training: it.estimate({ task: "training", model: scenario.model, accelerator: scenario.accelerator, accelerators: 8 }),
    found: it.search(question),
    read,
    described: it.estimate({ ...scenario, model: read.model }),
    published: it.estimate({ ...scenario, model: JSON.parse(config) }),
    known: it.catalog(),
    errors: [
      thrown(() => it.estimate({ ...scenario, accelerator: "abacus" })),
      thrown(() => it.estimate({ ...scenario, colour: "green" })),
      thrown(() => it.estimate(undefined)),
      thrown(() => it.search({ ...question, sla: { ttft_s: -1 } })),
      thrown(() => it.search({ ...question, accelerators: 8 })),
      thrown(() => it.parseModel("{}", "config.json")),
      thrown(() => it.estimate({ ...scenario, model: { described: "v=2" } })),
    ],
  };
};

const ARGUMENT = { scenario: SCENARIO, question: QUESTION, config: JSON.stringify(CONFIG) };

test("Chromium and Node.js answer the same", async ({ page }) => {
  const here = everything(inNode, ARGUMENT);
  const there = await inChromium(page, everything, ARGUMENT);
  expect(there).toEqual(JSON.parse(JSON.stringify(here)));
});

test("an estimate is the contract's object", () => {
  const { one, training, described, published, errors } = everything(inNode, ARGUMENT);
  expect(one.fits).toBe(true);
  expect(one.reason).toBe(null);
  // 8.03 billion parameters of a byte each, less those that stay at two.
  expect(one.memory.weights_bytes / 8.03e9).toBeGreaterThan(1);
  expect(one.memory.weights_bytes / 8.03e9).toBeLessThan(1.15);
  const { performance, cost } = one;
  expect(cost.usd_per_million_output_tokens).toBeCloseTo(cost.usd_per_hour / (performance.output_tokens_per_s * 0.0036), 9);
  expect(one.assumed.engine).toBe("vllm");
  expect(training.performance.mfu).toBeGreaterThan(0.1);
  expect(training.memory.gradient_bytes).toBeGreaterThan(0);
  expect(training.memory).not.toHaveProperty("kv_tokens");
  // A config.json is the same model in a scenario and out of a file.
  expect(described).toEqual(published);
  for (const error of errors) expect(error.isError).toBe(true);
  expect(errors.map((error) => error.field)).toEqual(["accelerator", "colour", "", "sla.ttft_s", "accelerators", "model", "model.described"]);
});

test("what a search finds estimates to what it says, and keeps the demands", () => {
  const found = inNode.search(QUESTION);
  const { accelerators } = inNode.catalog();
  const ids = found.map((one) => one.accelerator);
  expect(accelerators.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  // All that somebody rents are searched; small machines that nobody does are not.
  expect(ids).toEqual(expect.arrayContaining(accelerators.filter((one) => one.usd_per_hour).map(({ id }) => id)));
  expect(ids).not.toContain("apple-m4");
  const best = found.filter((one) => one.recommended);
  expect(best.length).toBe(1);
  expect(best[0].verdict).toBe("meets");
  for (const one of found.filter((one) => one.verdict === "meets")) {
    expect(inNode.estimate(one.scenario)).toEqual(one.estimate);
    expect(one.requests.tpot_s).toBeLessThanOrEqual(0.05);
    expect(one.requests.ttft_s).toBeLessThanOrEqual(1);
  }
  // As the calculator's: what is recommended was met by single requests.
  expect(best[0].requests.simulated).toBe(true);
});

test("its types are declared, and those of its functions", () => {
  const types = readFileSync(`${folder}/rightsize.d.ts`, "utf8");
  for (const signature of [
    "export function estimate(scenario: Scenario): Estimate;",
    "export function search(question: Question): Found[];",
    "export function parseModel(file: string | Uint8Array, name?: string | null): ReadModel;",
    "export function catalog(): Known;",
    "export type ServingScenario = {",
    "export type Estimate = {",
  ]) {
    expect(types).toContain(signature);
  }
  // Every field of an answer is declared.
  const { one, training } = everything(inNode, ARGUMENT);
  for (const part of ["memory", "performance", "cost", "band"]) {
    for (const name of Object.keys({ ...one[part], ...training[part] })) expect(types).toMatch(new RegExp(`\\b${name}\\??:`));
  }
});

test("npm packs what it needs and nothing else", () => {
  const said = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" });
  const [{ files }] = JSON.parse(said);
  expect(files.map(({ path }) => path).toSorted()).toEqual(
    ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "node.js", "package.json", "rightsize.d.ts", "rightsize.js", "rightsize_bg.wasm", "web.js"].toSorted(),
  );
});

// Installed as npm does it, and named as its README names it: the file for Node.js, the one for a
// bundler, and where TypeScript looks for types.
test("installed by npm, its name leads each to its own file", () => {
  const place = mkdtempSync(`${tmpdir()}/rightsize-package-`);
  const run = (program, ...options) => execFileSync(program, options, { cwd: place, encoding: "utf8" }).trim();
  try {
    writeFileSync(`${place}/package.json`, JSON.stringify({ name: "who-uses-it", private: true, type: "module" }));
    const [{ filename }] = JSON.parse(run("npm", "pack", folder, "--json"));
    run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
    const script = `import { estimate } from "rightsize"; console.log(JSON.stringify(estimate(${JSON.stringify(SCENARIO)})))`;
    expect(JSON.parse(run(process.execPath, "--input-type=module", "--eval", script))).toEqual(JSON.parse(JSON.stringify(inNode.estimate(SCENARIO))));
    const taken = (...options) => run(process.execPath, ...options, "--input-type=module", "--eval", `console.log(import.meta.resolve("rightsize"))`).split("/").at(-1);
    expect(taken()).toBe("node.js");
    // TypeScript asks for types before anything else holds.
    expect(taken("--conditions=types")).toBe("rightsize.d.ts");
    // A bundler, and a browser, know nothing of Node.js: they come to the last.
    const { exports, version } = JSON.parse(readFileSync(`${place}/node_modules/rightsize/package.json`, "utf8"));
    expect(Object.entries(exports["."])).toEqual([["types", "./rightsize.d.ts"], ["node", "./node.js"], ["default", "./web.js"]]);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  } finally {
    rmSync(place, { recursive: true });
  }
});

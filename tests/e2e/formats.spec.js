// A model comes in the format it is released in, as one step with the choice of the model; of each
// format the list names the known publications.
import { expect, open, partsOf, pattern, say, simulated, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const hash = (page) => new URL(page.url()).hash;

async function choose(page, name) {
  const { model, finds } = partsOf(page);
  await model.fill(name);
  await finds("model").filter({ hasText: name }).first().click();
  await expect(model).toHaveValue(name);
}

// The heading that a format stands under in the list.
const heading = (weights, format) => weights.locator("optgroup", { has: weights.page().locator(`option[value="${format}"]`) });

for (const [name, id, format] of [
  ["gpt-oss 120B", "openai/gpt-oss-120b", "mxfp4"],
  ["Kimi K2.5", "moonshotai/Kimi-K2.5", "int4-g32"],
  ["DeepSeek V3.2", "deepseek-ai/DeepSeek-V3.2", "fp8-block"],
]) {
  test(`${name} comes in ${format}, and goes with it in one step`, async ({ page }) => {
    await open(page, "./#v=2&in=700");
    const { model, choice } = partsOf(page);
    const weights = choice("weights");
    const before = await model.inputValue();
    await expect(weights).toHaveValue("fp8");
    await expect(weights).toHaveAccessibleDescription("");
    await choose(page, name);
    await expect(weights).toHaveValue(format);
    await expect(weights).toHaveAccessibleDescription(text.format_released);
    await expect(heading(weights, format)).toHaveAttribute("label", text.format_released);
    await expect.poll(() => hash(page)).toBe(`#v=2&model=${id}&weights=${format}&in=700`);
    await simulated(page);
    await page.getByRole("button", named(text.undo)).click();
    await expect(model).toHaveValue(before);
    await expect(weights).toHaveValue("fp8");
    await expect(page.getByRole("button", named(text.undo))).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", named(text.redo)).click();
    await expect(model).toHaveValue(name);
    await expect(weights).toHaveValue(format);
  });
}

test("a format that nobody publishes is offered with that remark, and stays with its model", async ({ page }) => {
  await open(page, "./#v=2&model=openai/gpt-oss-120b&weights=mxfp4");
  const { choice, model } = partsOf(page);
  const weights = choice("weights");
  await expect(heading(weights, "mxfp8")).toHaveAttribute("label", text.format_unpublished);
  await weights.selectOption("mxfp8");
  await expect(weights).toHaveAccessibleDescription(text.format_unpublished);
  await expect(page.getByText(text.format_unpublished)).toBeVisible();
  // The same model once more changes nothing.
  await choose(page, "gpt-oss 120B");
  await expect(weights).toHaveValue("mxfp8");
  // Of a size in words nothing is known.
  await model.fill("13B");
  await page.keyboard.press("Enter");
  await expect(weights).toHaveAccessibleDescription("");
  await expect(heading(weights, "mxfp8")).toHaveAttribute("label", text.formats_float);
  await expect(weights).toHaveValue("mxfp8");
});

test("what the engine does not read is not chosen for it", async ({ page }) => {
  await open(page, "./#v=2&engine=llama.cpp&weights=q4_k_m");
  const { choice } = partsOf(page);
  await choose(page, "DeepSeek V3.2");
  await expect(choice("weights")).toHaveValue("q4_k_m");
  await choose(page, "gpt-oss 120B");
  await expect(choice("weights")).toHaveValue("mxfp4");
});

test("an engine is chosen with formats that it reads, as one step", async ({ page }) => {
  await open(page, "./");
  const { choice } = partsOf(page);
  await page.getByText(pattern(text.engine_more)).first().click();
  const chosen = async (engine, weights, cache) => {
    await expect(choice("engine")).toHaveValue(engine);
    await expect(choice("weights")).toHaveValue(weights);
    await expect(choice("kv_cache")).toHaveValue(cache);
  };
  await chosen("vllm", "fp8", "fp8");
  await choice("engine").selectOption("llama.cpp");
  await chosen("llama.cpp", "q8_0", "q8_0");
  await expect(choice("kv_cache").locator("option")).toHaveText(["bf16", "fp16", "q8_0", "q4_0"]);
  await simulated(page);
  await expect(page.getByText(text.start_stops)).toHaveCount(0);
  await page.getByRole("button", named(text.undo)).click();
  await chosen("vllm", "fp8", "fp8");
  // The way back leads to the formats before, too.
  await choice("engine").selectOption("llama.cpp");
  await chosen("llama.cpp", "q8_0", "q8_0");
  await choice("engine").selectOption("vllm");
  await chosen("vllm", "fp8", "fp8");
});

test("where a link's weights are not read by its engine, the nearest are one click away", async ({ page }) => {
  await open(page, "./#v=2&engine=llama.cpp");
  const { choice, answer } = partsOf(page);
  await answer.getByRole("button", named(say(text.relax_weights, { format: "q8_0" }))).click();
  await expect(choice("weights")).toHaveValue("q8_0");
  await expect(choice("kv_cache")).toHaveValue("q8_0");
  await simulated(page);
  await expect(answer.locator(".amounts")).toBeVisible();
});

test("a link's cache that the engine lacks stays chosen", async ({ page }) => {
  await open(page, "./#v=2&engine=llama.cpp&weights=q4_k_m&kv=nvfp4");
  await expect(partsOf(page).choice("kv_cache")).toHaveValue("nvfp4");
});

// The commands that start what is recommended: they follow the answer and the engine, and can be
// taken away.
import { readFileSync } from "node:fs";
import { expect, expectSane, LANGUAGES, open, partsOf, pattern, say, speak, test, words } from "./page.js";

async function cardIn(page, language = "en") {
  const name = words[language].command_title;
  const card = page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  return card;
}

// The value behind an option of a command.
const valueOf = (command, option) => command.match(new RegExp(`\\s${option} (\\S+)`))?.[1];

test("the first answer has its command, split as it says, which is copied and saved as it stands", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "./");
  const { text, rows } = partsOf(page);
  const card = await cardIn(page);
  const shown = card.locator("pre").first();
  await expect(shown).toContainText("vllm serve");
  const command = await shown.textContent();
  const tensor = valueOf(command, "--tensor-parallel-size");
  await expect(rows.first()).toContainText(`tp\u00a0${tensor}`);
  await expect(card).toContainText(say(text.command_version, { engine: "vLLM", version: "0.33.0" }));
  await card.getByRole("button", { name: pattern(text.launch_copy) }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await expect(card.getByText(text.launch_copied)).toBeVisible();
  const saving = page.waitForEvent("download");
  await card.getByRole("button", { name: pattern(text.launch_save) }).first().click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("serve.sh");
  expect(readFileSync(await file.path(), "utf8")).toBe(command);
  // Each setting is named beside, with what it says.
  await card.getByText(text.command_settings).click();
  const row = card.getByRole("row").filter({ hasText: "--tensor-parallel-size" });
  await expect(row).toContainText(tensor);
  await expect(row).toContainText(text.parallelism);
  await expectSane(page);
});

test("another engine has a command of its own, or says why it has none", async ({ page }) => {
  for (const [engine, program] of [
    ["vllm", "vllm serve"],
    ["sglang", "sglang.launch_server"],
    ["trt-llm", "trtllm-serve serve"],
  ]) {
    await open(page, `./#v=2&gpus=nvidia-h100-sxm-80gb&engine=${engine}`);
    const card = await cardIn(page);
    await expect(card.locator("pre").first()).toContainText(program);
  }
  const { text } = partsOf(page);
  // GGUF with a cache of fp8, which llama.cpp has not.
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb&engine=llama.cpp&weights=q4_k_m");
  const card = await cardIn(page);
  await expect(card).toContainText(say(text.command_no_cache, { engine: "llama.cpp", format: "fp8" }));
  await expect(card.locator("pre")).toHaveCount(0);
});

test("every language says it, and every file has its buttons", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb&split-phases=yes");
  for (const language of LANGUAGES) {
    await speak(page, language);
    const text = words[language];
    const card = await cardIn(page, language);
    const files = await card.locator(".launch-file h3").allInnerTexts();
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      await expect(card.getByRole("button", { name: say(text.launch_copy, { name }) })).toBeVisible();
      await expect(card.getByRole("button", { name: say(text.launch_save, { name }) })).toBeVisible();
    }
  }
});

// The command that starts a replica: the answer's own settings, to be copied.
import { allCandidates, expect, open, partsOf, pattern, test, words } from "./page.js";

const text = words.en;

async function cardOf(page) {
  const card = page.locator("section", { has: page.getByRole("heading", { name: text.start_heading, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  return card;
}

test("the command has the placement of the answer, and can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "./#v=2&model=meta-llama/Llama-3.1-70B&rate=2&gpus=nvidia-h100-sxm-80gb&max-len=16384&util=0.9");
  await allCandidates(page);
  const { rows } = partsOf(page);
  const split = await rows.filter({ hasText: text.table_recommended }).innerText();
  const tensor = /tp\s(\d+)/.exec(split)[1];
  const card = await cardOf(page);
  const command = card.locator("pre").first();
  await expect(command).toContainText("vllm serve");
  await expect(command).toContainText(`--tensor-parallel-size ${tensor}`);
  await expect(command).toContainText("--max-model-len 16384");
  await expect(command).toContainText("--gpu-memory-utilization 0.9");
  await card.getByRole("button", { name: pattern(text.launch_copy) }).first().click();
  await expect(card.getByText(text.launch_copied, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.textContent());
});

test("each engine is started in its own words, pools apart, and what it lacks is told", async ({ page }) => {
  for (const [engine, begins] of [
    ["sglang", "python3 -m sglang.launch_server"],
    ["trt-llm", "trtllm-serve serve"],
  ]) {
    await open(page, `./#v=2&engine=${engine}&gpus=nvidia-h100-sxm-80gb`);
    await expect((await cardOf(page)).locator("pre").first()).toContainText(begins);
  }
  // A draft head is the reader's to name.
  await open(page, "./#v=2&draft=3&gpus=nvidia-h100-sxm-80gb");
  let card = await cardOf(page);
  await expect(card.locator("pre").first()).toContainText("${DRAFT:?}");
  await expect(card.locator("p").first()).toContainText("DRAFT");
  await open(page, "./#v=2&split-phases=yes&gpus=nvidia-h100-sxm-80gb");
  card = await cardOf(page);
  await expect(card.getByRole("heading", { level: 3 })).toHaveText(["prefill.sh", "decode.sh"]);
  await expect(card).toContainText(text.start_pools);
  await open(page, "./#v=2&engine=trt-llm&split-phases=yes&gpus=nvidia-h100-sxm-80gb");
  card = await cardOf(page);
  await expect(card).toContainText(text.start_stops);
  await expect(card).toContainText(text.gap_pools);
  await expect(card.locator("pre")).toHaveCount(0);
});

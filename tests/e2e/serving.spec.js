// Ways to serve: a way turned on changes memory, speed and replicas, travels in the link, and is
// refused beside its field where it makes no sense.
import { expect, open, openAll, partsOf, problemOf, say, simulated, test, words } from "./page.js";

const text = words.en;

const fragment = (page) => new URL(page.url()).hash;

test("drafts take memory, and their acceptance is asked for only where there are some", async ({ page }) => {
  await open(page);
  const { field, memory } = partsOf(page);
  await openAll(page);
  await expect(field("acceptance")).toBeHidden();
  await expect(memory).not.toContainText(text.part_drafter);
  await field("draft_tokens").fill("3");
  await expect(field("acceptance")).toBeVisible();
  await expect(field("acceptance")).toHaveValue("70");
  await expect(memory).toContainText(text.part_drafter);
  await expect.poll(() => fragment(page)).toBe("#v=2&draft=3&accept=0.7");
  // Left out again, nothing of it remains.
  await field("draft_tokens").fill("");
  await expect(memory).not.toContainText(text.part_drafter);
  await expect.poll(() => fragment(page)).toBe("#v=2");
});

test("adapters are loaded beside the weights", async ({ page }) => {
  await open(page, "./#v=2&loras=50&lora-rank=64");
  const { field, memory } = partsOf(page);
  await expect(memory).toContainText(text.part_adapters);
  await openAll(page);
  await expect(field("adapters")).toHaveValue("50");
  await expect(field("adapter_rank")).toHaveValue("64");
});

test("apart, prefill and decode have replicas of their own", async ({ page }) => {
  await open(page);
  const { answer, choice } = partsOf(page);
  await openAll(page);
  await choice("phases").selectOption("apart");
  await simulated(page);
  const sentence = say(text.load_pools, { prefill: "\\d+", decode: "\\d+" });
  await expect(answer).toContainText(new RegExp(sentence));
  const load = page.locator("section", { has: page.getByRole("heading", { name: text.load_title, exact: true }) });
  await load.scrollIntoViewIfNeeded();
  // Both kinds are simulated, as one kind is.
  await expect(load).toContainText(new RegExp(say(text.load_simulated_apart.other, { count: "[\\d,]+" })));
  const first = load.getByRole("row", { name: text.load_ttft });
  await expect(first.getByRole("cell")).toHaveText(Array(5).fill(/\d/));
  await expect(first).toContainText("✓");
  await expect.poll(() => fragment(page)).toBe("#v=2&split-phases=yes");
});

test("a replica is split as the reader says", async ({ page }) => {
  await open(page, "./#v=2&model=deepseek-ai/DeepSeek-V3&rate=40&parallel=attention-data");
  const { choice, headline } = partsOf(page);
  await openAll(page);
  await expect(choice("parallelism")).toHaveValue("attention-data");
  const before = await headline.textContent();
  await choice("parallelism").selectOption("tensor");
  await simulated(page);
  await expect(headline).not.toHaveText(before);
});

test("what caches cannot hold is refused beside its field, and the answer stays", async ({ page }) => {
  await open(page, "./#v=2&prefix=0.6");
  const { field, headline, stale } = partsOf(page);
  const before = await headline.textContent();
  await openAll(page);
  await field("host_hits").fill("60");
  await expect(await problemOf(field("host_hits"))).toHaveText(/39.9/);
  await expect(stale).toBeVisible();
  await expect(headline).toHaveText(before);
  await field("host_hits").fill("30");
  await expect(stale).toBeHidden();
  for (const [key, value] of [
    ["draft_tokens", "1000"],
    ["adapters", "0"],
  ]) {
    await field(key).fill(value);
    await expect(await problemOf(field(key))).not.toHaveText("");
    await field(key).fill("");
    await expect(stale).toBeHidden();
  }
});

// A node's needs beside its accelerators, the shortfalls of its machine, and that it is rented
// whole.
import { expect, LANGUAGES, open, partsOf, pattern, shared, speak, test, words } from "./page.js";

const RESOURCES = ["ram", "cores", "pcie", "numa", "storage", "network"];

async function cardIn(page, language) {
  const name = words[language].balance_title;
  const card = page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  return card;
}

// The cells of one resource: needed, there, enough or not.
function cells(card, page, name) {
  const row = card.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  return row.getByRole("cell").allInnerTexts();
}

test("every resource has its row, in every language", async ({ page }) => {
  await open(page, "./#v=2&gpus=nvidia-h100-sxm-80gb&sellers=aws");
  for (const language of LANGUAGES) {
    await speak(page, language);
    const text = words[language];
    const card = await cardIn(page, language);
    await expect(card).toContainText("p5.48xlarge");
    for (const resource of RESOURCES) {
      const row = await cells(card, page, text[`balance_${resource}`]);
      expect(row, `${resource}, ${language}`).toHaveLength(3);
      const [needed, there, standing] = row;
      expect(needed.length * there.length).toBeGreaterThan(0);
      expect(standing).toMatch(new RegExp(`${text.balance_enough}|${text.balance_short}|${text.balance_unknown}`));
    }
    // The start of a replica is said last but for the time over the network.
    await expect(card.getByRole("listitem").filter({ hasText: pattern(text.balance_start) })).toHaveCount(1);
  }
});

test("ranks joined by PCIe alone name the shortfall and what would do", async ({ page }) => {
  const text = words.en;
  await open(page, "./#v=2&gpus=nvidia-l4");
  const card = await cardIn(page, "en");
  const [needed, there, standing] = await cells(card, page, text.balance_pcie);
  expect(standing).toContain(text.balance_short);
  expect(parseFloat(needed)).toBeGreaterThan(parseFloat(there));
  const sentence = card.getByRole("listitem").filter({ hasText: text.balance_pcie });
  await expect(sentence).toContainText(`${needed} needed, ${there} available.`);
  const enough = (await sentence.innerText()).match(/Sufficient: ([\d.]+)/)[1];
  expect(parseFloat(enough)).toBeGreaterThanOrEqual(parseFloat(needed));
  await expect(card).toContainText(text.balance_bind);
});

test("where no machine is known only what is needed is shown", async ({ page }) => {
  const text = words.en;
  await open(page, "./#v=2&gpus=nvidia-rtx-4090");
  const card = await cardIn(page, "en");
  await expect(card).toContainText(text.balance_no_host);
  const [needed, there, standing] = await cells(card, page, text.balance_ram);
  expect(needed).toMatch(/^[\d.,]+\sGiB$/);
  expect(there).toBe(text.not_known);
  expect(standing).toContain(text.balance_unknown);
  await expect(partsOf(page).answer).toBeVisible();
});

test("machines that are sold whole are named beside the price, once, and with no price in sight not at all", async ({ page }) => {
  const text = words.en;
  const sold = /Machines of 8 GPUs: \d of the GPUs paid for (is|are) idle\./;
  // Lambda sells eight B200 together, RunPod single ones.
  const whole = "./#v=2&gpus=nvidia-b200-sxm&rate=10&sellers=lambda";
  await open(page, whole);
  const { answer } = partsOf(page);
  // The first screen names how many of which machines, who rents them, and the day of the price.
  await expect(answer.locator(".bill")).toHaveText(/^Rented: \d+ × 8 GPUs at \S.*, price of \d{4}-\d{2}(-\d{2})?\./);
  await expect(answer.locator(".bill")).toHaveText(sold);
  await expect(page.locator(".findings")).not.toContainText(sold);
  await shared(page, "present");
  const dialog = page.getByRole("dialog", { name: text.room.present_title, exact: true });
  await dialog.getByRole("checkbox", { name: text.room.present_hide }).check();
  await dialog.getByRole("button", { name: text.room.present_start, exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-present", "");
  await expect(answer.locator(".bill")).toHaveCount(0);
  // Below the findings alone, they say it.
  await open(page, `${whole}&embed=findings`);
  await expect(page.locator(".findings li").filter({ hasText: sold })).toHaveCount(1);
  // Single ones leave nothing idle.
  await open(page, "./#v=2&gpus=nvidia-b200-sxm&rate=10&sellers=runpod");
  await expect(answer.locator(".bill")).toHaveText(/^Rented: (one GPU|\d+ single GPUs) at \S.*, price of \d{4}-\d{2}(-\d{2})?\. \$[\d.]+ per GPU and hour\.\s*$/);
  // A price of the reader's own is one accelerator's.
  await open(page, "./#v=2&gpus=nvidia-b200-sxm&rate=10&price.nvidia-b200-sxm=5.5");
  await expect(partsOf(page).headline).toContainText("B200");
  await expect(answer.locator(".bill")).toHaveText(/^At your own price\. \$5\.50 per GPU and hour\.\s*$/);
});

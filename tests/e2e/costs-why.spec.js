// How the main figures of costs are said to come about: the values in each formula give its
// figure, which is the one that stands above.
import { expect, LANGUAGES, open, speak, test, words } from "./page.js";

// Bought so cheap that owning breaks even.
const H100 = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb&cost.accelerator-usd=12000";

const numbers = (text) => [...text.matchAll(/\d[\d,.]*/g)].map(([digits]) => Number(digits.replaceAll(",", "").replace(/\.$/, "")));

// Within the error of rounding each value as shown.
const close = (one, other) => expect(Math.abs(one / other - 1)).toBeLessThan(0.03);

test("the values of each formula give its figure", async ({ page }) => {
  await open(page, `./costs/#${H100}`);
  const text = words.en;
  const card = page.locator("section.card", { has: page.getByRole("heading", { name: text.why_title, exact: true }) });
  const formulas = await card.locator(".formula").allInnerTexts();
  expect(formulas.length).toBe(4);
  const [year, gpus, hours, busy, hour] = numbers(formulas[0]);
  close(year / (gpus * hours * (busy / 100)), hour);
  const [hardware, rent, running, month] = numbers(formulas[1]);
  close(hardware / (rent - running), month);
  await expect(page.locator("#answer .ways-table")).toContainText(`${month} months`);
  const units = page.locator("section.card", { has: page.getByRole("heading", { name: text.units_heading, exact: true }) });
  const million = units.getByRole("row").filter({ has: page.getByRole("rowheader", { name: text.unit_output, exact: true }) });
  const shown = (await million.getByRole("cell").allInnerTexts()).map((cell) => numbers(cell)[0]);
  for (const [at, formula] of formulas.slice(2).entries()) {
    const [bill, tokens, seconds, many, price] = numbers(formula);
    close((bill / (tokens * seconds)) * many, price);
    expect(price).toBe(shown[at]);
  }
});

test("they are explained in every language", async ({ page }) => {
  await open(page, `./costs/#${H100}`);
  for (const language of LANGUAGES) {
    await speak(page, language);
    const card = page.locator("section.card", { has: page.getByRole("heading", { name: words[language].why_title, exact: true }) });
    const told = card.locator(".worked > div");
    await expect(told).toHaveCount(4);
    for (const formula of await told.locator(".formula").allInnerTexts()) expect(formula).toMatch(/÷.*=/);
  }
});

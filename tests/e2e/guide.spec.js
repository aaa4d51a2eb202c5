// Five questions lead to a question that is filled in, and so does every scenario and every row of
// the quick choice; by keyboard, on a phone, in every language.
import { readFileSync } from "node:fs";
import { judge, LANGUAGES, expect, open, partsOf, say, started, test, words } from "./page.js";

const facts = (path) => JSON.parse(readFileSync(new URL(`../../catalog/data/${path}`, import.meta.url)));
const chat = facts("traffic/chat.json");

const heading = (page) => page.locator("#question");
const next = (page, language = "en") => page.getByRole("button", { name: words[language].guide_next, exact: true });
const show = (page, language = "en") => page.getByRole("link", { name: words[language].guide_open, exact: true });

test("by keyboard alone, from the calculator through five questions to an answer", async ({ page }) => {
  test.slow();
  const text = words.en;
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page);
  const door = page.getByRole("link", { name: text.guide_link, exact: true });
  await door.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/guide\/#lang=en$/);
  await started(page);
  const asked = [text.guide_ask_task, text.guide_ask_size, text.guide_ask_people, text.guide_ask_pace, text.guide_ask_place];
  // How far down the wanted answer stands.
  for (const [at, downs] of [0, 1, 1, 1, 0].entries()) {
    await expect(heading(page)).toHaveText(asked[at]);
    await expect(page.getByText(say(text.guide_progress, { number: at + 1, total: 5 }))).toBeVisible();
    if (at === 0) {
      await heading(page).focus();
    } else {
      await expect(heading(page)).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    for (let down = 0; down < downs; down++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(text.guide_ready);
  expect(new URL(page.url()).hash).toBe("#a=chat&b=medium&c=10&d=fluent&e=price&lang=en");
  await expect(page.locator(".chosen")).toContainText(chat.source.name);
  const wanted = ["v=2", "model=Qwen/Qwen3-32B", "users=10", `in=${chat.input.mean}`, `out=${chat.output.mean}`]
    .concat([`in95=${chat.input.p95}`, `out95=${chat.output.p95}`, `bursts=${chat.arrival_scv}`, "lang=en"])
    .join("&");
  await expect(show(page)).toHaveAttribute("href", `../#${wanted}`);
  await show(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === `#${wanted}`);
  await started(page);
  const { headline } = partsOf(page);
  await expect(headline).toContainText(/ for /);
  // It is that kind of traffic to the calculator, too.
  await expect(page.getByRole("button", { name: text.preset_chat, exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("nothing chosen is said at the question; Back and the browser's Back keep every answer", async ({ page }) => {
  const text = words.en;
  await open(page, "./guide/");
  await next(page).click();
  await expect(page.getByRole("alert")).toHaveText(text.guide_pick);
  await expect(page.getByRole("radio").first()).toBeFocused();
  await page.getByRole("radio", { name: text.guide_task_tune }).check();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await next(page).click();
  await expect(heading(page)).toHaveText(text.guide_ask_size_learns);
  await page.getByRole("radio", { name: text.guide_size_large }).check();
  await page.getByRole("button", { name: text.guide_back, exact: true }).click();
  await expect(page.getByRole("radio", { name: text.guide_task_tune })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole("radio", { name: text.guide_size_large })).toBeChecked();
  await page.reload();
  await started(page);
  expect(new URL(page.url()).hash).toMatch(/^#a=tune&b=large/);
});

test("an address with answers nobody offers says so and keeps the others", async ({ page }) => {
  await open(page, "./guide/#a=chat&b=<b>x</b>&c=10&d=fluent&e=price&q=4");
  await expect(page.getByRole("status").filter({ hasText: "b=" })).toContainText("b=%3Cb%3Ex%3C/b%3E");
  await expect(heading(page)).toHaveText(words.en.guide_ask_size);
  await page.getByRole("radio", { name: words.en.guide_size_small }).first().check();
  await next(page).click();
  await expect(page.getByRole("radio", { checked: true })).toHaveAttribute("value", "10");
});

test("training is asked about on the page about training", async ({ page }) => {
  await open(page, "./guide/#a=train&b=medium&c=100B&d=month&e=price");
  await show(page).click();
  await page.waitForURL(/training\/#v=2&task=training/);
  await started(page);
  await expect(page.locator("#answer").getByRole("heading", { level: 2 })).toContainText(/H100|H200|B200|B300|MI3/);
});

test("every row of the quick choice opens with the answer that it names", async ({ page }) => {
  test.slow();
  await open(page, "./guide/");
  const table = page.getByRole("table", { name: words.en.guide_quick });
  const rows = await table.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({ href: row.querySelector("a").getAttribute("href"), found: row.cells[2].querySelector("b").textContent })));
  expect(rows.length).toBe(7);
  for (const { href, found } of rows) {
    await open(page, href.replace("../", "./"));
    const headline = page.locator("#answer").getByRole("heading", { level: 2 });
    const [, name] = found.split(" × ");
    await expect(headline, found).toContainText(name);
  }
});

test("five scenarios are cards, each with its model and load, and open with an answer to it", async ({ page }) => {
  test.slow();
  const text = words.en;
  await open(page, "./guide/");
  const section = page.locator("section", { has: page.getByRole("heading", { name: text.guide_samples, exact: true }) });
  const names = Object.keys(text).filter((key) => key.startsWith("guide_sample_")).map((key) => text[key]);
  expect(names).toHaveLength(5);
  await expect(section.getByRole("link").locator("b")).toHaveText(names);
  const cards = await section.getByRole("link").evaluateAll((cards) =>
    cards.map((card) => ({ href: card.getAttribute("href"), said: card.querySelector("small").textContent })));
  for (const [at, { href, said }] of cards.entries()) {
    await test.step(names[at], async () => {
      const [asked, load] = said.split(" · ");
      await open(page, href.replace("../", "./"));
      const { answer, model, stale } = partsOf(page);
      await expect(model).toHaveValue(asked);
      await expect(answer).toContainText(load);
      await expect(answer).not.toContainText(text.none_heading);
      await expect(stale).toBeHidden();
    });
  }
});

// Each state in every language, at one of the widths; axe judges each in two of the languages,
// in different looks.
const STATES = ["", "a=rag&", "a=batch&b=large&", "a=agents&b=frontier&c=1000&", "a=chat&b=small&c=1&d=instant&e=year&", "a=train&b=large&c=1T&d=quarter&e=europe&", "x=y&"];

for (const [first, language] of LANGUAGES.entries()) {
  test(`axe finds nothing and nothing is wider than the page, in ${language}`, async ({ page }) => {
    test.slow();
    const looks = [[1400, "light"], [390, "dark"], [320, "light"]];
    await open(page, `./guide/#lang=${language}`);
    const main = page.locator("main");
    let said = "";
    for (const [at, state] of STATES.entries()) {
      const [width, theme] = looks[(first + at) % looks.length];
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(([fragment, theme]) => {
        location.hash = fragment;
        document.documentElement.dataset.theme = theme;
      }, [`${state}lang=${language}`, theme]);
      await expect(main).not.toHaveText(said, { useInnerText: true });
      said = await main.innerText();
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      if ([0, 1].includes((first + at) % LANGUAGES.length)) {
        const { violations } = await judge(page).analyze();
        expect(violations.map(({ id, nodes }) => [id, String(nodes[0]?.target)])).toEqual([]);
      }
      expect(said).not.toMatch(/\{\w+\}|undefined|NaN/);
      if (language !== "en") expect(said).not.toContain(words.en.guide_lead);
    }
  });
}

// The news of each release, in every language, without a program.
import { readFileSync } from "node:fs";
import { expect, judge, LANGUAGES, open, started, TAGS, test, words } from "./page.js";

const notes = (language) =>
  JSON.parse(readFileSync(new URL(`../../app/locales/releases/${language}.json`, import.meta.url)));

for (const language of LANGUAGES) {
  test(`the footer leads to the notes, and these back: ${language}`, async ({ page }) => {
    // The whole page: a part that still came would push the footer away from under the click.
    await open(page, `./#v=2&lang=${language}`);
    await page.locator("footer").getByRole("link", { name: words[language].releases, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", TAGS[language]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words[language].releases);
    const all = notes(language);
    for (const [key, text] of Object.entries(all)) {
      if (key.startsWith("v")) await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await page.getByRole("link", { name: all.releases_back, exact: true }).click();
    await started(page);
  });
}

test("every language leads to every other, and none loads a program", async ({ page, baseURL }) => {
  await page.goto(new URL("releases/", baseURL).href);
  for (const language of ["de", "zh", "uk", "ja", "en"]) {
    await page.getByRole("navigation").getByRole("link", { name: notes(language).releases_language, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", TAGS[language]);
  }
  expect(page.watched.requests.filter((url) => url.endsWith(".wasm"))).toEqual([]);
});

for (const [width, theme] of [[1400, "light"], [320, "dark"]]) {
  test(`axe finds nothing, and nothing is cut off: ${theme}, ${width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 900 });
    // As another page of the site keeps the choice.
    await page.addInitScript((theme) => localStorage.setItem("theme", theme), theme);
    for (const file of ["", "ja.html"]) {
      await page.goto(new URL(`releases/${file}`, baseURL).href);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const { violations } = await judge(page).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

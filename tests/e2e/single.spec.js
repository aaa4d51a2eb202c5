// The whole site as one file, opened from a disk: it asks nobody for anything and answers
// as the site does.
import { test as base } from "@playwright/test";
import { readFileSync } from "node:fs";
import { expect, open, partsOf, say, simulated, started, taken, test, whole, words } from "./page.js";

const FILE = new URL("../../dist/rightsize.html", import.meta.url);

const QUESTION = "#v=2&users=60&lang=en";

// A page that fails where anything but the file, or its unpacked parts, is asked for.
const single = base.extend({
  page: async ({ page }, use) => {
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith("blob:") && !url.startsWith("data:") && url.split(/[?#]/)[0] !== FILE.href) problems.push(url);
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

// The recommendation and its figures.
async function told(page) {
  await started(page);
  await simulated(page);
  const { beside, headline } = partsOf(page);
  return [await headline.innerText(), await beside.locator("dl").first().innerText()];
}

single("opens from a disk and answers as the site does", async ({ page, browser, baseURL }) => {
  const site = await browser.newPage();
  await site.goto(`${baseURL}${QUESTION}`);
  const wanted = await told(site);
  await site.close();
  await page.goto(FILE.href + QUESTION);
  expect(await told(page)).toEqual(wanted);
  // Files that a worker writes, and words of another language, are in the file, too.
  const saved = JSON.parse((await taken(page, "export_json")).text);
  expect(saved.report.candidates.length).toBeGreaterThan(0);
  await partsOf(page).language.selectOption("uk");
  await expect(page.locator("html")).toHaveAttribute("lang", "uk");
  await expect(partsOf(page, "uk").headline).toBeVisible();
});

single("its pages lead to each other, with the question", async ({ page }) => {
  await page.goto(FILE.href + QUESTION);
  await started(page);
  for (const [mode, query] of [["mode_training", "?training/"], ["mode_serving", "?"]]) {
    await page.getByRole("navigation").getByRole("link", { name: words.en[mode], exact: true }).click();
    await expect(page).toHaveURL((url) => url.href.startsWith(`${FILE.href}${query}#`));
    await started(page);
    await expect(page.locator("#answer").first()).toContainText(/\d/);
  }
  // Costs have the whole question, and lead back with it.
  await page.goto(`${FILE.href}?costs/${QUESTION}`);
  await started(page);
  await page.getByRole("navigation").getByRole("link", { name: words.en.mode_serving, exact: true }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${FILE.href}?#`));
  await expect(page).toHaveURL(/[#&]users=60(&|$)/);
  await started(page);
  for (const folder of ["training/", "proposal/", "accuracy/", "guide/", "fleet/", "measure/", "vision/", "sessions/", "queue/"]) {
    await page.goto(`${FILE.href}?${folder}${QUESTION}`);
    await started(page);
  }
});

single("measurements and pictures need no host", async ({ page }) => {
  await page.goto(FILE.href + QUESTION);
  await started(page);
  await whole(page);
  await page.locator("details.evidence > summary").click();
  await expect(page.locator("details.evidence tbody tr").first()).toBeVisible({ timeout: 60_000 });
  // Charts are drawn anew once the answer is simulated.
  await simulated(page);
  await page.getByRole("button", { name: words.en.tab_whole, exact: true }).click();
  const title = words.en.chart_value_title;
  const download = page.waitForEvent("download");
  await partsOf(page).chart(title).getByRole("button", { name: say(words.en.chart_save, { title, kind: "SVG" }), exact: true }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain("<svg");
});

test("the page offers it", async ({ page }) => {
  await open(page);
  // A part that comes a moment later moves the parts below.
  await simulated(page);
  const link = page.getByRole("link", { name: words.en.single_file });
  const download = page.waitForEvent("download");
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("rightsize.html");
  expect(readFileSync(await file.path()).equals(readFileSync(FILE))).toBe(true);
});

test("its address on the host saves it: the site's policy would not let it run", async ({ page, baseURL }) => {
  const download = page.waitForEvent("download");
  // A navigation that becomes a download ends without a page.
  await page.goto(new URL("rightsize.html", baseURL).href).catch(() => {});
  expect((await download).suggestedFilename()).toBe("rightsize.html");
  page.watched.problems.length = 0;
});

// Evidence beside the answer: how well measurements back it, and those nearest to it,
// which are loaded when a reader asks for them.
import { expect, expectSane, judge, LANGUAGES, open, partsOf, pattern, test, words } from "./page.js";

// The opener, and the part it opens.
function evidenceOf(page, language = "en") {
  const part = partsOf(page, language).beside.locator("details.evidence");
  return { part, opener: part.locator("summary"), rows: part.locator("tbody tr"), asked: part.locator("#evidence > p") };
}

async function opened(page, address = "./") {
  await open(page, address);
  const language = await page.locator("html").evaluate((root) => root.lang.slice(0, 2));
  const evidence = evidenceOf(page, language);
  await evidence.opener.click();
  await expect(evidence.rows.first()).toBeVisible({ timeout: 30_000 });
  return evidence;
}

test("nothing of it is loaded before a reader asks, and nothing of it is another origin's", async ({ page }) => {
  await open(page);
  await page.waitForLoadState("networkidle");
  const ofIt = () => page.watched.requests.filter((url) => /accuracy|\/read-\w+\.wasm/.test(url));
  expect(ofIt()).toEqual([]);
  const { opener, rows } = evidenceOf(page);
  await opener.click();
  await expect(rows).toHaveCount(6);
  expect(ofIt().some((url) => url.endsWith(".wasm"))).toBe(true);
  await expect(page.locator("html")).toHaveAttribute("data-app", "started");
});

test("it names the answer's own configuration and what differs from it", async ({ page }) => {
  const { asked, rows } = await opened(page, "./#v=2&model=meta-llama%2FLlama-3.3-70B-Instruct&gpus=nvidia-h100-sxm-80gb");
  await expect(asked).toContainText("Llama-3.3-70B");
  await expect(asked).toHaveText(pattern(words.en.accuracy_asked));
  // The nearest measured model of that shape, on the same kind of chip.
  await expect(rows.first()).toContainText("meta-llama/Llama-3.1-70B");
  const cells = await rows.first().locator("td").allTextContents();
  const [, , tpot, estimated] = cells.map((cell) => Number(cell.replace(/[^\d.]/g, "")));
  expect(tpot).toBeGreaterThan(0);
  expect(Math.abs(Math.log(estimated / tpot))).toBeLessThan(Math.log(2));
});

test("it follows the question while it is open, and catches up when it is opened again", async ({ page }) => {
  const { part, opener, asked } = await opened(page);
  const { field, model, finds } = partsOf(page);
  await field("input_tokens").fill("7000");
  await expect(asked).toContainText("7,000 +");
  await opener.click();
  await expect(part).not.toHaveAttribute("open");
  await model.fill("gpt-oss-120b");
  await finds("model").first().click();
  await expect(page).toHaveURL(/gpt-oss-120b/);
  await opener.click();
  await expect(asked).toContainText("openai/gpt-oss-120b");
  await page.goBack();
  await expect(asked).not.toContainText("openai/gpt-oss-120b");
});

test("it speaks the page's language, also after a change", async ({ page }) => {
  await opened(page, "./#v=2&lang=de");
  await expect(evidenceOf(page, "de").asked).toHaveText(pattern(words.de.accuracy_asked));
  for (const language of LANGUAGES) {
    await page.locator("header select").first().selectOption(language);
    const { part, asked } = evidenceOf(page, language);
    await expect(asked).toHaveText(pattern(words[language].accuracy_asked));
    const heads = await part.locator("thead th").allTextContents();
    expect(heads).toContain(words[language].accuracy_differs);
    const labels = ["evidence_near", "evidence_between", "evidence_none"].map((key) => words[language][key]);
    expect(labels).toContain(await part.locator("summary b").innerText());
  }
});

test("measurements that cannot be loaded are said to be missing, and asked for again", async ({ page }) => {
  const program = /\/read-\w+\.wasm/;
  await page.route(program, (route) => route.abort());
  await open(page);
  const { part, opener, rows } = evidenceOf(page);
  await opener.click();
  await expect(part.getByText(words.en.evidence_failed)).toBeVisible();
  const { field, headline } = partsOf(page);
  const before = await headline.innerText();
  await field("input_tokens").fill("40000");
  await expect(headline).not.toHaveText(before, { useInnerText: true });
  await page.unroute(program);
  await opener.click();
  await opener.click();
  await expect(rows).toHaveCount(6, { timeout: 30_000 });
  await expect(part.getByText(words.en.evidence_failed)).toBeHidden();
  page.watched.problems = page.watched.problems.filter((problem) => !/read-|ERR_FAILED/.test(problem));
});

test("hardware that nobody measured is called that", async ({ page }) => {
  await open(page, "./#v=2&gpus=google-tpu-v5e,google-tpu-v5p,google-tpu-v6e");
  const { part } = evidenceOf(page);
  await expect(part.locator("summary b")).toHaveText(words.en.evidence_none);
});

for (const [width, theme] of [[1400, "light"], [390, "dark"]]) {
  test(`open it has nothing for axe to find, at ${width} pixels in ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await opened(page);
    const { violations } = await judge(page).include("details.evidence").analyze();
    expect(violations.map((violation) => violation.id)).toEqual([]);
    await expectSane(page);
  });
}

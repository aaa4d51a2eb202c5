// Charts taken away as pictures: whole by themselves, the same from a dark page, and read
// again by programs that are not ours.
import { readFileSync } from "node:fs";
import saxes from "saxes";
import { expect, LANGUAGES, open, say, simulated, speak, started, test, whole, unplug, words } from "./page.js";

const SERVING = "./#v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";

const buttonOf = (figure, title, kind, language = "en") =>
  figure.getByRole("button", { name: say(words[language].chart_save, { title, kind }, language), exact: true });

async function saved(page, figure, kind, language) {
  const title = await figure.getAttribute("aria-label");
  const button = buttonOf(figure, title, kind, language);
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { title, name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

// The elements of a file: their names, attributes and words. Throws where it is no XML.
function parsed(text) {
  const parser = new saxes.SaxesParser({ xmlns: true });
  const elements = [];
  const open = [];
  parser.on("error", (error) => { throw error; });
  parser.on("opentag", ({ local, uri, attributes }) => {
    const values = Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]));
    open.push({ name: local, uri, attributes: values, words: "" });
    elements.push(open.at(-1));
  });
  parser.on("text", (words) => { if (open.length) open.at(-1).words += words; });
  parser.on("closetag", () => open.pop());
  parser.write(text).close();
  return elements;
}

// Demands on a picture to be shown anywhere else.
function expectStandalone(text, title, caption) {
  const elements = parsed(text);
  const [picture] = elements;
  expect(picture.name).toBe("svg");
  for (const { uri } of elements) expect(uri).toBe("http://www.w3.org/2000/svg");
  const [, , width, height] = picture.attributes.viewBox.split(" ").map(Number);
  expect([Number(picture.attributes.width), Number(picture.attributes.height)]).toEqual([width, height]);
  const named = (name) => elements.find((element) => element.name === name);
  expect(named("title").words).toBe(title);
  expect(named("desc").words).toBe(caption);
  // No style of the page's, no address, no script.
  expect(text).not.toMatch(/class=|style=|var\(|light-dark|color-mix|href|url\(|<script|undefined|NaN/);
  const colours = elements.flatMap(({ attributes }) => [attributes.fill, attributes.stroke]).filter(Boolean);
  for (const colour of colours) expect(colour).toMatch(/^(#[0-9a-f]{6}|none)$/);
  expect(elements.filter(({ name }) => ["path", "rect", "circle"].includes(name)).length).toBeGreaterThan(3);
  expect(elements.some(({ name, words }) => name === "text" && words.length)).toBe(true);
  return elements;
}

const PAGES = [
  ["the calculator", SERVING, 3],
  ["training", "./training/", 3],
  ["costs", "./costs/#v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb", 4],
  ["accuracy", "./accuracy/", 1],
];

for (const [name, address, least] of PAGES) {
  test(`every chart of ${name} is saved as SVG and as PNG`, async ({ page }) => {
    test.slow();
    await page.goto(address);
    await started(page);
    await simulated(page);
    await whole(page);
    const figures = page.locator("figure.chart", { has: page.locator("svg.marks") });
    await expect.poll(() => figures.count()).toBeGreaterThanOrEqual(least);
    const names = new Set();
    for (const figure of await figures.all()) {
      const caption = await figure.locator("figcaption").textContent();
      const svg = await saved(page, figure, "SVG");
      expectStandalone(svg.bytes.toString("utf8"), svg.title, caption);
      expect(svg.name).toMatch(/^rightsize(-[\p{L}\p{N}]+)+\.svg$/u);
      names.add(svg.name);
      const size = await figure.locator("svg.marks").evaluate((drawn) => [drawn.viewBox.baseVal.width, drawn.viewBox.baseVal.height]);
      const png = await saved(page, figure, "PNG");
      expect(png.bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
      // Twice the page's pixels, and the margin around.
      const across = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
      expect(across).toEqual(size.map((length) => Math.round(2 * (length + 32))));
      // Something is painted: a blank picture of that size would be far smaller.
      expect(png.bytes.length).toBeGreaterThan(4000);
    }
    expect(names.size).toBe(await figures.count());
    // The page is as it was.
    await expect(page.locator("figure.chart svg.marks + svg")).toHaveCount(0);
  });
}

test("a picture is light, whatever the page is", async ({ page }) => {
  const picture = async (theme) => {
    await page.goto("about:blank");
    await open(page, `${SERVING}&theme=${theme}`);
    const figure = page.getByRole("figure", { name: words.en.chart_value_title, exact: true });
    return (await saved(page, figure, "SVG")).bytes.toString("utf8");
  };
  const light = await picture("light");
  expect(parsed(light).find(({ name }) => name === "rect").attributes.fill).toBe("#ffffff");
  expect(await picture("dark")).toBe(light);
});

test("names of a stranger's are words in a picture", async ({ page }) => {
  await open(page);
  const text = words.en;
  await page.getByText(text.own_more, { exact: true }).click();
  await page.getByRole("button", { name: text.own_add }).click();
  const own = { own_name: '<b>&"]]>', own_memory: "500", own_bandwidth: "20000", own_compute: "5000", own_price: "0.5" };
  for (const [key, typed] of Object.entries(own)) await page.getByRole("textbox", { name: text[key], exact: true }).fill(typed);
  await whole(page);
  const figure = page.getByRole("figure", { name: text.chart_value_title, exact: true });
  await expect(figure.locator("svg.marks")).toContainText("<b>");
  const elements = parsed((await saved(page, figure, "SVG")).bytes.toString("utf8"));
  expect(elements.some(({ words }) => words.includes('<b>&"]]>'))).toBe(true);
  expect(elements.some(({ name }) => name === "b")).toBe(false);
});

test("the keyboard saves a chart, in every language by its name", async ({ page }) => {
  await open(page, "./costs/#v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb");
  for (const language of LANGUAGES) {
    await speak(page, language);
    const title = words[language].chart_paid_title;
    const figure = page.getByRole("figure", { name: title, exact: true });
    await buttonOf(figure, title, "SVG", language).focus();
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const picture = parsed(readFileSync(await file.path(), "utf8"));
    expect(picture[0].attributes.lang.slice(0, 2)).toBe(language);
  }
});

test("no first visit downloads what saves pictures; where it cannot be had, that is said", async ({ page, context }) => {
  await open(page, SERVING);
  expect(page.watched.requests.filter((url) => url.includes("picture"))).toEqual([]);
  const figure = page.getByRole("figure", { name: words.en.chart_value_title, exact: true });
  const said = figure.getByText(words.en.export_failed);
  await expect(said).toBeHidden();
  await unplug(page);
  await buttonOf(figure, words.en.chart_value_title, "PNG").click();
  await expect(said).toBeVisible();
  page.watched.problems.length = 0;
  await context.setOffline(false);
  expect((await saved(page, figure, "PNG")).bytes.length).toBeGreaterThan(4000);
  await expect(said).toBeHidden();
});

test("every chart about money is there, each with its table", async ({ page }) => {
  const seen = async (titles) => {
    for (const title of titles) {
      const figure = page.getByRole("figure", { name: words.en[title], exact: true });
      await expect(figure.locator("svg.marks")).toBeVisible();
      await figure.getByText(words.en.as_table, { exact: true }).click();
      expect(await figure.getByRole("row").count()).toBeGreaterThan(1);
    }
  };
  await open(page, SERVING);
  await seen(["chart_value_title", "chart_cost_title"]);
  await open(page, "./costs/#v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb");
  await seen(["chart_paid_title", "chart_spent_title", "chart_load_title", "chart_tornado_title"]);
});

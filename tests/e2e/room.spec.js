// In the customer's room: the answer presented part by part, prices out of sight, keys that do as
// the sheet says, and terms that explain themselves at the word.
import { expect, judge, LANGUAGES, LOOKS, open, partsOf, say, shared, speak, test, unplug, whole, words } from "./page.js";

const QUESTION = "./#v=2&model=Qwen/Qwen3-32B&rate=40";
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// An amount of money as any language writes it: a sign beside a digit.
const AMOUNT = /[$€£¥￥₴]\s?\d|\d\s?[$€£¥￥₴]|US\$|USD/;

async function findings(page, part = "html") {
  const { violations } = await judge(page).include(part).withTags(RULES).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target)}`);
}

const room = (language = "en") => words[language].room;
const windowOf = (page, language, key) => page.getByRole("dialog", { name: room(language)[key], exact: true });
const staged = (page) => page.locator("[data-staged]");

// Opens the presentation's window by its button and starts it.
async function present(page, language = "en", prepare = async () => {}) {
  await shared(page, "present", language);
  const dialog = windowOf(page, language, "present_title");
  await prepare(dialog);
  await dialog.getByRole("button", { name: room(language).present_start, exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-present", "");
  await whole(page);
}

// The parts that can be seen, and their announcement.
function seen(page) {
  return page.evaluate(() => {
    const names = ["aria-label", "aria-valuetext", "title", "placeholder"];
    const shown = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
    return [document.body.innerText, ...shown.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ""))].join("\n");
  });
}

for (const width of [1400, 390]) {
  test(`the answer is presented by the keyboard alone, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, QUESTION);
    const { text, answer, headline, charts } = partsOf(page);
    const line = await page.locator(".summary span").textContent();
    expect(line).toMatch(/Qwen3[- ]32B/);
    await page.locator("body").press("p");
    const dialog = windowOf(page, "en", "present_title");
    const customer = dialog.getByRole("textbox", { name: room().present_customer, exact: true });
    await expect(customer).toBeFocused();
    await page.keyboard.type("Acme & <b>Sons</b>");
    await page.keyboard.press("Enter");
    await expect(staged(page)).toHaveAttribute("id", "answer");
    await expect(answer).toBeFocused();
    await expect(page.getByText("For Acme & <b>Sons</b>", { exact: true })).toBeVisible();
    // No settings, and large type.
    await expect(page.locator("form.question")).toBeHidden();
    await expect(page.getByRole("banner")).toBeHidden();
    // What was asked, above the answer.
    const asked = page.locator(".stage-asked");
    await expect(asked).toHaveText(line);
    expect((await asked.boundingBox()).y).toBeLessThan((await headline.boundingBox()).y);
    const said = page.getByRole("navigation", { name: room().present_title }).getByRole("status");
    await expect(said).toHaveText(say(room().present_step, { step: 1, steps: 6, title: text.answer }));
    const heights = [];
    for (const [key, at] of [["ArrowRight", 2], ["PageDown", 3], ["ArrowRight", 4], ["ArrowLeft", 3], ["PageUp", 2], ["End", 6], ["ArrowRight", 6], ["Home", 1]]) {
      await page.keyboard.press(key);
      await expect(said).toHaveText(new RegExp(`^${at} of 6: `));
      await expect(staged(page)).toHaveCount(1);
      await expect(staged(page)).toBeVisible();
      await expect(staged(page)).toBeFocused();
      await expect(asked).toBeVisible({ visible: at === 1 });
      heights.push(await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth));
    }
    expect(Math.max(...heights)).toBeLessThanOrEqual(0);
    await page.keyboard.press("End");
    await expect(charts[2]).toBeVisible();
    await expect(charts[0]).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(partsOf(page).share).toBeFocused();
    await expect(page.locator("form.question")).toBeVisible();
    await expect(asked).toHaveCount(0);
    // The name went nowhere.
    expect(decodeURIComponent(page.url())).not.toContain("Acme");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("Acme");
  });
}

test("buttons step, too, and a chart keeps its own arrow keys", async ({ page }) => {
  await open(page, QUESTION);
  await present(page);
  const next = page.getByRole("button", { name: room().present_next, exact: true });
  for (let step = 1; step < 6; step++) await next.click();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).toBeFocused();
  const { charts } = partsOf(page);
  const plot = charts[2].getByRole("slider");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(charts[2]).toBeVisible();
  await page.getByRole("button", { name: room().present_back, exact: true }).click();
  await expect(charts[1]).toBeVisible();
});

test("hidden prices leave no amount in sight, in any language", async ({ page }) => {
  test.slow();
  await open(page, QUESTION);
  for (const language of LANGUAGES) {
    await speak(page, language);
    const text = words[language];
    expect(await seen(page)).toMatch(AMOUNT);
    await present(page, language, (dialog) => dialog.getByRole("checkbox", { name: room(language).present_hide }).check());
    const nav = page.getByRole("navigation", { name: room(language).present_title });
    for (let step = 1; step <= 4; step++) {
      await expect(nav.getByRole("status")).toHaveText(new RegExp(`${step}\\D+4`));
      const shown = await seen(page);
      expect(shown).not.toMatch(AMOUNT);
      expect(shown).not.toContain(text.col_per_hour);
      await page.keyboard.press("ArrowRight");
    }
    // Nor when it is over, until somebody wants them back.
    await page.keyboard.press("Escape");
    await expect(page.getByText(room(language).present_hidden, { exact: true })).toBeVisible();
    // "Per 1 $" is the name of a figure in some languages, not an amount.
    expect((await seen(page)).replace(/\b1\s\$/g, "")).not.toMatch(/[$€£¥￥₴]\s?\d|\d\s?[$€£¥￥₴]/);
    await page.getByRole("button", { name: room(language).present_reveal, exact: true }).click();
    expect(await seen(page)).toMatch(AMOUNT);
  }
});

// German words are long, and so are the notes of old prices.
test("every step fits the screen", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&access=2000&sellers=aws&area=europe&off.aws=0.12&currency=EUR:0.895095&lang=de");
  await present(page, "de");
  for (let step = 0; step < 6; step++) {
    const cut = () => page.evaluate(() => {
      const part = document.querySelector("[data-staged]");
      const end = document.querySelector(".stage").getBoundingClientRect().top;
      const wide = [...part.querySelectorAll(".scroll")].some((box) => box.scrollWidth > box.clientWidth + 1);
      return wide || part.getBoundingClientRect().bottom > end;
    });
    await expect.poll(cut, `step ${step + 1}`).toBe(false);
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-unstaged]")).toHaveCount(0);
});

test("a currency is chosen for the room; one that cannot be is refused, and nothing lost", async ({ page }) => {
  await open(page, QUESTION);
  await shared(page, "present");
  const dialog = windowOf(page, "en", "present_title");
  await dialog.getByLabel(room().present_customer).fill("Acme");
  await dialog.getByLabel(room().present_currency).fill("eur");
  const start = dialog.getByRole("button", { name: room().present_start });
  for (const rate of ["", "x", "-1", "1e99"]) {
    await dialog.getByLabel(room().present_rate).fill(rate);
    await start.click();
    await expect(dialog.getByRole("alert")).toHaveText(room().present_wrong);
    await expect(dialog.getByLabel(room().present_customer)).toHaveValue("Acme");
  }
  await dialog.getByLabel(room().present_rate).fill("0.5");
  await start.click();
  await expect(page.locator("#answer .amounts")).toContainText("€");
  await expect(page.locator("#answer .amounts")).not.toContainText("$");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url()).toContain("EUR");
});

test("single keys do what the sheet says, and nothing while one types", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page, QUESTION);
  const { text, model, field, memory } = partsOf(page);
  await page.locator("body").press("?");
  const sheet = windowOf(page, "en", "keys_title");
  for (const key of ["keys_model", "keys_present", "keys_undo", "keys_redo", "section_memory", "present_leave"]) {
    await expect(sheet.getByText(room()[key], { exact: true })).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await page.locator("body").press("/");
  await expect(model).toBeFocused();
  // In a field, letters are letters.
  await field("input_tokens").focus();
  await page.keyboard.type("?pgte1");
  await expect(field("input_tokens")).toHaveValue(/\?pgte1/);
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator("#share-menu")).toBeHidden();
  await field("input_tokens").fill("1000");
  await field("input_tokens").blur();
  await page.locator("body").press("e");
  await expect(page.locator("#share-menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("body").press("t");
  await expect(page.getByRole("button", { name: text.theme_light })).toBeVisible();
  await page.locator("body").press("3");
  await expect(memory).toBeFocused();
  await page.locator("body").press("5");
  await expect(page.locator("section.charts")).toBeFocused();
  await page.locator("body").press("g");
  await expect(windowOf(page, "en", "glossary_title")).toBeVisible();
  await page.keyboard.press("Escape");
  // Who wants none of them has none.
  await page.getByRole("button", { name: text.shortcuts, exact: true }).click();
  await sheet.getByRole("checkbox", { name: room().keys_use }).uncheck();
  await page.keyboard.press("Escape");
  await page.locator("body").press("p");
  await page.locator("body").press("?");
  // Used again, a key pressed later opens its window, and there is no other.
  await page.getByRole("button", { name: text.shortcuts, exact: true }).click();
  await expect(page.locator("dialog")).toHaveCount(1);
  await sheet.getByRole("checkbox", { name: room().keys_use }).check();
  await page.keyboard.press("Escape");
  await page.locator("body").press("g");
  await expect(windowOf(page, "en", "glossary_title")).toBeVisible();
  await expect(page.locator("dialog")).toHaveCount(1);
});

for (const [opens, focus] of [["?", "h2"], ["g", "input"]]) {
  test(`a key pressed at once after Escape is not lost, where ${focus} had the focus`, async ({ page }) => {
    await open(page, QUESTION);
    await page.locator("body").press(opens);
    await expect(page.locator(`dialog ${focus}`)).toBeVisible();
    await page.locator(`dialog ${focus}`).first().focus();
    // Both wait while the page is busy, and are read before it is drawn again.
    await page.evaluate(() => setTimeout(() => {
      const until = performance.now() + 500;
      while (performance.now() < until);
    }));
    await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("/")]);
    await expect(page.locator("dialog")).toHaveCount(0);
    await expect(partsOf(page).model).toBeFocused();
  });
}

// Keys that each page's sheet leaves out; the whole of it is the calculator's.
for (const [folder, language, missing] of [
  ["", "de", []],
  ["training/", "en", ["keys_present", "keys_stage"]],
  ["costs/", "en", ["keys_model", "keys_present", "keys_stage"]],
  ["compare/", "en", ["keys_model", "keys_present", "keys_stage", "keys_change", "keys_undo", "keys_redo"]],
  ["accuracy/", "ja", ["keys_model", "keys_present", "keys_stage", "keys_change", "keys_undo", "keys_redo", "keys_jump"]],
]) {
  test(`the sheet lists what works there, and names keys as keyboards do: /${folder} in ${language}`, async ({ page }) => {
    await open(page, `./${folder}#v=2&lang=${language}`);
    await page.locator("body").press("?");
    const sheet = windowOf(page, language, "keys_title");
    await expect(sheet).toBeVisible();
    for (const key of ["keys_page", "keys_sheet", "keys_glossary", "keys_model", "keys_theme", "keys_copy", "keys_export", "keys_present", "keys_change", "keys_undo", "keys_redo", "keys_jump", "keys_stage"]) {
      await expect(sheet.getByText(room(language)[key], { exact: true }), key).toHaveCount(missing.includes(key) ? 0 : 1);
    }
    const keys = await sheet.locator("kbd").allInnerTexts();
    if (language === "de") expect(keys).toEqual(expect.arrayContaining(["Strg", "Pos1", "Ende", "Esc"]));
    // Each that is listed does something.
    await page.keyboard.press("Escape");
    if (!missing.includes("keys_model")) {
      await page.locator("body").press("/");
      await expect(page.getByRole("combobox", { name: words[language].model, exact: true })).toBeFocused();
    }
    await page.evaluate(() => document.activeElement.blur());
    await page.locator("body").press("g");
    await expect(windowOf(page, language, "glossary_title")).toBeVisible();
  });
}

for (const language of ["en", "uk"]) {
  test(`a term is explained at the word, in ${language}`, async ({ page }) => {
    await open(page, `${QUESTION}&lang=${language}`);
    const text = words[language];
    const { field } = partsOf(page, language);
    const word = page.locator("form").getByRole("button", { name: text.ttft, exact: true });
    const means = page.getByText(room(language).means_ttft, { exact: true });
    await word.focus();
    await page.keyboard.press("Enter");
    await expect(means).toBeVisible();
    await expect(word).toHaveAttribute("aria-expanded", "true");
    await expect(word).toHaveAccessibleDescription(new RegExp(room(language).means_ttft.slice(0, 20)));
    await page.keyboard.press("Escape");
    await expect(means).toHaveCount(0);
    await expect(word).toBeFocused();
    // The field keeps its name; a click elsewhere closes, a second one on the word, too.
    await expect(field("ttft")).toBeVisible();
    await word.click();
    await expect(means).toBeVisible();
    await word.click();
    await expect(means).toHaveCount(0);
    // The whole list, and the rest after a letter.
    await page.getByRole("button", { name: text.glossary, exact: true }).click();
    const dialog = windowOf(page, language, "glossary_title");
    const rows = dialog.locator("dl > div:visible");
    const terms = Object.keys(room(language)).filter((key) => key.startsWith("term_"));
    await expect(rows).toHaveCount(terms.length);
    await dialog.getByRole("searchbox").fill("moe");
    await expect(dialog.getByText(room(language).means_moe)).toBeVisible();
    expect(await rows.count()).toBeLessThan(8);
  });
}

test("a term is explained to who rests on it until they leave, by the pointer or the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page, QUESTION);
  const word = page.locator("form").getByRole("button", { name: words.en.ttft, exact: true });
  const means = page.getByText(room().means_ttft, { exact: true });
  const away = () => page.mouse.move(1, 1);
  const longer = () => page.waitForTimeout(600);
  // Who passes over it opens nothing.
  await word.scrollIntoViewIfNeeded();
  const { x, y } = await word.boundingBox();
  await Promise.all([page.mouse.move(x + 4, y + 8), away()]);
  await longer();
  await expect(means).toHaveCount(0);
  expect(page.watched.requests.filter((url) => /glossary/.test(url))).toEqual([]);
  await word.hover();
  await expect(means).toBeVisible();
  await expect(word).toHaveAttribute("aria-expanded", "true");
  // The way to the sentence is none away from the word.
  await means.hover();
  await longer();
  await expect(means).toBeVisible();
  await away();
  await expect(means).toHaveCount(0);
  await expect(word).toHaveAttribute("aria-expanded", "false");
  // By the keyboard; Escape closes it.
  const come = async () => {
    await word.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(word).toBeFocused();
    await expect(means).toBeVisible();
  };
  await come();
  await expect(word).toHaveAccessibleDescription(new RegExp(room().means_ttft.slice(0, 20)));
  await page.keyboard.press("Escape");
  await expect(means).toHaveCount(0);
  await expect(word).toBeFocused();
  await come();
  await page.keyboard.press("Tab");
  await expect(means).toHaveCount(0);
  // What was asked for stays.
  await word.hover();
  await expect(means).toBeVisible();
  await word.click();
  await away();
  await longer();
  await expect(means).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(means).toHaveCount(0);
});

test("no first visit downloads any of it; where it cannot be had, that is said", async ({ page, context }) => {
  await open(page, QUESTION);
  expect(page.watched.requests.filter((url) => /glossary|present|shortcuts|dialog/.test(url))).toEqual([]);
  await unplug(page);
  await page.getByRole("button", { name: words.en.glossary, exact: true }).click();
  await expect(page.getByText(words.en.script_failed, { exact: true })).toBeVisible();
  page.watched.problems.length = 0;
  await context.setOffline(false);
  await page.getByRole("button", { name: words.en.glossary, exact: true }).click();
  await expect(windowOf(page, "en", "glossary_title")).toBeVisible();
  await expect(page.getByText(words.en.script_failed, { exact: true })).toBeHidden();
});

for (const [width, theme] of LOOKS.slice(0, 2)) {
  test(`axe finds nothing in the room: ${theme}, ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, `${QUESTION}&theme=${theme}&lang=de`);
    const text = words.de;
    const press = (button) => page.getByRole("button", { name: text[button], exact: true }).click();
    for (const [button, title] of [["shortcuts", "keys_title"], ["glossary", "glossary_title"], ["present", "present_title"]]) {
      await (button === "present" ? shared(page, button, "de") : press(button));
      await expect(windowOf(page, "de", title)).toBeVisible();
      expect(await findings(page, "dialog"), title).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.locator(".legend .term").first().click();
    await expect(page.locator("#term-means")).toBeVisible();
    expect(await findings(page, "#term-means"), "a term").toEqual([]);
    await page.keyboard.press("Escape");
    await present(page, "de", (dialog) => dialog.getByLabel(room("de").present_customer).fill("Acme"));
    for (const part of ["verdict", "memory", "candidates", "value"]) {
      expect(await findings(page), part).toEqual([]);
      await page.keyboard.press("ArrowRight");
    }
  });
}

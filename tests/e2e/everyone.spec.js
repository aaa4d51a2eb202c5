// Usable by everybody, in every view: nothing lost at 320 pixels or 400 % zoom, nothing cut on
// tablets and large screens, nothing for axe to find in any language and theme, forced colours,
// windows by keyboard, announcements, names and languages of pages.
import { expect, FLEET_OF_TWO, folded, FOLDERS, judge, LANGUAGES, open, openAll, partsOf, shared, speak, started, test, withSheet, words } from "./page.js";
import { losses } from "./narrow.js";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const FLEET = "v=2&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb,nvidia-l40s,amd-mi300x&pick=nvidia-h200-sxm-141gb";
const QWEN = "v=2&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";
const COLUMNS = ["Ein langer Name eines Szenarios", "Two", ""].map((name, at) => `&s=${encodeURIComponent(`${name},${QWEN}&in=${at + 1}000`).replace("%2C", ",")}`);

// Every view: its page, its question, and the parts opened on it.
const VIEWS = [
  ["the calculator", "", `${FLEET}&growth=0.5&day=office`, unfold],
  ["no answer", "", `${FLEET}&tpot=1ms&flavour=x`, unfold],
  ["an embed", "", `${FLEET}&embed=verdict,question,memory,charts`, unfold],
  ["a comparison", "compare/", `v=2${COLUMNS.join("")}`, unfold],
  ["no comparison", "compare/", "v=2"],
  ["the guide", "guide/", "a=agents&b=frontier&c=1000"],
  ["the guide's end", "guide/", "a=chat&b=small&c=1&d=instant&e=year"],
  ["training", "training/", "v=2&task=training&model=8B", unfold],
  ["costs", "costs/", `${QWEN}&day=office&always=2&cost.api=gpt-5.4-mini`, unfold],
  ["a proposal", "proposal/", `${QWEN}&cost.api=gpt-5.4-mini`, unfold],
  ["the evidence", "accuracy/", "v=2", unfold],
  ["measurements", "measure/", "v=2"],
  ["vision", "vision/", "v=2&task=vision&kind=pictures", unfold],
  ["sessions", "sessions/", "v=2&task=sessions&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb", unfold],
  ["a fleet", "fleet/", `${FLEET_OF_TWO}&growth=0.5`, unfold],
  ["a queue", "queue/", "v=2", unfold],
];

test("every page of the site is among the views", () => {
  expect([...new Set(VIEWS.map(([, folder]) => folder))].sort()).toEqual([...FOLDERS].sort());
});

// Windows and menus of the calculator, by the button that opens each, and where the focus
// is once it is closed.
const WINDOWS = [
  ["#share", "#share-menu:popover-open"],
  ["#saved", "#saved-menu:popover-open"],
  ["[data-script=embedding]", "dialog[open]"],
  ["[data-script=shortcuts]", "dialog[open]"],
  [".footer [data-script=glossary]", "dialog[open]"],
  ["[data-script=present]", "dialog[open]"],
  [".legend .term", "#term-means"],
];

// Shows the button of a window: some stand in the menu of ways out, whose own has the focus after.
async function reach(page, button) {
  const opener = page.locator(button).first();
  const isInside = await opener.evaluate((one) => one.closest("#share-menu") !== null);
  if (isInside) {
    await page.locator("#share").click();
    // A moment after it is seen the menu takes the focus: whoever is faster would lose theirs to it.
    await expect(page.locator("#share-menu :focus")).toHaveCount(1);
  }
  return { opener, last: isInside ? page.locator("#share") : opener };
}

// Opens every disclosure, one formula of those that close each other.
async function unfold(page) {
  await openAll(page);
  const formula = page.locator("summary[id^=why-]");
  if (await formula.count()) await formula.first().click();
}

// Opens the sheet of a folded question, and all that is folded in it; false where there is none.
async function unfoldSheet(page) {
  const summary = page.locator(".summary[aria-expanded=false]:visible");
  if ((await summary.count()) === 0) return false;
  await summary.click();
  await openAll(page);
  return true;
}

async function visit(page, [, folder, fragment, reach], language, more = "") {
  await open(page, `./${folder}#${fragment}&lang=${language}${more}`);
  await reach?.(page);
}

// Findings of axe by all rules, and in the other theme by those about colours.
async function findings(page, part = "html") {
  const found = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
    const axe = judge(page).include(part);
    const { violations } = await (theme === "light" ? axe.withTags(RULES) : axe.withRules(["color-contrast"])).analyze();
    found.push(...violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.slice(0, 3).map(({ target }) => target)}`));
  }
  return found;
}

// The longest words, and words without spaces; each view in one of the languages. Then a
// bar that stays in sight, on usual phones: nothing of it is hidden to make room.
const LONG_WORDS = ["de", "uk", "ja"];
for (const [first, language] of LONG_WORDS.entries()) {
  test(`every view is whole at 320 × 256 pixels, which is 400 % zoom, and on phones, in ${language}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const view of VIEWS.filter((_, at) => at % LONG_WORDS.length === first)) {
      await page.setViewportSize({ width: 320, height: 256 });
      await visit(page, view, language);
      expect.soft(await page.evaluate(losses), view[0]).toEqual([]);
      if (await unfoldSheet(page)) expect.soft(await page.evaluate(losses), `${view[0]}, its sheet`).toEqual([]);
      // A phone folds some of them.
      const buttons = async () => {
        let names = [];
        const all = page.locator(".header :is(a, button:not(.icon-more), select):visible");
        await folded(page, async () => { names = await all.evaluateAll((all) => all.map((one) => one.ariaLabel || one.textContent)); });
        return names;
      };
      await page.setViewportSize({ width: 1400, height: 844 });
      const wide = await buttons();
      for (const width of [560, 360]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await buttons(), `${view[0]}, ${width} px`).toEqual(wide);
        expect.soft(await page.evaluate(losses), `${view[0]}, ${width} px`).toEqual([]);
      }
    }
  });
}

// Tablets, laptops and large screens: every width in each place, the longest words where there is
// least room, the languages by turns. A language takes longer to change than a width.
const WIDTHS = [
  { de: [768, 1024], zh: [1920] },
  { uk: [768, 1024], en: [1920] },
  { ja: [768, 1024], de: [1920] },
];

// Of the obstacles, those of boxes; the question may stay in sight beside what is read.
const isOfBoxes = (loss) => /^(?:the page is|outside:|cut off:|“)/.test(loss);

// Charts follow the width of their place a frame later.
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Each place once: those with most on them.
const LEFT_OUT = ["no answer", "an embed", "no comparison", "the guide"];
for (const [at, view] of VIEWS.filter(([name]) => !LEFT_OUT.includes(name)).entries()) {
  test(`${view[0]}: nothing is cut, too wide or over anything else at 768, 1024 and 1920 px`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1024, height: 900 });
    await visit(page, view, "en");
    // The options of a proposal come with the simulation of the other way.
    if (await page.locator(".paper").count()) await expect(page.locator(".paper .columns")).toBeVisible();
    const tabs = await page.locator(".tabs > button").all();
    const lost = [];
    for (const [language, widths] of Object.entries(WIDTHS[at % WIDTHS.length])) {
      await speak(page, language);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const look = async () => {
          await drawn(page);
          const found = await page.evaluate(losses);
          lost.push(...found.filter(isOfBoxes).map((loss) => `${language}, ${width} px: ${loss}`));
        };
        for (const tab of tabs.slice(0, -1)) {
          await tab.click();
          await look();
        }
        // The last tab has everything.
        await tabs.at(-1)?.click();
        await withSheet(page, look);
      }
    }
    expect([...new Set(lost)]).toEqual([]);
  });
}

// Words are laid out in every language; axe judges each window in one of them.
test("windows are whole at 320 × 256 pixels, and axe finds nothing in them, in any language", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, `./#${FLEET}`);
  for (const [first, language] of LANGUAGES.entries()) {
    await test.step(language, async () => {
      await speak(page, language);
      // The page behind a window is whole, too.
      await page.evaluate(() => { for (const table of document.querySelectorAll("figure details:not([open]) > summary")) table.click(); });
      for (const [at, [button, window]] of WINDOWS.entries()) {
        await (await reach(page, button)).opener.click();
        await expect(page.locator(window)).toBeVisible();
        expect.soft(await page.evaluate(losses), `${button}, ${language}`).toEqual([]);
        if (at % LANGUAGES.length === first) expect.soft(await findings(page, window), button).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(page.locator(window)).toHaveCount(0);
      }
      await shared(page, "present", language);
      await page.locator("dialog [type=checkbox]").check();
      await page.locator("dialog [type=submit]").click();
      for (const part of ["the verdict", "the memory", "the candidates", "the last chart"]) {
        expect.soft(await page.evaluate(losses), `${part}, ${language}`).toEqual([]);
        await page.keyboard.press(part === "the candidates" ? "End" : "ArrowRight");
      }
      // Prices stay hidden after it, until somebody wants them back.
      await page.keyboard.press("Escape");
      await expect(page.locator("#present-hidden")).toBeVisible();
      expect.soft(await page.evaluate(losses), `without prices, ${language}`).toEqual([]);
      if (first === 0) expect.soft(await findings(page, "#present-hidden"), "without prices").toEqual([]);
      await page.locator("#present-hidden").getByRole("button").click();
      await expect(page.locator("#present-hidden")).toBeHidden();
    });
  }
});

// The other two are judged by a11y.spec.js, in more states; the other pages by their own.
for (const language of ["de", "zh", "uk"]) {
  test(`axe finds nothing in the calculator, everything open, in ${language}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1400, height: 900 });
    await visit(page, VIEWS[0], language);
    expect(await findings(page)).toEqual([]);
  });
}

test("axe finds nothing in an embed's form, light and dark", async ({ page }) => {
  await visit(page, VIEWS.find(([name]) => name === "an embed"), "en");
  expect(await findings(page)).toEqual([]);
});

test("windows open by keyboard, Escape closes them, and what opened them has the focus again", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page, `./#${FLEET}`);
  for (const [button, window] of WINDOWS) {
    const { opener, last } = await reach(page, button);
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(window), button).toBeVisible();
    if (button === "#share") await expect(page.locator("#share-menu :focus")).toHaveCount(1);
    // A window keeps the focus until it is closed; a menu lets it go on.
    if (window.startsWith("dialog")) {
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => document.activeElement === document.body || Boolean(document.activeElement.closest("dialog"))), button).toBe(true);
      }
    }
    await page.keyboard.press("Escape");
    await expect(page.locator(window), button).toHaveCount(0);
    await expect(last).toBeFocused();
  }
});

// How a part looks to those whose system chooses the colours: shadows are gone and
// backgrounds are all one, so frames, lines and weights have to tell.
const look = (locator) =>
  locator.evaluate((element) => {
    const around = [element, element.parentElement];
    const told = (at) => {
      const { outlineStyle, outlineWidth, borderBottomWidth, borderTopWidth, fontWeight, textDecorationLine, color, fill, stroke, strokeDasharray } = getComputedStyle(at);
      return [outlineStyle, outlineWidth, borderBottomWidth, borderTopWidth, fontWeight, textDecorationLine, color, fill, stroke, strokeDasharray].join();
    };
    return around.map(told).join("|");
  });

for (const colorScheme of ["light", "dark"]) {
  test(`forced colours, ${colorScheme}: what is chosen, reached or marked is still told apart`, async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    // The other theme was chosen: the system's colours win.
    await visit(page, VIEWS[0], "en", `&theme=${colorScheme === "dark" ? "light" : "dark"}`);
    const { field, text } = partsOf(page);
    const differ = async (one, other) => expect(await look(one)).not.toBe(await look(other));
    await differ(page.locator(".modes [aria-current]"), page.locator(".modes a").first());
    await page.getByRole("button", { name: text.preset_chat, exact: true }).click();
    await differ(page.locator(".chip[aria-pressed=true]").first(), page.locator(".chip[aria-pressed=false]").first());
    const before = await look(field("input_tokens"));
    await field("input_tokens").focus();
    expect(await look(field("input_tokens"))).not.toBe(before);
    await differ(page.locator(".marks .beam.best").first(), page.locator(".marks .beam:not(.best)").first());
    await differ(page.locator(".marks .line").first(), page.locator(".marks .line.second").first());
    // Marks are seen on the page's own ground, and so are the parts of the memory.
    const unseen = await page.evaluate(() => {
      const ground = getComputedStyle(document.body).backgroundColor;
      const marks = [...document.querySelectorAll(".marks :is(.axis, .line, .demand)")].map((mark) => getComputedStyle(mark).stroke);
      const filled = [...document.querySelectorAll(".marks :is(.beam:not(.doubtful), text, .dot:not(.hollow))")].map((mark) => getComputedStyle(mark).fill);
      const bars = [...document.querySelectorAll(".bar i:not(.free), .legend i:not(.free), .score-bar i")].map((part) => getComputedStyle(part).backgroundColor);
      return [...marks, ...filled, ...bars].filter((colour) => colour === ground || colour === "none").length;
    });
    expect(unseen).toBe(0);
    const parts = await page.locator(".memory .bar i").evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
    expect(new Set(parts).size).toBe(parts.length);
    // Words of a chart can be read where a line passes.
    const halo = await page.evaluate(() => {
      const label = getComputedStyle(document.querySelector(".marks .label"));
      return [label.stroke, label.fill, getComputedStyle(document.body).backgroundColor];
    });
    expect(halo[0]).toBe(halo[2]);
    expect(halo[1]).not.toBe(halo[2]);
  });
}

test("a new answer is read out once, politely, when it rests", async ({ page }) => {
  for (const [folder, fragment, label, typed] of [["", QWEN, "load_rate", "37"], ["training/", "v=2&task=training", "data_tokens", "900M"], ["costs/", QWEN, "input_utilization", "35"]]) {
    await open(page, `./${folder}#${fragment}`);
    const said = page.locator("#answer [aria-live=polite], #answer + [aria-live=polite]");
    await expect(said).not.toBeEmpty();
    await page.evaluate(() => {
      const said = document.querySelector("#answer [aria-live=polite], #answer + [aria-live=polite]");
      window.heard = [];
      new MutationObserver(() => said.textContent && window.heard.push(said.textContent)).observe(said, { childList: true, characterData: true, subtree: true });
    });
    const before = await said.textContent();
    const field = page.getByRole("textbox", { name: words.en[label], exact: true });
    // Letter by letter, a frame each: on a busy machine keys from outside may come after a rest.
    await field.evaluate(async (input, typed) => {
      for (let end = 0; end <= typed.length; end++) {
        input.value = typed.slice(0, end);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    }, typed);
    await expect(said).not.toHaveText(before);
    await expect(said).not.toBeEmpty();
    await expect(page.locator("html")).not.toHaveAttribute("data-simulated", "no");
    // In real time: the worker, which simulates, is no part of a page's clock.
    await page.waitForTimeout(2_500);
    expect(await page.evaluate(() => window.heard), folder).toHaveLength(1);
    expect(await page.locator("#answer [aria-live=assertive], #answer [role=alert]").count()).toBe(0);
  }
});

test("another language names the page and itself at once, on every page", async ({ page }) => {
  const titles = { "": "page_title", "training/": "training_title", "costs/": "costs_title", "proposal/": "proposal_page", "compare/": "compare_title", "guide/": "guide_title", "accuracy/": "accuracy_title", "measure/": "profile_title", "fleet/": "pack_title", "vision/": "vision_title", "sessions/": "sessions_title", "queue/": "queue_title" };
  const tags = { en: "en", de: "de", zh: "zh-Hans", uk: "uk", ja: "ja" };
  expect(Object.keys(titles).sort()).toEqual([...FOLDERS].sort());
  for (const [folder, title] of Object.entries(titles)) {
    await page.goto("about:blank");
    await page.goto(`./${folder}`);
    await started(page);
    await expect(page, folder).toHaveTitle(words.en[title]);
    for (const language of ["uk", "zh", "en"]) {
      await page.locator("#language").selectOption(language);
      await expect(page.locator("html"), folder).toHaveAttribute("lang", tags[language]);
      await expect(page, folder).toHaveTitle(words[language][title]);
    }
  }
});

test("on a phone the way to the five questions is in sight at once, below the folded one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const door = page.getByRole("link", { name: words.en.guide_link, exact: true });
  await expect(door).toBeVisible();
  const line = await page.locator(".summary").boundingBox();
  const { y } = await door.boundingBox();
  expect(y).toBeGreaterThanOrEqual(line.y + line.height);
  expect(y).toBeLessThan(line.y + line.height + 24);
  await expect(partsOf(page).field("input_tokens")).toBeHidden();
});

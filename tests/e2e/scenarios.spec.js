// Questions saved by name in the browser, the last one, and undo and redo of every change.
import { expect, expectSane, judge, open, partsOf, pattern, remembered, say, settings, simulated, test, words } from "./page.js";

// A question about one accelerator is answered sooner.
const H100 = "gpus=nvidia-h100-sxm-80gb";

const hash = (page) => new URL(page.url()).hash;
const text = words.en;
const named = (name) => ({ name, exact: true });

// The button says how many there are.
const opener = (page) => page.getByRole("banner").getByRole("button", { name: new RegExp(`^${text.saved}`) });
const menu = (page) => page.getByRole("group", named(text.saved));
const undo = (page) => page.getByRole("button", named(text.undo));
const redo = (page) => page.getByRole("button", named(text.redo));
const kept = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("scenario."))
      .map(([, value]) => value.split("\n"))
      .sort(),
  );

async function save(page, name) {
  if (!(await menu(page).isVisible())) await opener(page).click();
  const field = menu(page).getByRole("textbox", named(text.saved_name));
  await field.fill(name);
  await field.press("Enter");
}

async function change(page, key, value) {
  const { field } = partsOf(page);
  await field(key).fill(value);
  await field(key).press("Tab");
}

test("the last question is offered where the calculator is opened without one, until it is forgotten", async ({ page }) => {
  const offers = page.getByRole("link", { name: pattern(text.continue_last) });
  await open(page);
  await expect(offers).toHaveCount(0);
  await open(page, `./#v=2&model=Qwen/Qwen3-32B&users=40&${H100}`);
  const { headline, field } = partsOf(page);
  const answer = await headline.innerText();
  const question = await page.locator(".summary > span").textContent();
  // What a first visit asks was nobody's question, and is not kept.
  await open(page);
  await expect(offers).toHaveAccessibleName(say(text.continue_last, { question }));
  await offers.click();
  await expect(field("load_users")).toHaveValue("40");
  await expect(headline).toHaveText(answer, { useInnerText: true });
  await expect(offers).toHaveCount(0);
  await expect.poll(() => hash(page)).toContain("model=Qwen/Qwen3-32B");
  // A link has a question of its own.
  await open(page, `./#v=2&in=900&${H100}`);
  await expect(field("input_tokens")).toHaveValue("900");
  await expect(offers).toHaveCount(0);
  await open(page);
  await expect(offers).toContainText("900");
  await page.getByRole("button", named(text.continue_forget)).click();
  await expect(offers).toHaveCount(0);
  expect(await remembered(page)).not.toContain("last");
  await open(page);
  await expect(offers).toHaveCount(0);
});

test("a question is saved by name, and put on the page again", async ({ page }) => {
  await open(page, "./#v=2&in=900&lang=en&theme=dark");
  const { field } = partsOf(page);
  await opener(page).click();
  await expect(menu(page).getByRole("textbox", named(text.saved_name))).toBeFocused();
  await save(page, "  Small\tprompts ");
  await expect(menu(page).getByRole("status")).toHaveText(say(text.saved_as, { name: "Small prompts" }));
  // How it was looked at is no part of it.
  expect(await kept(page)).toEqual([["Small prompts", "v=2&in=900"]]);
  // A name that is taken is not written over; one question twice is one entry.
  await save(page, "Small prompts");
  expect((await kept(page)).length).toBe(1);
  await page.keyboard.press("Escape");
  await change(page, "input_tokens", "4000");
  await expect.poll(() => hash(page)).toContain("in=4000");
  await save(page, "Small prompts");
  await expect(menu(page).getByRole("status")).toHaveText(say(text.saved_as, { name: "Small prompts (2)" }));
  expect(await judge(page).include("#saved-menu").analyze().then((found) => found.violations)).toEqual([]);
  await expectSane(page);
  await menu(page).getByRole("button", named("Small prompts")).click();
  await expect(menu(page)).toBeHidden();
  await expect(field("input_tokens")).toHaveValue("900");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // It was a step: the former text comes back.
  await undo(page).click();
  await expect(field("input_tokens")).toHaveValue("4,000");
  // Another visit finds them.
  await open(page);
  await opener(page).click();
  await expect(menu(page).getByRole("listitem")).toHaveCount(2);
  await menu(page).getByRole("button", named(say(text.remove, { name: "Small prompts" }))).click();
  await expect(menu(page).getByRole("listitem")).toHaveCount(1);
  expect(await kept(page)).toEqual([["Small prompts (2)", "v=2&in=4000"]]);
  // A scenario removed by mistake is put back in its place.
  const back = menu(page).getByRole("button", named(`${text.undo} · ${say(text.remove, { name: "Small prompts" })}`));
  await back.click();
  await expect(menu(page).getByRole("listitem")).toHaveText(["Small prompts", "Small prompts (2)"].map((name) => new RegExp(`^${name.replace(/[()]/g, "\\$&")}×$`)));
  await expect(back).toHaveCount(0);
  expect((await kept(page)).length).toBe(2);
});

test("without a name it is called by what it asks; a wrong question is not saved", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&users=7");
  await save(page, "");
  expect(await kept(page)).toEqual([["Qwen3 32B · fp8 · 7 concurrent users · 2,000 in, 300 out · TTFT ≤ 1 s · TPOT ≤ 40 ms", "v=2&model=Qwen/Qwen3-32B&users=7"]]);
  await page.keyboard.press("Escape");
  await partsOf(page).field("input_tokens").fill("x");
  await opener(page).click();
  await menu(page).getByRole("button", named(text.save)).click();
  await expect(menu(page).getByRole("status")).toHaveText(text.stale);
  expect((await kept(page)).length).toBe(1);
});

test("two tabs that save at once lose nothing", async ({ page, context }) => {
  await open(page, "./#v=2&in=900");
  const other = await context.newPage();
  await open(other, "./#v=2&in=800");
  for (const tab of [page, other]) await opener(tab).click();
  await Promise.all([
    ...[page, other].map(async (tab) => {
      for (const name of ["A", "B", "C"]) await save(tab, name);
    }),
  ]);
  await expect.poll(() => kept(page).then((all) => all.length)).toBe(6);
  const all = await kept(page);
  for (const fragment of ["v=2&in=900", "v=2&in=800"]) {
    expect(all.filter(([, saved]) => saved === fragment).length).toBe(3);
  }
  for (const tab of [page, other]) {
    await tab.keyboard.press("Escape");
    await opener(tab).click();
    await expect(menu(tab).getByRole("listitem")).toHaveCount(6);
  }
});

for (const [name, refuse] of [
  ["full", () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  }],
  ["forbidden", () => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    });
  }],
]) {
  test(`storage that is ${name} is said, and the link still holds the question`, async ({ page }) => {
    await page.addInitScript(refuse);
    await open(page, "./#v=2&in=900");
    await save(page, "Small prompts");
    await expect(menu(page).getByRole("status")).toHaveText(text.saved_refused);
    await expect(menu(page).getByRole("textbox")).toHaveValue("Small prompts");
    expect(hash(page)).toBe("#v=2&in=900");
  });
}

test("entries of another version, or edited by hand, harm nothing and stay", async ({ page }) => {
  await open(page);
  const odd = { "scenario.1": "", "scenario.2": "no line", "scenario.3": "<b>x</b>\nv=1&in=900", "scenario.4": "y\njavascript:alert(1)" };
  await page.evaluate((odd) => Object.entries(odd).forEach(([key, value]) => localStorage.setItem(key, value)), odd);
  await opener(page).click();
  await expect(menu(page).getByRole("listitem")).toHaveCount(1);
  await menu(page).getByRole("button", named("<b>x</b>")).click();
  await expect(partsOf(page).field("input_tokens")).toHaveValue("900");
  expect(await remembered(page)).toHaveLength(4);
});

test("every change is undone and redone, by buttons and by keys", async ({ page }) => {
  await open(page, `./#v=2&in=700&${H100}`);
  const { field, choice, headline } = partsOf(page);
  await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
  await expect(redo(page)).toHaveAttribute("aria-disabled", "true");
  const seen = [await settings(page)];
  const answers = [await headline.innerText()];
  await change(page, "output_tokens", "50");
  // A change before the address has followed is one step with it.
  await expect(page).toHaveURL(/[#&]out=50(&|$)/);
  await simulated(page);
  seen.push(await settings(page));
  answers.push(await headline.innerText());
  await choice("weights").selectOption("bf16");
  seen.push(await settings(page));
  // At once, while the address has not followed yet.
  await page.keyboard.press("Control+z");
  await expect.poll(() => settings(page)).toEqual(seen[1]);
  await expect(page.getByRole("status").filter({ hasText: text.undone })).toBeVisible();
  await expect(redo(page)).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("Control+z");
  await expect.poll(() => settings(page)).toEqual(seen[0]);
  await expect(headline).toHaveText(answers[0], { useInnerText: true });
  await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
  // No further: the page is not left.
  await page.keyboard.press("Control+z");
  await undo(page).click({ force: true });
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => settings(page)).toEqual(seen[1]);
  await expect(headline).toHaveText(answers[1], { useInnerText: true });
  await page.keyboard.press("Control+y");
  await expect.poll(() => settings(page)).toEqual(seen[2]);
  await expect(redo(page)).toHaveAttribute("aria-disabled", "true");
  // Back and Forward are the same steps.
  await page.goBack();
  await expect.poll(() => settings(page)).toEqual(seen[1]);
  await expect(redo(page)).not.toHaveAttribute("aria-disabled");
  await redo(page).click();
  await expect.poll(() => settings(page)).toEqual(seen[2]);
  await undo(page).click();
  await expect.poll(() => settings(page)).toEqual(seen[1]);
  // A choice is a step, and so is the text typed after it.
  await choice("weights").selectOption("bf16");
  await expect(page).toHaveURL(/[#&]weights=bf16(&|$)/);
  await change(page, "output_tokens", "70");
  await expect(page).toHaveURL(/[#&]out=70(&|$)/);
  await undo(page).click();
  await expect.poll(() => settings(page)).toEqual(seen[2]);
  await undo(page).click();
  await expect.poll(() => settings(page)).toEqual(seen[1]);
  // A new change ends redoing.
  await field("output_tokens").fill("60");
  await field("output_tokens").press("Tab");
  await expect(redo(page)).toHaveAttribute("aria-disabled", "true");
  await undo(page).click();
  await expect.poll(() => settings(page)).toEqual(seen[1]);
});

test("keys held down go back to the first question, and not out of the page", async ({ page }) => {
  await open(page, `./#v=2&${H100}`);
  const { field } = partsOf(page);
  // Changes that follow each other at once are one step.
  for (const value of ["100", "200", "300", "400", "500"]) {
    await change(page, "input_tokens", value);
    await expect.poll(() => hash(page)).toContain(`in=${value}`);
  }
  for (let press = 0; press < 12; press++) await page.keyboard.press("Control+z");
  await expect(field("input_tokens")).toHaveValue("2,000");
  for (let press = 0; press < 12; press++) await page.keyboard.press("Control+y");
  await expect(field("input_tokens")).toHaveValue("500");
  await page.reload();
  await expect(undo(page)).not.toHaveAttribute("aria-disabled");
  await undo(page).click();
  await expect(field("input_tokens")).toHaveValue("400");
});

// Chromium keeps fifty entries of a tab; past the oldest, it says nothing.
test("past the oldest step that the browser keeps nothing is undone, and everything goes on", async ({ page }) => {
  test.slow();
  const LAST = 57;
  // The address follows once typing has rested.
  await page.clock.install();
  await open(page, `./#v=2&${H100}`);
  const { field } = partsOf(page);
  for (let step = 1; step <= LAST; step++) {
    await change(page, "output_tokens", String(step));
    await page.clock.runFor(300);
    await expect.poll(() => hash(page)).toContain(`out=${step}`);
  }
  const entries = await page.evaluate(() => history.length);
  expect(entries).toBeLessThan(LAST);
  const oldest = String(LAST - entries + 1);
  for (let press = 0; press <= LAST; press++) await page.keyboard.press("Control+z");
  await expect(field("output_tokens")).toHaveValue(oldest);
  await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
  // No word that it was, and no lost way.
  const said = page.getByRole("status").filter({ hasText: text.undone });
  await expect(said).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(said).toHaveCount(0);
  for (let step = 1; step <= 3; step++) {
    await redo(page).click();
    await expect(field("output_tokens")).toHaveValue(String(Number(oldest) + step));
  }
  // Opened anew amid them, the page cannot know the oldest; it learns it at the first try.
  await page.reload();
  for (let step = 2; step >= 0; step--) {
    await undo(page).click();
    await expect(field("output_tokens")).toHaveValue(String(Number(oldest) + step));
  }
  await undo(page).click();
  await page.clock.runFor(1200);
  await undo(page).click();
  await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
  await redo(page).click();
  await expect(field("output_tokens")).toHaveValue(String(Number(oldest) + 1));
});

test("a text that is being typed is taken back letter by letter, by the browser", async ({ page }) => {
  await open(page, `./#v=2&${H100}`);
  const { field } = partsOf(page);
  await change(page, "output_tokens", "50");
  await expect.poll(() => hash(page)).toContain("out=50");
  await field("input_tokens").selectText();
  await page.keyboard.type("8");
  await expect(field("input_tokens")).toHaveValue("8");
  await page.keyboard.press("Control+z");
  await expect(field("input_tokens")).toHaveValue("2,000");
  await expect(field("output_tokens")).toHaveValue("50");
  // Left, the field has nothing of its own any more.
  await field("input_tokens").press("Tab");
  // Where typing rested for a moment, there and back again was a step, too.
  await expect(async () => {
    await page.keyboard.press("Control+z");
    await expect(field("output_tokens")).toHaveValue("300", { timeout: 1500 });
  }).toPass();
});

test("what could not be read is undone first", async ({ page }) => {
  await open(page, "./#v=2&in=900");
  const { field, stale } = partsOf(page);
  await change(page, "input_tokens", "nonsense");
  await expect(stale).toBeVisible();
  await undo(page).click();
  await expect(stale).toBeHidden();
  await expect(field("input_tokens")).toHaveValue("900");
  await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
});

test("language and colours are no steps, and stay while questions go back", async ({ page }) => {
  await open(page);
  const { field, language } = partsOf(page);
  await change(page, "input_tokens", "900");
  await expect.poll(() => hash(page)).toContain("in=900");
  await language.selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const german = partsOf(page, "de");
  await page.getByRole("button", { name: words.de.theme_auto }).click();
  await expect.poll(() => hash(page)).toBe("#v=2&in=900&lang=de&theme=light");
  await page.keyboard.press("Control+z");
  await expect(german.field("input_tokens")).toHaveValue("2.000");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Control+y");
  await expect(german.field("input_tokens")).toHaveValue("900");
  await page.goBack();
  await expect(german.field("input_tokens")).toHaveValue("2.000");
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

const store = (page, entries) => page.addInitScript((entries) => { for (const [key, value] of entries) localStorage.setItem(key, value); }, entries);

test("the bar says how many are saved, and lists them below its button", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page);
  await expect(opener(page)).toHaveAccessibleName(text.saved);
  await save(page, "One");
  await expect(opener(page)).toHaveAccessibleName(`${text.saved} 1`);
  const [button, list] = await Promise.all([opener(page).boundingBox(), menu(page).boundingBox()]);
  expect(list.y).toBeGreaterThanOrEqual(button.y + button.height);
  expect(list.y).toBeLessThan(button.y + button.height + 16);
  expect(Math.abs(list.x + list.width - button.x - button.width)).toBeLessThan(2);
  // What another tab saves is counted, too.
  const other = await page.context().newPage();
  await open(other, "./#v=2&in=800");
  await save(other, "Two");
  await expect(opener(page)).toHaveAccessibleName(`${text.saved} 2`);
  await menu(page).getByRole("button", named(say(text.remove, { name: "One" }))).click();
  await expect(opener(page)).toHaveAccessibleName(`${text.saved} 1`);
});

for (const folder of ["training/", "fleet/", "vision/", "measure/", "sessions/", "queue/", "compare/", "guide/", "accuracy/"]) {
  test(`saved questions are a list on /${folder}, and open in their place`, async ({ page }) => {
    await store(page, [["scenario.1", "One\nv=2&in=900"]]);
    await open(page, `./${folder}#v=2&theme=dark`);
    await opener(page).click();
    await expect(menu(page).getByRole("textbox")).toHaveCount(folder === "fleet/" ? 1 : 0);
    // The comparison is where the way to it leads.
    await expect(menu(page).getByRole("link", named(text.saved_all))).toHaveCount(folder === "compare/" ? 0 : 1);
    await menu(page).getByRole("button", named(say(text.remove, { name: "One" }))).click();
    await expect(menu(page)).toContainText(text.saved_none);
    await expect(opener(page)).toHaveAccessibleName(text.saved);
    await menu(page).getByRole("button", { name: new RegExp(text.undo) }).click();
    expect(await judge(page).include("#saved-menu").analyze().then((found) => found.violations)).toEqual([]);
    await menu(page).getByRole("link", named("One")).click();
    await expect(page).toHaveTitle(text.page_title);
    await expect(partsOf(page).field("input_tokens")).toHaveValue("900");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
}

test("the question of costs is saved with its money", async ({ page }) => {
  await open(page, `./costs/#v=2&${H100}&cost.years=3`);
  await save(page, "Three years");
  await expect(menu(page).getByRole("status")).toHaveText(say(text.saved_as, { name: "Three years" }));
  expect(await kept(page)).toEqual([["Three years", `v=2&${H100}&cost.years=3`]]);
  await menu(page).getByRole("link", named(text.saved_all)).click();
  await expect(page).toHaveURL(/compare\/#v=2&s=,v%3D2%26gpus%3Dnvidia-h100-sxm-80gb%26cost\.years%3D3$/);
});

test("on a phone they open over the width of the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await store(page, [["scenario.1", "A long name of a question that is saved for later and then compared\nv=2&in=900"]]);
  await open(page);
  await opener(page).click();
  const { x, y, width, height } = await menu(page).boundingBox();
  expect([x >= 0, x + width <= 390, y >= 40, y + height <= 844]).toEqual([true, true, true, true]);
});

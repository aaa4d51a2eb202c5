// Usable by everybody: judged by axe, by the keyboard alone, on small screens, calmly.
import { expect, FLEET_OF_TWO, judge, LANGUAGES, LOOKS, open, openAll, partsOf, speak, test, words } from "./page.js";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// By all rules, or by those named.
async function findings(page, ...rules) {
  const axe = judge(page);
  const { violations } = await (rules.length ? axe.withRules(rules) : axe.withTags(RULES)).analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 4).map((node) => `${node.target} ${node.any?.[0]?.message ?? ""}`),
    count: nodes.length,
  }));
}

// Each language in both themes and at both widths; every width in every theme.
const PAIRED = LOOKS.map(([width, theme], at) => [["en", "en", "ja", "ja"][at], width, theme]);

// Few accelerators where all rows are alike.
const FLEET = "gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb,nvidia-l40s,amd-mi300x";

for (const [language, width, theme] of PAIRED) {
  test(`axe finds nothing, nothing open and everything: ${language}, ${theme}, ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    // All accelerators, once in each theme. A notice; a row that is open.
    const fleet = width < 1000 ? FLEET : "";
    await open(page, `./#v=2&lang=${language}&theme=${theme}&${fleet}&pick=nvidia-h200-sxm-141gb&flavour=x`);
    const { field, model, finds, rows, text } = partsOf(page, language);
    await expect(rows.first()).toBeVisible();
    // On a phone the question is folded at first.
    if (width < 1000) {
      expect(await findings(page)).toEqual([]);
      await page.locator(".summary").click();
    }
    await openAll(page);
    await page.getByRole("button", { name: text.own_add }).click();
    await field("ttft").fill("x");
    await model.fill("llama");
    await expect(finds("model").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

// Places whose own specs have axe judge none of it, or one theme, or only what a file brings. In the
// dark, colours alone are others.
for (const [language, folder, question] of [
  ["de", "fleet/", FLEET_OF_TWO],
  ["zh", "vision/", "v=2&task=vision&kind=pictures&gpus=nvidia-h100-sxm-80gb,nvidia-l40s"],
  ["uk", "sessions/", "v=2&task=sessions&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb"],
  ["ja", "queue/", "v=2"],
  ["en", "measure/", "v=2"],
]) {
  test(`axe finds nothing at /${folder}, everything open, light and dark: ${language}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1400, height: 900 });
    // Colours change at once, so that none is judged halfway.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, `./${folder}#${question}&lang=${language}&theme=light`);
    await openAll(page);
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() => { document.documentElement.dataset.theme = "dark"; });
    expect(await findings(page, "color-contrast")).toEqual([]);
  });
}

// The focused element, in words; and whether one can see that it has.
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // An element is itself, whatever the page adds before it meanwhile.
    window.known ??= [];
    if (!window.known.includes(element)) window.known.push(element);
    const key = window.known.indexOf(element);
    const name = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent;
    const box = element.getBoundingClientRect();
    // Shown by the element itself, or by the frame that stands around it.
    const look = (at) => {
      const style = getComputedStyle(at);
      const { outlineStyle, outlineWidth, boxShadow, borderTopColor, backgroundColor, clipPath } = style;
      return [outlineStyle, outlineWidth, boxShadow, borderTopColor, backgroundColor, clipPath].join();
    };
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean);
    const during = around.map(look).join("|");
    element.blur();
    const after = around.map(look).join("|");
    element.focus();
    return {
      key,
      tag: element.localName,
      what: `${element.localName} “${(name ?? "").trim().slice(0, 40)}”`,
      visible: during !== after,
      inView: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    };
  });
}

// Few accelerators: the table's rows are all alike.
const FEW = "v=2&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb";

for (const [where, address] of [
  ["on the calculator", `./#${FEW}`],
  ["on the page about training", "./training/#v=2&task=training&model=8B"],
  ["on the page about costs", `./costs/#${FEW}&day=office`],
  ["beside a proposal", `./proposal/#${FEW}`],
  ["of a comparison", `./compare/#v=2&s=One,${encodeURIComponent(FEW)}&s=Two,v%3D2`],
  ["of the guide", "./guide/#a=chat"],
  ["beside the evidence", "./accuracy/"],
  ["beside measurements", "./measure/"],
  ["about vision", "./vision/#v=2&task=vision&kind=pictures&gpus=nvidia-h100-sxm-80gb,nvidia-l40s"],
  ["about sessions", "./sessions/#v=2&task=sessions&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb"],
  ["of a fleet", "./fleet/"],
  ["of a queue", "./queue/"],
]) test(`the keyboard reaches every control ${where}, visibly`, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page, address);
  // A part still computed moves the parts below it.
  const computed = page.locator(".errors[role=status]");
  if (await computed.count()) await expect(computed).not.toBeEmpty();
  // The options of a proposal come with the simulation of the other way.
  if (await page.locator(".paper").count()) await expect(page.locator(".paper .columns")).toBeVisible();
  await openAll(page);
  const controls = await page.evaluate(() => {
    const can = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    window.known = [...document.querySelectorAll(can)];
    return window.known
      .map((element, key) => ({ element, key }))
      .filter(({ element }) => !element.disabled && element.checkVisibility())
      .filter(({ element }) => element.closest("[tabindex='-1']") !== element)
      // Arrows go on from the first of a group.
      .filter(({ element }) => element.type !== "radio" || element === document.getElementsByName(element.name)[0])
      .map(({ element, key }) => ({
        key,
        what: `${element.localName} ${element.id} ${element.className} ${element.textContent.trim().slice(0, 30)}`,
      }));
  });
  const reached = new Map();
  // Opening was done by the pointer; the walk begins at the top, and is one by keys.
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector("a[href]").focus());
  for (let step = 0; step < controls.length + 20; step++) {
    if (step > 0) await page.keyboard.press("Tab");
    const now = await focused(page);
    if (!now || reached.has(now.key)) break;
    reached.set(now.key, now);
  }
  expect(controls.filter(({ key }) => !reached.has(key)).map(({ what }) => what)).toEqual([]);
  const steps = [...reached.values()];
  expect(steps.filter(({ visible }) => !visible).map(({ what }) => what)).toEqual([]);
  expect(steps.filter(({ inView }) => !inView).map(({ what }) => what)).toEqual([]);
});

test("the first Tab offers the way past the question", async ({ page }) => {
  await open(page);
  const { answer, text } = partsOf(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: text.skip_to_answer });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(answer).toBeFocused();
});

for (const width of [1400, 390]) {
  test(`the second Tab offers the way to the question, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    for (let press = 0; press < 2; press++) await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: words.en.skip_to_question, exact: true });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    const question = page.locator("form.question");
    await expect(question).toBeFocused();
    await expect(question).toBeInViewport();
    // From there on, what it asks: on a phone the line that opens it.
    await page.keyboard.press("Tab");
    await expect(question.locator(":focus")).toHaveCount(1);
  });
}

test("the model is found by typing, arrows and Enter; Escape leaves things as they were", async ({ page }) => {
  await open(page);
  const { model, headline, text } = partsOf(page);
  const before = { model: await model.inputValue(), headline: await headline.innerText() };
  const list = page.getByRole("listbox", { name: text.model, exact: true });
  await model.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("mixtral");
  await expect(list).toBeVisible();
  await expect(model).toHaveAttribute("aria-expanded", "true");
  const options = list.getByRole("option");
  await expect(options.first()).toContainText(/mixtral/i);
  const active = async () => {
    const id = await model.getAttribute("aria-activedescendant");
    return page.locator(`[id="${id}"]`);
  };
  await expect(await active()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(await active()).toHaveText(await options.nth(1).innerText(), { useInnerText: true });
  await page.keyboard.press("ArrowUp");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(model).toHaveValue(before.model);
  await expect(headline).toHaveText(before.headline, { useInnerText: true });

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("qwen3-32b");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(model).toHaveAttribute("aria-expanded", "false");
  await expect(model).toHaveValue(/Qwen3[- ]32B/);
  await expect(model).toBeFocused();
  await expect(headline).not.toHaveText(before.headline, { useInnerText: true });
});

test("accelerators are added and removed, and the table sorted and opened, by keyboard", async ({ page }) => {
  await open(page);
  const { choice, table, rows, opener, text } = partsOf(page);
  const input = choice("accelerators");
  await input.focus();
  await page.keyboard.type("h200");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  const remove = page.getByRole("button", { name: /^Remove .*H200/ });
  await remove.focus();
  await page.keyboard.press("Space");
  await expect(remove).toHaveCount(0);
  await expect(rows).toHaveCount(12);
  await expect(page.getByText(text.accelerators, { exact: true })).toBeVisible();
  const heading = table.getByRole("columnheader", { name: text.col_sold });
  await heading.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(heading.getByRole("button")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  const row = opener(rows.first());
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(opener(rows.first())).toHaveAttribute("aria-expanded", "true");
  await expect(opener(rows.first())).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opener(rows.first())).toHaveAttribute("aria-expanded", "false");
  await expect(opener(rows.first())).toBeFocused();
});

test("charts are read point by point by keyboard", async ({ page }) => {
  await open(page);
  for (const chart of partsOf(page).charts) {
    const plot = chart.getByRole("slider");
    await plot.focus();
    const read = new Set();
    for (const key of ["Home", "ArrowRight", "ArrowRight", "End"]) {
      await page.keyboard.press(key);
      read.add(await plot.getAttribute("aria-valuetext"));
    }
    expect(read.size).toBeGreaterThan(1);
    for (const text of read) expect(text).toMatch(/\d/);
  }
});

test("a wrong field says so to those who cannot see it", async ({ page }) => {
  await open(page);
  const { field, answer } = partsOf(page);
  const input = field("load_rate");
  await input.fill("x");
  await expect(input).toHaveAccessibleDescription(/“x” is not a number/);
  await input.fill("12");
  await expect(input).toHaveAccessibleDescription("");
  // The new answer is read out once it rests.
  const heard = page.locator("main > .later > [aria-live=polite]");
  await expect(heard).toHaveText(/^\d+ × .+ for 12 requests\/s: /);
  // Whatever tab is open.
  await page.getByRole("button", { name: words.en.tab_details, exact: true }).click();
  await input.fill("13");
  await expect(answer).toBeHidden();
  await expect(heard).toHaveText(/^\d+ × .+ for 13 requests\/s: /);
});

test("nothing makes the page scroll sideways, in any language", async ({ page }) => {
  test.slow();
  await open(page, `./#v=2&${FLEET}`);
  await openAll(page);
  const folded = page.locator(".summary[aria-expanded=false]:visible");
  // A language takes longer to change than a width.
  for (const language of LANGUAGES) {
    await page.setViewportSize({ width: 2560, height: 800 });
    await speak(page, language);
    for (const width of [2560, 1400, 1000, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      if (await folded.count()) await folded.click();
      await openAll(page);
      await expect
        .poll(() => page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), `${width} px, ${language}`)
        .toBeLessThanOrEqual(0);
      await expect(partsOf(page, language).rows.first()).toBeVisible();
    }
  }
});

test("on a phone the verdict comes first, then the question as a line that opens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const { headline, field, text } = partsOf(page);
  await expect(headline).toBeInViewport();
  await expect(field("input_tokens")).toBeHidden();
  const line = page.locator(".summary");
  await expect(line).toContainText("Llama 3.3 70B");
  await expect(line).toHaveAttribute("aria-expanded", "false");
  const below = await line.boundingBox();
  const above = await headline.boundingBox();
  expect(below.y).toBeGreaterThan(above.y + above.height);
  await line.click();
  await expect(field("input_tokens")).toBeVisible();
  await field("input_tokens").fill("900");
  await page.getByRole("button", { name: text.question_close }).click();
  await expect(field("input_tokens")).toBeHidden();
  await expect(page.locator(".summary")).toContainText("900");
  // Touch targets are large enough: WCAG 2.2, 2.5.8.
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("header button, header select, .summary, .chip")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ what: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ what }) => what),
  );
  expect(small).toEqual([]);
});

test("a wrong field of a folded question is unfolded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "./#v=2&model=no-such-model");
  const { model } = partsOf(page);
  await expect(model).toBeVisible();
  await expect(model).toHaveAttribute("aria-invalid", "true");
});

test("who asks for less motion gets none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await openAll(page);
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
        const lasts = (durations) => durations.split(",").some((duration) => Number.parseFloat(duration) > 0.01);
        return lasts(transitionDuration) || (animationName !== "none" && lasts(animationDuration)) || scrollBehavior === "smooth";
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(moving).toEqual([]);
});

test("nothing jumps while one types", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await open(page);
  const { field, headline } = partsOf(page);
  const place = () => field("output_tokens").boundingBox();
  const before = await place();
  for (const typed of ["5", "50", "500", "5000", "x"]) {
    await field("input_tokens").fill(typed);
    await expect(headline).toBeVisible();
    const { x, y } = await place();
    expect([x, y]).toEqual([before.x, before.y]);
  }
});

for (const scheme of ["light", "dark"]) {
  test(`the system's ${scheme} colours are followed until others are chosen`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page);
    const shade = () =>
      page.evaluate(() => {
        const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
        return r + g + b < 384 ? "dark" : "light";
      });
    expect(await shade()).toBe(scheme);
    const { text } = partsOf(page);
    await page.getByRole("button", { name: text.theme_auto }).click();
    await page.getByRole("button", { name: text.theme_light }).click();
    await expect(page.getByRole("button", { name: text.theme_dark })).toBeVisible();
    expect(await shade()).toBe("dark");
    await expect.poll(() => new URL(page.url()).hash).toContain("theme=dark");
    await page.reload();
    await expect(page.getByRole("button", { name: text.theme_dark })).toBeVisible();
    expect(await shade()).toBe("dark");
  });
}

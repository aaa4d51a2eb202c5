// Facts about the page that every test needs.
import { readdirSync, readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";

export const LANGUAGES = ["en", "de", "zh", "uk", "ja"];

// Widths and themes, and one of them for each language. Faults of a language, a width or a theme
// are met so: every one of each, and every width in every theme.
export const LOOKS = [[1400, "light"], [390, "dark"], [1400, "dark"], [390, "light"]];
const LANGUAGE_LOOKS = LANGUAGES.map((language, at) => [language, ...LOOKS[at % LOOKS.length]]);

// The same by width: a page is opened once in each, and changes its language and theme in place.
export const WIDTH_LOOKS = [1400, 390].map((width) => ({
  width,
  looks: LANGUAGE_LOOKS.filter(([, at]) => at === width).map(([language, , theme]) => ({ language, theme })),
}));

// The folders of the pages of the site: each is made from an HTML file of its name.
export const FOLDERS = readdirSync(new URL("../../app/pages", import.meta.url))
  .filter((name) => name.endsWith(".html"))
  .map((name) => (name === "index.html" ? "" : name.replace(".html", "/")));

// A fleet of two workloads, whose search is short.
export const FLEET_OF_TWO = `v=2&task=fleet${["Chat", "Search"].map((name) => `&w=${name},memory,,normal,${encodeURIComponent("v=2&model=Qwen/Qwen3-8B&weights=bf16&rate=1&in=500&out=100&day=office")}`).join("")}&gpus=nvidia-l4,nvidia-a100-sxm-80gb`;

// The tag of each where a page names its language.
export const TAGS = { en: "en", de: "de", zh: "zh-Hans", uk: "uk", ja: "ja" };

// The texts of the pages, by language: tests name things by them, as users do.
export const words = Object.fromEntries(
  LANGUAGES.map((language) => {
    const part = (folder) =>
      JSON.parse(readFileSync(new URL(`../../app/locales/${folder}${language}.json`, import.meta.url)));
    return [language, { ...Object.assign({}, ...[...FOLDERS, "later/", "cluster/", "embed/"].map(part)), room: part("glossary/") }];
  }),
);

// A message with its values put in; a plural in the form that `count` needs.
export function say(message, values = {}, language = "en") {
  const form = new Intl.PluralRules(language).select(values.count);
  const text = typeof message === "string" ? message : (message[form] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A message as a pattern: any value in each place.
export function pattern(message) {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  const escaped = forms.map((form) => {
    const plain = form.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return plain.join("[^]*?");
  });
  return new RegExp(`^(?:${escaped.join("|")})$`);
}

// `test` with a page that is watched: any console error, uncaught exception, breach of
// the policy, failed or foreign request fails the test. `page.watched` can be read, or
// emptied by a test that provokes an error on purpose.
export const test = base.extend({
  whole: [true, { option: true }],
  page: async ({ page, baseURL, whole }, use) => {
    const watched = { problems: [], requests: [] };
    page.watched = watched;
    const deep = process.env.BASE_URL_DEEP;
    const ours = [baseURL, deep].filter(Boolean).map((url) => new URL(url).origin);
    page.on("console", (message) => {
      if (message.type() === "error") watched.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => watched.problems.push(`exception: ${error.message}`));
    page.on("dialog", (dialog) => {
      watched.problems.push(`dialogue: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on("requestfailed", (request) => {
      // Leaving a page interrupts loads that nobody waits for: its icon, the worker's start, later
      // parts and the evidence, and their messages.
      const left = request.failure()?.errorText === "net::ERR_ABORTED";
      if (left && /\/(icon\.svg|worker-\w+\.js|[\w-]+\.wasm|offline\.js|(later|accuracy|cluster)\/\w+\.json)$/.test(new URL(request.url()).pathname)) return;
      watched.problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on("request", (request) => {
      watched.requests.push(request.url());
      const { protocol, origin } = new URL(request.url());
      if (protocol !== "data:" && protocol !== "blob:" && !ours.includes(origin)) {
        watched.problems.push(`foreign request: ${request.url()}`);
      }
    });
    await page.exposeBinding("rightsizeBreach", (_, directive) => {
      watched.problems.push(`policy: ${directive}`);
    });
    // All of the result below each other, as its last tab has it; tabs.spec.js is about the others.
    if (whole) await page.addInitScript(remember, ["tab", "whole"]);
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.rightsizeBreach(`${event.effectiveDirective} ${event.blockedURI}`);
      });
    });
    await use(page);
    expect(watched.problems).toEqual([]);
  },
});

// Remembers a value for the page, as the page itself does; where storage is refused, nothing.
function remember([key, value]) {
  // Inside another page nothing is kept.
  if (window !== top) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    // So does the page.
  }
}

// What the page remembers by itself, beside the tab that tests begin with.
export const remembered = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "tab").sort());

// Opens an address and waits until nothing moves any more: the app runs, its answer is
// simulated, every part is there.
export async function open(page, address) {
  const response = await visit(page, address);
  await whole(page);
  return response;
}

// Opens an address and waits until the app runs and its answer is simulated; later parts
// may be on their way. A bare fragment is a new visit, too.
export async function visit(page, address = "./") {
  if (page.url() !== "about:blank") await page.goto("about:blank");
  const response = await page.goto(address);
  await started(page);
  await simulated(page);
  return response;
}

// Takes the network away, and with it this browser's cache of it: another test may have loaded
// files that are not to be had now.
export async function unplug(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await devtools.detach();
  await page.context().setOffline(true);
}

// How often a page is asked whether something has come. Not by its frames: out of sight, it
// has none.
const often = { polling: 40 };

// Waits until the app runs; fails at once, in the banner's own words, where it cannot.
export async function started(page) {
  const how = () => document.documentElement.dataset.app?.match(/started|failed/)?.[0];
  const app = await page.waitForFunction(how, null, { ...often, timeout: 60_000 });
  if ((await app.jsonValue()) === "failed") {
    throw new Error(`the app did not start: ${await page.locator(".boot-banner").innerText()}`);
  }
}

// Waits until the answer on the page is simulated, if there is one: no figure changes
// after that.
export async function simulated(page) {
  const is = () => document.documentElement.dataset.simulated !== "no";
  await page.waitForFunction(is, null, { ...often, timeout: 30_000 });
}

// Does something beside the question's sheet, which a phone may have open over the page.
async function beside(page, act) {
  // A window that has just grown may still have the mark of the sheet.
  const summary = page.locator(".summary");
  const open = (await page.locator(".question-body.over").count()) > 0 && (await summary.isVisible());
  if (open) await page.keyboard.press("Escape");
  await act();
  if (open) await summary.click();
}

// Checks a page, and where a phone folds the question, the sheet that opens over it, too.
export async function withSheet(page, check) {
  await check();
  const line = page.locator(".summary:visible");
  if ((await line.count()) === 0) return;
  await line.click();
  await check();
  await page.keyboard.press("Escape");
}

// Does something in the part of the bar that a phone folds.
export async function folded(page, act) {
  await beside(page, () => inBar(page, act));
}

async function inBar(page, act) {
  const more = page.locator(".icon-more:visible");
  const is = (await more.count()) > 0;
  if (is) await more.click();
  await act();
  if (is) await more.click();
}

// Another language on the page that is open, as its menu has it: words come all at once.
export async function speak(page, language) {
  await folded(page, () => page.locator("#language").selectOption(language));
  await expect(page.locator("html")).toHaveAttribute("lang", TAGS[language]);
}

// The menu of ways out of the page, opened.
export async function sharing(page, language = "en") {
  const named = { name: words[language].share, exact: true };
  const menu = page.getByRole("group", named);
  if (!(await menu.isVisible())) await page.getByRole("button", named).click();
  return menu;
}

// Goes one of them, by the key of its name.
export async function shared(page, key, language = "en") {
  const menu = await sharing(page, language);
  const role = key === "share_proposal" ? "link" : "button";
  await menu.getByRole(role, { name: words[language][key], exact: true }).click();
}

// A file of that menu: its name, and what is in it.
export async function taken(page, key, language = "en") {
  const [file] = await Promise.all([page.waitForEvent("download"), shared(page, key, language)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

// Looks at a page that was opened as the first of `looks` says, then as each other.
export async function eachLook(page, looks, check) {
  // Colours change at once, so that none is judged halfway.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [at, { language, theme }] of looks.entries()) {
    await test.step(`${language}, ${theme}`, async () => {
      if (at > 0) {
        await speak(page, language);
        await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
      }
      await check(language);
    });
  }
}

// The answer of a page, by its name in a language's texts. Found by its attributes: by their roles,
// thousands of elements are asked about.
export const answerOf = (page, text) => page.locator(`#answer[aria-label=${JSON.stringify(text.answer)}]`);

// The parts of the page, named as in `language`.
export function partsOf(page, language = "en") {
  const text = words[language];
  const named = (name) => ({ name, exact: true });
  const headed = (text) => ({ has: page.locator("h2, h3, h4", { hasText: text }) });
  const answer = answerOf(page, text);
  const candidates = page.locator("section[aria-labelledby=candidates-title]", headed(pattern(text.table_title)));
  return {
    text,
    answer,
    headline: answer.getByRole("heading", { level: 2 }),
    // What it carries, the runner-up, and what backs it.
    beside: page.locator(`section[aria-label=${JSON.stringify(text.beside_title)}]`),
    // The hour and the month that it costs, and what a million tokens come to.
    amounts: answer.locator(".amounts"),
    stale: answer.getByText(text.stale),
    field: (key) => page.getByRole("textbox", named(text[key])),
    choice: (key) => page.getByRole("combobox", named(text[key])),
    model: page.getByRole("combobox", named(text.model)),
    // The finds of a field that searches by letters.
    finds: (key) => page.getByRole("listbox", named(text[key])).getByRole("option"),
    memory: page.locator("section", headed(pattern(text.memory_heading))),
    candidates,
    table: candidates.getByRole("table").first(),
    // The button that opens a row of the candidates.
    opener: (row) => row.getByRole("rowheader").getByRole("button"),
    // Candidates that are shown; details of an open one not counted.
    rows: candidates.locator("table:first-of-type > tbody > tr:has(> th[scope=row])"),
    // The cell of a row below the heading that is called so; a `$` is the currency's sign.
    cellOf: (row, key) => {
      const [start, end] = text[key].split("$");
      const ends = end === undefined ? [`="${start}"`] : [start && `^="${start}"`, end && `$="${end}"`];
      return row.locator(`td${ends.filter(Boolean).map((part) => `[data-title${part}]`).join("")}`);
    },
    chart: (title) => page.getByRole("figure", { name: title }),
    charts: [
      page.getByRole("figure", named(text.chart_value_title)),
      page.getByRole("figure", named(text.chart_cost_title)),
      page.getByRole("figure", named(text.chart_throughput_title)),
    ],
    language: page.getByRole("combobox", named(text.language)),
    share: page.getByRole("button", named(text.share)),
  };
}

// Shows every candidate, those included that cannot run the model, in every column.
export async function allCandidates(page, language = "en") {
  const { candidates, text } = partsOf(page, language);
  const runs = candidates.getByRole("button", { name: text.filter_can_run, exact: true });
  if ((await runs.getAttribute("aria-pressed")) === "true") await runs.click();
  const columns = candidates.getByRole("button", { name: text.table_columns, exact: true });
  await columns.click();
  for (const box of await candidates.getByRole("group", { name: text.table_columns, exact: true }).getByRole("checkbox").all()) await box.check();
  await columns.click();
  const more = candidates.getByRole("button", { name: pattern(text.table_more) });
  if (await more.count()) await more.click();
}

// The sentence beside a field that names its error.
export async function problemOf(field) {
  const id = await field.getAttribute("aria-describedby");
  return field.page().locator(`[id="${id}"]`);
}

// Everything that is chosen and typed, by id.
export function settings(page) {
  return page
    .locator("form")
    .locator("input:not([type=file]), select, textarea")
    .evaluateAll((controls) =>
      Object.fromEntries(
        controls.map((control) => [
          control.id || control.labels?.[0]?.textContent,
          control.type === "checkbox" ? control.checked : control.value,
        ]),
      ),
    );
}

// Every text of the page that a user can meet: shown, read out, or beside the pointer.
// Without those inside of `left`, a selector, where it is given.
export function allTexts(page, left) {
  return page.evaluate((left) => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!left || !parentElement?.closest(left)) texts.push(data);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label"]) {
        if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
      }
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  }, left);
}

// No view may ever show these: a number that is none, a value that was forgotten, a
// message that was not filled, a mark that belongs to the program.
export async function expectSane(page) {
  const bad = /\bNaN\b|undefined|\bInfinity\b|∞|\[object|\bnull\b|\{\w*\}|[\u0000-\u0008\u000e-\u001f]/;
  const found = (await allTexts(page)).filter((text) => bad.test(text));
  expect(found).toEqual([]);
}

// Markup as a browser reads it: its elements, and its text. Ours lets no text become markup,
// so an empty page reads it, which runs none of it.
export async function readMarkup(page, markup) {
  const empty = await page.context().newPage();
  const read = await empty.evaluate((markup) => {
    const { body } = new DOMParser().parseFromString(markup, "text/html");
    return { elements: [...body.querySelectorAll("*")].map((element) => element.localName), text: body.textContent };
  }, markup);
  await empty.close();
  return read;
}

// The judge of a page, which has no frames. It names faults alone: naming thousands of elements
// that are in order takes several times as long as judging them. Nor does it judge each of the
// hundreds of rows, all alike, that a chart's figures are as a table.
export const judge = (page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true)
    .exclude("figure tbody tr:nth-child(n + 7)");

// Waits until those parts are there that come later. They are asked for at once, as printing does:
// one that comes between the two halves of a click moves its target.
export async function whole(page) {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() => !document.querySelector(".later.waiting:not([hidden])"), null, often);
}

// Opens every disclosure there is, and those inside; of the formulas, one is open at a time.
export async function openAll(page) {
  await whole(page);
  const opened = () => {
    const all = [...document.querySelectorAll("details:not([open]) > summary:not([id^=why-])")];
    const closed = all.filter((summary) => summary.checkVisibility());
    for (const summary of closed) summary.click();
    return closed.length === 0;
  };
  await page.waitForFunction(opened, null, often);
  // Manifests load their part when they are opened, with details of its own.
  const loaded = () => !document.querySelector("#cluster[open]") || document.querySelector("#cluster .cluster");
  await page.waitForFunction(loaded, null, often);
  await page.waitForFunction(opened, null, often);
}

export { expect };

// The calculator inside pages of other origins, whose policy allows its script and its frame
// and nothing else.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { test as base } from "@playwright/test";
import { documentOf, FAR, hosting, leastPolicy } from "./host.js";
import { expect, expectSane, judge, LOOKS, open, partsOf, pattern, readMarkup, shared, simulated, started, taken, test as ours, unplug, words } from "./page.js";

// `embedded(body, options)` opens a page around `body`. Whatever a page or a frame in it
// complains of fails the test; `problems` may be emptied by one that provokes it.
const test = base.extend({
  problems: async ({ page }, use) => {
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await use(problems);
    expect(problems).toEqual([]);
  },
  host: async ({}, use) => {
    const host = await hosting();
    await use(host);
    await host.stop();
  },
  embedded: async ({ page, host, problems, baseURL }, use) => {
    await use(async (body, { lang, policy = leastPolicy(baseURL) } = {}) => {
      expect(problems).toEqual([]);
      host.pages["/"] = { html: documentOf(baseURL, body, lang), policy };
      await page.goto(host.origin);
    });
  },
});

// The calculator in the frame at this place, once it is there.
async function calculator(page, index = 0) {
  const handle = await page.locator("rightsize-calculator iframe, body > main > iframe").nth(index).elementHandle();
  const frame = await handle.contentFrame();
  await started(frame);
  await simulated(frame);
  return frame;
}

// Collects the messages that the page around hears.
async function listen(page) {
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener("rightsize-change", ({ detail, target }) => window.heard.push({ detail, id: target.id }));
  });
  return {
    count: () => page.evaluate(() => window.heard.length),
    last: () => page.evaluate(() => window.heard.at(-1)?.detail),
  };
}

const heightOf = (page, index = 0) =>
  page.locator("rightsize-calculator iframe").nth(index).evaluate((frame) => frame.getBoundingClientRect().height);
// Whole pixels, and no more of them than the content needs.
const fits = (page, frame) =>
  expect.poll(async () => Math.ceil(await contentOf(frame)) - (await heightOf(page))).toBe(0);
const contentOf = (frame) => frame.evaluate(() => document.documentElement.getBoundingClientRect().height);

test("shows the question of its attributes, the sections asked for, as tall as they are", async ({ page, embedded }) => {
  await embedded(`<rightsize-calculator model="Qwen/Qwen3-32B" weights="bf16" users="50" in="800" ttft="500ms"
    gpus="nvidia-h100-sxm-80gb,nvidia-l40s" sections="verdict,memory,candidates" lang="de"></rightsize-calculator>`);
  const frame = await calculator(page);
  const { headline, answer, memory, rows } = partsOf(frame, "de");
  await expect(headline).toContainText("H100");
  await expect(answer).toContainText("50 gleichzeitige Nutzer");
  await expect(memory).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(frame.locator("form, header.header, .charts:visible, .findings:visible, .why")).toHaveCount(0);
  await fits(page, frame);
  expect(await contentOf(frame)).toBeGreaterThan(500);
  // An opened part makes it taller, a closed one shorter.
  const before = await heightOf(page);
  await memory.getByText(words.de.as_table).click();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before + 50);
  await memory.getByText(words.de.as_table).click();
  await expect.poll(() => heightOf(page)).toBe(before);
  await expectSane(frame);
});

test("the whole calculator has every section, and leads to the page with the same question", async ({ page, embedded, context }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await embedded('<rightsize-calculator model="Qwen/Qwen3-32B" rate="4"></rightsize-calculator>');
  const frame = await calculator(page);
  const { field, headline, charts, text } = partsOf(frame);
  await field("load_rate").fill("7");
  await expect(charts[0]).toBeVisible();
  await simulated(frame);
  const verdict = await headline.innerText();
  const out = frame.getByRole("link", { name: text.embed_open });
  await expect(out).toHaveAttribute("href", /rate=7/);
  expect(await out.getAttribute("href")).not.toMatch(/embed|host|theme|height/);
  await expect(frame.getByText(text.embed_heard)).toBeVisible();
  const opened = context.waitForEvent("page");
  await out.click();
  const whole = await opened;
  await started(whole);
  await simulated(whole);
  await expect(partsOf(whole).headline).toHaveText(verdict, { useInnerText: true });
  await expect(partsOf(whole).share).toBeVisible();
  // Other pages of ours open beside the page around, too.
  const beside = context.waitForEvent("page");
  await frame.getByRole("link", { name: text.accuracy_title }).click();
  expect((await beside).url()).toContain("/accuracy/");
});

test("says its answer as the page's own file says it", async ({ page, embedded, context }) => {
  await embedded('<rightsize-calculator id="first" model="Qwen/Qwen3-32B" rate="4" sections="verdict,question"></rightsize-calculator>');
  const { count, last } = await listen(page);
  const frame = await calculator(page);
  await expect.poll(count).toBe(1);
  const told = await last();
  expect(told.link).not.toMatch(/embed|host|theme|height/);
  const whole = await context.newPage();
  await whole.goto(told.link);
  await started(whole);
  await simulated(whole);
  const file = JSON.parse((await taken(whole, "export_json")).text);
  const { link: theirs, ...answer } = file;
  const { link: own, ...report } = told;
  expect(report).toEqual(answer);
  expect(new URL(own).searchParams).toEqual(new URL(theirs).searchParams);
  // And again once the visitor asks something else.
  await partsOf(frame).field("load_rate").fill("9");
  await expect.poll(count).toBe(2);
  expect((await last()).link).toContain("rate=9");
});

test("attributes that change ask anew, in the frame that is there", async ({ page, embedded }) => {
  await embedded('<rightsize-calculator model="Qwen/Qwen3-32B" users="50" sections="verdict" lang="en"></rightsize-calculator>');
  const { count, last } = await listen(page);
  const frame = await calculator(page);
  await expect.poll(count).toBe(1);
  await frame.evaluate(() => (window.sameFrame = true));
  const steps = await page.evaluate(() => history.length);
  const set = (name, value) => page.locator("rightsize-calculator").evaluate((element, [name, value]) => element.setAttribute(name, value), [name, value]);
  await set("users", "400");
  await expect(partsOf(frame).answer).toContainText("400 concurrent users");
  await expect.poll(count).toBe(2);
  expect((await last()).link).toContain("users=400");
  await set("sections", "question,memory");
  await expect(partsOf(frame).memory).toBeVisible();
  await expect(partsOf(frame).answer).toBeHidden();
  // The visitor's text stays where only the looks change.
  const { field, text } = partsOf(frame);
  if (await frame.locator(".summary").isVisible()) {
    await frame.locator(".summary").click();
  }
  await field("load_users").fill("70");
  await expect.poll(count).toBe(3);
  await set("lang", "uk");
  await expect(frame.locator("html")).toHaveAttribute("lang", "uk");
  await expect(field("load_users").or(partsOf(frame, "uk").field("load_users"))).toHaveValue("70");
  expect(await frame.evaluate(() => window.sameFrame)).toBe(true);
  // No step of the frame's stands between the visitor and the page before.
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test("follows the colours of the page around it", async ({ page, embedded }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await embedded('<rightsize-calculator sections="verdict"></rightsize-calculator>');
  const frame = await calculator(page);
  const root = frame.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  // A page with colours of its own, whatever the system's are.
  await page.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = "";
    document.body.style.color = "oklch(0.95 0 0)";
  });
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.locator("rightsize-calculator").evaluate((element) => element.setAttribute("theme", "light"));
  await expect(root).toHaveAttribute("data-theme", "light");
});

test("strangers are not heard, on either side", async ({ page, embedded, host, baseURL }) => {
  const says = (to, message) => `setInterval(() => ${to}.postMessage(${JSON.stringify(message)}, "*"), 20);`;
  const lies = says("parent", { height: 77, title: "stranger" }) + says("parent", { report: '{"stranger":true}' });
  const asks = says("parent[0]", { view: "embed=&lang=ja", question: "model=7B" });
  // One of a third origin, and one of the very origin around: neither is the page around.
  const stranger = await hosting({ "/": { html: `<script>${lies}${asks}</script>` } });
  const third = stranger.origin.replace("localhost", "127.0.0.1");
  host.pages["/beside"] = { html: `<script>${asks}</script>` };
  const { origin } = new URL(baseURL);
  // Frames 0 and 1 are calculators that no element made: the first speaks to this page, as the
  // element's does; the second was told of another.
  await embedded(`<rightsize-calculator model="Qwen/Qwen3-32B" sections="verdict"></rightsize-calculator>
    <iframe src="${baseURL}#v=2&amp;embed=verdict&amp;host=${host.origin}&amp;lang=en" title="alike"></iframe>
    <iframe src="${baseURL}#v=2&amp;embed=verdict&amp;host=http://elsewhere.example&amp;lang=en" title="told of another"></iframe>
    <iframe src="${third}/" title="stranger"></iframe><iframe src="/beside" title="beside"></iframe>`, {
    policy: `default-src 'none'; script-src ${origin}; frame-src 'self' ${origin} ${third}`,
  });
  await page.evaluate(() => {
    window.said = [];
    addEventListener("message", ({ data, source }) => window.said.push({ ...data, from: [0, 1, 2, 3].find((index) => frames[index] === source) ?? -1 }));
    // The page itself is no frame of its own.
    postMessage({ height: 66, title: "page" }, "*");
  });
  const { count, last } = await listen(page);
  const frame = await calculator(page);
  const [alike, another] = await Promise.all([1, 2].map((index) => calculator(page, index)));
  for (const one of [alike, another]) await one.evaluate(() => window.addEventListener("message", () => (window.got = (window.got ?? 0) + 1)));
  // All of them have been lied to, and asked.
  await page.evaluate(() => frames[1].postMessage({ view: "embed=&lang=ja", question: "model=7B" }, "*"));
  await expect.poll(() => page.evaluate(() => window.said.filter(({ from }) => from === 2).length)).toBeGreaterThan(20);
  await expect.poll(() => alike.evaluate(() => window.got)).toBeGreaterThan(20);
  await expect.poll(() => another.evaluate(() => window.got)).toBeGreaterThan(0);
  // The frame that is like ours has said both things, to this page alone, and its element's
  // answer is the only one that became an event.
  await expect.poll(() => page.evaluate(() => window.said.filter(({ from, report }) => from === 0 && report).length)).toBe(1);
  await expect.poll(count).toBe(1);
  expect((await last()).scenario.model.id).toBe("Qwen/Qwen3-32B");
  const element = page.locator("rightsize-calculator iframe");
  await expect(element).toHaveAttribute("title", words.en.page_title);
  await fits(page, frame);
  // Nobody who was asked by a stranger did it, and who was told of another page is silent.
  for (const one of [alike, another]) {
    await expect(one.locator("html")).toHaveAttribute("lang", "en");
    await expect(partsOf(one).answer).toContainText("10 requests/s");
  }
  expect(await page.evaluate(() => window.said.filter(({ from }) => from === 1))).toEqual([]);
  await stranger.stop();
});

test("several on a page, each loaded when it comes near", async ({ page, embedded }) => {
  await embedded(`<rightsize-calculator id="a" model="Qwen/Qwen3-32B" sections="verdict"></rightsize-calculator>${FAR}
    <rightsize-calculator id="b" model="openai/gpt-oss-120b" sections="memory" height="240"></rightsize-calculator>`);
  const { count } = await listen(page);
  await calculator(page);
  await expect.poll(count).toBe(1);
  const frames = page.locator("rightsize-calculator iframe");
  await expect(frames).toHaveCount(1);
  // Its place is kept.
  expect(await page.locator("#b").evaluate((element) => element.getBoundingClientRect().height)).toBe(240);
  await page.locator("#b").scrollIntoViewIfNeeded();
  await expect(frames).toHaveCount(2);
  const second = await calculator(page, 1);
  await expect(partsOf(second).memory).toBeVisible();
  await expect.poll(count).toBe(2);
  const heard = await page.evaluate(() => window.heard.map(({ id, detail }) => [id, detail.scenario.model.id]));
  expect(heard).toEqual([["a", "Qwen/Qwen3-32B"], ["b", "openai/gpt-oss-120b"]]);
  // One that is taken out says nothing any more; put back, it is there again.
  await page.evaluate(() => {
    const element = document.querySelector("#b");
    element.remove();
    document.querySelector("main").append(element);
  });
  await expect(partsOf(await calculator(page, 1)).memory).toBeVisible();
});

test("attributes that make no sense are said, and the calculator is there", async ({ page, embedded }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await embedded(`<rightsize-calculator id="x" class="y" data-z="1" aria-label="w" in="700" users="many" flavour="vanilla" weights=""
    sections="verdict,confetti" height="tall" theme="pink" lang="tlh" question="%%%&amp;v=99&amp;hologram"></rightsize-calculator>
    <rightsize-calculator model="no-such-model" sections="verdict"></rightsize-calculator>`);
  const frame = await calculator(page);
  const { headline, field, text } = partsOf(frame);
  await expect(headline).toBeVisible();
  await expect(field("input_tokens")).toHaveValue("700");
  const sentences = await frame.locator(".notice p").allInnerTexts();
  for (const name of ["many", "vanilla|flavour", "weights", "confetti", "tall", "pink", "tlh", "hologram", "99"]) {
    expect(sentences.some((sentence) => new RegExp(name).test(sentence)), `${name}: ${sentences}`).toBe(true);
  }
  expect(sentences.some((sentence) => pattern(text.notice_bad_value).test(sentence))).toBe(true);
  expect(sentences.length).toBeLessThan(12);
  await expectSane(frame);
  const unknown = await calculator(page, 1);
  // An error is shown, asked for or not, and stays while it is corrected.
  const { model, finds, headline: answered } = partsOf(unknown);
  await expect(model).toHaveAttribute("aria-invalid", "true");
  await model.fill("qwen3-32b");
  await finds("model").filter({ hasText: "Qwen3 32B" }).first().click();
  await expect(answered).toContainText(" for ");
  await expect(model).toBeVisible();
});

test("markup in attributes is text", async ({ page, embedded }) => {
  const markup = "&lt;img src=x onerror=alert(1)&gt;";
  await embedded(`<rightsize-calculator model="${markup}" gpus="${markup}" users="${markup}" sections="${markup}"></rightsize-calculator>`);
  const frame = await calculator(page);
  await expect(frame.locator(".notice")).toContainText("<img");
  await expect(frame.locator("img")).toHaveCount(0);
});

for (const [lang, name] of [["en", "Open the calculator"], ["uk", "Відкрити калькулятор"]]) {
  test(`where the page forbids the frame, a link leads to the calculator, in ${lang}`, async ({ page, embedded, problems, baseURL }) => {
    const { origin } = new URL(baseURL);
    await embedded('<rightsize-calculator model="Qwen/Qwen3-32B" users="50"></rightsize-calculator>', {
      lang, policy: `default-src 'none'; script-src ${origin}`,
    });
    const link = page.getByRole("link", { name });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute("href", /^http.*#v=2&users=50&model=Qwen%2FQwen3-32B/);
    await expect(page.locator("rightsize-calculator iframe")).toBeHidden();
    problems.length = 0;
  });
}

test("where the frame does not come, that is said after a while, and taken back when it does", async ({ page, embedded, problems, baseURL }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route((url) => url.pathname.endsWith("/frame.js"), async (route) => {
    await held;
    await route.continue();
  });
  await embedded('<rightsize-calculator sections="verdict"></rightsize-calculator>');
  const link = page.getByRole("link", { name: "Open the calculator" });
  await expect(link).toBeVisible({ timeout: 30_000 });
  release();
  await expect(link).toHaveCount(0);
  await expect(partsOf(await calculator(page)).headline).toBeVisible();
  expect(problems).toEqual([]);
});

test("nothing is kept, and storage that is forbidden changes nothing", async ({ page, embedded, context, baseURL }) => {
  await context.addInitScript((origin) => {
    if (location.origin !== origin) return;
    window.touched = [];
    const refuse = (name) => ({
      get() {
        window.touched.push(name);
        throw new DOMException("denied", "SecurityError");
      },
    });
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]) Object.defineProperty(window, name, refuse(name));
    Object.defineProperty(document, "cookie", { ...refuse("cookie"), set: () => window.touched.push("cookie") });
  }, new URL(baseURL).origin);
  await embedded('<rightsize-calculator users="50" lang="en"></rightsize-calculator>');
  const { count } = await listen(page);
  const frame = await calculator(page);
  await expect.poll(count).toBe(1);
  await page.locator("rightsize-calculator").evaluate((element) => {
    element.setAttribute("users", "60");
    element.setAttribute("lang", "ja");
    element.setAttribute("theme", "dark");
  });
  await expect(frame.locator("html")).toHaveAttribute("lang", "ja");
  await expect.poll(count).toBe(2);
  await expect(frame.locator(".later.waiting")).toHaveCount(0);
  expect(await frame.evaluate(() => window.touched)).toEqual([]);
  expect(await frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations().catch(() => [])).length)).toBe(0);
  expect(await context.cookies()).toEqual([]);
});

test("is printed whole with the page, also what was never seen", async ({ page, embedded }) => {
  test.slow();
  await embedded(`<p>Above</p>${FAR}<rightsize-calculator sections="verdict,memory,charts" loading="eager"></rightsize-calculator><p>Below</p>`);
  const frame = await calculator(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(frame.locator(".later:not([hidden]).waiting")).toHaveCount(0, { timeout: 2_500 });
  const { charts, memory } = partsOf(frame);
  for (const part of [memory, ...charts]) await expect(part).toBeAttached();
  await expect.poll(async () => (await heightOf(page)) - (await contentOf(frame))).toBeGreaterThanOrEqual(0);
  expect(await contentOf(frame)).toBeGreaterThan(1200);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  const pdf = await page.pdf({ format: "A4" });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  expect(pages).toBeGreaterThan(5);
});

test("in a page from a disk, which has no origin, it is there at the height that is kept", async ({ page, problems, baseURL }, info) => {
  const path = info.outputPath("page.html");
  writeFileSync(path, documentOf(baseURL, '<rightsize-calculator users="50" sections="verdict" height="420"></rightsize-calculator>'));
  await page.goto(pathToFileURL(path).href);
  const frame = await calculator(page);
  await expect(partsOf(frame).answer).toContainText("50 concurrent users");
  await expect(frame.locator(".notice")).toBeHidden();
  await expect(frame.getByText(words.en.footer_privacy)).toBeVisible();
  expect(await heightOf(page)).toBe(420);
  expect(problems).toEqual([]);
});

test("a plain frame works, with the same parts left out or with the whole page", async ({ page, embedded, baseURL }) => {
  await embedded(`<iframe src="${baseURL}#v=2&amp;model=Qwen/Qwen3-32B&amp;embed=verdict&amp;lang=de&amp;theme=dark" title="a" height="700" width="700"></iframe>
    <iframe src="${baseURL}#v=2&amp;model=Qwen/Qwen3-32B" title="b" height="700" width="700"></iframe>`);
  const first = await calculator(page, 0);
  await expect(partsOf(first, "de").headline).toBeVisible();
  await expect(first.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(first.getByText(words.de.footer_privacy)).toBeVisible();
  await expect(first.locator("header, form")).toHaveCount(0);
  // Out of sight, browsers do not paint a frame.
  await page.locator("iframe").nth(1).scrollIntoViewIfNeeded();
  const second = await calculator(page, 1);
  await expect(partsOf(second).headline).toBeVisible();
  await expect(second.locator("header.header")).toBeVisible();
});

for (const [width, theme] of LOOKS.slice(0, 2)) {
  test(`axe finds nothing in a page with an embed: ${theme}, ${width} px`, async ({ page, embedded, problems }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await embedded(`<rightsize-calculator gpus="nvidia-h100-sxm-80gb,nvidia-l40s" theme="${theme}" flavour="x" lang="en"></rightsize-calculator>`, {
      // The judge is a script of its own.
      policy: "",
    });
    const frame = await calculator(page);
    await expect(frame.locator(".later.waiting")).toHaveCount(0);
    const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target)).slice(0, 3)])).toEqual([]);
    const overflow = await frame.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  });
}

// The dialogue that writes the code of such pages.
ours.describe("the dialogue", () => {
  const QUESTION = "#v=2&model=Qwen/Qwen3-32B&tokens-per-day=2000000000&peak=3&gpus=nvidia-h100-sxm-80gb,nvidia-l40s&price.nvidia-l40s=0.5";

  ours("writes HTML by the keyboard alone, and what it writes shows the same answer", async ({ page, context, baseURL }) => {
    ours.slow();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize({ width: 1400, height: 900 });
    await open(page, `./${QUESTION}`);
    const verdict = await partsOf(page).headline.innerText();
    const { text } = partsOf(page);
    const { share } = partsOf(page);
    await share.focus();
    await page.keyboard.press("Enter");
    // The last of the menu.
    await expect(page.getByRole("button", { name: text.share_link, exact: true })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: text.embed_title });
    await expect(dialog).toBeVisible();
    const code = dialog.getByLabel(text.embed_code);
    await expect(code).toHaveValue(/<rightsize-calculator [^>]*peak="3"[^>]*>/);
    // Only three sections, in German, dark.
    for (const name of [text.load_title, text.balance_title, text.plan_title, text.levers_title, text.findings_heading, text.why_title, text.embed_charts, text.table_title]) {
      await dialog.getByRole("checkbox", { name, exact: true }).focus();
      await page.keyboard.press("Space");
    }
    await dialog.getByLabel(text.language).selectOption("de");
    await dialog.getByLabel(text.embed_colours).selectOption("dark");
    const height = dialog.getByLabel(text.embed_height, { exact: true });
    const before = await code.inputValue();
    await height.fill("tall");
    await expect(dialog.getByText(text.embed_height_wrong)).toBeVisible();
    await expect(code).toHaveValue(before);
    await height.fill("450");
    await expect(code).toHaveValue(/sections="verdict,question,memory" lang="de" theme="dark" height="450"/);
    await dialog.getByRole("button", { name: text.embed_copy, exact: true }).press("Enter");
    await expect(dialog.getByText(text.embed_copied)).toBeVisible();
    const element = await page.evaluate(() => navigator.clipboard.readText());
    expect(element).toBe(await code.inputValue());
    await dialog.getByLabel(text.embed_way).selectOption("frame");
    await expect(code).toHaveValue(/^<iframe /);
    const plain = await code.inputValue();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(share).toBeFocused();
    const numbers = (sentence) => sentence.match(/\d+/g);
    const host = await hosting({ "/": { html: `<!doctype html><meta charset="utf-8"><title>x</title><body><main>${element}${plain}</main>` } });
    const around = await context.newPage();
    await around.goto(host.origin);
    for (const index of [0, 1]) {
      const frame = await calculator(around, index);
      await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
      const sentence = await partsOf(frame, "de").headline.innerText();
      expect(numbers(sentence).join(), sentence).toBe(numbers(verdict).join());
      await expect(frame.locator(".notice")).toBeHidden();
    }
    await around.close();
    await host.stop();
    expect(new URL(baseURL).origin).toBe(new URL(plain.match(/src="([^"]*)"/)[1]).origin);
  });

  ours("escapes what a link holds", async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    const markup = encodeURIComponent('"><img src=x onerror=alert(1)>');
    await open(page, `./#v=2&price.${markup}=3&sellers=a%2Cb,c&pick=${markup}`);
    await shared(page, "embed");
    const code = await page.getByLabel(words.en.embed_code).inputValue();
    expect(code).not.toContain("<img");
    const { elements } = await readMarkup(page, code);
    expect(elements).toEqual(["rightsize-calculator", "a"]);
  });

  ours("where it cannot be had, that is said, and the next try brings it", async ({ page, context }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await open(page);
    await unplug(page);
    await shared(page, "embed");
    await expect(page.getByText(words.en.embed_failed)).toBeVisible();
    page.watched.problems.length = 0;
    await context.setOffline(false);
    await shared(page, "embed");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByText(words.en.embed_failed)).toBeHidden();
    const { violations } = await judge(page).include("dialog").analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))])).toEqual([]);
  });
});

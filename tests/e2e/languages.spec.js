// Five languages, each complete, each with its own numbers.
import { allTexts, expect, expectSane, LANGUAGES, open, openAll, partsOf, say, simulated, speak, TAGS, test, visit, words } from "./page.js";

const FORMS = {
  en: { input: "2,000", example: "1,234.5" },
  de: { input: "2.000", example: "1.234,5" },
  zh: { input: "2,000", example: "1,234.5" },
  uk: { input: "2\u00a0000", example: "1\u00a0234,5" },
  ja: { input: "2,000", example: "1,234.5" },
};

// Sentences and labels of one language, less those that another language shares.
function only(language, than) {
  const parts = (message) => {
    const forms = typeof message === "string" ? [message] : Object.values(message);
    // Values stand between; texts around them are long enough to be told apart.
    return forms.flatMap((form) => form.split(/\{\w+\}/)).map((part) => part.trim());
  };
  const all = (texts) => Object.values(texts).flatMap(parts);
  const others = new Set(all(words[than]));
  return new Set(all(words[language]).filter((part) => /\p{L}{3}/u.test(part) && !others.has(part)));
}

async function everyView(page, language) {
  const { text, rows, opener, field } = partsOf(page, language);
  await openAll(page);
  await opener(rows.first()).click();
  const texts = new Set(await allTexts(page));
  // A wrong field, a link that is not understood, a filter that leaves nothing.
  await field("ttft").fill("x");
  await page.getByLabel(text.table_filter).fill("no such thing");
  for (const shown of await allTexts(page)) texts.add(shown);
  await expectSane(page);
  return [...texts];
}

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test("every label is in the language, and none is English", async ({ page }) => {
      await open(page, `./#v=2&lang=${language}&flavour=vanilla&spare=1`);
      await expect(page.locator("html")).toHaveAttribute("lang", TAGS[language]);
      const { text } = partsOf(page, language);
      await expect(page).toHaveTitle(text.page_title);
      const texts = await everyView(page, language);
      const joined = texts.join("\n");
      for (const key of [
        "page_heading", "footer_privacy", "language", "print", "share", "what_heading", "model",
        "weights", "kv_cache", "import_summary", "load_heading", "load_rate", "input_tokens",
        "output_tokens", "prefix_hits", "preset_chat", "preset_summarise", "speed_heading", "ttft",
        "tpot", "percentile", "fleet_heading", "accelerators", "price_basis", "area", "fleet_more",
        "prices_more", "own_more", "limits_more", "spares", "answer", "stale", "runner_up",
        "part_weights", "part_free", "as_table", "table_title", "col_accelerator", "col_sold",
        "col_spare", "table_filter", "table_meeting_only", "table_recommended", "table_empty",
        "chart_value_title", "chart_cost_title", "chart_throughput_title", "why_title", "why_cost_per_hour",
        "findings_heading", "basis_spot", "area_europe", "requests_per_second", "dismiss",
      ]) {
        expect(joined, key).toContain(text[key]);
      }
      expect(joined).toContain(say(text.notice_unknown_key, { name: "flavour" }));
      if (language === "en") return;
      const english = only("en", language);
      expect(texts.filter((shown) => english.has(shown))).toEqual([]);
      // Longer pieces are found inside sentences as well.
      const pieces = [...english].filter((piece) => piece.length > 14);
      expect(pieces.filter((piece) => joined.includes(piece))).toEqual([]);
    });
  });
}

test("numbers have the form of each language", async ({ page }) => {
  await open(page);
  const english = partsOf(page);
  const million = (parts) => parts.beside.locator("dl > div").filter({ hasText: parts.text.figure_million }).locator("b");
  const count = await english.candidates.getByRole("status").innerText();
  const [meeting, total] = count.match(/\d+/g).map(Number);
  const amount = Number((await million(english).innerText()).replace(/[$,]/g, ""));
  for (const language of LANGUAGES) {
    await speak(page, language);
    const parts = partsOf(page, language);
    await expect(parts.field("input_tokens")).toHaveValue(FORMS[language].input);
    const form = (options, value) =>
      page.evaluate(([tag, options, value]) => new Intl.NumberFormat(tag, options).format(value), [TAGS[language], options, value]);
    const money = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" };
    await expect(million(parts)).toHaveText(await form(money, amount));
    await expect(parts.candidates.getByRole("status")).toHaveText(
      say(parts.text.table_count, { count: meeting, total: await form({}, total) }, language),
    );
    const good = await parts.field("ttft").inputValue();
    await parts.field("ttft").fill("x");
    await expect(page.getByText(say(parts.text.problem_not_a_number, { text: "x", example: FORMS[language].example }))).toBeVisible();
    // Typed as the language writes it.
    await parts.field("ttft").fill(FORMS[language].example.replace(/^.*?(?=2)/, ""));
    await expect(parts.stale).toBeHidden();
    await parts.field("ttft").fill(good);
    await simulated(page);
  }
});

for (const [locale, tag] of [["de-AT", "de"], ["zh-TW", "zh-Hans"], ["uk", "uk"], ["ja-JP", "ja"], ["fr-FR", "en"]]) {
  test.describe(`a browser set to ${locale}`, () => {
    test.use({ locale });
    test("is met in its language", async ({ page }) => {
      await visit(page);
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      const language = tag.slice(0, 2);
      await expect(partsOf(page, language).headline).toBeVisible();
      // It was not chosen, so a link from here speaks the language of who opens it.
      expect(new URL(page.url()).hash).toBe("");
    });
  });
}

test("a choice is linked, remembered, and keeps what was typed", async ({ page }) => {
  await open(page);
  const { field, language } = partsOf(page);
  await openAll(page);
  await field("input_tokens").fill("12,500");
  await field("prefix_hits").fill("12.5");
  // The answer that was there is not the one that is waited for.
  await expect.poll(() => new URL(page.url()).hash).toBe("#v=2&in=12500&prefix=0.125");
  await simulated(page);
  const before = await partsOf(page).memory.getByRole("listitem").locator("b").allInnerTexts();
  await language.selectOption("de");
  const german = partsOf(page, "de");
  await expect(german.field("input_tokens")).toHaveValue("12.500");
  await expect(german.field("prefix_hits")).toHaveValue("12,5");
  await expect.poll(() => new URL(page.url()).hash).toBe("#v=2&in=12500&prefix=0.125&lang=de");
  await simulated(page);
  const after = await german.memory.getByRole("listitem").locator("b").allInnerTexts();
  expect(after.map((text) => text.replace(",", "."))).toEqual(before);
  await page.goto("about:blank");
  await page.goto("./");
  await expect(partsOf(page, "de").headline).toBeVisible();
  // A link says it louder than the last visit.
  await open(page, "./#v=2&lang=ja");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
});

test("a number that is half typed survives a change of language", async ({ page }) => {
  await open(page);
  await partsOf(page).field("ttft").fill("1.5x");
  await partsOf(page).language.selectOption("de");
  const { field, stale, headline } = partsOf(page, "de");
  await expect(field("ttft")).toHaveValue("1.5x");
  await expect(stale).toBeVisible();
  await expect(headline).toBeVisible();
});

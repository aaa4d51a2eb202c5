// Nothing to submit: every keystroke re-answers, a wrong field leaves the last answer
// standing, and Back goes from question to question.
import { expect, expectSane, open, partsOf, problemOf, say, simulated, test, visit } from "./page.js";

const hash = (page) => new URL(page.url()).hash;

test("every keystroke answers", async ({ page }) => {
  await open(page);
  const { headline, field, text } = partsOf(page);
  const rate = field("load_rate");
  await rate.selectText();
  for (const [key, rated] of [["1", "1"], ["2", "12"], ["5", "125"], ["Backspace", "12"]]) {
    await rate.press(key);
    const load = say(text.load_of_rate, { rate: rated });
    await expect(headline).toContainText(` for ${load}:`);
    await expect(rate).toBeFocused();
  }
});

test("every part of the answer follows", async ({ page }) => {
  await open(page);
  const { headline, memory, rows, charts, field } = partsOf(page);
  const spoken = () => Promise.all(charts.map((chart) => chart.locator("svg").first().innerHTML()));
  const shown = async () => [
    await headline.innerText(),
    await memory.innerText(),
    (await rows.allInnerTexts()).join("\n"),
    ...(await spoken()),
  ];
  const before = await shown();
  await field("output_tokens").fill("900");
  await field("tpot").fill("25");
  await expect(headline).not.toHaveText(before[0], { useInnerText: true });
  const after = await shown();
  for (const [index, part] of after.entries()) expect(part, `part ${index}`).not.toBe(before[index]);
  await expectSane(page);
});

test("while a field is wrong the last answer stays, and says so", async ({ page }) => {
  await open(page);
  const { headline, stale, rows, field, text } = partsOf(page);
  const input = field("input_tokens");
  const last = await headline.innerText();
  const first = await rows.first().innerText();
  await expect(stale).toBeHidden();

  await input.fill("2000x");
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expect(await problemOf(input)).toHaveText(
    say(text.problem_not_a_number, { text: "2000x", example: "1,234.5" }),
  );
  await expect(stale).toBeVisible();
  await expect(headline).toHaveText(last, { useInnerText: true });
  expect(await rows.first().innerText()).toBe(first);
  // Dimmed: less than opaque, for those who see the answer before the note.
  const opacity = (locator) =>
    locator.evaluate((element) => {
      let product = 1;
      for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
      return product;
    });
  await expect.poll(() => opacity(headline)).toBeLessThan(0.9);
  await expect.poll(() => opacity(rows.first())).toBeLessThan(0.9);

  // The field beside it is not blamed, and can be changed meanwhile.
  const other = field("output_tokens");
  await expect(other).not.toHaveAttribute("aria-invalid", "true");
  await expect(await problemOf(other)).toBeEmpty();
  await other.fill("301");
  await expect(headline).toHaveText(last, { useInnerText: true });

  await input.fill("8000");
  await expect(input).not.toHaveAttribute("aria-invalid", "true");
  await expect(await problemOf(input)).toBeEmpty();
  await expect(stale).toBeHidden();
  await expect(headline).not.toHaveText(last, { useInnerText: true });
  await expect.poll(() => opacity(headline)).toBe(1);
});

test("the link in the address is that of the last answer", async ({ page }) => {
  await open(page);
  const { field } = partsOf(page);
  await field("input_tokens").fill("4000");
  await expect.poll(() => hash(page)).toBe("#v=2&in=4000");
  await field("input_tokens").fill("4000x");
  await field("output_tokens").fill("400");
  await expect(partsOf(page).stale).toBeVisible();
  expect(hash(page)).toBe("#v=2&in=4000");
});

test("Back and Forward go from question to question, not from letter to letter", async ({ page }) => {
  await open(page);
  const { field, headline } = partsOf(page);
  const input = field("input_tokens");
  const output = field("output_tokens");
  const answers = [await headline.innerText()];
  await input.selectText();
  // Slower than the address follows, so that each letter had its chance.
  await input.pressSequentially("8000", { delay: 300 });
  await input.press("Tab");
  await expect.poll(() => hash(page)).toBe("#v=2&in=8000");
  answers.push(await headline.innerText());
  await output.fill("50");
  await output.press("Tab");
  await expect.poll(() => hash(page)).toBe("#v=2&in=8000&out=50");
  answers.push(await headline.innerText());

  await page.goBack();
  await expect(output).toHaveValue("300");
  await expect(input).toHaveValue("8,000");
  await expect(headline).toHaveText(answers[1], { useInnerText: true });
  await page.goBack();
  await expect(input).toHaveValue("2,000");
  await expect(headline).toHaveText(answers[0], { useInnerText: true });
  await page.goForward();
  await expect(input).toHaveValue("8,000");
  await page.goForward();
  await expect(output).toHaveValue("50");
  await expect(headline).toHaveText(answers[2], { useInnerText: true });
});

// Opening a link must not add a step: Back would lead to the link itself, for ever.
for (const [name, fragment] of [
  ["as it is written", "#v=2&in=900"],
  ["in another order and spelling", "#out=100&v=2&in=900.0&rate=10"],
  ["with a part that is not known", "#v=2&in=900&flavour=vanilla"],
  ["of another version", "#v=99&in=900"],
]) {
  test(`Back leaves a page that was opened by a link ${name}`, async ({ page }) => {
    await visit(page, `./${fragment}`);
    await expect(partsOf(page).field("input_tokens")).toHaveValue("900");
    // One question asked and undone: by then the address has settled.
    await partsOf(page).field("output_tokens").fill("123");
    await partsOf(page).field("output_tokens").press("Tab");
    await expect.poll(() => hash(page)).toContain("out=123");
    await page.goBack();
    await expect(partsOf(page).field("output_tokens")).not.toHaveValue("123");
    await page.goBack();
    expect(page.url()).toBe("about:blank");
  });
}

test("a language that was remembered adds no step either", async ({ page }) => {
  await open(page);
  await partsOf(page).language.selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto("about:blank");
  await page.goto("./");
  const { field } = partsOf(page, "de");
  await field("input_tokens").fill("900");
  await field("input_tokens").press("Tab");
  await expect.poll(() => hash(page)).toContain("in=900");
  await page.goBack();
  await expect(field("input_tokens")).toHaveValue("2.000");
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("an address that is edited by hand is read at once", async ({ page }) => {
  await open(page);
  const { field, answer } = partsOf(page);
  await page.evaluate(() => (location.hash = "#v=2&users=7&in=1234"));
  await expect(field("input_tokens")).toHaveValue("1,234");
  await expect(field("load_users")).toHaveValue("7");
  await expect(answer).toContainText("7 concurrent users");
});

test("choices answer as well as typing: lengths, units, makers, sellers", async ({ page }) => {
  await open(page);
  const { field, choice, text, rows } = partsOf(page);
  await page.getByRole("button", { name: text.preset_rag, exact: true }).click();
  await expect(field("input_tokens")).toHaveValue("2,940");
  await expect(page.getByRole("button", { name: text.preset_rag, exact: true })).toHaveAttribute("aria-pressed", "true");
  await choice("counted_in").first().selectOption({ label: text.tokens_a_day });
  await expect(field("peak_to_mean")).toBeVisible();
  await choice("counted_in").last().selectOption({ label: text.tokens_per_second });
  await expect(field("speed_per_user")).toHaveValue("25");
  await page.getByText(text.fleet_more, { exact: true }).click();
  await page.getByRole("button", { name: "AMD", exact: true }).click();
  await simulated(page);
  for (const row of await rows.getByRole("rowheader").allInnerTexts()) expect(row).toMatch(/MI\d|Radeon|AMD/);
  await expectSane(page);
});

// Single requests under load, how requests differ, and cheaper answers.
import { expect, open, partsOf, problemOf, say, simulated, started, test, words } from "./page.js";

const text = words.en;

const cardOf = (page, title) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });

// The percentiles of one quantity, in the order of the table.
async function percentiles(page, title) {
  const row = cardOf(page, text.load_title).getByRole("row").filter({
    has: page.getByRole("rowheader", { name: title, exact: true }),
  });
  return row.getByRole("cell").allInnerTexts();
}

test("the figures of the verdict are those that were simulated", async ({ page }) => {
  await open(page);
  const { answer } = partsOf(page);
  const card = cardOf(page, text.load_title);
  await card.scrollIntoViewIfNeeded();
  await expect(card).toContainText(/2,000 requests in one replica/);
  for (const [title, figure] of [
    [text.load_ttft, text.figure_ttft],
    [text.load_tpot, text.figure_tpot],
  ]) {
    const [, , , p95] = (await percentiles(page, title)).slice(-5);
    const meter = page.getByRole("meter", { name: say(figure, { at: "p95" }), exact: true });
    await expect(answer.locator(".gauge", { has: meter }).locator("b")).toHaveText(p95.replace(/\s*✓$/, ""));
  }
  // A whole answer takes longer than its first token, and the unlucky longer than others.
  const numbers = (await percentiles(page, text.load_latency)).map((cell) => parseFloat(cell));
  const [, p50, p90, p95, p99] = numbers.slice(-5);
  expect([p50, p90, p95, p99]).toEqual([p50, p90, p95, p99].toSorted((a, b) => a - b));
});

test("whatever is typed meanwhile, the last question is the one that is simulated", async ({ page }) => {
  await open(page);
  const { field, headline } = partsOf(page);
  for (const rate of ["3", "30", "37", "370", "37"]) {
    await field("load_rate").fill(rate);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(page.locator("html")).toHaveAttribute("data-simulated", "yes", { timeout: 30_000 });
  const card = cardOf(page, text.load_title);
  await card.scrollIntoViewIfNeeded();
  const typed = [await headline.innerText(), await percentiles(page, text.load_ttft)];
  await open(page, "./#v=2&rate=37");
  await card.scrollIntoViewIfNeeded();
  expect([await headline.innerText(), await percentiles(page, text.load_ttft)]).toEqual(typed);
});

test("a lever is applied with one press and undone with one", async ({ page }) => {
  await open(page, "./#v=2&weights=bf16&kv=bf16&rate=40");
  const { choice, headline } = partsOf(page);
  const before = await headline.textContent();
  const card = cardOf(page, text.levers_title);
  await card.scrollIntoViewIfNeeded();
  const lever = card.getByRole("button").filter({ hasText: say(text.lever_weights, { format: "fp8" }) });
  await expect(lever).toContainText(/saves \d+%/);
  // The largest saving stands first.
  await expect(card.locator("[role=status]")).toHaveText("", { timeout: 30_000 });
  const savings = (await card.locator("strong").allInnerTexts()).map((words) => parseInt(words.match(/\d+/)[0], 10));
  expect(savings.length).toBeGreaterThan(2);
  expect(savings).toEqual(savings.toSorted((a, b) => b - a));
  await lever.click();
  await expect(choice("weights")).toHaveValue("fp8");
  await simulated(page);
  await expect(headline).not.toHaveText(before);
  const undo = card.getByRole("button", { name: say(text.lever_undo, { change: say(text.lever_weights, { format: "fp8" }) }) });
  await undo.click();
  await expect(choice("weights")).toHaveValue("bf16");
  await simulated(page);
  await expect(headline).toHaveText(before);
  await expect(undo).toHaveCount(0);
});

test("a kind of traffic fills in its lengths, and is named by its trace", async ({ page }) => {
  await open(page);
  const { field } = partsOf(page);
  const chat = page.getByRole("button", { name: text.preset_chat, exact: true });
  await expect(chat).toHaveAttribute("title", /Azure/);
  await chat.click();
  await expect(chat).toHaveAttribute("aria-pressed", "true");
  await page.getByText(text.variety_more, { exact: true }).click();
  await expect(field("input_tokens")).toHaveValue("1,150");
  await expect(field("input_p95")).toHaveValue("4,080");
  await expect(field("output_p95")).toHaveValue("451");
  await expect(field("burstiness")).toHaveValue("1.08");
  await field("input_p95").fill("5000");
  await expect(chat).toHaveAttribute("aria-pressed", "false");
});

test("a percentile below the mean is said beside its field, and nothing is lost", async ({ page }) => {
  await open(page);
  const { field, headline, stale } = partsOf(page);
  await page.getByText(text.variety_more, { exact: true }).click();
  // The field of a percentile is shown where it is wrong, wherever it became so.
  await field("input_p95").fill("4000");
  await page.getByText(text.variety_more, { exact: true }).click();
  await expect(field("input_p95")).toBeHidden();
  await field("input_tokens").fill("5000");
  await expect(field("input_p95")).toBeVisible();
  await field("input_tokens").fill("2000");
  await expect(stale).toBeHidden();
  await simulated(page);
  const before = await headline.textContent();
  await field("input_p95").fill("1999");
  await expect(await problemOf(field("input_p95"))).toContainText("2,000");
  await expect(stale).toBeVisible();
  await expect(headline).toHaveText(before);
  await field("input_p95").fill("2000");
  await expect(stale).toBeHidden();
  for (const [key, wrong] of [["burstiness", "0"], ["burstiness", "51"], ["prefix_hits", "120"]]) {
    const right = await field(key).inputValue();
    await field(key).fill(wrong);
    await expect(await problemOf(field(key))).not.toBeEmpty();
    await field(key).fill(right);
    await expect(await problemOf(field(key))).toBeEmpty();
  }
});

test("bursts ask for more hardware, users who think for less", async ({ page }) => {
  // Of one accelerator, paid by the GPU: whole machines have room for some bursts.
  const cost = async (fragment) => {
    await open(page, `./#v=2&gpus=nvidia-h200-sxm-141gb&by-gpu=yes&${fragment}`);
    const words = await partsOf(page).amounts.innerText();
    return parseFloat(words.match(/\$([\d.,]+)\/h/)[1].replace(",", ""));
  };
  expect(await cost("rate=20&bursts=20")).toBeGreaterThan(await cost("rate=20"));
  expect(await cost("users=2000&think=60s")).toBeLessThan(await cost("users=2000"));
});

for (const [what, pattern] of [["the worker", /\/worker-\w+\.js/], ["its program", /\/(?![\w-]*below)[\w-]*simulate-[\w-]+\.wasm/]]) {
  test(`without ${what} the closed form stands, and the page says so`, async ({ page }) => {
    await page.clock.install();
    await page.route(pattern, (route) => route.abort());
    const refused = page.waitForEvent("requestfailed", (request) => pattern.test(request.url()));
    await page.goto("./");
    await started(page);
    await refused;
    await page.clock.fastForward(40_000);
    await simulated(page);
    await expect(partsOf(page).amounts).toContainText(/\/h/);
    const card = cardOf(page, text.load_title);
    await card.scrollIntoViewIfNeeded();
    await expect(card).toContainText(text.load_failed);
    await expect(card).toContainText(text.load_bound);
    const others = page.watched.problems.filter((problem) => !/^failed: .*(worker|simulate)|^exception: Failed to fetch$|^console: .*(worker|ERR_FAILED|fetch)/i.test(problem));
    expect(others).toEqual([]);
    page.watched.problems.length = 0;
  });
}

test("a share of requests within both limits is asked for, found by the simulation, and travels", async ({ page }) => {
  // Limits of the mean are kept by about half of the requests.
  await open(page, "./#v=2&at=mean&rate=20");
  const card = cardOf(page, text.load_title);
  const { field, headline, amounts } = partsOf(page);
  const goodput = async () => {
    await card.scrollIntoViewIfNeeded();
    const said = card.getByText(/^Goodput: /);
    return Number((await said.innerText()).match(/([\d.]+)%/)[1]);
  };
  const hour = async () => Number((await amounts.innerText()).match(/\$([\d,.]+)\/h/)[1].replaceAll(",", ""));
  const [before, paid] = [await goodput(), await hour()];
  expect(before).toBeLessThan(99);
  await field("goodput").fill("99");
  await field("goodput").blur();
  await expect(page).toHaveURL(/[#&]goodput=0\.99(&|$)/);
  await simulated(page);
  await expect.poll(goodput).toBeGreaterThanOrEqual(99);
  expect(await hour()).toBeGreaterThanOrEqual(paid);
  const asked = await headline.innerText();
  await open(page, page.url());
  await expect(headline).toHaveText(asked, { useInnerText: true });
  // A share of more than all is said at the field; the last answer stays.
  await field("goodput").fill("120");
  await expect(await problemOf(field("goodput"))).not.toBeEmpty();
  await expect(headline).toHaveText(asked, { useInnerText: true });
});

test("discounts of chosen sellers and the currency change what is paid, where the hardware is asked for", async ({ page }) => {
  await open(page, "./#v=2&rate=4&sellers=nebius");
  const { amounts, choice, field } = partsOf(page);
  const hour = async () => Number((await amounts.innerText()).match(/([\d.,]+)\/h/)[1].replaceAll(",", ""));
  const whole = await hour();
  await page.locator("summary", { hasText: text.fleet_more }).click();
  const discount = page.locator("#discount-nebius");
  await discount.fill("12.5");
  await discount.blur();
  await expect(page).toHaveURL(/off\.nebius=0\.125/);
  await simulated(page);
  await expect.poll(hour).toBeCloseTo(0.875 * whole, 1);
  await discount.fill("100");
  await expect(page.locator("#discount-nebius-problem")).not.toBeEmpty();
  await expect(partsOf(page).stale).toBeVisible();
  await discount.fill("12.5");
  await field("budget_month").fill("20000");
  await field("budget_month").blur();
  await expect(page).toHaveURL(/budget=20k/);
  await choice("currency").selectOption("EUR");
  await expect(amounts).toContainText("€");
  const rate = Number((await page.locator("#currency-remark").innerText()).match(/= ([\d.]+) EUR/)[1]);
  await expect.poll(hour).toBeCloseTo(0.875 * whole * rate, 1);
  // What was typed is worth the same, and goes on being so when one goes back.
  await expect(field("budget_month")).toHaveValue((Math.round(20000 * rate * 1e4) / 1e4).toLocaleString("en-US", { maximumFractionDigits: 4 }));
  await expect(page).toHaveURL(/currency=EUR:[\d.]+&budget=/);
  await page.goBack();
  await expect(amounts).toContainText("$");
  await expect(field("budget_month")).toHaveValue("20,000");
});

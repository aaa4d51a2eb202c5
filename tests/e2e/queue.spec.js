// A queue of teams: the example, a date that calls its node back, endless eviction, bad input,
// changes to take over, Kueue's objects, files, links, the ways from training and fleets.
import { parse } from "csv-parse/sync";
import { parseAllDocuments } from "yaml";
import { readFileSync } from "node:fs";
import { eachLook, expect, expectSane, judge, open, openAll, pattern, say, simulated, taken, test, WIDTH_LOOKS, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const headline = (page) => page.locator("#answer").getByRole("heading", { level: 2 });
const figure = (page, key) => page.locator(".figures > div").filter({ hasText: text[key] });
const field = (page, key) => page.getByRole("textbox", named(text[key]));
const row = (page, name) => page.locator(".workload-head").filter({ hasText: name });
const fragment = (page) => new URL(page.url()).hash.slice(1);
const table = (page, key) => page.getByRole("region", named(text[key]));

const TEAMS = "v=2&task=queue&team=a,2,,,BestEffortFIFO,LowerPriority,Any,yes&team=b,2,,,BestEffortFIFO,LowerPriority,Never,no";
const ENDLESS = `${TEAMS}&job=strong,1,deadline,0,4,3600,,0,1,0&job=caller,0,batch,60,4,3600,,0,1,0`;

test("the example: who waits, what an eviction costs, a timeline with its table", async ({ page }) => {
  await open(page, "./queue/");
  await simulated(page);
  await expect(headline(page)).toHaveText(/All 14 jobs are done after 30\.7 h/);
  await expect(figure(page, "queue_lost")).toContainText(/8.*1 eviction/s);
  const chart = page.getByRole("figure", named(text.queue_timeline));
  await expect(chart.locator(".marks .evicted")).toHaveCount(1);
  await expect(chart.locator(".marks .limit")).toHaveCount(3);
  // The keyboard reads the stays out, one by one.
  const plot = chart.locator("[tabindex='0']").first();
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart).toContainText("pretraining");
  await chart.getByText(text.as_table, { exact: true }).click();
  // Two stays of the run, one of the fine-tuning, twelve of the small ones.
  await expect(chart.locator("tbody tr")).toHaveCount(15);
  await expect(chart.locator("tbody tr").first()).toContainText(text.queue_evicted_at);
  await expect(table(page, "queue_by_team").locator("tbody tr").first()).toContainText("Research");
  await expect(table(page, "queue_by_node").locator("tbody tr")).toHaveCount(3);
  // The run that was called back started at once, and was stopped for six hours.
  const mean = figure(page, "queue_mean");
  await expect(mean).toContainText(say(text.queue_with_pauses, { time: "" }).trim());
  await expect(figure(page, "queue_longest_out")).toContainText(/6 h.*pretraining/s);
  await expectSane(page);
  expect((await judge(page).analyze()).violations).toEqual([]);
});

test("a run that is longer, undone and done again, and a link that asks the same", async ({ page }) => {
  await open(page, "./queue/");
  await row(page, "pretraining").click();
  await field(page, "queue_time").fill("48");
  await field(page, "queue_time").blur();
  await expect(headline(page)).toContainText("2.28 d");
  await expect.poll(() => fragment(page)).toContain("16,172800,3600");
  await page.goBack();
  await expect(headline(page)).toContainText("30.7 h");
  await page.goForward();
  await expect(headline(page)).toContainText("2.28 d");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(headline(page)).toContainText("2.28 d");
});

test("a price tells what each team costs, and what of it is borrowed", async ({ page }) => {
  await open(page, "./queue/");
  const research = table(page, "queue_by_team").locator("tbody tr").first();
  const heads = table(page, "queue_by_team").locator("thead th");
  const plain = await heads.count();
  await field(page, "queue_price").fill("2.5");
  await expect(heads).toHaveCount(plain + 2);
  // 24 h 40 min of sixteen GPUs, of which eight are borrowed.
  await expect(research.locator("td").nth(plain - 1)).toHaveText(/\$987/);
  await expect(research.locator("td").last()).toHaveText(/\$493/);
  await field(page, "queue_price").blur();
  await expect.poll(() => fragment(page)).toContain("price=2500");
  await field(page, "queue_price").fill("dear");
  await expect(field(page, "queue_price")).toHaveAttribute("aria-invalid", "true");
  await field(page, "queue_price").fill("");
  await expect(heads).toHaveCount(plain);
});

test("amounts are in the currency of the page before", async ({ page }) => {
  await open(page, "./training/#v=2&task=training&model=8B&gpus=nvidia-h100-sxm-80gb&count=16&currency=EUR:0.5");
  await simulated(page);
  await page.locator("#cluster summary").first().click();
  await page.locator("#cluster").getByRole("link", named(text.cluster_run_queue)).click();
  await expect(page).toHaveURL(/\/queue\/#.*currency=EUR/);
  await expect(table(page, "queue_by_team")).toContainText("€");
  await field(page, "queue_price").fill("2");
  await field(page, "queue_price").blur();
  await expect.poll(() => fragment(page)).toContain("price=4000");
  await page.reload();
  await expect(field(page, "queue_price")).toHaveValue("2");
  // A queue without a currency is in dollars again.
  await open(page, "./queue/#v=2&task=queue&team=a,8,,,BestEffortFIFO,Never,Never,no&job=b,0,batch,0,8,3600,,0,1,0&price=4000");
  await expect(field(page, "queue_price")).toHaveValue("4");
  await expect(table(page, "queue_by_team")).toContainText("$32");
});

test("racks keep a job waiting that its quota has room for, and preferring them is a change", async ({ page }) => {
  const job = (name, submit, gpus, hours, near = "") => `&job=${name},0,batch,${submit},${gpus},${hours * 3600},,0,1,0${near}`;
  const jobs = job("first", 0, 8, 9) + job("second", 1, 8, 1) + job("third", 2, 8, 5) + job("wide", 7200, 16, 1, ",required-rack");
  await open(page, `./queue/#v=2&task=queue&team=one,32,,,BestEffortFIFO,Never,Never,no${jobs}&rack=2`);
  await expect(page.locator("#answer .findings li").first()).toHaveText(pattern(text.queue_kept));
  await expect(page.locator("#answer")).toContainText("16 GPUs were free. At most 8 of them were in one rack");
  const prefer = table(page, "queue_changes").locator("tr").filter({ hasText: text.queue_prefer });
  await prefer.getByRole("button", named(text.queue_take)).click();
  await expect(page.locator("#answer")).not.toContainText("wide");
  await expect.poll(() => fragment(page)).toContain("preferred-rack");
  await row(page, "wide").click();
  await page.locator("#field-near").selectOption({ label: text.queue_required_rack });
  await field(page, "queue_gpus_each").fill("24");
  await expect(page.getByText(say(text.queue_no_domain, { most: "16" }), { exact: true }).first()).toBeVisible();
  await field(page, "queue_gpus_each").fill("16");
  await field(page, "queue_block").fill("2");
  const card = page.locator("#cluster");
  await card.locator("summary").first().click();
  await expect(card.getByLabel(text.cluster_block, { exact: true })).toBeVisible();
  await expectSane(page);
  expect((await judge(page).analyze()).violations).toEqual([]);
});

test("a change is taken over, and asks the queue anew", async ({ page }) => {
  await open(page, "./queue/");
  const changes = table(page, "queue_changes");
  const apart = changes.locator("tr").filter({ hasText: text.queue_apart });
  await expect(apart.locator("td").nth(3)).toHaveText("1");
  await apart.getByRole("button", named(text.queue_take)).click();
  await expect(headline(page)).toHaveText("1 of 14 jobs never starts");
  await expect(page.locator("#answer")).toContainText("pretraining");
  await expect.poll(() => fragment(page)).toContain("cohort=no");
  await expect(changes.locator("tr").filter({ hasText: text.queue_together })).toHaveCount(1);
});

test("teams whose jobs evict each other without end are found and named", async ({ page }) => {
  await open(page, `./queue/#${ENDLESS}`);
  await expect(headline(page)).toHaveText(pattern(text.queue_endless));
  await expect(headline(page)).toContainText("strong");
  const calm = table(page, "queue_changes").locator("tr").filter({ hasText: text.queue_no_eviction });
  await calm.getByRole("button", named(text.queue_take)).click();
  await expect(headline(page)).toHaveText(/All 2 jobs are done/);
});

test("what cannot be stands beside its field, and the last answer stays", async ({ page }) => {
  await open(page, "./queue/");
  await row(page, "pretraining").click();
  const answer = page.locator("#answer");
  const wrong = async (key, typed, said) => {
    const box = field(page, key);
    const before = await box.inputValue();
    await box.fill(typed);
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(".problem").filter({ hasText: said }).first()).toBeVisible();
    await expect(answer).toHaveClass(/stale/);
    await expect(headline(page)).toContainText("30.7 h");
    await box.fill(before);
    await expect(answer).not.toHaveClass(/stale/);
  };
  await wrong("queue_gpus_each", "0", say(text.problem_too_small, { least: "1" }));
  await wrong("queue_gpus_each", "25", say(text.queue_too_large, { most: "24" }));
  await wrong("queue_submit", "-2", say(text.problem_too_small, { least: "0" }));
  await wrong("queue_time", "soon", "soon");
  await wrong("queue_count", "20000", say(text.queue_many_jobs, { most: "10,000" }));
  await wrong("queue_name", "", text.problem_missing);
  // The nearest that can be is a button.
  await field(page, "queue_gpus_each").fill("25");
  await page.getByRole("button", named(say(text.problem_take, { value: "24" }))).click();
  await expect(field(page, "queue_gpus_each")).toHaveValue("24");
});

test("jobs of a team that is removed ask for another", async ({ page }) => {
  await open(page, "./queue/");
  await row(page, "Platform").first().click();
  await page.getByRole("button", named(text.queue_remove)).click();
  await expect(page.locator(".workloads .problem").filter({ hasText: text.queue_no_team })).toBeVisible();
  await row(page, "evaluation").click();
  await page.locator("#field-team").selectOption({ label: "Product" });
  await expect(headline(page)).toContainText(/All 14 jobs/);
});

test("a thousand jobs are played, and said where they are too many to show", async ({ page }) => {
  await open(page, `./queue/#v=2&task=queue&team=a,64,,,BestEffortFIFO,Never,Never,no&job=small,0,batch,0,1,3600,,0,1000,60`);
  await expect(headline(page)).toHaveText(/All 1,?000 jobs/, { timeout: 30_000 });
  await expect(table(page, "queue_by_job")).toContainText(say(text.queue_more_jobs.other, { count: "900" }));
});

test("Kueue's objects are those of exactly these teams", async ({ page }) => {
  await open(page, "./queue/");
  const card = page.locator("#cluster");
  await card.locator("summary").first().click();
  const documents = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), card.getByRole("button", named(text.cluster_one_file)).click()]);
    return parseAllDocuments(readFileSync(await file.path(), "utf8")).map((one) => one.toJS());
  };
  const all = await documents();
  const kind = (name) => all.filter((one) => one.kind === name);
  expect(kind("ClusterQueue").map((one) => one.metadata.name)).toEqual(["research", "product", "platform"]);
  for (const [at, queue] of kind("ClusterQueue").entries()) {
    const [group] = queue.spec.resourceGroups;
    expect(group.flavors[0].resources.map((one) => one.name)).toEqual(group.coveredResources);
    expect(group.flavors[0].resources[2]).toEqual({ name: "nvidia.com/gpu", nominalQuota: "8" });
    expect(kind("LocalQueue")[at].spec.clusterQueue).toBe(queue.metadata.name);
  }
  expect(kind("WorkloadPriorityClass").map((one) => one.value)).toEqual([2000, 1000, 100]);
  expect(kind("ResourceFlavor")[0].spec.topologyName).toBe(kind("Topology")[0].metadata.name);
  await row(page, "Research").first().click();
  await field(page, "queue_borrow").fill("12");
  await expect.poll(async () => (await documents()).find((one) => one.kind === "ClusterQueue").spec.resourceGroups[0].flavors[0].resources[2].borrowingLimit).toBe("12");
  await card.getByLabel(text.cluster_cohort, { exact: true }).fill("No Label");
  await expect(card.getByText(text.cluster_not_label, { exact: true })).toBeVisible();
});

test("files: a line a job, and everything", async ({ page }) => {
  await open(page, "./queue/");
  const csv = parse((await taken(page, "export_csv")).text, { columns: true });
  expect(csv).toHaveLength(14);
  expect(csv[0]).toMatchObject({ job: "pretraining", team: "Research", accelerators: "16", evictions: "1", ended_s: "110400" });
  const all = JSON.parse((await taken(page, "export_json")).text);
  expect([all.task, all.report.outcome.played.jobs.length]).toEqual(["queue", 14]);
  expect((await taken(page, "export_markdown")).text).toContain("| job |");
});

test("training leads here with its run, fleets with an example, the bar goes back", async ({ page }) => {
  await open(page, "./training/#v=2&task=training&model=8B&gpus=nvidia-h100-sxm-80gb&count=16");
  await simulated(page);
  await page.locator("#cluster summary").first().click();
  await page.locator("#cluster").getByRole("link", named(text.cluster_run_queue)).click();
  await expect(page).toHaveURL(/\/queue\/#/);
  await expect(row(page, "training")).toContainText("GPUs: 16");
  await expect(headline(page)).toContainText(/jobs are done/);
  await page.getByRole("navigation").getByRole("link", named(text.mode_fleet)).click();
  await page.getByRole("link", named(text.pack_queue)).click();
  await expect(headline(page)).toContainText("30.7 h");
});

test("every language says it, with its own numbers; narrow and wide", async ({ page }) => {
  test.slow();
  for (const language of ["de", "zh", "uk", "ja"]) {
    await open(page, `./queue/#lang=${language}`);
    await openAll(page);
    await expect(page).toHaveTitle(words[language].queue_title);
    await expectSane(page);
  }
  for (const { width, looks } of WIDTH_LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `./queue/#lang=${looks[0].language}&theme=${looks[0].theme}`);
    await eachLook(page, looks, async () => expectSane(page));
  }
});

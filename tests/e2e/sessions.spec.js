// Sessions and agents: the operator's journey from 40 agents to 60, a tier in main memory, a log of
// one's own, a broken one, links, languages, files that are read again.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, expectSane, open, openAll, pattern, say, simulated, taken, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });

const headline = (page) => page.locator("#answer").getByRole("heading", { level: 2 });
const lead = (page) => page.locator("#answer .lead");
const field = (page, key) => page.getByRole("textbox", named(text[key]));
const figure = (page, key) => page.locator(".figures > div").filter({ hasText: text[key] });
const rows = (page) => page.locator(".candidates-table > tbody > tr");
const chart = (page, key) => page.getByRole("figure", named(text[key]));
const fragment = (page) => new URL(page.url()).hash.slice(1);
const preset = (page, key) => page.getByRole("group", named(text.sessions_presets)).getByRole("button", named(text[key]));
const number = (words) => Number(words.replace(/[^\d.]/g, ""));

// Few accelerators: the answer is there sooner.
const FEW = "v=2&task=sessions&gpus=nvidia-h100-sxm-80gb,nvidia-h200-sxm-141gb,amd-mi300x";

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", named(name)).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/// Sessions whose turns grow, as a table: so many, of so many turns, a minute apart; they begin so many
/// seconds apart.
function log(sessions, turns, apart = 20) {
  const lines = ["timestamp,session,input,output"];
  for (let turn = 0; turn < turns; turn++) {
    for (let session = 0; session < sessions; session++) {
      lines.push(`${session * apart + turn * 60},s${session},${8000 + turn * 1000},200`);
    }
  }
  return lines.join("\n");
}

const drop = (page, name, content) =>
  page.locator("#trace-file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

test("40 coding agents: hardware, bill, cliff, hits, a task beside the API, on one screen", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 1000 });
  await open(page, "./sessions/");
  await simulated(page);
  await expect(headline(page)).toContainText(/40 coding agents on DeepSeek.+: run \d+ × \S+/);
  await expect(headline(page)).toContainText(/\$[\d.,]+ an hour, \$[\d.,]+ a month/);
  // Room is up to what it bears; where it falls over is named beside.
  await expect(lead(page)).toContainText(/Within the promise it bears \d+: room for \d+ more\. Falls over beyond \d+ concurrent sessions\./);
  const [, bears, room] = (await lead(page).textContent()).match(/bears (\d+): room for (\d+) more/);
  expect(Number(room)).toBe(Number(bears) - 40);
  await expect(page.locator("#answer .bill")).toContainText(/per GPU and hour/);
  await expect(figure(page, "sessions_hits")).toContainText(/9\d%.*of at most 98/s);
  const task = figure(page, "sessions_task");
  await expect(task).toContainText(/\$\d.*\$[\d.]+ at \S/s);
  for (const part of [headline(page), lead(page), task]) await expect(part).toBeInViewport();
  await expect(page.locator(".says")).toContainText(/40 coding agents, 66 turns each: .+ requests running, \d+ between turns, [\d.]+\s?M tokens/);
  for (const key of ["sessions_chart_hits", "sessions_chart_sweep"]) {
    await expect(chart(page, key).locator(".marks path").first()).toBeAttached({ timeout: 20_000 });
  }
  expect(await rows(page).count()).toBeGreaterThan(10);
  await expect(rows(page).first()).toContainText(text.table_recommended);
  await expectSane(page);
});

test("at 60 the bill does not shrink, and the cliff is farther than they are", async ({ page }) => {
  await open(page, `./sessions/#${FEW}`);
  const bill = async () => number((await headline(page).textContent()).match(/\$([\d.,]+) an hour/)[1]);
  const before = await bill();
  await field(page, "sessions_many").fill("60");
  await expect(headline(page)).toContainText("60 coding agents");
  expect(await bill()).toBeGreaterThanOrEqual(before);
  const fall = number((await lead(page).textContent()).match(/beyond ([\d,]+) concurrent sessions/)[1]);
  expect(fall).toBeGreaterThanOrEqual(60);
  await expect.poll(() => fragment(page)).toContain("sessions=60");
  // One step back is 40 again.
  await page.goBack();
  await expect(headline(page)).toContainText("40 coding agents");
});

test("a tier in main memory finds more, and its levers make their change", async ({ page }) => {
  test.slow();
  await open(page, "./sessions/#v=2&task=sessions&sessions=200&load=tool-agent&gpus=nvidia-h100-sxm-80gb&model=Qwen/Qwen3-32B&weights=bf16");
  const lever = page.locator(".levers").getByRole("button").filter({ hasText: text.sessions_lever_cache });
  await expect(lever).toContainText(/saves|bears|hits/, { timeout: 60_000 });
  await lever.click();
  await expect.poll(() => fragment(page)).toContain("kv=fp8");
  await field(page, "sessions_host").fill("4000");
  await expect(figure(page, "sessions_hits")).toContainText(pattern(text.sessions_tiers));
  await expect(page.locator(".why-hits")).toContainText(text.sessions_why_host);
  await expect(page.locator(".why-hits")).toContainText(/Restoring is faster than computing\. .+ (restores|at most)|A host tier does not pay/);
});

test("replicas, their tier and the router before them are started by commands", async ({ page }) => {
  await open(page, `./sessions/#${FEW}&sessions=200&host=2k`);
  await simulated(page);
  const card = page.locator("section.start");
  await expect(card.locator("pre").first()).toContainText("--kv-offloading-size", { timeout: 20_000 });
  await expect(card.locator("pre").first()).toContainText("--enable-prefix-caching");
  await expect(card.locator("pre").last()).toContainText(/vllm-router .*--policy consistent_hash/s);
  await expect(card).toContainText(text.start_workers);
  await expect(card).toContainText(say(text.start_session_key, { header: "X-Session-ID" }));
});

test("presets fill in seven numbers, keep how many there are, and say where they are from", async ({ page }) => {
  await open(page, `./sessions/#${FEW}&sessions=80`);
  await preset(page, "sessions_chat").click();
  await expect(preset(page, "sessions_chat")).toHaveAttribute("aria-pressed", "true");
  await expect(field(page, "sessions_turns")).toHaveValue("2.7");
  await expect(field(page, "sessions_many")).toHaveValue("80");
  await expect(page.getByText(text.sessions_source_chat)).toBeVisible();
  await expect(headline(page)).toContainText("80 chats");
  await expect.poll(() => fragment(page)).toContain("load=chat");
  await page.locator("#field-Population").selectOption("hourly");
  await expect(headline(page)).toContainText("an hour on");
  await expect.poll(() => fragment(page)).toContain("begun=");
  await field(page, "sessions_turns").fill("5");
  await expect(page.getByText(text.sessions_source_own)).toBeVisible();
});

test("what cannot be is said at its field, and the last answer stays", async ({ page }) => {
  await open(page, `./sessions/#${FEW}`);
  const before = await headline(page).textContent();
  await field(page, "sessions_delay_tail").fill("2");
  await expect(page.locator("#field-DelayTail-problem")).toHaveText(say(text.problem_too_small, { least: "18" }));
  await expect(page.locator("#answer .stale-note")).toBeVisible();
  await expect(headline(page)).toHaveText(before);
  await page.getByRole("button", named(say(text.problem_take, { value: "18" }))).click();
  await expect(page.locator("#field-DelayTail-problem")).toBeEmpty();
  await expect(page.locator("#answer .stale-note")).toBeHidden();
  // A context that the model does not read.
  await field(page, "sessions_added").fill("90000");
  await expect(page.locator("#field-Added-problem")).toHaveText(pattern(text.problem_too_large));
});

test("a promise that nothing keeps is named, and a button allows what something does", async ({ page }) => {
  await open(page, `./sessions/#${FEW}&ttft=20ms`);
  await expect(headline(page)).toHaveText(text.sessions_nothing);
  await expect(lead(page)).toHaveText(pattern(text.sessions_nearest));
  await page.locator("#answer .chip.action").click();
  await expect(headline(page)).toContainText(/run \d+ × /);
});

test("a log of one's own is read in the browser, and its seven numbers move the answer", async ({ page }) => {
  await open(page, `./sessions/#${FEW}`);
  const before = await headline(page).textContent();
  await drop(page, "agents.csv", log(60, 12));
  const recorded = page.locator(".recorded");
  await expect(recorded.locator(".read")).toContainText("agents.csv: 720 requests in");
  await expect(recorded).toContainText("CSV");
  const fact = (key) => recorded.locator("tr").filter({ hasText: text[key] });
  await expect(fact("sessions_fact_turns")).toContainText("12");
  await expect(fact("sessions_fact_gap")).toContainText("half below 60.0 s");
  await expect(fact("sessions_fact_found")).toContainText(/[89]\d%/);
  // Its shape: requests by time, lengths by doublings, each bar with what it says.
  await expect(fact("sessions_fact_rate")).toContainText(/at most [\d.]+/);
  await expect(fact("sessions_fact_rate").locator(".bars i")).toHaveCount(32);
  const inputs = fact("sessions_fact_input").locator(".bars i");
  await expect(inputs).toHaveCount(3);
  await expect(inputs.nth(1)).toHaveAttribute("title", /^8\.19\s?K to 16\.4\s?K: \d+%$/);
  await expect(fact("sessions_fact_answer").locator(".bars i")).toHaveAttribute("title", /^128 to 256: 100%$/);
  await recorded.getByRole("button", named(text.sessions_use)).click();
  await expect(field(page, "sessions_turns")).toHaveValue("12");
  await expect(field(page, "sessions_first")).toHaveValue(/^8,?000$/);
  await expect(field(page, "sessions_answer")).toHaveValue("200");
  await expect(headline(page)).not.toHaveText(before);
  // The link has the numbers and nothing of the file.
  await expect.poll(() => fragment(page)).toContain("turns=12");
  expect(fragment(page)).not.toContain("agents.csv");
});

test("a dropped log is replayed on the answer, request by request, until another answer comes", async ({ page }) => {
  test.slow();
  await open(page, `./sessions/#${FEW}`);
  await drop(page, "agents.csv", log(60, 12));
  const recorded = page.locator(".recorded");
  await recorded.getByRole("button", named(text.sessions_use)).click();
  await expect.poll(() => fragment(page)).toContain("turns=12");
  // Asked before the answer to these numbers has come, it is asked again of that one.
  await recorded.getByRole("button", named(text.sessions_replay)).click();
  const replay = recorded.locator(".replay");
  const row = (key) => replay.locator("tr").filter({ hasText: text[key] }).locator(".figure");
  await expect(row("sessions_replay_within")).toHaveText(/^\d+%$/, { timeout: 60_000 });
  await expect(row("sessions_replay_found")).toHaveText(/^\d+%$/);
  await expect(replay.locator(".read")).toContainText(/was sent \d+ of its requests and answered \d+/);
  const times = replay.locator("tr").filter({ hasText: "p50 / p95 / p99" });
  await expect(times).toHaveCount(2);
  // The replicas that the log itself takes, or that fewer would not do; of one replica nothing.
  const fewest = replay.locator(".fewest");
  const [before, after] = text.sessions_replay_needs.split("{hardware}");
  if ((await fewest.count()) > 0) {
    await expect(fewest).toHaveText(new RegExp(`^(${text.sessions_replay_fewest}|${before}\\d+ × .+${after}.*\\$[\\d.,]+ an hour.*)$`));
  } else {
    await expect(page.locator("#answer .bill")).toContainText(/^1 replica of/);
  }
  await expectSane(page);
  // Another question: what was said is of the answer before.
  await field(page, "sessions_turns").fill("14");
  await expect(replay.locator("table")).toHaveCount(0);
});

test("a log that the answer does not hold is said beside the headline", async ({ page }) => {
  test.slow();
  await open(page, `./sessions/#${FEW}`);
  await simulated(page);
  const warning = page.locator("#answer .problem");
  await expect(warning).toHaveCount(0);
  await drop(page, "rush.csv", log(1500, 12, 0));
  await page.locator(".recorded").getByRole("button", named(text.sessions_replay)).click();
  await expect(warning).toHaveText(/^Your log, replayed on \d+ × .+, does not keep the promise: \d+%/, { timeout: 60_000 });
  await field(page, "sessions_many").fill("41");
  await expect(warning).toHaveCount(0);
});

test("the leading candidates are met turn by turn: their latencies are those that were met, and it is said where they are not", async ({ page }) => {
  await open(page, "./sessions/");
  await simulated(page);
  const turns = page.locator(".turns");
  const row = (words) => turns.locator("tr").filter({ hasText: words }).locator(".figure");
  await expect(turns.locator(".read")).toHaveText(/^[\d,]+ turns are drawn and met one by one on a replica of \S+/);
  // One name, one number: at p95 the table says what the verdict says.
  for (const key of ["figure_ttft", "figure_tpot"]) {
    const [, late] = (await row(say(text[key], { at: "p50 / p95 / p99" })).innerText()).split(" / ");
    const shown = page.locator(".figures > div").filter({ hasText: say(text[key], { at: "p95" }) });
    await expect(shown).toContainText(late);
  }
  const good = await row(text.sessions_replay_within).innerText();
  expect(number(good)).toBeGreaterThanOrEqual(90);
  const how = async (at) => (await rows(page).nth(at).locator(".verdict").innerText()).split(", ").at(-1);
  for (const at of [0, 1, 2]) expect(await how(at)).toBe(text.how_simulated);
  // Whatever was looked at and is dearer than it seemed stands before what was not, or after it.
  const estimated = rows(page).filter({ hasText: text.how_estimated });
  await expect(estimated).not.toHaveCount(0);
  await estimated.last().getByRole("button").click();
  await expect(turns).toContainText(text.sessions_turns_not);
  await expect(turns.locator("table")).toHaveCount(0);
  await expectSane(page);
});

test("a broken file, an empty one and one without sessions are said", async ({ page }) => {
  await open(page, `./sessions/#${FEW}`);
  const problem = page.locator("#trace-problem");
  await drop(page, "photo<b>.png", "\u0089PNG not a log\nat all");
  await expect(problem).toHaveText(say(text.sessions_bad_unknown, { name: "photo<b>.png" }));
  await drop(page, "none.csv", "timestamp,input,output\nx,y,z\n");
  await expect(problem).toHaveText(say(text.sessions_bad_nothing, { name: "none.csv" }));
  await drop(page, "azure.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.0,500,20\n2024-05-10 00:00:09.0,700,30\n");
  await expect(problem).toBeEmpty();
  await expect(page.locator(".recorded")).toContainText(text.sessions_no_sessions);
  await expect(page.locator(".recorded").getByRole("button", named(text.sessions_use))).toHaveCount(0);
});

test("files: candidates, everything, the curve, and the load, which the page reads again", async ({ page }) => {
  await open(page, `./sessions/#${FEW}`);
  const csv = parse((await taken(page, "export_csv")).text, { columns: true });
  expect(csv).toHaveLength(3);
  expect(Number(csv[0].sessions_borne)).toBeGreaterThanOrEqual(40);
  expect(Number(csv[0].hit_share)).toBeGreaterThan(0.9);
  const all = JSON.parse((await taken(page, "export_json")).text);
  expect([all.task, all.report.candidates.length]).toEqual(["sessions", 3]);
  expect((await taken(page, "export_markdown")).text).toContain("| rank |");
  const curve = parse((await download(page, text.sessions_save_curve)).text, { columns: true });
  const hits = curve.map((row) => Number(row.hit_share));
  expect(hits.length).toBeGreaterThan(20);
  expect(hits.at(-1)).toBeGreaterThan(hits[0]);
  const load = await download(page, text.sessions_save_load);
  expect(load.name).toContain("seed-1");
  const lines = load.text.trim().split("\n").map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ block_size: 512 });
  await drop(page, load.name, load.text);
  await expect(page.locator(".recorded .read")).toContainText(`${load.name}: `);
  await expect(page.locator(".recorded tr").filter({ hasText: text.sessions_fact_format })).toContainText("Mooncake");
});

test("the calculator leads here with its model, and the bar back with it", async ({ page }) => {
  await open(page, "./#v=2&model=Qwen/Qwen3-32B&weights=bf16&ttft=2s");
  await page.getByRole("link", named(text.sessions_link)).click();
  await expect(page).toHaveURL(/\/sessions\/#/);
  await expect(headline(page)).toContainText("40 tool agents on Qwen3 32B");
  await expect(page.getByRole("textbox", named(text.ttft))).toHaveValue("2");
  await page.getByRole("navigation").getByRole("link", named(text.mode_serving)).click();
  await page.waitForURL(({ pathname }) => !pathname.includes("sessions"));
  // For a moment the page before is there, too.
  await expect(page.locator("form.question")).toHaveCount(1);
  await expect(page.locator("#field-Model")).toHaveValue("Qwen3 32B");
});

test("every language says the same, with its own numbers", async ({ page }) => {
  for (const language of ["de", "zh", "uk", "ja"]) {
    await open(page, `./sessions/#${FEW}&lang=${language}`);
    await openAll(page);
    await expect(page).toHaveTitle(words[language].sessions_title);
    await expect(page.locator(".task h2")).toHaveText(words[language].sessions_task_title);
    await expectSane(page);
  }
});

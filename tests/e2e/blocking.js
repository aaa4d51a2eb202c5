// For how long a page that is opened keeps a phone's browser from answering: the part of every task
// of its main thread beyond 50 ms, from the first paint on, were each to take four times as long as
// here, as Lighthouse assumes of a phone.
import { devices } from "@playwright/test";

const SLOWER = 4;
const AT_MOST = 50;
// Until the page rests, and everything of it is made.
const WATCHED = 8_000;

// Those of every task, in milliseconds, as it is watched.
async function tasks(browser, url) {
  const phone = { ...devices["Moto G4"], locale: "en-US", serviceWorkers: "block" };
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const over = new Promise((resolve) => { client.once("Tracing.tracingComplete", resolve); });
  await client.send("Tracing.start", { categories: "devtools.timeline,disabled-by-default-devtools.timeline", transferMode: "ReportEvents" });
  await page.goto(url);
  await page.waitForTimeout(WATCHED);
  await client.send("Tracing.end");
  await over;
  await context.close();
  const painted = events.find(({ name }) => name === "firstContentfulPaint");
  const isTask = ({ name, pid, tid, ph }) =>
    /RunTask$/.test(name) && ph === "X" && pid === painted.pid && tid === painted.tid;
  return events
    .filter((event) => isTask(event) && event.ts + event.dur > painted.ts)
    .map(({ dur }) => dur / 1e3);
}

// The time that `url` blocks, the median of some visits.
export async function blocking(browser, url, visits = 3) {
  const times = [];
  for (let visit = 0; visit < visits; visit++) {
    const all = await tasks(browser, url);
    times.push(all.reduce((sum, time) => sum + Math.max(0, SLOWER * time - AT_MOST), 0));
  }
  return times.sort((one, other) => one - other)[visits >> 1];
}

// How much later than the page itself an embed of it paints, and what Lighthouse says of a
// page with one. Reported, not judged: machines differ. `--no-lighthouse` leaves that out.
import { availableParallelism, cpus, loadavg } from "node:os";
import { documentOf, hosting, leastPolicy } from "./host.js";
import { lighthouse, report, share } from "./measure.js";
import { launch, serve } from "./server.js";

const RUNS = 9;

// As Lighthouse has it for phones: 1.6 Mbit/s and 150 ms.
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

const painted = () => new Promise((resolve) => {
  const done = (entries) => entries.find(({ name }) => name === "first-contentful-paint");
  new PerformanceObserver((list) => done(list.getEntries()) && resolve(performance.timeOrigin + done(list.getEntries()).startTime))
    .observe({ type: "paint", buffered: true });
});

// Milliseconds from the visit to the first paint, and to the program, in a browser that has
// nothing of it: of the frame where there is one, else of the page.
async function visit(browser, url, slow) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, locale: "en-US" });
  const page = await context.newPage();
  if (slow) {
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", SLOW);
  }
  await page.goto(url, { waitUntil: "commit" });
  const began = await page.evaluate(() => performance.timeOrigin);
  const host = await page.evaluate(painted);
  let frame = page.mainFrame();
  if (!url.includes("127.0.0.1")) {
    const handle = await page.locator("rightsize-calculator iframe").elementHandle();
    frame = await handle.contentFrame();
  }
  await frame.locator("html[data-app=started]").waitFor();
  const first = await frame.evaluate(painted);
  // From where the frame itself begins.
  const inside = first - (await frame.evaluate(() => performance.timeOrigin));
  await context.close();
  return { host: host - began, whole: first - began, inside };
}

async function compare(browser, page, embed, slow) {
  const figures = { page: [], embed: [], inside: [], host: [] };
  for (let run = 0; run < RUNS; run++) {
    figures.page.push((await visit(browser, page, slow)).whole);
    const { host, whole, inside } = await visit(browser, embed, slow);
    figures.embed.push(whole);
    figures.inside.push(inside);
    figures.host.push(host);
  }
  const median = (name) => share(figures[name], 0.5);
  const ms = (name) => `${median(name).toFixed(0)} ms`;
  report(slow ? "slow network: the page's first paint" : "first paint of the page", ms("page"));
  report("  the page around an embed", ms("host"));
  report("  the embed, from the visit of the page around", `${ms("embed")}: ${(100 * (median("embed") / median("page") - 1)).toFixed(0)} % later`);
  report("  the embed, from where its frame begins", `${ms("inside")}: ${(100 * (median("inside") / median("page") - 1)).toFixed(0)} % later`);
}

const server = await serve();
const browser = await launch();
const html = documentOf(server.url, '<rightsize-calculator model="Qwen/Qwen3-32B" users="50"></rightsize-calculator>')
  .replace("<title>", '<meta name="description" content="Which GPUs a chat needs."><title>');
const host = await hosting({ "/": { html, policy: leastPolicy(server.url) }, "/robots.txt": { html: "User-agent: *\nAllow: /\n" } });
report("machine", `${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}`);
await compare(browser, server.url, host.origin, false);
await compare(browser, server.url, host.origin, true);
await browser.close();
if (!process.argv.includes("--no-lighthouse")) await lighthouse(host.origin);
await host.stop();
server.stop();

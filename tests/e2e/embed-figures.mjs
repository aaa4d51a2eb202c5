// How much later than the page itself an embed of it paints, and Lighthouse's scores of a page
// with one. Reported, not judged: machines differ. `--no-lighthouse` leaves that out.
import { availableParallelism, cpus, loadavg } from "node:os";
import { documentOf, hosting, leastPolicy } from "./host.js";
import { lighthouse, report } from "./measure.js";
import { launch, serve } from "./server.js";

// The quickest counts: it was disturbed least.
const RUNS = 15;

// Milliseconds that every request takes longer on a phone, as Lighthouse has it.
const LATENCY = 150;

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
    await context.route("**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATENCY));
      await route.continue();
    });
  }
  await page.goto(url, { waitUntil: "commit" });
  const began = await page.evaluate(() => performance.timeOrigin);
  let frame = page.mainFrame();
  if (!url.includes("127.0.0.1")) {
    const handle = await page.locator("iframe").elementHandle();
    frame = await handle.contentFrame();
  }
  await frame.locator("html[data-app=started]").waitFor();
  const first = await frame.evaluate(painted);
  // From where the frame itself begins.
  const inside = first - (await frame.evaluate(() => performance.timeOrigin));
  await context.close();
  return { whole: first - began, inside };
}

async function compare(browser, page, host, slow) {
  const figures = { page: [], plain: [], embed: [], inside: [] };
  for (let run = 0; run < RUNS; run++) {
    figures.page.push((await visit(browser, page, slow)).whole);
    figures.plain.push((await visit(browser, `${host}/plain`, slow)).whole);
    const { whole, inside } = await visit(browser, `${host}/`, slow);
    figures.embed.push(whole);
    figures.inside.push(inside);
  }
  const own = Math.min(...figures.page);
  const shown = (name) => {
    const least = Math.min(...figures[name]);
    return `${least.toFixed(0)} ms, ${(100 * (least / own - 1)).toFixed(0)} % later`;
  };
  report(slow ? `first paint of the page, ${LATENCY} ms a request` : "first paint of the page", `${own.toFixed(0)} ms (the quickest of ${RUNS})`);
  report("  of an embed, from where its frame begins", shown("inside"));
  report("  from the visit of the page around it", shown("embed"));
  report("  the same of a plain frame", shown("plain"));
}

const server = await serve();
const browser = await launch();
const html = documentOf(server.url, '<rightsize-calculator model="Qwen/Qwen3-32B" users="50"></rightsize-calculator>')
  .replace("<title>", '<meta name="description" content="Which GPUs a chat needs."><title>');
const plain = html.replace(/<script.*<\/script>/, "").replace(/<rightsize.*<\/rightsize-calculator>/, `<iframe src="${server.url}#v=2&amp;embed=" title="GPU sizing" width="900" height="900"></iframe>`);
const policy = leastPolicy(server.url);
const host = await hosting({ "/": { html, policy }, "/plain": { html: plain, policy }, "/robots.txt": { html: "User-agent: *\nAllow: /\n" } });
report("machine", `${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}`);
await compare(browser, server.url, host.origin, false);
await compare(browser, server.url, host.origin, true);
await browser.close();
if (!process.argv.includes("--no-lighthouse")) await lighthouse(`${host.origin}/`);
await host.stop();
server.stop();

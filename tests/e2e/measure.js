// Shared parts of scripts that measure.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { args, executablePath } from "./server.js";

const LIGHTHOUSE = "lighthouse@12.8.2";

const started = promisify(execFile);

export function report(name, value) {
  console.log(`${name.padEnd(48)} ${value}`);
}

export function share(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
}

// Lighthouse's scores and the audits that cost points. A server of this process goes on serving.
export async function lighthouse(url, runs = 3) {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const all = [];
  for (let run = 0; run < runs; run++) {
    const path = join(folder, `${run}.json`);
    await started("npx", ["--yes", LIGHTHOUSE, url, "--quiet", "--output=json", `--output-path=${path}`,
      `--chrome-flags=--headless=new ${args.filter((arg) => arg !== "--headless").join(" ")}`],
    { env: { ...process.env, CHROME_PATH: executablePath } });
    all.push(JSON.parse(readFileSync(path)));
  }
  for (const id of ["performance", "accessibility", "best-practices", "seo"]) {
    const scores = all.map(({ categories }) => Math.round(100 * categories[id].score));
    report(`Lighthouse, mobile: ${id}`, `${share(scores, 0.5)} (of ${scores.join(", ")})`);
  }
  const median = all.sort((a, b) => a.categories.performance.score - b.categories.performance.score)[runs >> 1];
  for (const id of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index", "interactive"]) {
    report(`  ${id}`, median.audits[id].displayValue);
  }
  console.log("What costs points:");
  for (const { title, auditRefs } of Object.values(median.categories)) {
    for (const { id, weight } of auditRefs) {
      const audit = median.audits[id];
      const isCost = audit.score !== null && audit.score < 1 && audit.scoreDisplayMode !== "informative";
      if (isCost) console.log(`  ${title}, weight ${weight}: ${audit.title} ${audit.displayValue ?? ""} (${audit.score})`);
    }
  }
}

// Private memory of the process that draws the page; Linux only.
export async function privateMemory(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    try {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, kb]) => sum + kb * 1024, 0);
    } catch {
      return Number.NaN;
    }
  });
  return Math.max(...sizes);
}

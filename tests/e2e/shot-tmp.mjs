import { chromium } from "@playwright/test";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-background-networking","--disable-sync","--no-first-run"] });
const jobs = JSON.parse(process.argv[2]);
for (const [n, path, w, h] of jobs) {
  const p = await b.newPage({ viewport: { width: w, height: h } });
  await p.goto(`http://127.0.0.1:4400/${path}`);
  await p.waitForFunction(() => document.documentElement.dataset.app === "started" && document.documentElement.dataset.simulated !== "no", null, { timeout: 60000 });
  await p.waitForTimeout(1500);
  await p.screenshot({ path: `/tmp/exp/${n}.png` });
  await p.close();
}
await b.close();

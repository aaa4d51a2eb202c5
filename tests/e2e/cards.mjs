// Draws the pictures of shared links, one a place of the bar, into public/cards:
// `node tests/e2e/cards.mjs`. They are drawn once and committed, like the pictures of the README.
import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";

const FOLDER = new URL("../../public/cards/", import.meta.url).pathname;

const PLACES = {
  size: ["Which GPUs does your model need?", "Memory, latency, throughput and cost of serving it."],
  train: ["What does a training run take?", "Memory, time and cost of training and fine-tuning."],
  vision: ["Images, video, speech: which GPUs?", "Latency, throughput and cost beyond text."],
  fleet: ["Many models, few GPUs", "What to share, what it saves, and a proof."],
  measure: ["What limits your GPU?", "Drop a profile; get one sentence that says what to do."],
};

// A gauge as on the page: what is wanted, the range, the value, the limit.
const gauge = ([low, value, high, limit]) => `<div class="track">
  <i class="wanted" style="width:${limit}%"></i>
  <i class="band" style="left:${low}%;width:${high - low}%"></i>
  <i class="dot" style="left:${value}%"></i>
  <i class="limit" style="left:${limit}%"></i>
</div>`;

const GAUGES = [[26, 39, 70, 74], [31, 42, 60, 74], [12, 22, 41, 74]];

const page = ([title, text]) => `<!doctype html><meta charset="utf-8"><style>
  * { box-sizing: border-box; margin: 0; }
  body { width: 1200px; height: 630px; padding: 72px 80px; background: #f7f7f5; color: #17181a;
    font-family: system-ui, "DejaVu Sans", sans-serif; display: flex; flex-direction: column; }
  .brand { font-size: 44px; font-weight: 700; letter-spacing: -0.02em; }
  .brand b { color: #0f6b57; }
  h1 { margin-top: auto; max-width: 1000px; font-size: 68px; line-height: 1.1; letter-spacing: -0.02em; }
  p { margin-top: 24px; color: #55585e; font-size: 32px; }
  .gauges { display: flex; gap: 48px; margin-top: 64px; }
  .track { position: relative; flex: 1; height: 16px; border-radius: 8px; background: #e9e9e6; }
  .track i { position: absolute; top: 0; height: 16px; border-radius: 8px; }
  .wanted { left: 0; background: #dbeee8; }
  .band { background: #0f6b57; opacity: 0.42; }
  .track .dot { top: -5px; width: 26px; height: 26px; margin-left: -13px; border: 4px solid #f7f7f5; border-radius: 50%; background: #0f6b57; }
  .track .limit { top: -10px; width: 4px; height: 36px; border-radius: 0; background: #17181a; }
</style><div class="brand">right<b>size</b></div><h1>${title}</h1><p>${text}</p>
<div class="gauges">${GAUGES.map(gauge).join("")}</div>`;

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined });
const view = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const [name, words] of Object.entries(PLACES)) {
  await view.setContent(page(words));
  await view.screenshot({ path: `${FOLDER}${name}.png` });
}
await browser.close();

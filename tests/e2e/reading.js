// How long a trace takes to be read on the page Measure, and what it takes of memory meanwhile.
import { privateMemory, report } from "./measure.js";

// A hundred events as Kineto writes them: 7 of device work, 15 of the host's driver, the rest
// operators that nobody asks for. Repeated as they are: times do not matter to the reader.
function events() {
  const all = [];
  const stack = "x".repeat(120);
  for (let at = 0; at < 100; at++) {
    const base = { ph: "X", pid: 4242, tid: 4242, ts: 1700000000000000.125 + 60 * at, dur: 5.25 };
    if (at < 78) all.push({ ...base, cat: "cpu_op", name: "aten::linear", args: { "External id": at, "Record function id": 0, "Call stack": stack } });
    else if (at < 93) all.push({ ...base, cat: "cuda_runtime", name: "cudaLaunchKernel", args: { cbid: 211, correlation: at - 77, note: stack } });
    else all.push({ ...base, cat: "kernel", name: "sm90_xmma_gemm_bf16bf16_tilesize128x128x64", args: { device: 0, stream: 7, correlation: at - 92 } });
  }
  return all.map((event) => `${JSON.stringify(event)},\n`).join("");
}

// Reads a trace of so many bytes: seconds, the longest task of the page, and its memory beyond what
// it had before.
async function read(browser, page, bytes) {
  const part = events();
  const before = await privateMemory(browser);
  let most = before;
  const watch = setInterval(async () => {
    most = Math.max(most, await privateMemory(browser));
  }, 150);
  const { seconds, longest } = await page.evaluate(async ({ part, bytes }) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: "longtask" });
    const piece = new Blob([part.repeat(Math.ceil(1e6 / part.length))]);
    const data = new DataTransfer();
    const head = '{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3"}],"traceEvents":[';
    data.items.add(new File([head, ...Array(Math.round(bytes / piece.size)).fill(piece), "{}]}"], `${bytes}.json`));
    const began = performance.now();
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    await new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(".limit .source")?.textContent.includes(`${bytes}.json`)) resolve();
        else setTimeout(look, 20);
      };
      look();
    });
    const seconds = (performance.now() - began) / 1e3;
    await new Promise((resolve) => setTimeout(resolve, 500));
    observer.disconnect();
    return { seconds, longest };
  }, { part, bytes });
  clearInterval(watch);
  return { seconds, longest, memory: most - before };
}

export async function readings(browser, url) {
  for (const bytes of [1e8, 9.9e8]) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(`${url}measure/`);
    await page.locator("html[data-app=started]").waitFor();
    await page.waitForTimeout(1000);
    const { seconds, longest, memory } = await read(browser, page, bytes);
    const task = longest ? `longest task ${longest.toFixed(0)} ms` : "no task of 50 ms";
    report(`a trace of ${bytes / 1e6} MB, dropped`, `${seconds.toFixed(1)} s  ${(memory / 1e6).toFixed(0)} MB more  ${task}`);
    await page.close();
  }
}

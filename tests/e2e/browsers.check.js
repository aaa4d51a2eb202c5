// Every place of the site in Firefox and WebKit: it starts by the strict policy, answers and
// simulates, and has the same headline in each.
import { expect, test } from "@playwright/test";
import { FOLDERS, words } from "./page.js";
import { launch, there, until } from "./webdriver.js";

const BASE = process.env.BASE_URL;
const text = words.en;

// A question of which every place has something to say.
const QUESTION = "#v=2&lang=en&model=Qwen/Qwen3-32B&rate=40&gpus=nvidia-h100-sxm-80gb";

let browsers = [];

test.beforeAll(async () => {
  browsers = await Promise.all(there.map(launch));
});

test.afterAll(() => Promise.all(browsers.map((browser) => browser.close())));

const state = (browser) =>
  browser.run(`
    const { app, simulated, part } = document.documentElement.dataset;
    return {
      app, simulated, folder: part ?? "", title: document.title,
      banner: document.querySelector(".boot-banner")?.innerText,
      headline: document.querySelector("#answer h2")?.innerText,
    };`);

// Waits until the place is there and nothing on it changes any more.
const atRest = (browser, folder) =>
  until(`${browser.name}: /${folder} has answered`, async () => {
    const now = await state(browser);
    // A page that is being left says nothing.
    if (now?.app === "failed") throw new Error(`${browser.name}: ${now.banner}`);
    return now?.app === "started" && now.folder === folder && now.simulated !== "no" && now;
  });

// What is expected of each browser, of all of them at once.
const inEach = (look) => Promise.all(browsers.map(look));

// The places that simulate, and must say that they are done.
const SIMULATES = ["", "costs/"];

for (const folder of FOLDERS) {
  test(`/${folder} answers alike in ${there.map(({ name }) => name).join(" and ")}`, async () => {
    const said = await inEach(async (browser) => {
      await browser.visit(`${BASE}${folder}${QUESTION}`);
      const now = await atRest(browser, folder);
      if (SIMULATES.includes(folder)) {
        expect(now.simulated, browser.name).toBe("yes");
        expect(now.headline, browser.name).toMatch(/\d/);
      }
      expect(now.title, browser.name).not.toBe("");
      expect(await browser.faults(), browser.name).toEqual([]);
      return now.headline ?? "";
    });
    expect(new Set(said).size, said.join("\n")).toBe(1);
  });
}

test("a link of the bar leads to another place, and Back to the first", async () => {
  await inEach(async (browser) => {
    await browser.visit(`${BASE}${QUESTION}`);
    await atRest(browser, "");
    await browser.follow(text.mode_costs);
    await atRest(browser, "costs/");
    await browser.back();
    await atRest(browser, "");
    expect(await browser.faults(), browser.name).toEqual([]);
  });
});

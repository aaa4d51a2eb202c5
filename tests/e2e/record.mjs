// `node tests/e2e/record.mjs FOLDER [PAGE...]`: pictures of every page, or of these, in both
// themes and at two widths, the text of each with everything opened, and the files it offers,
// before code is moved and again after (CONTRIBUTING.md, "Restructure"). `same.mjs` compares two
// such folders.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { openAll, words } from "./page.js";
import { launch, serve } from "./server.js";

const [folder, ...chosen] = process.argv.slice(2);
if (!folder) throw new Error("name the folder to write into");

// The day of every page; prices expire by it.
const TODAY = "2026-11-25T12:00:00Z";

const ASKED = "v=2&model=Qwen/Qwen3-32B&rate=40";
const FULL = `${ASKED}&day=office&growth=0.5&months=24&spare=1&always=2&draft=3&accept=0.7&host-hits=0.2&basis=1y&currency=EUR:0.92&certain=80`;
const column = (name, fragment) => `&s=${name},${encodeURIComponent(fragment)}`;

const PAGES = {
  calculator: "./",
  "calculator-full": `./#${FULL}`,
  // Numbers that cannot be, in another script.
  "calculator-wrong": "./#v=2&model=openai/gpt-oss-120b&users=200&in=0&colour=red&replica=4000&lang=ja",
  accuracy: "./accuracy/",
  training: "./training/#v=2&task=training&model=Qwen/Qwen3-32B&method=lora&stack=hf&tokens=50M&within=2d&lang=de",
  costs: `./costs/#${FULL}&cost.api=gpt-5.4-mini&cost.people=500&cost.run=nvidia-h100-sxm-80gb&cost.run-gpus=64&cost.run-hours=100`,
  proposal: `./proposal/#${FULL}&cost.api=gpt-5.4-mini&cost.years=3&lang=uk`,
  compare: `./compare/#v=2${column("One", ASKED)}${column("Two", FULL)}&lang=zh-Hans`,
  guide: "./guide/",
  measure: "./measure/",
  embedded: `./#${ASKED}&embed=verdict,memory,charts`,
};

const THEMES = ["light", "dark"];
const WIDTHS = [1400, 390];

// A worker has a clock of its own, which no page can set.
const FIXED = `{const Real=Date,now=Real.parse(${JSON.stringify(TODAY)});
self.Date=class extends Real{constructor(...given){given.length?super(...given):super(now)}static now(){return now}}}`;

async function fixClock(page) {
  await page.clock.setFixedTime(TODAY);
  await page.route(/\/worker[\w-]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${FIXED}\n${await response.text()}` });
  });
}

// Messages while something is worked out.
const RUNNING = Object.values(words).flatMap((text) => [text.levers_running, text.load_running, text.accuracy_working.split("{")[0]]);

// Opens an address and waits until no figure of it changes any more, however slow the machine.
async function open(page, address) {
  page.setDefaultTimeout(180_000);
  await page.goto(address);
  const settled = page.locator("html[data-app=started]:not([data-simulated=no])");
  await settled.waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() => !document.querySelector(".later.waiting:not([hidden])"));
  await settled.waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(async (running) => {
    const text = document.body.innerText;
    await new Promise((resolve) => setTimeout(resolve, 4000));
    return text === document.body.innerText && !running.some((words) => text.includes(words));
  }, RUNNING);
}

// The text of a page, with everything opened, and its files; without this server's address.
async function write(page, path) {
  await openAll(page);
  writeFileSync(`${path}.txt`, await page.evaluate(() => document.body.innerText));
  const language = await page.locator("html").evaluate((root) => root.lang.slice(0, 2));
  // Of a question that cannot be asked there are none.
  if (await page.locator("[aria-invalid=true]").count()) return;
  const button = (key) => {
    const named = { name: words[language][key], exact: true };
    return page.getByRole("button", named).filter({ visible: true }).first();
  };
  for (const format of ["csv", "json", "markdown"]) {
    // A paper's files have buttons of their own, the others' are in a menu.
    if (await button("export").count()) await button("export").click();
    const item = button(`export_${format}`);
    if (!(await item.count())) continue;
    const [file] = await Promise.all([page.waitForEvent("download"), item.click()]);
    const text = readFileSync(await file.path(), "utf8");
    writeFileSync(`${path}.${format}`, text.replaceAll(server.url, "https://example.org/"));
  }
}

mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [name, address] of Object.entries(PAGES)) {
  if (chosen.length && !chosen.includes(name)) continue;
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const page = await browser.newPage({
        baseURL: server.url,
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
        serviceWorkers: "block",
        locale: "en-US",
        timezoneId: "UTC",
      });
      await fixClock(page);
      await open(page, address);
      const path = `${folder}/${name}-${colorScheme}-${width}`;
      await page.screenshot({ path: `${path}.png`, fullPage: true });
      if (colorScheme === THEMES[0] && width === WIDTHS[0]) {
        await write(page, `${folder}/${name}`);
      }
      console.log(path);
      await page.close();
    }
  }
}
await browser.close();
server.stop();

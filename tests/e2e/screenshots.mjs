// Takes the pictures of the README from the running product.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, serve } from "./server.js";

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));

// How much of the page is seen: the answer down to the charts; on a phone, its beginning.
const SIZES = [
  { width: 1400, height: 1000 },
  { width: 390, height: 844 },
];

mkdirSync(FOLDER, { recursive: true });
const server = await serve();
const browser = await launch();
for (const { width, height } of SIZES) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: "en-US" });
    await page.goto(server.url);
    await page.locator("html[data-app=started][data-simulated=yes]").waitFor();
    await page.evaluate(() => document.fonts.ready);
    const path = `${FOLDER}${colorScheme}-${width}.png`;
    await page.screenshot({ path, fullPage: process.argv.includes("--whole") });
    console.log(`${path}: ${Math.round(statSync(path).size / 1000)} KB`);
    await page.close();
  }
}
await browser.close();
server.stop();

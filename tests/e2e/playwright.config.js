// The page in the Chromium of this machine. `cargo xtask test` names the browser
// (CHROMIUM) and serves dist/ (BASE_URL); a plain `npx playwright test` finds the one
// and starts the other.
import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const places = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// The same arguments as for Rust's browser tests; Playwright itself decides about --headless.
const webdriver = JSON.parse(readFileSync(new URL("../../webdriver.json", import.meta.url)));
const given = webdriver["goog:chromeOptions"].args.filter((arg) => arg !== "--headless");

// Drawing and loading as parts of the browser's own process: what they say to each other takes a
// fifteenth of a run.
const args = [...given, "--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];

const local = "http://127.0.0.1:4173/";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.js",
  outputDir: "results/artifacts",
  reporter: [["list"], ["json", { outputFile: "results/report.json" }]],
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Generous, for machines with two slow and busy cores: slowness is for the benchmarks to judge.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that passes only then is named at the end; more than a few such fail `cargo xtask
  // test`.
  retries: 1,
  use: {
    // A test has its browser as Playwright leaves it after the last: without cookies, storage and
    // further pages, but warm. A context of its own for each takes a second of a processor: a
    // program that is to be compiled once more, and a process to do it. The rest tests give back
    // themselves: the network, and settings made by the browser's own protocol. A test that fails
    // takes the browser with it.
    reuseContext: true,
    baseURL: process.env.BASE_URL ?? local,
    locale: "en-US",
    // Nobody watches: what moves is drawn anew for nothing. Tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Each visit would fetch the whole site to keep it; the tests of that say so.
    serviceWorkers: "block",
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
    launchOptions: { executablePath: places.find((path) => path && existsSync(path)), args },
  },
  webServer: process.env.BASE_URL
    ? undefined
    : {
        command: "cargo xtask serve --no-build --port 4173",
        cwd: "../..",
        url: local,
        timeout: 300_000,
        reuseExistingServer: true,
      },
});

// The site in Firefox and WebKit, for `cargo xtask test --only browsers`, which names them.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "browsers.check.js",
  outputDir: "results/browsers",
  reporter: [["list"], ["json", { outputFile: "results/browsers.json" }]],
  // Each test has every browser at work.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  retries: 1,
});

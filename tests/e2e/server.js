// The page for scripts that are no tests: at BASE_URL, or else served for as long as the script
// runs, from the files of `cargo xtask build`.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const executablePath = places.find((path) => path && existsSync(path));

const webdriver = JSON.parse(readFileSync(new URL("../../webdriver.json", import.meta.url)));

export const args = webdriver["goog:chromeOptions"].args;

// The browser with windows where it is told apart: `cargo xtask test` names both.
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM_WINDOWED ?? executablePath, args: args.filter((arg) => arg !== "--headless") });
}

export async function serve() {
  if (process.env.BASE_URL) return { url: process.env.BASE_URL, stop: () => {} };
  const cwd = new URL("../..", import.meta.url);
  const server = spawn("cargo", ["xtask", "serve", "--no-build", "--port", "4180"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`the server stopped with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}

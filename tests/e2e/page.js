// What every test needs to know about the page.
import { expect, test as base } from "@playwright/test";

// `test` with a page that is watched: any console error, uncaught exception, failed
// or foreign request fails the test. `page.watched` can be read, or emptied by a test
// that provokes an error on purpose.
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const watched = { problems: [], requests: [] };
    page.watched = watched;
    page.on("console", (message) => {
      if (message.type() === "error") watched.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => watched.problems.push(`exception: ${error.message}`));
    page.on("requestfailed", (request) => {
      watched.problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on("request", (request) => {
      watched.requests.push(request.url());
      const { protocol, origin } = new URL(request.url());
      const deep = process.env.BASE_URL_DEEP;
      const ours = [baseURL, deep].filter(Boolean).map((url) => new URL(url).origin);
      if (protocol !== "data:" && protocol !== "blob:" && !ours.includes(origin)) {
        watched.problems.push(`foreign request: ${request.url()}`);
      }
    });
    await use(page);
    expect(watched.problems).toEqual([]);
  },
});

// Opens an address and waits until the app runs.
export async function open(page, address = "./") {
  const response = await page.goto(address);
  await started(page);
  return response;
}

// Waits until the app runs; fails at once, in the banner's own words, where it cannot.
export async function started(page) {
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-app", /started|failed/, { timeout: 30_000 });
  if ((await root.getAttribute("data-app")) === "failed") {
    throw new Error(`the app did not start: ${await page.locator(".boot-banner").innerText()}`);
  }
}

export { expect };

// The page starts, alone and safely, wherever it is served; and says so where it cannot.
import { expect, open, started, test } from "./page.js";

const policyOf = (response) => response.headers()["content-security-policy"];

test("starts without an error or a foreign request, by a strict policy; hashed files are kept for ever, the page is always asked for", async ({ page }) => {
  const response = await open(page);
  await expect(page).toHaveTitle(/Rightsize/);
  const headers = response.headers();
  const policy = policyOf(response);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  const own = page.locator("meta[http-equiv='Content-Security-Policy']");
  await expect(own).toHaveAttribute("content", policy);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cache-control"]).toBe("no-cache");
  const wasm = page.watched.requests.find((url) => url.endsWith(".wasm"));
  const kept = await page.request.get(wasm);
  expect(kept.headers()["cache-control"]).toContain("immutable");
  expect(kept.headers()["content-type"]).toBe("application/wasm");
});

test("the policy really stops script and markup from text, and foreign requests", async ({ page }) => {
  await open(page);
  const result = await page.evaluate(async () => {
    const blocked = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const refused = [];
    const attempt = (name, act) => {
      try {
        act();
      } catch (error) {
        if (error instanceof TypeError) refused.push(name);
      }
    };
    const script = document.createElement("script");
    attempt("inline", () => { script.textContent = "window.ranInline = true"; });
    attempt("address", () => { script.src = "https://example.com/script.js"; });
    attempt("worker", () => new Worker("https://example.com/worker.js"));
    // Refused once it is to run, not where it is put together.
    script.append(document.createTextNode("window.ranInline = true"));
    document.head.append(script);
    const part = document.createElement("div");
    attempt("handler", () => { part.innerHTML = "<img src=x onerror='window.ranInline = true'>"; });
    attempt("frame", () => { part.innerHTML = "<iframe srcdoc='<p>'></iframe>"; });
    attempt("script", () => { part.innerHTML = "<b>text</b><script>window.ranInline = true</script>"; });
    attempt("link", () => { part.innerHTML = '<a href="javascript:window.ranInline = true">text</a>'; });
    attempt("parser", () => new DOMParser().parseFromString("<img/src=x/onerror=1>", "text/html"));
    // Markup that the program itself uses is let through.
    attempt("markup", () => { part.innerHTML = '<p class="x">text <b>size</b></p>'; });
    const loaded = await import("data:text/javascript,window.ranInline=true").then(() => true, () => false);
    const reached = await fetch("https://example.com/").then(() => true, () => false);
    await new Promise((resolve) => setTimeout(resolve));
    // Header and page each report, so every name comes twice.
    return { ran: Boolean(window.ranInline), refused, loaded, reached, blocked: [...new Set(blocked)] };
  });
  expect(result).toEqual({
    ran: false,
    refused: ["inline", "address", "worker", "handler", "frame", "script", "link", "parser"],
    loaded: false,
    reached: false,
    blocked: ["require-trusted-types-for", "script-src-elem", "connect-src"],
  });
  page.watched.problems.length = 0;
});

test("works below any path", async ({ page }) => {
  test.skip(!process.env.BASE_URL_DEEP, "needs the second server of `cargo xtask test`");
  await open(page, process.env.BASE_URL_DEEP);
  const { pathname } = new URL(process.env.BASE_URL_DEEP);
  for (const url of page.watched.requests.filter((url) => url.startsWith("http"))) {
    expect(new URL(url).pathname.startsWith(pathname), url).toBe(true);
  }
});

test("a first visit asks only for what the size budget counts", async ({ page, baseURL }) => {
  test.skip(!process.env.FIRST_VIEW, "needs the list of `cargo xtask test`");
  await open(page);
  await page.waitForLoadState("networkidle");
  // The messages of one language, whichever: the budget counts the longest.
  const plain = (url) => new URL(url, baseURL).pathname.replace(/locales\/(later\/)?\w+\.json$/, "locales/$1*.json").replace(/worker-\w+/, "worker");
  const counted = ["./", ...process.env.FIRST_VIEW.split(" ")].map(plain);
  // The simulator, and messages of later parts, are asked for once the page is shown.
  const later = ["locales/later/en.json", "assets/worker.js"].map(plain);
  const parts = /\/[\w-]*(below|simulate)-[\w-]*\w+\.wasm$/;
  const asked = page.watched.requests.filter((url) => url.startsWith("http")).map(plain);
  // The worker that keeps the site is asked for after seconds; on a slow machine, that is now.
  const more = asked.filter((path) => !counted.includes(path) && !path.endsWith("/offline.js"));
  expect(more.filter((path) => !parts.test(path)).toSorted()).toEqual(later.toSorted());
  const program = asked.findIndex((path) => /\/assets\/.*\.wasm$/.test(path));
  expect(program).toBeGreaterThan(-1);
  expect(asked.findIndex((path) => later.includes(path) || parts.test(path))).toBeGreaterThan(program);
});

const unsupported = { "en-US": "WebAssembly", "de-DE": "Browser", "zh-CN": "浏览器", "uk-UA": "браузер", "ja-JP": "ブラウザー" };

for (const [locale, word] of Object.entries(unsupported)) {
  test.describe(`a browser set to ${locale}`, () => {
    test.use({ locale });

    test("without WebAssembly is told so in its language", async ({ page }) => {
      await page.addInitScript(() => delete window.WebAssembly);
      await page.goto("./");
      const banner = page.getByRole("alert");
      await expect(banner).toBeVisible();
      await expect(banner).toContainText("WebAssembly");
      await expect(banner).toContainText(word);
      await expect(banner).toHaveAttribute("lang", locale.slice(0, 2));
    });
  });
}

test("a failed download is said, with a way to try again", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(page.locator(".boot-banner[role=alert]")).toContainText("could not be loaded");
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Reload page" }).click();
  await page.waitForLoadState();
  await started(page);
  page.watched.problems.length = 0;
});

test("a panic shows the link to keep", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    window.dispatchEvent(new CustomEvent("rightsize:panic", { detail: "index out of bounds" }));
  });
  const banner = page.locator(".boot-banner");
  await expect(banner).toContainText("stopped");
  await expect(banner).toContainText("index out of bounds");
  await expect(banner.getByRole("textbox")).toHaveValue(page.url());
  await expect(banner.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("a trap in wasm that no hook announced is noticed", async ({ page }) => {
  await open(page);
  // The smallest module that traps: one exported function, its body `unreachable`.
  await page.evaluate(() => {
    const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11];
    WebAssembly.instantiate(new Uint8Array(bytes)).then(({ instance }) => setTimeout(instance.exports.t));
  });
  await expect(page.locator(".boot-banner")).toContainText("stopped");
  page.watched.problems.length = 0;
});

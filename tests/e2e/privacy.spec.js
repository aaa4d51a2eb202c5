// Customers' models are confidential: nothing leaves the page, and it works cut off.
import { expect, open, openAll, partsOf, remembered, shared, test, unplug, words } from "./page.js";

const CONFIG = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  _name_or_path: "secret-project",
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  torch_dtype: "bfloat16",
  vocab_size: 128256,
};

// Everything a user can do that might tempt a page to talk to somebody.
async function useEverything(page) {
  const { field, model, finds, text, headline } = partsOf(page);
  await openAll(page);
  await page.getByLabel(text.import_paste).fill(JSON.stringify(CONFIG));
  await expect(model).toHaveValue("secret-project");
  await model.fill("qwen3");
  await finds("model").first().click();
  await field("load_rate").fill("25");
  await expect(headline).toBeVisible();
  await page.getByLabel(text.table_filter).fill("h100");
  await page.getByRole("button", { name: text.theme_auto }).click();
  await shared(page, "share_link");
  for (const language of Object.keys(words)) {
    await page.locator("#language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language === "zh" ? "zh-Hans" : language);
  }
}

test("whatever is done, nothing is asked of another origin, and nothing kept but language and colours", async ({ page, context, baseURL }) => {
  const { origin } = new URL(baseURL);
  const foreign = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  page.on("websocket", (socket) => foreign.push(socket.url()));
  await open(page);
  await useEverything(page);
  expect(foreign).toEqual([]);
  // Of the own origin too: only files by name, no question in any address or body.
  const asked = page.watched.requests.filter((url) => url.startsWith("http"));
  for (const url of asked) expect(url).not.toMatch(/secret|model=|qwen/i);
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([origin]));
  const kept = await remembered(page);
  expect(kept).toEqual(["language", "theme"]);
  expect(await page.evaluate(() => [document.cookie, sessionStorage.length])).toEqual(["", 0]);
  expect(await context.cookies()).toEqual([]);
});

test("after loading it answers without a network", async ({ page, context }) => {
  await open(page);
  await page.waitForLoadState("networkidle");
  const { headline, field, model, finds, language, text } = partsOf(page);
  const before = await headline.innerText();
  await unplug(page);
  await model.fill("gpt-oss-20b");
  await finds("model").first().click();
  await field("input_tokens").fill("12000");
  await expect(headline).not.toHaveText(before, { useInnerText: true });
  // A language that was never loaded is the one thing that cannot be had.
  await language.selectOption("uk");
  await expect(page.getByText(text.language_failed)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(language).toHaveValue("en");
  await context.setOffline(false);
  await language.selectOption("uk");
  await expect(page.locator("html")).toHaveAttribute("lang", "uk");
  page.watched.problems = page.watched.problems.filter((problem) => !/locales\/(later\/)?uk|ERR_INTERNET/.test(problem));
});

test("served below a path, everything works, too", async ({ page }) => {
  test.skip(!process.env.BASE_URL_DEEP, "needs the second server of `cargo xtask test`");
  const deep = process.env.BASE_URL_DEEP;
  await open(page, deep);
  await useEverything(page);
  for (const url of page.watched.requests.filter((url) => url.startsWith("http"))) {
    expect(url.startsWith(deep), url).toBe(true);
  }
  expect(page.url().startsWith(deep)).toBe(true);
});

test("no text of the user's becomes part of the program", async ({ page }) => {
  const response = await open(page);
  const directives = Object.fromEntries(
    response
      .headers()
      ["content-security-policy"].split(";")
      .map((directive) => directive.trim().split(" "))
      .map(([name, ...sources]) => [name, sources]),
  );
  expect(directives["default-src"]).toEqual(["'none'"]);
  expect(directives["script-src"]).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(directives["style-src"]).toEqual(["'self'"]);
  // Text becomes markup or an address of a script only where public/boot.js lets it.
  const { "trusted-types": policies, "require-trusted-types-for": required, ...others } = directives;
  expect(policies).toEqual(["default"]);
  expect(required).toEqual(["'script'"]);
  for (const [name, sources] of Object.entries(others)) {
    for (const source of sources) {
      expect(["'none'", "'self'", "'wasm-unsafe-eval'", "data:"], `${name} ${source}`).toContain(source);
    }
  }
  expect(await page.locator("script:not([src])").count()).toBe(0);
  expect(await page.locator("style").count()).toBe(0);
  // Leptos writes styles as properties; an attribute in the source would be refused.
  const source = await (await page.request.get(page.url())).text();
  expect(source).not.toMatch(/\sstyle=|\son\w+=/);
});

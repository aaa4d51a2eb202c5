// Firefox and WebKit by W3C WebDriver: each of the two that `cargo xtask test` names
// (GECKODRIVER and FIREFOX, WEBKIT_DRIVER and MINIBROWSER), with its driver, for as long as
// the tests run. Playwright drives builds of them that it alone has.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const { FIREFOX, GECKODRIVER, MINIBROWSER, WEBKIT_DRIVER } = process.env;

const KINDS = [
  {
    name: "Firefox",
    there: FIREFOX && GECKODRIVER,
    program: GECKODRIVER,
    // What the browser's own console says is for it alone to read.
    options: (port) => ["--host", "127.0.0.1", "--port", `${port}`, "--websocket-port", "0", "--allow-system-access"],
    wants: { "moz:firefoxOptions": { binary: FIREFOX, args: ["-headless"], prefs: { "intl.accept_languages": "en-US" } } },
    faults: firefoxFaults,
  },
  {
    name: "WebKit",
    there: MINIBROWSER && WEBKIT_DRIVER,
    program: WEBKIT_DRIVER,
    options: (port) => [`--port=${port}`],
    wants: { "webkitgtk:browserOptions": { binary: MINIBROWSER, args: ["--automation", "--enable-write-console-messages-to-stdout=true"] } },
    needsScreen: true,
    faults: webkitFaults,
  },
];

export const there = KINDS.filter((kind) => kind.there);

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// A program and all that it starts, until `stop`; `said` is what it printed.
function start(program, options, env = {}) {
  const child = spawn(program, options, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const running = { said: "", failed: null };
  const over = new Promise((resolve) => child.on("close", resolve));
  child.on("error", (error) => { running.failed = error; });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => { running.said += text; });
  running.stop = async () => {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      return;
    }
    await over;
  };
  return running;
}

// Asks until the answer is one, which is returned; every quarter of a second, as long as `patience`.
export async function until(what, ask, patience = 40_000) {
  const end = Date.now() + patience;
  let last;
  while (Date.now() < end) {
    last = await ask();
    if (last) return last;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`not within ${patience / 1000} s: ${what}`);
}

// WebKit has no mode without a screen.
async function screen() {
  const server = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]);
  const number = await until("a screen", () => server.failed ? Promise.reject(server.failed) : /^(\d+)\n/m.exec(server.said)?.[1]);
  return { ...server, env: { DISPLAY: `:${number}`, GDK_BACKEND: "x11" } };
}

// A browser with one window.
export async function launch(kind) {
  const port = await freePort();
  const display = kind.needsScreen ? await screen() : { env: {}, stop: () => {} };
  // Root has no sandbox to put a browser in; the pages are our own.
  const env = { ...display.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LANG: "en_US.UTF-8", NO_AT_BRIDGE: "1" };
  const driver = start(kind.program, kind.options(port), env);
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), headers: { "Content-Type": "application/json" } });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${kind.name}: ${value?.message ?? answer.status}`);
    return value;
  };
  const stop = async () => {
    await driver.stop();
    await display.stop();
  };
  try {
    await until(`${kind.name}'s driver`, () => driver.failed ? Promise.reject(driver.failed) : ask("GET", "/status").then(() => true, () => false));
    // WebKit loses a script that it is given while it still loads the page.
    const wants = { pageLoadStrategy: "normal", ...kind.wants };
    const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: wants } });
    const session = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
    const browser = {
      name: kind.name,
      said: () => driver.said,
      session,
      visit: (url) => session("POST", "/url", { url }),
      back: () => session("POST", "/back", {}),
      run: (script, ...args) => session("POST", "/execute/sync", { script, args }),
      follow: async (words) => {
        const found = await session("POST", "/element", { using: "link text", value: words });
        const [id] = Object.values(found);
        await session("POST", `/element/${id}/click`, {});
      },
      close: async () => {
        await session("DELETE", "").catch(() => {});
        await stop();
      },
    };
    browser.faults = () => kind.faults(browser);
    return browser;
  } catch (error) {
    await stop();
    throw new Error(`${kind.name} does not start: ${error.message}\n${driver.said}`);
  }
}

// What its console has of errors since it was last asked: of scripts, of the policy, of what
// could not be loaded.
async function firefoxFaults({ session, run }) {
  await session("POST", "/moz/context", { context: "chrome" });
  try {
    return await run(`
      const faults = Services.console.getMessageArray().filter((message) =>
        message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag)
        && (message.sourceName.startsWith("http") || message.innerWindowID && /content/.test(message.category)));
      Services.console.reset();
      return faults.map((fault) => fault.errorMessage);`);
  } finally {
    await session("POST", "/moz/context", { context: "content" });
  }
}

// The same, of what it printed: "CONSOLE JS ERROR ...", "CONSOLE SECURITY ERROR ...".
function webkitFaults(browser) {
  const fresh = browser.said().slice(browser.read ?? 0);
  browser.read = browser.said().length;
  return fresh.split("\n").filter((line) => /CONSOLE \w+ ERROR/.test(line));
}

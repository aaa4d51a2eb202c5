// Pages of other origins, for tests of the calculator inside them: a server of its own that serves
// `pages` by their path, each `{ html, policy }`. It is reached by another name than the
// calculator's, so that browsers take it for another site.
import { createServer } from "node:http";

export async function hosting(pages = {}) {
  const server = createServer((request, response) => {
    const page = pages[request.url.split("?")[0]];
    response.setHeader("Content-Type", `text/${request.url.endsWith(".txt") ? "plain" : "html"}; charset=utf-8`);
    if (page?.policy) response.setHeader("Content-Security-Policy", page.policy);
    response.writeHead(page ? 200 : 204);
    response.end(page?.html);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return {
    pages,
    origin: `http://localhost:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// A document around `body` that loads the calculator's script; far below, where scrolled to.
export function documentOf(calculator, body, lang = "en") {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Docs</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <script src="${calculator}embed.js" async></script></head>
    <body><main><h1>Sizing</h1>${body}</main></body></html>`;
}

// All that such a page has to allow.
export function leastPolicy(calculator) {
  const { origin } = new URL(calculator);
  return `default-src 'none'; script-src ${origin}; frame-src ${origin}`;
}

export const FAR = "<br>".repeat(300);

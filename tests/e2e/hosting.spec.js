// docs/hosting.md, tried: nginx and Caddy as it configures them answer as public/_headers says, at
// a domain's root and below a path. Each where it is installed, or where NGINX and CADDY say.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, test } from "@playwright/test";

const DIST = new URL("../../dist", import.meta.url).pathname;
const GUIDE = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");
const RULES = readFileSync(new URL("../../public/_headers", import.meta.url), "utf8");
const FOR_EVER = "public, max-age=31536000, immutable";

const blockOf = (name) => new RegExp(`\`\`\`${name}\n([^]*?)\`\`\``).exec(GUIDE)[1];

// The headers of one rule, by the path before them.
function rule(path) {
  const [, lines] = RULES.split(`\n${path}\n`);
  const own = /^(?: {2}.*\n?)+/.exec(lines)[0].trim().split("\n");
  return Object.fromEntries(own.map((line) => /^\s*(\S+): (.*)$/.exec(line).slice(1)));
}

const port = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const HOSTS = [
  {
    name: "nginx",
    program: process.env.NGINX ?? "/usr/sbin/nginx",
    options: (place) => ["-p", place, "-c", `${place}/config`, "-e", `${place}/log`],
    // This machine has no certificate.
    config: (block, port, place) =>
      `daemon off; pid ${place}/pid; user ${process.getuid() ? "nobody" : "root"}; events {} http { access_log off; client_body_temp_path ${place}; proxy_temp_path ${place}; fastcgi_temp_path ${place}; uwsgi_temp_path ${place}; scgi_temp_path ${place};
      ${block.replace("listen 443 ssl", `listen 127.0.0.1:${port}`).replace("http2 on;", "").replace(/root .*;/, `root ${place}/root;`)} }`,
  },
  {
    name: "caddy",
    program: process.env.CADDY ?? "/usr/bin/caddy",
    options: (place) => ["run", "--config", `${place}/config`, "--adapter", "caddyfile"],
    config: (block, port, place) =>
      `{\n admin off\n}\n${block.replace("sizing.example", `http://127.0.0.1:${port}`).replace("/srv/rightsize", `${place}/root`)}`,
  },
];

for (const { name, program, options, config } of HOSTS) {
  for (const below of ["", "sizing/"]) {
    test(`${name} sends what a host should, ${below ? "below a path" : "at the root"}`, async () => {
      test.skip(!existsSync(program), `${name} is not installed`);
      const place = mkdtempSync(`${tmpdir()}/rightsize-host-`);
      if (below) mkdirSync(`${place}/root`);
      symlinkSync(DIST, `${place}/root/${below}`.replace(/\/$/, ""));
      const at = await port();
      writeFileSync(`${place}/config`, config(blockOf(name), at, place));
      const host = spawn(program, options(place), { env: { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place }, stdio: "ignore" });
      try {
        const ask = (file) => fetch(`http://127.0.0.1:${at}/${below}${file}`);
        await expect.poll(() => ask("").then(({ status }) => status, () => 0)).toBe(200);
        const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        const names = files.map((entry) => `${entry.parentPath}/${entry.name}`.slice(DIST.length + 1)).filter((file) => file !== "_headers");
        const hashed = (file) => /(^|\/)assets\/|^locales\//.test(file);
        for (const file of names) {
          const { headers } = await ask(file);
          expect([file, headers.get("Cache-Control")]).toEqual([file, hashed(file) ? FOR_EVER : "no-cache"]);
        }

        for (const file of ["", "training/", "service-worker.js", "locales/de.json", names.find((name) => name.endsWith(".wasm"))]) {
          const { headers } = await ask(file);
          for (const [header, value] of Object.entries(rule("/*"))) expect([file, headers.get(header)]).toEqual([file, value]);
          if (file.endsWith(".wasm")) expect(headers.get("Content-Type")).toBe("application/wasm");
        }
        for (const file of ["embed.js", "rightsize.html"]) {
          const { headers } = await ask(file);
          expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
          for (const [header, value] of Object.entries(rule(`/${file}`))) expect(headers.get(header)?.replaceAll('"', "")).toBe(value.replaceAll('"', ""));
        }
        expect((await ask("_headers")).status).toBe(404);
      } finally {
        host.kill();
        await new Promise((resolve) => (host.exitCode === null ? host.once("exit", resolve) : resolve()));
        rmSync(place, { recursive: true, force: true });
      }
    });
  }
}

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { production } from "../support/production.ts";
import { openShop } from "../support/shop.ts";
import { testWith } from "./test-with.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, "docs/operations", name), "utf8");

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "operations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Received = { status: number | undefined; text: string; cookies: string[]; location: string | undefined };

/** A request that claims to come from elsewhere; the example's certificate is signed by itself. */
function ask(url: string, host: string): Promise<Received> {
  const send = url.startsWith("https:") ? secureRequest : request;
  const headers = { Host: host, "X-Forwarded-For": "203.0.113.9" };
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers, rejectUnauthorized: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += chunk));
      const { statusCode: status, headers: received } = answer;
      answer.on("end", () => resolve({ status, text, cookies: received["set-cookie"] ?? [], location: received.location }));
    });
    sent.once("error", reject).end();
  });
}

/** Runs a server until the test ends; what it printed is shown when it does not answer. */
function serve(command: string, args: readonly string[], env: Record<string, string> = {}): () => string {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const gone = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  return () => said;
}

/** A shop as the examples expect it: production behind one proxy. */
async function shopBehindProxy() {
  const shop = await openShop({ pays: false, env: production });
  // The address that the shop takes for the shopper's.
  const addresses = new Set<string>();
  shop.server.on("request", (req) => addresses.add(String(req.headers["x-forwarded-for"])));
  return { address: new URL(shop.url).host, addresses };
}

async function expectShop(url: string, host: string, said: () => string, addresses: ReadonlySet<string>): Promise<void> {
  const page = await vi
    .waitFor(() => ask(`${url}/storefront/`, host), { timeout: 60_000 })
    .catch((cause: unknown) => {
      throw new Error(said(), { cause });
    });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("https://shop.example/storefront/")]);
  const token = await ask(`${url}/storefront/api/csrf`, host);
  expect([token.status, token.cookies.every((cookie) => cookie.includes("Secure"))]).toEqual([204, true]);
  expect((await ask(`${url}/readyz`, host)).status).toBe(200);
  // What the client claimed did not come through.
  expect([...addresses].some((each) => each.includes("203.0.113.9"))).toBe(false);
  expect([...addresses]).toContain("127.0.0.1");
}

testWith("nginx")("nginx takes its example, speaks TLS, and leads to the shop", async () => {
  const folder = await newFolder();
  const { address, addresses } = await shopBehindProxy();
  const [plain, secure] = [await freePort(), await freePort()];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=shop.example"],
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
  expect(made.status).toBe(0);
  const site = read("nginx.conf")
    .replaceAll("/etc/letsencrypt/live/shop.example", folder)
    .replace("server 127.0.0.1:3000 ", `server ${address} `)
    .replace(/ *server 127\.0\.0\.1:3001 .*\n/, "")
    .replace(/ *listen \[::\].*\n/g, "")
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${secure} ssl`);
  await writeFile(join(folder, "site.conf"), site);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${places.join(" ")} include ${folder}/site.conf; }`;
  await writeFile(join(folder, "nginx.conf"), main);
  const options = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
  const checked = spawnSync("nginx", [...options, "-t"], { encoding: "utf8" });
  expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining("test is successful")]);

  const said = serve("nginx", [...options, "-g", "daemon off;"]);

  await expectShop(`https://127.0.0.1:${secure}`, "shop.example", said, addresses);
  expect(await ask(`http://127.0.0.1:${plain}/storefront/?q=tin`, "shop.example")).toMatchObject({
    status: 301,
    location: "https://shop.example/storefront/?q=tin",
  });
});

testWith("caddy")("Caddy takes its example, and leads to the shop", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "home"));
  const env = { HOME: join(folder, "home"), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { address, addresses } = await shopBehindProxy();
  const port = await freePort();
  const validated = spawnSync(
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", join(root, "docs/operations/Caddyfile")],
    {
      env: { ...process.env, ...env },
      encoding: "utf8",
    },
  );
  expect([validated.status, validated.stdout]).toEqual([0, expect.stringContaining("Valid configuration")]);
  // Without a certificate, which Caddy would ask a public authority for.
  const site = read("Caddyfile")
    .replace(/^shop\.example \{/m, `http://127.0.0.1:${port} {`)
    .replace("127.0.0.1:3000 127.0.0.1:3001", address);
  await writeFile(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${site}`);

  const said = serve("caddy", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], env);

  await expectShop(`http://127.0.0.1:${port}`, `127.0.0.1:${port}`, said, addresses);
});

testWith("systemd-analyze")("systemd takes the unit", async () => {
  const folder = await newFolder();
  const unit = read("storefront@.service").replaceAll("/srv/storefront", root);
  await writeFile(join(folder, "storefront@.service"), unit);
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", join(folder, "storefront@.service")], { encoding: "utf8" });
  expect([status, stderr.split("\n").filter((line) => line.includes("storefront"))]).toEqual([0, []]);
});

test("systemd waits as long for a stop as the guide says, with the drain that it recommends", () => {
  const guide = readFileSync(join(root, "docs/operations.md"), "utf8");
  const [, drain] = /`DRAIN_SECONDS=(\d+)`/.exec(guide) ?? [];
  const [, more] = /`DRAIN_SECONDS` plus (\d+) seconds/.exec(guide) ?? [];
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(read("storefront@.service")) ?? [];
  expect(Number(unit)).toBe(Number(drain) + Number(more));
  // In ms: requests in flight, and parts (server/stop.ts).
  const stop = readFileSync(join(root, "server/stop.ts"), "utf8");
  const bounds = [...stop.matchAll(/^const \w+Ms = ([\d_]+);/gm)].map(([, ms = ""]) => Number(ms.replace("_", "")));
  expect(bounds).toHaveLength(2);
  expect(Number(more) * 1000).toBeGreaterThan(bounds.reduce((sum, each) => sum + each, 0));
});

test("the Containerfile copies what is there, runs what is there, and not as root", () => {
  const lines = read("Containerfile").split("\n");
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(/\s+/).slice(1, -1));
  expect(copied.length).toBeGreaterThan(8);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  // All that the server imports, and what the build reads, is in one of these.
  const imported = [
    "server/main.ts",
    "package.json",
    "views/layouts/main.hbs",
    "static/css/site.css",
    "islands/entry.ts",
    "build.mjs",
  ];
  expect(imported.filter((path) => !copied.some((each) => path === each || path.startsWith(`${each}/`)))).toEqual([]);
  const command = JSON.parse(lines.find((line) => line.startsWith("CMD "))?.slice(4) ?? "[]") as string[];
  expect(command.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(lines.findLast((line) => line.startsWith("USER "))).toMatch(/^USER [1-9]\d*$/);
});

import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { staffImportsPath, staffPictureUploadPath, staffProductPath } from "../../server/staff/paths.ts";
import { addApp, addStaff, signedInAs } from "../staff/staff-fixture.ts";
import { freePort } from "../support/free-port.ts";
import { production } from "../support/production.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { testWith } from "./test-with.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, "docs/operations", name), "utf8");

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "operations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Received = { status: number | undefined; text: string; cookies: string[]; location: string | undefined };
type Asked = { path?: string; method?: string; headers?: Record<string, string>; body?: Buffer; servername?: string };

/** Sends a request with another host name. The example's certificate is self-signed. */
function ask(url: string, host: string, { path, headers: more, body, ...asked }: Asked = {}): Promise<Received> {
  const send = url.startsWith("https:") ? secureRequest : request;
  const headers = { Host: host, "X-Forwarded-For": "203.0.113.9", ...more };
  const options = { servername: "shop.example", ...asked, ...(path !== undefined && { path }), headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = send(url, { ...options, rejectUnauthorized: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += chunk));
      const { statusCode: status, headers: received } = answer;
      answer.on("end", () => resolve({ status, text, cookies: received["set-cookie"] ?? [], location: received.location }));
    });
    sent.once("error", reject).end(body);
  });
}

/** Runs a server until the test ends; its output is shown if it does not answer. */
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

/** A shop as the examples expect it: in production behind one proxy. */
async function shopBehindProxy() {
  const shop = await openShop({ pays: false, env: production });
  // The addresses that the shop takes for shoppers' addresses.
  const addresses = new Set<string>();
  const hosts = new Set<string>();
  shop.server.on("request", (req) => {
    addresses.add(String(req.headers["x-forwarded-for"]));
    hosts.add(String(req.headers.host));
  });
  const { id } = await addStaff(shop, "owner");
  await addApp(shop, id);
  const owner = await signedInAs(shop, id);
  for (const seen of [hosts, addresses]) seen.clear();
  const cookies = [...owner.jar].map(([name, value]) => `${name === "staff" ? "__Host-staff" : name}=${value}`);
  return { address: new URL(shop.url).host, addresses, hosts, shop, cookie: cookies.join("; ") };
}

const staffHost = "staff.shop.example";

/**
 * Expects that connections for other hosts are closed, however they name the host, and that none
 * reaches the shop.
 */
async function expectOwnHostOnly([plain, secure]: readonly [string, string], hosts: ReadonlySet<string>): Promise<void> {
  const signIn = "/staff/signin/?token=canary-host";
  const others = [
    ask(plain, staffHost, { path: signIn }),
    ask(plain, "203.0.113.1", { path: signIn }),
    ask(secure, staffHost, { path: signIn }),
    ask(secure, staffHost, { path: signIn, servername: staffHost }),
    ask(secure, "shop.example", { path: `https://${staffHost}${signIn}` }),
  ];
  for (const outcome of await Promise.allSettled(others)) expect(outcome.status).toBe("rejected");
  expect([...hosts].filter((host) => host !== "shop.example")).toEqual([]);
}

const secretId = "0123456789abcdef0123456789abcdef";

/** Sends requests with secrets that no log may contain. */
async function askForSecrets(plain: string, secure: string): Promise<void> {
  const headers = { Referer: "https://shop.example/storefront/?token=canary-referer" };
  const secrets = [
    "/storefront/orders/lookup/?token=canary-query",
    `/storefront/checkout/payment/${secretId}/`,
    `/storefront/${secretId}/${secretId}/?token=canary-both`,
    "/storefront/9999-5123-4567-8906/",
  ];
  for (const path of secrets) for (const url of [plain, secure]) await ask(url, "shop.example", { path, headers });
  await ask(secure, "shop.example", { path: "/storefront/logged/", headers });
}

function expectNoSecrets(log: string): void {
  expect(log).toContain("/storefront/logged/");
  expect(log).toContain("/storefront/orders/lookup/");
  expect(log).not.toMatch(/canary|0123456789abcdef|9999-5123|[?]token/);
}

/**
 * Expects that the largest files which the guide allows for staff arrive completely and are
 * accepted.
 */
async function expectStaffsFiles(url: string, { shop, cookie }: { shop: TestShop; cookie: string }): Promise<void> {
  const host = "shop.example";
  const send = async (page: string, path: string, field: string, file: Blob) => {
    const shown = await ask(url, host, { path: page, headers: { cookie } });
    const form = new FormData();
    form.set("_csrf", /name="_csrf" value="([^"]+)"/.exec(shown.text)?.[1] ?? "none");
    form.set("category", "glass");
    form.append(field, file, `sent.${field}`);
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    const body = Buffer.from(await encoded.arrayBuffer());
    const { status, location, text } = await ask(url, host, {
      path,
      method: "POST",
      body,
      headers: { cookie, accept: "text/html", "content-type": type, "content-length": String(body.length) },
    });
    return { status, location, text: status === 303 ? "" : text };
  };
  const head = "Handle,Title,Variant Price,Body (HTML)\n";
  const products = new Blob([head, `vase,Vase,12.00,${"A vase. ".repeat(8)}\n`.repeat(63_000)]);
  expect(products.size).toBeGreaterThan(5_000_000);
  expect(await send(staffImportsPath, staffImportsPath, "file", products)).toMatchObject({
    status: 303,
    location: expect.stringContaining(staffImportsPath),
  });

  const side = 1900;
  const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  const picture = new Blob([new Uint8Array(await noise.png({ compressionLevel: 0 }).toBuffer())]);
  expect(picture.size).toBeGreaterThan(10_000_000);
  const page = staffProductPath("p-1");
  expect(await send(page, staffPictureUploadPath("p-1"), "pictures", picture)).toMatchObject({
    status: 303,
    location: `${page}?pictures=added#pictures`,
  });
  const stored = await shop.shop.db.selectFrom("product_media").select("kind").where("product_id", "=", "p-1").execute();
  expect(stored.map(({ kind }) => kind)).toContain("stored");
}

/** Expects that bodies over every limit are refused before they arrive, in the shop's words. */
async function expectTooLarge(url: string): Promise<void> {
  for (const [path, length] of [
    ["/storefront/cart/add", 3_500_000],
    ["/staff/imports/", 200_000_000],
  ] as const)
    for (const [accept, type, words] of [
      ["text/html", "text/html; charset=utf-8", "<h1>That’s larger than we can accept</h1>"],
      ["application/json", "application/json", '{"error":"That’s larger than we can accept.","code":"too_large"}'],
    ] as const) {
      const answer = await new Promise<{ status: number | undefined; type: string | undefined; text: string }>(
        (resolve, reject) => {
          const headers = { host: "shop.example", accept, "content-length": String(length) };
          const options = { servername: "shop.example", rejectUnauthorized: false, agent: false, method: "POST", headers };
          const sent = secureRequest(`${url}${path}`, options, (received) => {
            let text = "";
            received.setEncoding("utf8").on("data", (chunk) => (text += chunk));
            received.on("end", () => {
              resolve({ status: received.statusCode, type: received.headers["content-type"], text });
              sent.destroy();
            });
          });
          sent.once("error", reject).flushHeaders();
        },
      );
      expect([path, answer]).toEqual([path, { status: 413, type, text: expect.stringContaining(words) }]);
    }
}

async function expectShop(url: string, host: string, said: () => string, addresses: ReadonlySet<string>): Promise<void> {
  const page = await vi
    .waitFor(() => ask(`${url}/storefront/`, host), { timeout: 120_000 })
    .catch((cause: unknown) => {
      throw new Error(said(), { cause });
    });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("https://shop.example/storefront/")]);
  const token = await ask(`${url}/storefront/api/csrf`, host);
  expect([token.status, token.cookies.every((cookie) => cookie.includes("Secure"))]).toEqual([204, true]);
  expect((await ask(`${url}/readyz`, host)).status).toBe(200);
  // The address that the client claimed is not used.
  expect([...addresses].some((each) => each.includes("203.0.113.9"))).toBe(false);
  expect([...addresses]).toContain("127.0.0.1");
}

testWith("nginx")("nginx takes its example, speaks TLS, and leads to the shop", async () => {
  const folder = await newFolder();
  const { address, addresses, hosts, ...staff } = await shopBehindProxy();
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
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replaceAll("listen 80", `listen 127.0.0.1:${plain}`)
    .replaceAll("listen 443 ssl", `listen 127.0.0.1:${secure} ssl`);
  await writeFile(join(folder, "site.conf"), site);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log ${folder}/others.log; ${places.join(" ")} include ${folder}/site.conf; }`;
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
  const urls = [`http://127.0.0.1:${plain}`, `https://127.0.0.1:${secure}`] as const;
  await expectOwnHostOnly(urls, hosts);
  await expectStaffsFiles(urls[1], staff);
  await expectTooLarge(urls[1]);
  await askForSecrets(...urls);
  const logs = () =>
    ["storefront.log", "storefront-error.log", "others.log"].map((name) => readFileSync(join(folder, name), "utf8"));
  await vi.waitFor(() => expect(logs()[0]).toContain("/storefront/logged/"), { timeout: 120_000 });
  expectNoSecrets(logs().join(""));
});

testWith("caddy")("Caddy takes its example, and leads to the shop", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "home"));
  const env = { HOME: join(folder, "home"), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { address, addresses, hosts, ...staff } = await shopBehindProxy();
  const [plain, secure] = [await freePort(), await freePort()];
  const validated = spawnSync(
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", join(root, "docs/operations/Caddyfile")],
    {
      env: { ...process.env, ...env },
      encoding: "utf8",
    },
  );
  expect([validated.status, validated.stdout]).toEqual([0, expect.stringContaining("Valid configuration")]);
  // The example gets a local certificate, since Caddy would ask a public authority for one.
  const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${secure}\n`;
  const site = read("Caddyfile").replace(/^\{\n/m, own).replace("127.0.0.1:3000 127.0.0.1:3001", address);
  await writeFile(join(folder, "Caddyfile"), site);

  const said = serve("caddy", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], env);

  const urls = [`http://127.0.0.1:${plain}`, `https://127.0.0.1:${secure}`] as const;
  await expectShop(urls[1], "shop.example", said, addresses);
  expect(await ask(`${urls[0]}/storefront/?q=tin`, "shop.example")).toMatchObject({
    status: 301,
    location: "https://shop.example/storefront/?q=tin",
  });
  await expectOwnHostOnly(urls, hosts);
  await expectStaffsFiles(urls[1], staff);
  await expectTooLarge(urls[1]);
  await askForSecrets(...urls);
  await vi.waitFor(() => expect(said()).toContain("/storefront/logged/"), { timeout: 120_000 });
  expectNoSecrets(said());
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
  // The shop's time limits for a stop, in ms: one for requests in progress, and one for closing the
  // shop's parts (server/stop.ts).
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
  // A sample of each folder or file that the server imports or the build reads. The image must
  // contain all of them.
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

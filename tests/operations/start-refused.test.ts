import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { listenFailureOf, setupFailureOf } from "../../server/setup-failure.ts";
import { openIslands } from "../../server/web/islands.ts";
import { compileTemplates } from "../../server/web/views.ts";
import { freePort } from "../support/free-port.ts";
import { openGatewayHere } from "../support/gateway.ts";
import { inDatabase } from "../support/postgres.ts";
import { processEnvironment } from "../support/process-environment.ts";

const root = join(import.meta.dirname, "../..");

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-refused-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

type Ended = { status: number | null; said: string };

async function runProgram(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...processEnvironment(), LOG_LEVEL: "silent", SEED: "none", ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Storefront ready at ")) child.kill();
    });
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, said };
}

const startShop = async (env: Record<string, string>) =>
  await runProgram(["server/main.ts"], { PORT: String(await freePort()), ...env });

const refusal = (words: string): Ended => ({ status: 1, said: `The shop cannot start:\n${words}\n` });

/** The address of a database of the tests' server. */
function addressOf(name: string, password?: string): URL {
  const url = new URL(`${inject("postgres")}/${name}`);
  if (password !== undefined) url.password = password;
  return url;
}

/** The address of a database without tables, which is removed after the test. */
async function databaseWith(encoding: string): Promise<string> {
  const name = `shop_${encoding.toLowerCase()}`;
  const run = (text: string) => inDatabase(addressOf("postgres").href, (client) => client.query(text));
  await run(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
  onTestFinished(async () => void (await run(`DROP DATABASE ${name} WITH (FORCE)`)));
  return addressOf(name).href;
}

describe("a start with a wrong setting, and a command, say which one and what to do", () => {
  test.each([
    ["a wrong password", "postgres", "s3cret-and-wrong", "the database refused this user: check DATABASE_URL"],
    ["the name of no database", "shop_nowhere", undefined, "there is no such database: check DATABASE_URL"],
  ])("%s", async (_, name, password, words) => {
    const url = addressOf(name, password);
    const env = { DATA_DIR: await folder(), DATABASE_URL: url.href };
    const said = `${words}, which leads to ${url.host}/${name}`;
    expect(await startShop(env)).toEqual(refusal(said));
    expect(await runProgram(["server/cli/main.ts", "fsck"], env)).toEqual({ status: 3, said: `Stopped: ${said}.\n` });
  });

  test.each(["LATIN1", "SQL_ASCII"])("a database whose encoding is %s", async (encoding) => {
    const env = { DATA_DIR: await folder(), DATABASE_URL: await databaseWith(encoding) };
    const words = `the database of DATABASE_URL has the encoding ${encoding}, and the shop needs UTF8: create one with createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME, and name it in DATABASE_URL`;
    expect(await startShop(env)).toEqual(refusal(words));
    expect(await runProgram(["server/cli/main.ts", "migrate"], env)).toEqual({ status: 3, said: `Stopped: ${words}.\n` });
  });

  test("a server that is not there", async () => {
    expect(await startShop({ DATA_DIR: await folder(), DATABASE_URL: "postgres://shop:s3cret@127.0.0.1:1/shop" })).toEqual(
      refusal("the database does not respond (DATABASE_URL leads to 127.0.0.1:1/shop)"),
    );
  });

  test.each([
    ["store.db", "the database cannot be opened: check who owns it and its folder (DATA_DIR has FILE)"],
    [
      "gateway.db",
      "the test gateway did not start (1): the test gateway cannot use FILE: the database cannot be opened: check who owns it and its folder",
    ],
    ["session-secret", "DATA_DIR must have a file session-secret that can be read, or none: FILE cannot be"],
  ])("a folder in the place of DATA_DIR/%s", async (name, words) => {
    const directory = await folder();
    const path = join(directory, name);
    await mkdir(path);
    expect(await startShop({ DATA_DIR: directory })).toEqual(refusal(words.replace("FILE", path)));
  });

  test("a payment gateway with another secret", async () => {
    const gateway = await openGatewayHere(":memory:");
    onTestFinished(gateway.stop);
    const env = { DATA_DIR: await folder(), PAYMENT_GATEWAY_URL: gateway.url, PAYMENT_GATEWAY_SECRET: "another" };
    expect(await startShop(env)).toEqual(
      refusal("PAYMENT_GATEWAY_SECRET must be the secret that the payment gateway at PAYMENT_GATEWAY_URL knows"),
    );
  });

  test("a collector of traces without the packages that send to it", async () => {
    const hook = `import { registerHooks } from "node:module";
      registerHooks({
        resolve(name, context, next) {
          if (name !== "@opentelemetry/sdk-trace") return next(name, context);
          throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" });
        },
      });`;
    const env = { DATA_DIR: await folder(), OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", PORT: String(await freePort()) };
    const { status, said } = await runProgram(
      ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, "server/main.ts"],
      env,
    );
    expect(status).toBe(1);
    expect(said).toMatch(
      /^The shop cannot start:\nOTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: npm install /,
    );
    expect(said).toMatch(/ @opentelemetry\/sdk-trace@\d+\.\d+\.\d+$/m);
  });

  test("a DATA_DIR that is a file, and a HOST of another machine", async () => {
    const directory = await folder();
    const path = join(directory, "file");
    await writeFile(path, "");
    expect(await startShop({ DATA_DIR: path })).toEqual(
      refusal(`DATA_DIR must be a folder that can be created or written to: ${path} is not`),
    );
    const host = refusal(
      "HOST 203.0.113.1 is no address of this machine: 127.0.0.1 is for this machine alone, 0.0.0.0 for every network",
    );
    for (const port of ["0", String(await freePort())])
      expect(await startShop({ DATA_DIR: directory, HOST: "203.0.113.1", PORT: port })).toEqual(host);
  });
});

const failed = (code: string, path?: string) => Object.assign(new Error("x"), { code, ...(path && { path }) });

test("a port that this user may not use, or another program has, is said with its variable", () => {
  const metrics = { variable: "METRICS_PORT", port: 90, host: "127.0.0.1" };
  expect(listenFailureOf(failed("EACCES"), metrics)).toMatch(
    /^METRICS_PORT 90 may not be used by this user: choose one from 1024/,
  );
  expect(listenFailureOf(failed("EADDRINUSE"), metrics)).toBe("METRICS_PORT 90 is used by another program");
  expect(listenFailureOf(new TypeError("x"), metrics)).toBeUndefined();
});

test("a build that cannot be read is not called missing", async () => {
  const built = await folder();
  const failure = (work: Promise<unknown>) => work.then(String, setupFailureOf);
  const manifest = join(built, "manifest.json");
  const open = () => failure(openIslands(built, { production: false }));
  expect(await open()).toBe(`${manifest} is missing: run npm run build first`);
  await mkdir(manifest);
  expect(await open()).toMatch(/manifest\.json cannot be used: a folder is where a file should be$/);
  await rm(manifest, { recursive: true });
  await writeFile(manifest, JSON.stringify({ build: "1" }));
  expect(await open()).toBe(`${join(built, "islands.mjs")} is missing: run npm run build first`);
  expect(setupFailureOf(failed("EACCES", manifest))).toBe(
    `${manifest} cannot be used: this user may not: check who owns it and its folder`,
  );
});

test("a folder of templates that is not there is no shop without pages", async () => {
  const views = join(await folder(), "views");
  const islands = await openIslands(join(root, "dist"), { production: false });
  await expect(compileTemplates(views, islands, {}).then(String, setupFailureOf)).resolves.toContain(`${views} `);
});

test("a certificate that is not trusted names the settings for it, and no error of the program is a setting", () => {
  const place = { databaseUrl: "postgres://shop:s3cret@db:5433/shop?sslmode=verify-full", dataDir: "/data" };
  for (const code of ["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"])
    expect(setupFailureOf(failed(code), place)).toMatch(
      /^the database's certificate is not trusted: check sslmode and sslrootcert/,
    );
  expect(setupFailureOf(new Error("The server does not support SSL connections"), place)).toContain(
    "check sslmode in DATABASE_URL",
  );
  expect(setupFailureOf(failed("42501"), place)).toBe(
    "the database's user may not do that: it has to own the database and its tables (DATABASE_URL leads to db:5433/shop)",
  );
  expect(setupFailureOf(new TypeError("x is not a function"), place)).toBeUndefined();
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { startTestGateway, type TestGateway } from "../../server/payments/gateways/test/start.ts";
import { charge } from "./gateways-live.ts";

const program = fileURLToPath(new URL("../../server/payments/gateways/test/main.ts", import.meta.url));
const starter = new URL("../../server/payments/gateways/test/start.ts", import.meta.url).href;
const secret = "a secret of more than sixteen";

let directory: string;
const started: { stop(): Promise<void> }[] = [];
const parents: ChildProcess[] = [];
const left: { url: string; pid: number }[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "gateway-process-"));
});
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.stop();
  for (const parent of parents.splice(0)) parent.kill("SIGKILL");
  // A gateway is still there only if a test failed.
  for (const { url, pid } of left.splice(0)) if (await answers(url)) process.kill(pid, "SIGKILL");
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function start(name: string, env: NodeJS.ProcessEnv = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({ file: join(directory, name, "gateway.db"), env });
  started.push(gateway);
  return gateway;
}
const shopOf = ({ url, secret }: { url: string; secret: string }) =>
  openHttpGateway({ url, secret, refuseInsideTransaction: () => {} });
const answers = (url: string) =>
  fetch(`${url}/books`).then(
    () => true,
    () => false,
  );
const isGone = (url: string) => vi.waitFor(async () => expect(await answers(url)).toBe(false));

/** Starts a gateway from a separate parent process, which then runs the code in `rest`. */
async function startInParent(name: string, rest: string) {
  const script = `
    const { startTestGateway } = await import(${JSON.stringify(starter)});
    const { url, pid } = await startTestGateway({ file: ${JSON.stringify(join(directory, name, "gateway.db"))}, env: {} });
    console.log(JSON.stringify({ url, pid }));
    ${rest}`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
  parents.push(parent);
  const ended = once(parent, "exit");
  const { url, pid } = JSON.parse(String((await once(parent.stdout, "data"))[0])) as { url: string; pid: number };
  left.push({ url, pid });
  return { parent, url, ended };
}

/** Starts the program directly, and waits for its end. */
async function run(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number; complaint: string }> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["pipe", "ignore", "pipe"] });
  parents.push(child);
  const complaint = child.stderr.toArray();
  const [code] = await once(child, "exit");
  return { code, complaint: Buffer.concat(await complaint).toString() };
}

describe("the test gateway leaves no process behind", () => {
  test("stop ends it, and stopping twice harms nobody", async () => {
    const gateway = await start("stop");
    expect(await answers(gateway.url)).toBe(true);

    await gateway.stop();
    await gateway.stop();

    expect(await answers(gateway.url)).toBe(false);
    expect(() => process.kill(gateway.pid, 0)).toThrow();
  });

  test.each(["SIGKILL", "SIGTERM"] as const)("it goes when its parent is ended by %s", async (signal) => {
    const { parent, url } = await startInParent(`parent-${signal}`, "setInterval(() => {}, 1000);");
    expect(await answers(url)).toBe(true);

    parent.kill(signal);

    await isGone(url);
  });

  test("it does not keep its parent alive", async () => {
    const { url, ended } = await startInParent("unheld", "");

    expect((await ended)[0]).toBe(0);
    await isGone(url);
  });

  test("Ctrl-C in the shop's terminal does not take it away while payments end", async () => {
    const gateway = await start("interrupt");
    process.kill(gateway.pid, "SIGINT");

    expect(await shopOf(gateway).authorize(charge("after-interrupt"))).toMatchObject({ status: "approved" });
  });
});

describe("the test gateway starts", () => {
  test("not in production, unless that is allowed", async () => {
    await expect(start("production", { NODE_ENV: "production" })).rejects.toThrow("only with ALLOW_TEST_GATEWAY=1");
    await expect(start("production-0", { NODE_ENV: "production", ALLOW_TEST_GATEWAY: "0" })).rejects.toThrow(
      "ALLOW_TEST_GATEWAY=1",
    );

    const allowed = await start("production-1", { NODE_ENV: "production", ALLOW_TEST_GATEWAY: "1" });
    expect(await answers(allowed.url)).toBe(true);
  });

  test("not without a secret, a file, or with a number that is none", async () => {
    expect(await run({}, join(directory, "x.db"))).toMatchObject({
      code: 1,
      complaint: expect.stringContaining("TEST_GATEWAY_SECRET"),
    });
    expect(await run({ TEST_GATEWAY_SECRET: secret })).toMatchObject({ code: 1, complaint: expect.stringContaining("file") });
    const odd = await run({ TEST_GATEWAY_SECRET: secret, TEST_GATEWAY_PORT: "many" }, join(directory, "x.db"));
    expect(odd).toMatchObject({ code: 1, complaint: expect.stringContaining("TEST_GATEWAY_PORT") });
  });

  test("with none of its parent's Node options, so without an inspector", async () => {
    const gateway = await start("options", { NODE_OPTIONS: "--no-such-option" });

    expect(await answers(gateway.url)).toBe(true);
  });

  test("at the port it is given; a port that is taken is a clear failure", async () => {
    const first = await start("port-1");
    const port = new URL(first.url).port;

    await expect(start("port-2", { TEST_GATEWAY_PORT: port })).rejects.toThrow("EADDRINUSE");
    await first.stop();
    expect((await start("port-3", { TEST_GATEWAY_PORT: port })).url).toBe(first.url);
  });
});

test("the transactions outlive a SIGKILL of the gateway, and so do its keys", async () => {
  const first = await start("survivor");
  const before = await shopOf(first).authorize(charge("kept"));
  process.kill(first.pid, "SIGKILL");
  await isGone(first.url);

  const second = shopOf(await start("survivor"));

  expect(await second.lookup({ key: "kept" })).toMatchObject({ status: "approved", ref: before.ref });
  expect(await second.authorize(charge("kept"))).toEqual(before);
  expect(await second.capture({ key: "kept:cap", authRef: before.ref ?? "", amountCents: 4200 })).toMatchObject({
    status: "approved",
  });
});

test("a gateway started beforehand serves a shop that comes and goes", async () => {
  const gateway = await start("beforehand");
  const script = `
    const { openHttpGateway } = await import(${JSON.stringify(new URL("../../server/payments/gateways/http-gateway.ts", import.meta.url).href)});
    const { charge } = await import(${JSON.stringify(new URL("./gateways-live.ts", import.meta.url).href)});
    const gateway = openHttpGateway({ url: process.env.GATEWAY_URL, secret: process.env.GATEWAY_SECRET, refuseInsideTransaction: () => {} });
    await gateway.authorize(charge("doomed"));
    process.kill(process.pid, "SIGKILL");`;
  const env = { GATEWAY_URL: gateway.url, GATEWAY_SECRET: gateway.secret };
  const shop = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  parents.push(shop);
  await once(shop, "exit");

  expect(await shopOf(gateway).lookup({ key: "doomed" })).toMatchObject({ status: "approved", state: "authorized" });
});

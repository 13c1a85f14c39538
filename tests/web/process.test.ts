import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listenForChanges } from "../../server/db/changes/listen.ts";
import { plainProduction } from "../support/production.ts";
import { runShop } from "../support/running-shop.ts";
import { openFilesIn, openFolder, ready, sendBytes, started, startedOnPostgres, timeoutMs, until } from "./processes.ts";

let served: Awaited<ReturnType<typeof startedOnPostgres>>;
beforeAll(async () => {
  served = await startedOnPostgres();
}, timeoutMs);

describe("a shop on PostgreSQL", { timeout: timeoutMs }, () => {
  test("outlives cut connections: what they carried fails, what comes next does not", async () => {
    const { shop, own, shopper, backends, held, cut } = served;
    const { checkoutId, browser } = shopper;
    const change = () => browser.post("/storefront/checkout/email", { checkoutId, email: "ada@example.com" });

    const waiting = await held(change);
    await cut(waiting.pid);
    const failed = await waiting.answer;
    const words = { error: "something went wrong please try later", code: "unavailable", requestId: expect.any(String) };
    expect([failed.status, failed.body]).toEqual([503, words]);
    await waiting.release();
    expect((await change()).status).toBe(200);

    // Between two queries of a transaction, the shop is paused while its query ends and its
    // connection closes.
    const between = await held(change);
    shop.process.kill("SIGSTOP");
    await between.release();
    await until(async () => expect(await backends(`${between.pid} AND state = 'idle in transaction'`)).toHaveLength(1));
    await cut(between.pid);
    shop.process.kill("SIGCONT");
    expect((await between.answer).status).toBe(503);
    expect((await change()).status).toBe(200);

    for (const name of ["Renamed once", "Renamed twice"]) {
      const page = async () => (await browser.get("/storefront/products/product-1/")).text;
      expect(await page()).not.toContain(name);
      await cut("true");
      // The page is cached again before the change, and the shop does not listen for changes
      // meanwhile.
      await page();
      await own.query("UPDATE product SET name = $1 WHERE id = 'p-1'", [name]);
      await until(async () => expect(await page()).toContain(name));
      await until(async () => expect(await backends("query LIKE 'LISTEN%'")).toHaveLength(1));
    }
    expect([shop.process.exitCode, await ready(shop)]).toEqual([null, 200]);
  });

  test("lets nobody look into its memory or its files in production", async () => {
    const { shop, shopper } = served;
    const names = async () => (await readdir(shop.directory, { recursive: true })).join();
    expect((await shopper.pay()).status).toBe(200);
    await until(async () => expect(await names()).toContain(".eml"));

    shop.process.kill("SIGUSR1");

    expect(await openFilesIn(shop.directory)).toEqual([]);
    expect([await ready(shop), shop.output()]).toEqual([200, expect.not.stringMatching(/debugger/i)]);
    const inspected = runShop({ ...plainProduction, NODE_OPTIONS: "--inspect=0" }, await openFolder());
    await expect(inspected).rejects.toThrow("NODE_OPTIONS must not open the inspector in production");
  });

  // This test is the last one, since it ends the shop.
  test("finishes at its end what is under way, takes nothing new, and waits for no browser that keeps asking", async () => {
    const { shop, held, shopper } = served;
    const { browser, checkoutId } = shopper;
    const kept = connect(Number(new URL(shop.url).port), "127.0.0.1")
      .setEncoding("latin1")
      .on("error", () => {});
    let heard = "";
    kept.on("data", (text) => {
      heard += text;
    });
    const body = JSON.stringify({ checkoutId, email: "ada@example.org" });
    const own = `cookie: ${browser.cookie}\r\nx-csrftoken: ${await browser.token()}\r\ncontent-type: application/json`;
    const head = `POST /storefront/checkout/email HTTP/1.1\r\nhost: x\r\n${own}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const waiting = await held(() => kept.write(head + body));

    shop.process.kill("SIGTERM");
    await until(async () => await expect(fetch(`${shop.url}/healthz`)).rejects.toThrow());
    expect(heard).toBe("");
    await waiting.release();

    await until(() => expect(heard).toMatch(/^HTTP\/1.1 409 .*"completed"/s));
    for (let attempt = 0; attempt < 20 && !kept.closed; attempt++) {
      kept.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(kept.closed).toBe(true);
    expect([await shop.end(), shop.output()]).toEqual([0, expect.not.stringMatching(/debugger/i)]);
  });
});

/**
 * This runs inside the shop's process. It shortens waits to a thirtieth, and lets signals cause
 * errors like those of faulty code.
 */
const mishaps = `
  import http from "node:http";
  import net from "node:net";
  http.Server.prototype.listen = function (...where) {
    this.requestTimeout /= 30;
    this.headersTimeout /= 30;
    this.connectionsCheckingInterval = 20;
    return net.Server.prototype.listen.apply(this, where);
  };
  const mistake = () => Object.assign(new Error("a mistake"), { row: "mary@example.com" });
  process.on("SIGUSR2", () => void Promise.reject(mistake()));
  process.on("SIGWINCH", () => { throw mistake(); });
`;
const preloading = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` });

test("a database that hangs up as soon as it is called is called again by one connection at a time", async () => {
  const callers: Socket[] = [];
  const database = createServer((socket) => {
    callers.push(socket.on("error", () => {}));
    if (callers.length === 1) socket.once("data", () => socket.destroy());
  });
  await new Promise<void>((resolve) => database.listen(0, "127.0.0.1", resolve));
  const url = `postgres://x:x@127.0.0.1:${(database.address() as AddressInfo).port}/x`;
  const { stop } = listenForChanges(url, { changed: () => {}, poll: () => {} });
  onTestFinished(async () => {
    for (const caller of callers) caller.destroy();
    await stop();
    database.close();
  });

  await until(() => expect(callers.length).toBeGreaterThan(1));
  // This is longer than the pause of 500 ms before the shop connects again.
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(callers).toHaveLength(2);
});

const requests = (count: number, target: string) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(count);
const post = (headers: string, body = "") =>
  `POST /storefront/checkout/payment HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`;

test("a shop outlives what is no HTTP, what never ends, clients that go away, and a promise that nobody waited for", {
  timeout: timeoutMs,
}, async () => {
  const shop = await started(preloading(mishaps));
  expect(await readdir(shop.directory)).toEqual(expect.arrayContaining(["gateway.db", "session-secret", "store.db"]));
  expect(await openFilesIn(shop.directory)).toEqual([]);

  // The client gets only the head of the answer.
  const said: [bytes: string | Buffer, status: string][] = [
    ["GARBAGE\r\n\r\n", "400"],
    ["GET / HTTP/9.9\r\nhost: x\r\n\r\n", "400"],
    ["GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n", "400"],
    ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
    [Buffer.from("160301020001000001fc0303", "hex"), "400"],
    ["\0".repeat(1000), "400"],
    [`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${"c".repeat(100_000)}\r\n\r\n`, "431"],
    [`GET /${"a".repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, "431"],
    ["CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n", "405"],
    ["GET / HTTP/1.1\r\nhost: x\r\nexpect: all\r\nconnection: close\r\n\r\n", "417"],
    ["GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n", "200"],
    // The shop ends this connection when it has waited long enough.
    ["", "408"],
    ["GET / HTTP/1.1\r\nhost: x\r\n", "408"],
    [post("content-length: 9", "{"), "408"],
    [post("transfer-encoding: chunked", "1\r\n{\r\n"), "408"],
    [post("transfer-encoding: chunked", "ffffff\r\n".padEnd(100_000, "{")).replace("payment", "create"), "408"],
  ];
  const heard = await Promise.all(said.map(([bytes]) => sendBytes(shop, bytes)));
  expect(heard.map((answer) => answer.split(" ", 2)[1] ?? "")).toEqual(said.map(([, status]) => status));

  // The connections break in the middle of answers, of a head and of a body.
  const gone = [requests(300, "/storefront/"), requests(300, "/storefront/cart/"), "GET / HT", post("content-length: 900", "{")];
  for (const bytes of [...gone, ...gone]) {
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("error", () => {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.resetAndDestroy();
  }
  expect([shop.process.exitCode, await ready(shop), shop.output()]).toEqual([
    null,
    200,
    expect.not.stringMatching(/"level":[56]0/),
  ]);

  shop.process.kill("SIGUSR2");
  await until(() => expect(shop.output()).toContain("unhandled promise rejection"));
  expect([shop.process.exitCode, await ready(shop)]).toEqual([null, 200]);
  // After an unexpected error the shop's state is unknown, so the shop ends. It prints none of its
  // data.
  expect(await shop.end("SIGWINCH")).toBe(1);
  expect(shop.output()).toContain("The shop stopped because of an error:\nError: a mistake");
  expect(shop.output()).not.toContain("mary@example.com");
});

test("a command of the owner's writes files for its own user alone", { timeout: timeoutMs }, async () => {
  const directory = await openFolder();
  const env = { PATH: process.env.PATH, DATA_DIR: directory };
  await promisify(execFile)(process.execPath, ["server/cli/main.ts", "orders"], { env });
  expect([await readdir(directory), await openFilesIn(directory)]).toEqual([expect.arrayContaining(["store.db"]), []]);
});

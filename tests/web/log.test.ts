import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { removeShop, runShop } from "../support/running-shop.ts";
import { openShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

type Line = {
  level: number;
  time: number;
  pid: number;
  method: string;
  path: string;
  status: number;
  ms: number;
  request: string;
  msg: string;
};

const requestsOf = (lines: readonly string[]): Line[] =>
  lines
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .filter(({ path }: Line) => path.startsWith("/storefront/"));

test("a page from memory leaves the same line as one that was made", async () => {
  const shop = await openShop({ pays: false });
  const before = Date.now();
  const page = await rawRequest(shop, "/storefront/?card=4242424242424242");
  const known = { "if-none-match": page.headers.get("etag") ?? "" };
  await rawRequest(shop, "/storefront/?card=4242424242424242");
  await rawRequest(shop, "/storefront/?card=4242424242424242", { headers: known });
  await rawRequest(shop, "/storefront/?card=4242424242424242", { method: "HEAD" });

  const [made, ...kept] = requestsOf(shop.log);
  expect(kept.map(({ method, status }) => [method, status])).toEqual([
    ["GET", 200],
    ["GET", 304],
    ["HEAD", 200],
  ]);
  for (const { time, request, ...line } of kept) {
    expect(time).toBeGreaterThanOrEqual(before);
    expect(request).not.toBe(made?.request);
    expect({ ...line, method: "GET", status: 200 }).toEqual({ ...made, time: undefined, request: undefined, ms: 0 });
  }
});

test("a number that could be a card's stands in no line of a page from memory", async () => {
  const shop = await openShop({ pays: false });
  for (const _ of [1, 2]) await rawRequest(shop, "/4242-4242-4242-4242/storefront/?4242424242424242");
  expect(shop.log.join("")).not.toMatch(/4242-?4242/);
});

test("lines that were collected come out soon, and the last ones at the end", async () => {
  const shop = await runShop({ LOG_LEVEL: "info", SEED: "none" });
  onTestFinished(() => removeShop(shop.directory));
  const seen = () =>
    requestsOf(
      shop
        .output()
        .split("\n")
        .filter((line) => line.endsWith("}")),
    ).length;
  for (let at = 0; at < 20; at++) await fetch(`${shop.url}/storefront/`);
  await vi.waitFor(() => expect(seen()).toBe(20));

  for (let at = 0; at < 20; at++) await fetch(`${shop.url}/storefront/`);
  await shop.end("SIGTERM");
  expect(seen()).toBe(40);
});

test("lines that were collected come out when the process ends by an error", () => {
  const script = `
    import { openLog, openLogLines, openRequestLog, rawRequestLog } from "./server/web/log.ts";
    const lines = openLogLines();
    rawRequestLog(openRequestLog(openLog("info", lines), lines))({ method: "GET", url: "/storefront/", requestId: "1" }, { statusCode: 200 });
    throw new Error("the end");`;
  const root = join(import.meta.dirname, "../..");
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });

  expect([status, requestsOf(stdout.split("\n")).length]).toEqual([1, 1]);
});

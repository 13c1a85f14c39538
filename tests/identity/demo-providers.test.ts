import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { TestBrowser } from "../support/browser-of.ts";
import { plainProduction } from "../support/production.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { openShop } from "../support/shop.ts";

/** The child processes of the process `pid` whose command line contains `text`. */
function below(pid: number, text: string): number[] {
  const lines = execFileSync("ps", ["-eo", "pid,ppid,args"], { encoding: "utf8" }).split("\n").slice(1);
  const all = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((found) => found !== null);
  return all.filter(([, , parent, args]) => Number(parent) === pid && args?.includes(text)).map(([, own]) => Number(own));
}
const demosOf = (shop: RunningShop) => below(shop.process.pid ?? 0, "social/demo/main.ts");
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function start(env: Record<string, string> = {}): Promise<RunningShop> {
  const shop = await runShop({ SEED: "none", ...env });
  onTestFinished(async () => {
    await shop.end();
    await removeShop(shop.directory);
  });
  return shop;
}

test("two demo providers work at once, start when somebody first needs them, and leave with the shop", async () => {
  const shop = await start();
  expect(demosOf(shop)).toEqual([]);
  const mary = new TestBrowser(shop.url);
  expect((await mary.get("/identity/signin/")).text).toContain("Continue with Demo Two");

  const addresses = [];
  for (const place of [1, 2]) addresses.push((await mary.get(`/identity/social/${place}/`)).headers.get("location") ?? "");
  const [first = "", second = ""] = addresses.map((address) => new URL(address).origin);
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(second).not.toBe(first);
  const there = new TestBrowser(first);
  const chooser = await there.get(
    new URL((await there.get(addresses[0]?.slice(first.length) ?? "")).headers.get("location") ?? "", first).pathname,
  );
  expect(chooser.text).toContain("Mary Ann Lee");
  expect(chooser.headers.get("content-security-policy")).toContain("default-src 'none'");
  const [child = 0] = demosOf(shop);
  expect(isAlive(child)).toBe(true);

  expect(await shop.end()).toBe(0);
  expect(isAlive(child)).toBe(false);
});

test("demo providers that were ended start again, and a killed shop leaves none behind", async () => {
  const shop = await start();
  const mary = new TestBrowser(shop.url);
  await mary.get("/identity/social/1/");
  const [first = 0] = demosOf(shop);
  process.kill(first, "SIGKILL");
  await expect.poll(() => isAlive(first)).toBe(false);
  await expect.poll(async () => (await mary.get("/identity/social/1/")).headers.get("location")).toMatch(/^http:\/\/127/);
  const [second = 0] = demosOf(shop);
  expect(second).not.toBe(first);

  await shop.end("SIGKILL");
  await expect.poll(() => isAlive(second)).toBe(false);
});

test.each([
  ["in production", plainProduction],
  ["where other machines reach the shop", { HOST: "0.0.0.0", PUBLIC_URL: "http://localhost" }],
  ["where the shop has an address of its own", { PUBLIC_URL: "https://shop.example" }],
])("%s there are no demo providers", async (_where, env) => {
  const shop = await openShop({ pays: false, env });
  expect((await shop.browser().get("/identity/signin/")).text).not.toContain("social");
  expect((await shop.browser().get("/identity/social/1/")).status).toBe(404);
});

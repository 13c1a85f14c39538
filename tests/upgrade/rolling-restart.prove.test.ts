import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { signIn } from "../identity/customer-fixture.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { freePort } from "../support/free-port.ts";
import { laterBuild } from "../support/later-build.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { findNginx } from "../support/round-robin.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openExampleNginx } from "./behind-nginx.ts";
import { commandOf, root } from "./check-out-release.ts";

/** A product with plenty of stock, whose address every page links to. */
const product = "/storefront/products/lemon-meridian/";

/**
 * Two processes on PostgreSQL behind the example's nginx; each restart uses one release or the
 * other.
 */
async function openFleet(nginx: string) {
  const postgres = await freshPostgresDatabase(inject("postgres"));
  onTestFinished(postgres.drop);
  const directory = await mkdtemp(join(temporaryFolder(), "rolling-"));
  onTestFinished(() => removeShop(directory));
  const later = await laterBuild();
  onTestFinished(later.remove);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    DRAIN_SECONDS: "5",
    TRUST_PROXY: "1",
    SESSION_SECRET: "rolling ".repeat(8),
  };
  const running = new Map<number, RunningShop>();
  const restart = async (at: 0 | 1, release: "this" | "later") => {
    const before = running.get(at);
    if (before) expect(await before.end(), before.output()).toBe(0);
    const shop = await runShop({ ...env, PORT: String(ports[at]) }, directory, release === "later" ? later.root : root);
    running.set(at, shop);
  };
  onTestFinished(async () => void (await Promise.all([...running.values()].map((shop) => shop.end("SIGKILL")))));
  await restart(0, "this");
  await restart(1, "this");
  const opened = await openDatabase({ url: postgres.url, directory });
  const [units, at] = [100_000, Date.now()];
  await sql`INSERT INTO stock_movement (id, variant_id, kind, units, at)
    SELECT 'plenty ' || id, id, 'restocked', ${units}::bigint, ${at}::bigint FROM variant`.execute(opened.db);
  await sql`UPDATE variant SET on_hand = on_hand + ${units}`.execute(opened.db);
  await opened.close();
  await openExampleNginx(nginx, port, [ports[0] ?? 0, ports[1] ?? 0]);
  return { url, restart, fsck: () => commandOf(root, { ...env, DATA_DIR: directory }, "fsck") };
}

type Load = { requests: number; pages: Set<string>; orders: number; failed: string[] };

/** Reads pages and every file that they name; records failures, and statuses other than 200. */
async function readPages(url: string, load: Load, isOver: () => boolean): Promise<void> {
  const ask = async (path: string) => {
    load.requests += 1;
    const answer = await fetch(url + path).catch((error: Error) => error);
    const status = answer instanceof Error ? answer.message : answer.status;
    if (answer instanceof Error || status !== 200) {
      load.failed.push(`${path}: ${status}`);
      return "";
    }
    return await answer.text();
  };
  while (!isOver()) {
    for (const path of ["/storefront/", product, "/storefront/collections/", "/storefront/cart/"]) {
      const text = await ask(path);
      const files = new Set(text.match(/\/static\/[\w./-]+\.(?:js|css)/g));
      load.pages.add([...files].sort().join(" "));
      for (const file of files) await ask(file);
    }
  }
}

async function variantOf(url: string): Promise<string> {
  const text = await (await fetch(url + product)).text();
  return /name="variantId" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

async function buyAllTheTime(url: string, variantId: string, load: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      const paid = await (await shopperOn(new TestBrowser(url), { lines: [{ variantId, quantity: 1 }] })).pay();
      if (paid.status === 200) load.orders += 1;
      else load.failed.push(`pay: ${paid.status} ${paid.text}`);
    } catch (error) {
      load.failed.push(`buying: ${error}`);
    }
  }
}

async function restartUnderLoad(nginx: string): Promise<void> {
  const { url, restart, fsck } = await openFleet(nginx);
  const variantId = await variantOf(url);
  const begin = () => shopperOn(new TestBrowser(url), { lines: [{ variantId, quantity: 1 }] });
  const begun = await Promise.all([begin(), begin(), begin()]);
  const customer = new TestBrowser(url);
  await signIn(customer, "demo@example.com", "Green-leaf-42");
  const load: Load = { requests: 0, pages: new Set(), orders: 0, failed: [] };
  const before: Load = { requests: 0, pages: new Set(), orders: 0, failed: [] };
  await readPages(url, before, () => before.requests > 0);
  let isOver = false;
  const over = () => isOver;
  const visitors = [1, 2, 3, 4].map(() => readPages(url, load, over));
  const buyers = [1, 2].map(() => buyAllTheTime(url, variantId, load, over));
  const atEachStep = async () => {
    expect((await customer.get("/storefront/dashboard/")).status).toBe(200);
    expect((await begun.pop()?.pay())?.status).toBe(200);
  };
  try {
    // The processes are upgraded one after the other …
    await restart(0, "later");
    await atEachStep();
    await restart(1, "later");
    await atEachStep();
    // … and downgraded again.
    await restart(0, "this");
    await restart(1, "this");
    await atEachStep();
  } finally {
    isOver = true;
    await Promise.all([...visitors, ...buyers]);
  }
  expect(load.failed).toEqual([]);
  // Both builds were seen, and there were orders that could have been lost.
  expect(before.pages.size).toBeGreaterThan(1);
  expect(load.pages.size).toBe(2 * before.pages.size);
  expect(load.requests).toBeGreaterThan(500);
  expect(load.orders).toBeGreaterThan(5);
  expect(await fsck()).toMatchObject({ status: 0 });
  console.log(`${load.requests} requests, ${load.orders} orders`);
}

test("two processes are upgraded and taken back one after the other, and nobody notices", { timeout: 900_000 }, async () => {
  const nginx = findNginx();
  if (nginx === undefined) throw new Error("nginx is not on this machine: install nginx-light");
  await restartUnderLoad(nginx);
});

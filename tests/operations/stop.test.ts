import { expect, inject, onTestFinished, test, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { dayOf } from "../../server/catalog/rules/days.ts";
import { addViews } from "../../server/catalog/views.ts";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { freePort } from "../support/free-port.ts";
import { frozenLine } from "../support/frozen-line.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { writeProducts } from "../support/product-fixture.ts";
import { plainProduction } from "../support/production.ts";
import { removeShop, runShop } from "../support/running-shop.ts";

const timeout = 180_000;
const until = <Result>(look: () => Promise<Result>) => vi.waitFor(look, { timeout: 90_000, interval: 50 });

async function started(env: Record<string, string>) {
  const shop = await runShop({ SEED: "none", ...env });
  onTestFinished(async () => {
    await shop.end("SIGKILL");
    await removeShop(shop.directory);
  });
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${shop.url}${path}`, init)).status;
  return { ...shop, statusOf };
}

test("after SIGTERM the shop says that it is not ready and serves on, until its time is over or it is told again", {
  timeout,
}, async () => {
  const shop = await started({ DRAIN_SECONDS: "3600", SEED: "demo" });
  expect(await shop.statusOf("/readyz")).toBe(200);

  shop.process.kill("SIGTERM");

  const told = await until(async () => {
    const answer = await fetch(`${shop.url}/readyz`);
    expect(answer.status).toBe(503);
    return answer;
  });
  expect(await told.json()).toEqual({ status: "not ready", error: "the shop is about to stop" });
  expect(await shop.statusOf("/healthz")).toBe(200);
  expect(await shop.statusOf("/storefront/")).toBe(200);
  expect(await shop.statusOf("/storefront/cart/")).toBe(200);
  expect(await shop.end("SIGTERM")).toBe(0);

  const other = await started({ DRAIN_SECONDS: "1" });
  expect(await other.end("SIGTERM")).toBe(0);
});

/** A production shop with products, on a database that can become silent. */
async function onLine() {
  const database = await freshPostgresDatabase(inject("postgres"));
  const line = await frozenLine(database.url);
  const { db, close } = await openDatabase({ url: database.url, directory: "" });
  await openCategories(db);
  await writeProducts(db, { stock: { "v-1": 10, "v-2": 10 } });
  // The views as the shop counts them, before and after its timer has summed them up.
  await transact(db, (tx) => addViews(tx, [{ productId: "p-1", day: dayOf(Date.now()), views: 9 }]));
  await db.updateTable("product").set({ views_30: 9 }).where("id", "=", "p-1").execute();
  await close();
  onTestFinished(async () => {
    line.end();
    await database.drop();
  });
  return { line, shop: await started({ ...plainProduction, DATABASE_URL: line.url }) };
}

test("a shop that has just started has listings and the most viewed products in memory, and ends while its database is silent", {
  timeout,
}, async () => {
  const { line, shop } = await onLine();

  line.freeze();

  await until(async () => expect(await shop.statusOf("/readyz")).toBe(503));
  for (const path of ["/storefront/", "/storefront/collections/", productPath("product-1")]) {
    const page = await fetch(`${shop.url}${path}`);
    expect([path, page.status]).toEqual([path, 200]);
  }
  expect(await shop.statusOf(productPath("product-2"))).toBe(503);
  expect(await shop.end("SIGTERM")).toBe(0);
});

test("a shop ends although its database falls silent at that moment", { timeout }, async () => {
  const { line, shop } = await onLine();

  line.freeze();

  expect(await shop.end("SIGTERM")).toBe(0);
});

test("on SQLite too the first reader of a listing finds it in memory", { timeout }, async () => {
  const port = await freePort();
  const shop = await started({ SEED: "demo", METRICS_PORT: String(port) });
  const counted = async (result: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(new RegExp(`^storefront_page_cache_answers_total\\{result="${result}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  };
  const made = await counted("made");
  expect(made).toBeGreaterThan(0);

  for (const path of ["/storefront/", "/storefront/collections/"]) expect(await shop.statusOf(path)).toBe(200);

  expect([await counted("made"), await counted("memory")]).toEqual([made, 2]);
});

import { Client } from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { frozenLine } from "../support/frozen-line.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { openShop } from "../support/shop.ts";

const until = (look: () => Promise<void>) => vi.waitFor(look);

/** A shop whose connections to PostgreSQL can be frozen, and a direct connection for the test. */
async function shopOnLine() {
  const database = await freshPostgresDatabase(inject("postgres"));
  const line = await frozenLine(database.url);
  const own = new Client({ connectionString: database.url });
  await own.connect();
  // Vitest runs the callback added last first.
  onTestFinished(async () => {
    await own.end();
    line.end();
    await database.drop();
  });
  const shop = await openShop({ env: { DATABASE_URL: line.url }, pays: false });
  onTestFinished(line.thaw);
  return { shop, line, own, read: (path: string) => fetch(`${shop.url}${path}`) };
}

const [seen, unseen] = [productPath("product-1"), productPath("product-2")];

test("while PostgreSQL is silent, pages in memory are served as they were and marked, all else is answered 503, and nothing hangs", async () => {
  const { shop, line, read } = await shopOnLine();
  const before = await (await read(seen)).text();
  expect((await read("/readyz")).status).toBe(200);

  line.freeze();

  expect((await read("/readyz")).status).toBe(503);
  expect((await read("/healthz")).status).toBe(200);
  await until(async () => expect((await read(seen)).headers.get("cache-status")).toContain("detail=database-silent"));
  const stale = await read(seen);
  expect([stale.status, await stale.text()]).toEqual([200, before]);
  expect(stale.headers.get("cache-control")).toContain("stale-if-error");
  const missing = await read(unseen);
  expect([missing.status, missing.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await missing.text()).toContain("Something went wrong on our side");
  const form = await fetch(`${shop.url}/storefront/cart/add`, {
    method: "POST",
    body: new URLSearchParams({ variantId: "v-1" }),
  });
  expect(form.status).toBe(503);
  expect(await form.text()).toContain("Something went wrong on our side");

  line.thaw();

  await until(async () => {
    const again = await read(seen);
    expect([again.status, again.headers.get("cache-status")]).toEqual([200, null]);
    expect((await read("/readyz")).status).toBe(200);
    expect((await read(unseen)).status).toBe(200);
  });
});

test("a listening connection that freezes without an error is replaced, and pages show what was changed meanwhile", async () => {
  const { line, own, read } = await shopOnLine();
  expect(await (await read(seen)).text()).not.toContain("Renamed meanwhile");

  line.freeze("LISTEN");
  await own.query("UPDATE product SET name = 'Renamed meanwhile' WHERE slug = 'product-1'");

  await until(async () => expect(await (await read(seen)).text()).toContain("Renamed meanwhile"));
});

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { expectInOrder, shopperAt } from "../payments/shopper.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { type FiledProduct, imported, importing, timeoutMs, writtenFile } from "./import-process.ts";
import { holdUp, slowDown } from "./lock-contention.ts";

/**
 * A file with many other products around the two that are sold, so that the import takes some time.
 */
const filed = (day: string, stock: number): FiledProduct[] => {
  const mugs = Array.from({ length: 60 }, (_, at) => `mug-${at}`);
  return mugs.map((slug) => ({
    slug,
    title: `Mug ${slug} ${day}`,
    variants: ["S", "M"].map((size) => ({ sku: `${slug}-${size}`, size, price: "10.00", stock })),
  }));
};
const [early, late] = ["mug-0-M", "mug-59-S"];

const stockOf = (shop: TestShop, key: string) =>
  shop.shop.db.selectFrom("variant").select(["id", "on_hand", "reserved"]).where("key", "=", key).executeTakeFirstOrThrow();

async function movements(shop: TestShop, key: string): Promise<[kind: string, units: number][]> {
  const { id } = await stockOf(shop, key);
  const rows = await shop.shop.db.selectFrom("stock_movement").select(["kind", "units"]).where("variant_id", "=", id).execute();
  return rows.map(({ kind, units }) => [kind, units]);
}

/** A shopper buys one unit of each, from the cart to the confirmation. */
async function buyBoth(shop: TestShop): Promise<void> {
  const ids = [(await stockOf(shop, early)).id, (await stockOf(shop, late)).id];
  const shopper = await shopperAt(shop, { lines: ids.map((variantId) => ({ variantId, quantity: 1 })) });
  const { status, text } = await shopper.pay();
  expect([status, text]).toEqual([200, expect.stringContaining("orderId")]);
}

/** Sells until the import has ended; returns the number of sales. */
async function sellDuring(
  shop: TestShop,
  engine: Engine,
  products: readonly FiledProduct[],
  ...options: string[]
): Promise<number> {
  const release = await slowDown(shop.shop.db, engine);
  const run = importing(shop, await writtenFile(shop, products), ...options);
  const first = shop.shop.db
    .selectFrom("product")
    .select("id")
    .where("name", "=", products[0]?.title ?? "");
  while (run.isRunning() && !(await first.executeTakeFirst())) await pause(2);
  let sold = 0;
  do {
    await buyBoth(shop);
    sold += 1;
  } while (run.isRunning());
  expect(await run.ended).toMatchObject({ code: 0 });
  await release();
  return sold;
}

const unitsOf = (all: readonly [kind: string, units: number][], wanted: string) =>
  all.filter(([kind]) => kind === wanted).map(([, units]) => units);

describe.each(engines)("products are sold while their owner imports, on %s", { timeout: timeoutMs }, (engine) => {
  test("what is sold stays sold: without --stock no number of the file comes back", async () => {
    const shop = await openShop({ engine, products: "fixture" });
    await imported(shop, filed("monday", 500));
    await buyBoth(shop);

    const sold = 1 + (await sellDuring(shop, engine, filed("tuesday", 500)));

    for (const key of [early, late]) {
      expect([key, (await stockOf(shop, key)).on_hand]).toEqual([key, 500 - sold]);
      expect(await movements(shop, key)).toEqual(expect.arrayContaining([["initial", 500]]));
      expect([unitsOf(await movements(shop, key), "set"), unitsOf(await movements(shop, key), "sold").length]).toEqual([
        [],
        sold,
      ]);
    }
    await expectInOrder(shop);
  });

  test("with --stock the stock is the file's number and not what is sold after it, and the stock movements say how", async () => {
    const shop = await openShop({ engine, products: "fixture" });
    await imported(shop, filed("monday", 500));
    await buyBoth(shop);

    const during = await sellDuring(shop, engine, filed("tuesday", 400), "--stock");

    for (const key of [early, late]) {
      const all = await movements(shop, key);
      const [set = 0, ...others] = unitsOf(all, "set");
      const soldBefore = 100 + set;
      expect([key, others, unitsOf(all, "sold").length]).toEqual([key, [], during + 1]);
      expect(soldBefore).toBeGreaterThanOrEqual(1);
      expect(soldBefore).toBeLessThanOrEqual(during + 1);
      expect((await stockOf(shop, key)).on_hand).toBe(400 - (during + 1 - soldBefore));
    }
    await expectInOrder(shop);
    await imported(shop, filed("tuesday", 400), "--stock");
    expect((await stockOf(shop, late)).on_hand).toBe(400);
    await expectInOrder(shop);
  });

  test("what payments in progress hold is not taken away, and a number below it is refused", async () => {
    const [charged, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failpoint = async (name: string) => {
      if (name !== "g.after_charge") return;
      charged.resolve();
      await goOn.promise;
    };
    const shop = await openShop({ engine, products: "fixture", failpoint });
    const bowl = (stock: number): FiledProduct[] => [
      { slug: "pine-bowl", title: "Pine Bowl", variants: [{ sku: "BOWL", price: "10.00", stock }] },
    ];
    const units = async () => {
      const { on_hand, reserved } = await stockOf(shop, "BOWL");
      return [on_hand, reserved];
    };
    await imported(shop, bowl(10));
    const { id: variantId } = await stockOf(shop, "BOWL");
    const [shopper, rival] = [
      await shopperAt(shop, { lines: [{ variantId, quantity: 3 }] }),
      await shopperAt(shop, { lines: [{ variantId, quantity: 1 }], email: "rival@example.com" }),
    ];
    const paying = shopper.pay();
    await charged.promise;

    const refused = await importing(shop, await writtenFile(shop, bowl(2)), "--stock").ended;

    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("3 units of BOWL are held by payments in progress") });
    expect(await units()).toEqual([10, 3]);
    await imported(shop, bowl(3), "--stock");
    expect(await units()).toEqual([3, 3]);
    expect(await rival.pay()).toMatchObject({
      status: 409,
      body: { code: "out_of_stock", error: "“Pine Bowl” is out of stock." },
    });
    goOn.resolve();
    expect((await paying).status).toBe(200);
    expect([await units(), await movements(shop, "BOWL")]).toEqual([
      [0, 0],
      expect.arrayContaining([
        ["initial", 10],
        ["set", -7],
        ["sold", -3],
      ]),
    ]);
    await expectInOrder(shop);
  });
});

test("a sale that comes between an import's look and its word waits for it on PostgreSQL, and both count", {
  timeout: timeoutMs,
}, async () => {
  const shop = await openShop({ engine: "postgres" });
  const mugs = (stock: number): FiledProduct[] =>
    ["A", "B"].map((sku) => ({ slug: `mug-${sku}`, title: `Mug ${sku}`, variants: [{ sku, price: "10.00", stock }] }));
  await imported(shop, mugs(10));
  const shopper = await shopperAt(shop, { lines: [{ variantId: (await stockOf(shop, "B")).id, quantity: 1 }] });
  const { goOn } = await holdUp(shop.shop.db, "A");
  const run = importing(shop, await writtenFile(shop, mugs(7)), "--stock");
  const waiting = async (event: string) => {
    const found = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = ${event}`;
    return (await found.execute(shop.shop.db)).rows.length > 0;
  };
  while (run.isRunning() && !(await waiting("PgSleep"))) await pause(2);

  let paid = false;
  const paying = shopper.pay().finally(() => {
    paid = true;
  });
  while (!paid && !(await waiting("transactionid"))) await pause(2);
  await goOn();

  expect(await run.ended).toMatchObject({ code: 0 });
  expect((await paying).status).toBe(200);
  expect([(await stockOf(shop, "B")).on_hand, (await movements(shop, "B")).length]).toEqual([6, 3]);
  await expectInOrder(shop);
});

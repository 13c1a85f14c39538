import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { productCards } from "../../server/catalog/product-cards.ts";
import { firstCategories } from "../../server/catalog/rules/categories.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import type { Db } from "../../server/db/tables.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { readDataset } from "../../server/demo/read-dataset.ts";
import { engines, newProduct, now, openCatalog, openEmpty, saveAll } from "../catalog/open-catalog.ts";

const { products } = await readDataset();

type Counted = "product" | "review" | "promo" | "banner" | "tax_rate" | "shipping_method";

const count = async (db: Db, table: Counted) => {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
};

async function openDemo(): Promise<Db> {
  const db = await openEmpty("sqlite");
  await loadDemo(db, now);
  return db;
}

describe.each(engines)("the demo shop on %s", (engine) => {
  test("two processes that start together load it once, with all that pages and checkout need", async () => {
    const db = await openEmpty(engine);

    const loaded = await Promise.all([loadDemo(db, now), loadDemo(db, now)]);
    expect(loaded.sort()).toEqual(["nothing", "shop"]);
    expect(await loadDemo(db, now)).toBe("nothing");

    expect(await count(db, "product")).toBe(products.length);
    expect(products.length).toBeGreaterThanOrEqual(72);
    for (const table of ["review", "promo", "banner", "tax_rate", "shipping_method"] as const)
      expect([table, await count(db, table)]).not.toEqual([table, 0]);
    const unmarked = await db.selectFrom("product").select("slug").where("demo", "=", 0).execute();
    expect(unmarked).toEqual([]);
    const codes = await db.selectFrom("promo").select("code").where("demo", "=", 1).orderBy("code").execute();
    expect(codes.map(({ code }) => code)).toEqual(["EXPIRED1", "ONEUSE", "SHIPFREE", "TAKE5", "WELCOME10"]);
  });
});

test("products that were imported first get shipping and tax, and no demo products", async () => {
  const db = await openCatalog("sqlite");
  await saveAll(db, [newProduct("own")]);
  await db.deleteFrom("tax_rate").execute();
  await db.deleteFrom("shipping_method").execute();
  const before = await count(db, "product");

  expect(await loadDemo(db, now)).toBe("offer");
  expect(await loadDemo(db, now)).toBe("nothing");

  expect(await count(db, "shipping_method")).toBeGreaterThan(0);
  expect(await count(db, "tax_rate")).toBeGreaterThan(0);
  expect([await count(db, "product"), await count(db, "promo")]).toEqual([before, 0]);
});

test("stock agrees with its movements, prices with the variants, and popularity with the sales", async () => {
  const db = await openDemo();
  const moved = await db
    .selectFrom("variant as v")
    .leftJoin("stock_movement as m", "m.variant_id", "v.id")
    .select(({ fn }) => ["v.key", "v.on_hand", fn.sum<number>("m.units").as("units")])
    .groupBy(["v.key", "v.on_hand"])
    .execute();
  expect(moved.filter(({ on_hand, units }) => on_hand !== Number(units))).toEqual([]);

  const rows = await db.selectFrom("product").selectAll().execute();
  const expected = products.map(({ product: { slug, variants }, past }) => {
    const prices = variants.map(({ price }) => price);
    const popularity = 4 * past.units90 + past.views30;
    return { slug, price_start: Math.min(...prices), price_stop: Math.max(...prices), popularity };
  });
  for (const product of expected) expect(rows.find(({ slug }) => slug === product.slug)).toMatchObject(product);
});

test("every category sells something, no picture stands twice, and gifts are products of the shop", async () => {
  const db = await openDemo();
  for (const { slug } of firstCategories) {
    const { cards, total } = await findListing(db, filtersOf({ categories: slug }), now);
    expect([slug, total > 10]).toEqual([slug, true]);
    expect(new Set(cards.map(({ picture }) => picture?.url)).size).toBe(cards.length);
    expect(cards.filter(({ buy, choose }) => buy ?? choose).length).toBeGreaterThan(5);
  }
  const gifts = await db.selectFrom("gift_rule_product").select("product_id").execute();
  const ids = gifts.map(({ product_id }) => product_id);
  expect((await productCards(db, ids, undefined, now)).filter(({ buy, choose }) => buy ?? choose).length).toBeGreaterThan(0);
});

test("there is a state where some of it may not be sold, and others where it may", async () => {
  const db = await openDemo();
  const refused = async (state: string | undefined) => {
    const { cards } = await findListing(db, filtersOf({ categories: "seeds", ship_to: state }), now);
    return cards.filter(({ unavailable }) => unavailable === "NOT AVAILABLE IN YOUR STATE").length;
  };
  expect(await refused("ID")).toBeGreaterThan(5);
  expect(await refused("OR")).toBe(0);
  expect(await refused(undefined)).toBe(0);
});

test("categories without products are an empty catalogue", async () => {
  const db = await openCatalog("sqlite");
  expect(await loadDemo(db, now)).toBe("shop");
  expect(await count(db, "product")).toBe(products.length);
});

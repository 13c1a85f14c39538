import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { landings } from "../../server/catalog/rules/landings.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { tilesOf } from "../../server/catalog/tiles.ts";
import type { Db } from "../../server/db/tables.ts";
import { products } from "../../server/demo/goods/products.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { engines, now, openCatalog, openEmpty } from "../catalog/open-catalog.ts";

const count = async (db: Db, table: "product" | "variant" | "review" | "promo" | "banner" | "tax_rate" | "shipping_method") => {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
};

describe.each(engines)("the demo shop on %s", (engine) => {
  test("fills an empty catalogue once, with all that its pages and its checkout need", async () => {
    const db = await openEmpty(engine);

    expect(await loadDemo(db, now)).toBe(true);
    const before = await count(db, "product");
    expect(await loadDemo(db, now)).toBe(false);

    expect(await count(db, "product")).toBe(before);
    expect(before).toBeGreaterThanOrEqual(72);
    for (const table of ["review", "promo", "banner", "tax_rate", "shipping_method"] as const)
      expect([table, await count(db, table)]).not.toEqual([table, 0]);
    const demo = await db.selectFrom("product").select("slug").where("demo", "=", 0).execute();
    expect(demo).toEqual([]);
    const codes = await db.selectFrom("promo").select("code").where("demo", "=", 1).orderBy("code").execute();
    expect(codes.map(({ code }) => code)).toEqual(["EXPIRED1", "ONEUSE", "SHIPFREE", "TAKE5", "WELCOME10"]);
  });

  test("two processes that start together load it once", async () => {
    const db = await openEmpty(engine);

    const loaded = await Promise.all([loadDemo(db, now), loadDemo(db, now)]);

    expect(loaded.sort()).toEqual([false, true]);
    expect(await count(db, "product")).toBe(products.length);
  });

  test("every category sells something, and every picture on a first page is another", async () => {
    const db = await openEmpty(engine);
    await loadDemo(db, now);

    for (const slug of landings) {
      const { tiles, total } = await findListing(db, filtersOf({ categories: slug }), now);
      expect([slug, total > 10]).toEqual([slug, true]);
      expect(new Set(tiles.map(({ picture }) => picture?.url)).size).toBe(tiles.length);
      expect(tiles.filter(({ buy }) => buy).length).toBeGreaterThan(5);
    }
  });

  test("stock agrees with its movements, prices with the variants, and popularity with the sales", async () => {
    const db = await openEmpty(engine);
    await loadDemo(db, now);

    const moved = await db
      .selectFrom("variant as v")
      .leftJoin("stock_movement as m", "m.variant_id", "v.id")
      .select(({ fn }) => ["v.key", "v.on_hand", fn.sum<number>("m.units").as("units")])
      .groupBy(["v.key", "v.on_hand"])
      .execute();
    expect(moved.filter(({ on_hand, units }) => on_hand !== Number(units))).toEqual([]);
    const wrong = await db
      .selectFrom("product")
      .select("slug")
      .where((eb) => eb("popularity", "<>", eb(eb(eb.val(4), "*", eb.ref("units_90")), "+", eb.ref("views_30"))))
      .execute();
    expect(wrong).toEqual([]);
    for (const { slug, variants } of products) {
      const row = await db
        .selectFrom("product")
        .select(["price_start", "price_stop"])
        .where("slug", "=", slug)
        .executeTakeFirstOrThrow();
      const prices = variants.map(({ priceCents }) => priceCents);
      expect(row).toEqual({ price_start: Math.min(...prices), price_stop: Math.max(...prices) });
    }
  });
});

test("there is a state where some of it may not be sold, and others where it may", async () => {
  const db = await openEmpty("sqlite");
  await loadDemo(db, now);
  const refused = async (state: string | undefined) => {
    const { tiles } = await findListing(db, filtersOf({ categories: "seeds", ship_to: state }), now);
    return tiles.filter(({ refusal }) => refusal === "NOT AVAILABLE IN YOUR STATE").length;
  };
  expect(await refused("ID")).toBeGreaterThan(5);
  expect(await refused("OR")).toBe(0);
  expect(await refused(undefined)).toBe(0);
});

test("a shop that has shelves already is left alone", async () => {
  const db = await openCatalog("sqlite");
  expect(await loadDemo(db, now)).toBe(false);
  expect(await count(db, "product")).toBe(0);
});

test("gifts are goods of the shop", async () => {
  const db = await openEmpty("sqlite");
  await loadDemo(db, now);
  const gifts = await db.selectFrom("gift_rule_product").select("product_id").execute();
  const tiles = await tilesOf(
    db,
    gifts.map(({ product_id }) => product_id),
    undefined,
    now,
  );
  expect(tiles).toHaveLength(2);
});

import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { listingPage } from "../../server/catalog/pages/listing.ts";
import { setSalesAndViews } from "../../server/catalog/popularity.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { forbid } from "../../server/catalog/states.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, productId, saveAll, variant } from "./open-catalog.ts";

const size = (value: string) => ({ attribute: "size", value });
const colour = (value: string) => ({ attribute: "colour", value });

const list = (db: Db, query: Record<string, unknown>) => findListing(db, filtersOf(query), now);
const names = async (db: Db, query: Record<string, unknown>) => (await list(db, query)).cards.map(({ name }) => name);
const counts = async (db: Db, query: Record<string, unknown>) => {
  const { categories, attributes } = await list(db, query);
  const all = [...categories, ...attributes.flatMap(({ values }) => values)];
  return Object.fromEntries(all.filter(({ count }) => count > 0).map(({ slug, count }) => [slug, count]));
};

describe.each(engines)("the listing on %s", (engine) => {
  async function open() {
    const db = await openCatalog(engine);
    await saveAll(db, [
      newProduct("ash", {
        name: "Ash Tee",
        brand: "Fern",
        category: "apparel",
        attributes: [size("m"), size("l"), colour("green")],
      }),
      newProduct("birch", { name: "birch hoodie", category: "apparel", attributes: [size("s"), colour("black")] }),
      newProduct("cedar", {
        name: "Cedar Tube",
        brand: "Ash & Co",
        variants: [variant("c-1", { price: 500 }), variant("c-2", { price: 9000 })],
      }),
      newProduct("draft", { published: false, category: "apparel", attributes: [size("m")] }),
      newProduct("elm", {
        name: "Elm Cap",
        category: "apparel",
        attributes: [size("m"), colour("black")],
        variants: [variant("e-1", { price: 700 })],
      }),
    ]);
    const sales: Record<string, number> = { ash: 5, birch: 50, cedar: 20, elm: 1 };
    for (const [slug, views30] of Object.entries(sales)) {
      const id = await productId(db, slug);
      await transact(db, (tx) => setSalesAndViews(tx, id, { units90: 0, views30 }));
    }
    return db;
  }

  test("shows what is published, the most popular first", async () => {
    const db = await open();
    expect(await names(db, {})).toEqual(["birch hoodie", "Cedar Tube", "Ash Tee", "Elm Cap"]);
  });

  test.each([
    ["name_asc", ["Ash Tee", "birch hoodie", "Cedar Tube", "Elm Cap"]],
    ["name_desc", ["Elm Cap", "Cedar Tube", "birch hoodie", "Ash Tee"]],
    ["price_asc", ["Cedar Tube", "Elm Cap", "Ash Tee", "birch hoodie"]],
  ])("order=%s (requirements 126, 132–136)", async (order, expected) => {
    const db = await open();
    const found = await names(db, { order });
    expect(order === "price_asc" ? [...found.slice(0, 2), ...found.slice(2).sort()] : found).toEqual(expected);
    if (order === "price_asc") expect(await names(db, { order: "price_desc" })).toEqual([...found].reverse());
  });

  test("categories are alternatives (requirements 124, 128)", async () => {
    const db = await open();
    expect(await names(db, { categories: "apparel" })).toEqual(["birch hoodie", "Ash Tee", "Elm Cap"]);
    expect(await names(db, { categories: ["apparel", "glass"] })).toHaveLength(4);
  });

  test("values of one attribute are alternatives, different attributes must all hold (requirements 125, 129)", async () => {
    const db = await open();
    expect(await names(db, { attributes: ["size:s", "size:l"] })).toEqual(["birch hoodie", "Ash Tee"]);
    expect(await names(db, { attributes: ["size:m", "colour:black"] })).toEqual(["Elm Cap"]);
    expect(await names(db, { attributes: ["size:l", "colour:black"] })).toEqual([]);
  });

  test("prices and stock narrow it, and what is sold out or comes back is known at once", async () => {
    const db = await open();
    expect(await names(db, { price_min: "7", price_max: "9.99" })).toEqual(["Elm Cap"]);
    expect(await names(db, { price_max: "7", order: "price_asc" })).toEqual(["Cedar Tube", "Elm Cap"]);
    expect([await names(db, { in_stock: "1" }), (await list(db, {})).inStock]).toEqual([await names(db, {}), 4]);

    const elm = await productId(db, "elm");
    await db.updateTable("variant").set({ reserved: 10, on_hand: 10 }).where("product_id", "=", elm).execute();
    expect(await names(db, { in_stock: "1" })).toEqual(["birch hoodie", "Cedar Tube", "Ash Tee"]);
    expect(await counts(db, { in_stock: "1", categories: "apparel" })).toMatchObject({ apparel: 2, m: 1 });
    expect((await list(db, { categories: "apparel" })).inStock).toBe(2);
    await db.updateTable("variant").set({ reserved: 9 }).where("product_id", "=", elm).execute();
    expect(await names(db, { in_stock: "1" })).toContain("Elm Cap");
  });

  test("each choice tells how many products it would show, its own group left out of account", async () => {
    const db = await open();
    expect(await counts(db, {})).toEqual({ apparel: 3, glass: 1, s: 1, m: 2, l: 1, green: 1, black: 2 });
    expect(await counts(db, { attributes: ["size:m"] })).toEqual({ apparel: 2, s: 1, m: 2, l: 1, green: 1, black: 1 });
    expect(await counts(db, { categories: "glass" })).toEqual({ apparel: 3, glass: 1 });
    expect((await list(db, { attributes: ["size:m"], categories: "glass" })).total).toBe(0);
  });

  test("a search finds beginnings of words in name and brand, all of them, whatever the case", async () => {
    const db = await open();
    expect((await names(db, { q: "ASH" })).sort()).toEqual(["Ash Tee", "Cedar Tube"]);
    expect(await names(db, { q: "tee fer" })).toEqual(["Ash Tee"]);
    expect(await names(db, { q: "irc" })).toEqual([]);
    expect(await names(db, { q: "%_'\"\\" })).toEqual([]);
    expect(await names(db, { q: "100%" })).toEqual([]);
    expect(await names(db, { q: "ash", categories: "glass" })).toEqual(["Cedar Tube"]);
  });

  test("a slug that names nothing is left out of account and of the address", async () => {
    const db = await open();
    const found = await list(db, { categories: ["hats", "glass"], attributes: ["size:xxl", "smell:none"] });
    expect(found.filters).toMatchObject({ categories: ["glass"], attributes: [] });
    expect(listingPage("https://shop.test", found).canonical).toBe("https://shop.test/storefront/collections/?categories=glass");
  });

  test("a state marks what may not be sent there, and stays in the links", async () => {
    const db = await open();
    const glass = await db.selectFrom("category").select("id").where("slug", "=", "glass").executeTakeFirstOrThrow();
    await transact(db, (tx) => forbid(tx, { country: "US", area: "ID", categoryId: glass.id, productId: undefined }));

    const found = await list(db, { ship_to: "ID" });

    const cedar = found.cards.find(({ name }) => name === "Cedar Tube");
    expect(cedar).toMatchObject({ unavailable: "NOT AVAILABLE IN YOUR STATE", buy: undefined });
    expect(cedar?.href).toBe("/storefront/products/cedar/");
    expect(found.cards.filter(({ unavailable }) => unavailable)).toHaveLength(1);
    expect((await list(db, {})).cards.filter(({ unavailable }) => unavailable)).toHaveLength(0);
  });

  test("24 on a page, every product on exactly one, and beyond the end is the last (requirement 127)", async () => {
    const db = await openCatalog(engine);
    await saveAll(
      db,
      Array.from({ length: 50 }, (_, at) => newProduct(`same-${at}`, { name: "Same" })),
    );

    const pages = await Promise.all(["1", "2", "99"].map((page) => list(db, { page, order: "name_asc" })));

    expect(pages.map(({ cards }) => cards.length)).toEqual([24, 24, 2]);
    const ids = pages.flatMap(({ cards }) => cards.map(({ id }) => id));
    expect(new Set(ids).size).toBe(50);
    // Equal names are ordered by id, so that the next page continues where this one ended.
    expect(ids).toEqual([...ids].sort());
    expect(pages[2]?.filters.page).toBe(3);
    const [, , last] = pages;
    expect(last && listingPage("https://shop.test", last).canonical).toBe(
      "https://shop.test/storefront/collections/?order=name_asc&page=3",
    );
  });
});

describe("the listing's page", () => {
  test("checkboxes and filters reflect the address, each filter with the way back (requirements 128–130)", async () => {
    const db = await openCatalog("sqlite");
    await saveAll(db, [newProduct("tee", { category: "apparel", attributes: [size("m")] }), newProduct("pipe")]);
    const page = listingPage(
      "https://shop.test",
      await list(db, { categories: "apparel", attributes: "size:m", order: "name_asc" }),
    );

    expect(page).toMatchObject({
      heading: "APPAREL",
      found: "1 product",
      groups: [
        {
          name: "Category",
          boxes: [{ field: "categories", value: "apparel", count: 1, checked: true }],
        },
        { name: "size", boxes: [{ field: "attributes", value: "size:m", count: 1, checked: true }] },
      ],
      applied: [
        { name: "APPAREL", href: "/storefront/collections/?attributes=size:m&order=name_asc" },
        { name: "size: m", href: "/storefront/collections/?categories=apparel&order=name_asc" },
      ],
      clear: "/storefront/collections/?order=name_asc",
      filterKeeps: [{ name: "order", value: "name_asc" }],
      sortKeeps: [
        { name: "categories", value: "apparel" },
        { name: "attributes", value: "size:m" },
      ],
      pager: undefined,
    });
  });
});

import { describe, expect, test } from "vitest";
import { saveCategory } from "../../server/catalog/categories.ts";
import { cleanProduct } from "../../server/catalog/new-product.ts";
import { saveProducts } from "../../server/catalog/save-products.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, save, saveAll, variant } from "./open-catalog.ts";

const product = (db: Db, slug: string) => db.selectFrom("product").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();

const variants = (db: Db) =>
  db.selectFrom("variant").select(["key", "name", "price", "active", "on_hand", "position"]).orderBy("key").execute();

const tee = newProduct("tee", {
  name: "Tee",
  category: "apparel",
  brand: "Fern",
  description: "<p>Soft.</p>",
  attributes: [{ attribute: "size", value: "m" }],
  pictures: [{ kind: "drawn", key: "a", alt: "A tee" }],
  variants: [variant("t-s", { name: "S", price: 2000 }), variant("t-m", { name: "M", price: 2500, stock: 3 })],
});

describe.each(engines)("saving products on %s", (engine) => {
  test("a new product comes whole, with its price range and the first movement of its stock", async () => {
    const db = await openCatalog(engine);

    expect(await save(db, tee)).toEqual({ ok: true, value: "created" });

    expect(await product(db, "tee")).toMatchObject({
      name: "Tee",
      brand: "Fern",
      price_start: 2000,
      price_stop: 2500,
      published: 1,
    });
    expect(await variants(db)).toMatchObject([
      { key: "t-m", price: 2500, on_hand: 3, position: 1 },
      { key: "t-s", price: 2000, on_hand: 10, position: 0 },
    ]);
    const moved = await db.selectFrom("stock_movement").select(["kind", "units"]).orderBy("units").execute();
    expect(moved).toEqual([
      { kind: "initial", units: 3 },
      { kind: "initial", units: 10 },
    ]);
  });

  test("the same product again changes nothing, not even the day of its last change", async () => {
    const db = await openCatalog(engine);
    await save(db, tee);
    const before = await product(db, "tee");

    expect(await save(db, { ...tee, variants: tee.variants.map((each) => ({ ...each, stock: 77 })) })).toEqual({
      ok: true,
      value: "unchanged",
    });

    expect(await product(db, "tee")).toEqual(before);
    expect((await variants(db)).map(({ on_hand }) => on_hand)).toEqual([3, 10]);
  });

  test.each([
    ["a name", { name: "Other" }],
    ["a variant's price", { variants: [variant("t-s", { name: "S", price: 1999 }), variant("t-m", { name: "M", price: 2500 })] }],
    ["an attribute", { attributes: [{ attribute: "size", value: "l" }] }],
    ["a picture's words", { pictures: [{ kind: "drawn" as const, key: "a", alt: "A green tee" }] }],
    ["a label", { label: "sale" as const }],
  ])("%s that differs is a change, and only one", async (_what, change) => {
    const db = await openCatalog(engine);
    await save(db, tee);

    expect(await save(db, { ...tee, ...change })).toEqual({ ok: true, value: "changed" });
    expect(await save(db, { ...tee, ...change })).toEqual({ ok: true, value: "unchanged" });
  });

  test("what is not said stays as the owner left it", async () => {
    const db = await openCatalog(engine);
    await save(db, { ...tee, label: "staff-pick", premium: true });

    await save(db, { slug: "tee", name: "Tee 2", category: "apparel", variants: tee.variants });

    expect(await product(db, "tee")).toMatchObject({ name: "Tee 2", brand: "Fern", label: "staff-pick", premium: 1 });
    expect(await db.selectFrom("product_media").select("key").execute()).toEqual([{ key: "a" }]);
  });

  test("a variant that is left out is no longer sold, and its price no longer counts", async () => {
    const db = await openCatalog(engine);
    await save(db, tee);

    await save(db, { ...tee, variants: [variant("t-s", { name: "S", price: 2000 })] });

    expect(await variants(db)).toMatchObject([
      { key: "t-m", active: 0 },
      { key: "t-s", active: 1 },
    ]);
    expect(await product(db, "tee")).toMatchObject({ price_start: 2000, price_stop: 2000 });
  });

  test("stock is set on demand, as a movement, and never below what payments hold", async () => {
    const db = await openCatalog(engine);
    await save(db, tee);
    const counted = { ...tee, variants: [variant("t-s", { name: "S", price: 2000, stock: 4 }), tee.variants[1] ?? variant("x")] };

    expect(await save(db, counted, "set")).toEqual({ ok: true, value: "changed" });

    expect(await variants(db)).toMatchObject([{ on_hand: 3 }, { on_hand: 4 }]);
    const set = await db.selectFrom("stock_movement").select("units").where("kind", "=", "set").execute();
    expect(set).toEqual([{ units: -6 }]);

    await db.updateTable("variant").set({ reserved: 4 }).where("key", "=", "t-s").execute();
    const fewer = {
      ...counted,
      variants: [variant("t-s", { name: "S", price: 2000, stock: 3 }), tee.variants[1] ?? variant("x")],
    };
    expect(await save(db, fewer, "set")).toMatchObject({ ok: false, error: expect.stringContaining("4 units of t-s are held") });
  });

  test.each([
    ["no variant", { variants: [] }, "tee has no variant"],
    ["an unknown category", { category: "hats" }, "there is no category hats"],
    ["an unknown attribute value", { attributes: [{ attribute: "size", value: "xl" }] }, "there is no attribute value size:xl"],
    ["one key twice", { variants: [variant("t-s"), variant("t-s")] }, "two variants of tee are named t-s"],
    ["another product's key", { variants: [variant("other-1")] }, "other-1 already belongs to other"],
  ])("%s is refused before anything is written", async (_what, change, error) => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("other"), tee]);
    const before = await product(db, "tee");

    expect(await save(db, { ...tee, name: "Changed", ...change })).toMatchObject({ ok: false, error });

    expect(await product(db, "tee")).toEqual(before);
  });

  test("a description keeps its words and loses what could act", async () => {
    const db = await openCatalog(engine);

    await save(db, {
      ...tee,
      description: `<h1>Fit</h1><p onclick="x()">Soft <a href="https://x.test">cotton</a></p><script>alert(1)</script><img src=x onerror=y>`,
    });

    expect((await product(db, "tee")).description).toBe("<h3>Fit</h3><p>Soft cotton</p>");
  });

  test("of products that are saved together each finds what those before it have written", async () => {
    const db = await openCatalog(engine);
    const sameKey = { variants: [variant("same")] };
    const all = [
      newProduct("apron", sameKey),
      newProduct("bowl", sameKey),
      newProduct("apron", { ...sameKey, name: "Apron" }),
      newProduct("apron", sameKey),
    ];

    const outcomes = await transact(db, (tx) => saveProducts(tx, all.map(cleanProduct), { now, stock: "kept" }));

    expect(outcomes).toMatchObject([
      { ok: true, value: { saved: "created" } },
      { ok: false, error: "same already belongs to apron" },
      { ok: true, value: { saved: "changed", differs: ["name"] } },
      { ok: true, value: { saved: "changed", differs: ["name"] } },
    ]);
  });

  test("a category is changed in place", async () => {
    const db = await openCatalog(engine);
    await transact(db, async (tx) => {
      await saveCategory(tx, { slug: "glass", name: "Glass", intro: "New words.", position: 7 });
    });

    const glass = await db.selectFrom("category").select(["name", "intro"]).where("slug", "=", "glass").execute();
    expect(glass).toEqual([{ name: "Glass", intro: "New words." }]);
  });
});

test("a product's date of birth is given once", async () => {
  const db = await openCatalog("sqlite");
  await save(db, newProduct("tee"));
  await save(db, newProduct("tee", { name: "Tee", createdAt: now }));
  expect((await product(db, "tee")).created_at).toBe(Date.UTC(2020, 0, 1));
});

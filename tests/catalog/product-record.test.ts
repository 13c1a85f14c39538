import { describe, expect, test } from "vitest";
import { readPictures, writePictures } from "../../server/catalog/product-pictures.ts";
import { insertProduct, readProduct, writeProduct } from "../../server/catalog/product-record.ts";
import { currentSlug } from "../../server/catalog/redirects.ts";
import type { ProductFields, VariantFields } from "../../server/catalog/rules/product-fields.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, save, saveAll, variant, variantId } from "./open-catalog.ts";

const row = (id: string, changes: Partial<VariantFields> = {}): VariantFields => ({
  id,
  sku: "",
  options: {},
  price: 1000,
  compareAt: null,
  grams: 0,
  barcode: "",
  lowStock: null,
  ...changes,
});
const bowl: ProductFields = {
  name: "Oak bowl",
  slug: "oak-bowl",
  category: "glass",
  brand: "Kin",
  description: "<p>Round</p>",
  label: "sale",
  premium: true,
  published: true,
  archived: false,
  seoTitle: "A bowl for the table",
  seoDescription: "",
  attributes: ["colour: green", "Wood: Oak"],
  variants: [
    row("bowl-s", { sku: "B-S", options: { Size: "S" } }),
    row("bowl-l", { sku: "B-L", options: { Size: "L" }, price: 2000 }),
  ],
};
const add = (db: Db, id: string, fields: ProductFields) => transact(db, (tx) => insertProduct(tx, id, fields, now));
const read = (db: Db, id: string) => transact(db, (tx) => readProduct(tx, id));
const write = (db: Db, id: string, changes: Partial<ProductFields>, base: ProductFields = bowl) =>
  transact(db, (tx) => writeProduct(tx, id, { ...base, ...changes }, now));
const activeOf = (db: Db, id: string) => db.selectFrom("variant").select("active").where("id", "=", id).executeTakeFirst();

describe.each(engines)("on %s", (engine) => {
  test("a product that the staff add reads as they typed it, under its own ids", async () => {
    const db = await openCatalog(engine);
    expect(await add(db, "bowl", bowl)).toMatchObject({ ok: true });
    expect(await read(db, "bowl")).toEqual(bowl);
  });

  test("an import knows a product that was edited, by its new address and SKU", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("cup", { variants: [variant("cup")] })]);
    const id = (await db.selectFrom("product").select("id").executeTakeFirstOrThrow()).id;
    const before = await read(db, id);
    if (!before) throw new Error("no product");
    const variants = before.variants.map((each) => ({ ...each, sku: "CUP-1" }));
    expect(await write(db, id, { slug: "tall-cup", variants }, before)).toMatchObject({ ok: true });

    await saveAll(db, [newProduct("tall-cup", { variants: [variant("CUP-1", { sku: "CUP-1", price: 700 })] })]);

    expect(await db.selectFrom("variant").select(["id", "key", "price"]).execute()).toEqual([
      { id: variants[0]?.id, key: "CUP-1", price: 700 },
    ]);
  });

  test("a variant that staff add in place of one with the same options is another", async () => {
    const db = await openCatalog(engine);
    await add(db, "bowl", bowl);
    const [, large] = bowl.variants;
    if (!large) throw new Error("no variant");

    const added = row("bowl-n", { sku: "B-N", options: { Size: "S" } });
    expect(await write(db, "bowl", { variants: [added, large] })).toMatchObject({ ok: true });

    expect((await read(db, "bowl"))?.variants).toEqual([added, large]);
    expect([await activeOf(db, "bowl-s"), await activeOf(db, "bowl-n")]).toEqual([{ active: 0 }, { active: 1 }]);
  });

  test("a version from before an import that filled in SKUs can be saved again", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("cup", { variants: [variant("cup", { sku: "" })] })]);
    const id = (await db.selectFrom("product").select("id").executeTakeFirstOrThrow()).id;
    const before = await read(db, id);
    if (!before) throw new Error("no product");
    await saveAll(db, [newProduct("cup", { variants: [variant("CUP-1", { sku: "CUP-1" })] })]);

    expect(await write(db, id, {}, before)).toMatchObject({ ok: true });

    expect(await db.selectFrom("variant").select(["id", "key", "sku", "active"]).execute()).toEqual([
      { id: before.variants[0]?.id, key: "cup", sku: "", active: 1 },
    ]);
  });

  test("variants change their SKUs with one another, and one that is left out stays for its history", async () => {
    const db = await openCatalog(engine);
    await add(db, "bowl", bowl);
    const [small, large] = bowl.variants;
    if (!small || !large) throw new Error("no variants");
    const swapped = [
      { ...small, sku: "B-L" },
      { ...large, sku: "B-S" },
    ];
    expect(await write(db, "bowl", { variants: swapped })).toMatchObject({ ok: true });
    expect((await read(db, "bowl"))?.variants).toEqual(swapped);

    expect(await write(db, "bowl", { variants: swapped.slice(0, 1) })).toMatchObject({ ok: true });
    expect(await activeOf(db, "bowl-l")).toEqual({ active: 0 });
    expect(await write(db, "bowl", { variants: swapped })).toMatchObject({ ok: true });
    expect(await activeOf(db, "bowl-l")).toEqual({ active: 1 });
  });

  test("a SKU of another product is kept by both, through further changes and its own return", async () => {
    const db = await openCatalog(engine);
    await add(db, "bowl", bowl);
    await saveAll(db, [newProduct("cup", { variants: [variant("CUP", { sku: "CUP" })] })]);
    const [small, large] = bowl.variants;
    if (!small || !large) throw new Error("no variants");
    const shared = { ...small, sku: "CUP" };

    for (const variants of [
      [shared, large],
      [{ ...shared, price: 900 }, large],
      [{ ...large, sku: "CUP" }, shared],
      [small, large],
    ]) {
      expect(await write(db, "bowl", { variants })).toMatchObject({ ok: true });
      expect((await read(db, "bowl"))?.variants).toEqual(variants);
    }
    const keys = await db.selectFrom("variant").select("key").where("active", "=", 1).orderBy("key").execute();
    expect(keys.map(({ key }) => key)).toEqual(["B-L", "B-S", "CUP"]);
  });

  test("another product's address or variant is refused", async () => {
    const db = await openCatalog(engine);
    await add(db, "bowl", bowl);
    await saveAll(db, [newProduct("cup", { variants: [variant("CUP", { sku: "CUP" })] })]);
    const field = async (changes: Partial<ProductFields>) => {
      const outcome = await write(db, "bowl", changes);
      return outcome.ok ? "saved" : (outcome.errors?.[0]?.field ?? outcome.code);
    };

    expect(await field({ slug: "cup" })).toBe("slug");
    expect(await field({ slug: "Oak Bowl" })).toBe("slug");
    expect(await field({ variants: [row(await variantId(db, "CUP"))] })).toBe("not_found");
    expect(await field({ variants: [row("a"), row("b")] })).toBe("variants");
    expect(await field({ variants: [] })).toBe("variants");
    expect(await field({ name: "" })).toBe("name");
    expect(await field({ attributes: ["green"] })).toBe("attributes");
    expect(await read(db, "bowl")).toEqual(bowl);
  });

  test("former addresses lead to the one now, never in a circle, and a new product wins its own", async () => {
    const db = await openCatalog(engine);
    await add(db, "bowl", bowl);
    for (const slug of ["bowl-2", "bowl-3", "oak-bowl", "bowl-4"])
      expect(await write(db, "bowl", { slug })).toMatchObject({ ok: true });

    const leads = async () => Promise.all(["oak-bowl", "bowl-2", "bowl-3", "bowl-4"].map((slug) => currentSlug(db, slug)));
    expect(await leads()).toEqual(["bowl-4", "bowl-4", "bowl-4", undefined]);
    await add(db, "other", { ...bowl, slug: "bowl-2", variants: [row("other-1")] });
    expect(await leads()).toEqual(["bowl-4", undefined, "bowl-4", undefined]);
    expect(await write(db, "bowl", { slug: "bowl-4", published: false })).toMatchObject({ ok: true });
    expect(await leads()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("pictures change their order with the variants that show them, and an import's stay its own", async () => {
    const db = await openCatalog(engine);
    const pictures = [
      { kind: "stored" as const, key: "a", alt: "A", width: 10, height: 10, wantedUrl: "https://x.example/a.png" },
      { kind: "stored" as const, key: "b", alt: "B", width: 20, height: 20 },
    ];
    await save(db, newProduct("cup", { pictures, variants: [variant("cup", { picture: 1 })] }));
    const id = (await db.selectFrom("product").select("id").executeTakeFirstOrThrow()).id;
    const cup = await variantId(db, "cup");
    const before = await transact(db, (tx) => readPictures(tx, id));
    if (!before) throw new Error("no product");
    expect(before.shows).toEqual({ [cup]: 1 });

    const turned = { pictures: before.pictures.toReversed(), shows: { [cup]: 0 } };
    expect(await transact(db, (tx) => writePictures(tx, id, turned, now))).toMatchObject({ ok: true });
    expect(await transact(db, (tx) => readPictures(tx, id))).toEqual(turned);
    expect(turned.pictures[1]?.wantedUrl).toBe("https://x.example/a.png");
  });
});

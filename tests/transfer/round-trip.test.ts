import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { ensureCategories } from "../../server/catalog/categories.ts";
import { exportCommand } from "../../server/cli/export.ts";
import { importCommand } from "../../server/cli/import.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { folderStore } from "../../server/media/folder-store.ts";
import { pictureSources } from "../../server/media/sources.ts";
import { storePicture } from "../../server/media/store-picture.ts";
import { type Engine, engines, type Owner, openOwner } from "../cli/open-owner.ts";
import { often } from "../support/long-form.ts";
import { saveAttribute, saveProduct } from "../support/save-catalog.ts";
import { type Catalogue, catalogues } from "./random-catalogue.ts";

const publicUrl = "https://shop.test";
const open = (engine: Engine) => openOwner(engine, { PUBLIC_URL: publicUrl });

/**
 * A shop that can be emptied, because opening one for every catalogue would take most of the time.
 */
async function openErasable(engine: Engine): Promise<Owner> {
  const owner = await open(engine);
  const trigger = engine === "sqlite" ? "stock_movement_kept_DELETE" : "stock_movement_kept_delete ON stock_movement";
  await sql.raw(`DROP TRIGGER ${trigger}`).execute(owner.db);
  return owner;
}

const fill = (db: Db, { attributes, products }: Catalogue) =>
  transact(db, async (tx) => {
    await ensureCategories(tx);
    for (const attribute of attributes) await saveAttribute(tx, attribute);
    for (const product of products) {
      const saved = await saveProduct(tx, product, 0);
      if (!saved.ok) throw new Error(saved.error);
    }
  });

const emptied = [
  "product_attribute",
  "product_media",
  "stock_movement",
  "variant",
  "product",
  "attribute_value",
  "attribute",
  "category",
] as const;

const empty = (db: Db) =>
  transact(db, async (tx) => {
    for (const table of emptied) await tx.deleteFrom(table).execute();
  });

/** All parts of the catalogue that a shopper or an owner can see, by slug. */
async function seen(db: Db) {
  const [variants, pictures, values] = [await variantsIn(db), await picturesIn(db), await valuesIn(db)];
  const products = await db
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.id", "p.slug", "p.name", "p.brand", "p.description", "p.label", "p.published", "p.premium", "p.created_at"])
    .select(["p.price_start", "p.price_stop", "c.slug as category", "c.name as categoryName", "c.position as categoryPlace"])
    .execute();
  const whole = products.map(({ id, ...product }) => {
    const shown = pictures.filter(({ product_id }) => product_id === id).map(({ url, alt }) => ({ url, alt }));
    const sold = variants.filter(({ product_id }) => product_id === id);
    return {
      ...product,
      pictures: shown,
      variants: sold.map(({ product_id: _, picture, ...variant }) => ({ ...variant, picture: shown[picture]?.url })),
      values: values.filter(({ product_id }) => product_id === id).map(({ attribute, value }) => `${attribute}:${value}`),
    };
  });
  const vocabulary = values.map(({ attribute, attributeName, value, name }) =>
    JSON.stringify([attribute, attributeName, value, name]),
  );
  return { products: whole.sort((a, b) => (a.slug < b.slug ? -1 : 1)), vocabulary: [...new Set(vocabulary)] };
}

const variantsIn = (db: Db) =>
  db
    .selectFrom("variant")
    .select(["product_id", "key", "sku", "name", "options", "price", "compare_at", "on_hand", "grams", "barcode", "picture"])
    .select("low_stock")
    .where("active", "=", 1)
    .orderBy("position")
    .execute();

const picturesIn = async (db: Db) =>
  (await db.selectFrom("product_media").selectAll().orderBy("position").execute()).map(({ wanted_url, ...picture }) => ({
    ...picture,
    url: wanted_url ?? publicUrl + pictureSources(picture).src,
  }));

const valuesIn = (db: Db) =>
  db
    .selectFrom("product_attribute as pa")
    .innerJoin("attribute_value as v", "v.id", "pa.value_id")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["pa.product_id", "a.slug as attribute", "a.name as attributeName", "v.slug as value", "v.name"])
    .orderBy("a.position")
    .orderBy("a.slug")
    .orderBy("v.position")
    .orderBy("v.slug")
    .execute();

let files = 0;

async function exported({ path, run }: Owner): Promise<{ file: string; text: string }> {
  files += 1;
  const file = path(`products-${files}.csv`);
  const { status, err } = await run(exportCommand, file);
  if (status !== 0) throw new Error(err.join("\n"));
  return { file, text: await readFile(file, "utf8") };
}

async function imported({ run }: Owner, file: string): Promise<string> {
  const { status, out, err } = await run(importCommand, file, "--no-pictures");
  if (status !== 0) throw new Error([...out, ...err].join("\n"));
  return out.join("\n");
}

describe.each(engines)("what an owner takes along on %s", (engine) => {
  test("of any catalogue is the whole of it: an export, imported into an empty shop, gives the same shop and the same export", async () => {
    const [old, fresh] = [await openErasable(engine), await openErasable(engine)];
    const property = fc.asyncProperty(catalogues, async (catalogue) => {
      await fill(old.db, catalogue);
      const { file, text } = await exported(old);
      await imported(fresh, file);
      expect(await seen(fresh.db)).toEqual(await seen(old.db));
      expect((await exported(fresh)).text).toBe(text);
    });
    const between = property.afterEach(async () => {
      await empty(old.db);
      await empty(fresh.db);
    });
    await fc.assert(between, { numRuns: engine === "sqlite" ? often(20, 60) : often(6, 12) });
  });

  test("changes nothing in the shop that it comes from", async () => {
    const shop = await openErasable(engine);
    const property = fc.asyncProperty(catalogues, async (catalogue) => {
      await fill(shop.db, catalogue);
      const { file, text } = await exported(shop);
      expect(await imported(shop, file)).toContain("0 created, 0 changed, ");
      expect((await exported(shop)).text).toBe(text);
    });
    await fc.assert(
      property.afterEach(() => empty(shop.db)),
      { numRuns: engine === "sqlite" ? often(15, 40) : often(4, 8) },
    );
  });

  test("of the demo shop is every product with its category, attributes and pictures", async () => {
    const [old, fresh] = [await open(engine), await open(engine)];
    await loadDemo(old.db, Date.now());
    const { file, text } = await exported(old);
    await imported(fresh, file);
    const [before, after] = [await seen(old.db), await seen(fresh.db)];
    expect(after).toEqual(before);
    expect(after.products.length).toBeGreaterThan(50);
    expect(after.vocabulary.length).toBeGreaterThan(50);
    expect((await exported(fresh)).text).toBe(text);
    await imported(old, file);
    expect(await seen(old.db)).toEqual(before);
  });
});

test("an export from one engine is taken over by the other", async () => {
  const [old, fresh] = [await open("sqlite"), await open("postgres")];
  await loadDemo(old.db, Date.now());
  const { file, text } = await exported(old);
  await imported(fresh, file);
  expect(await seen(fresh.db)).toEqual(await seen(old.db));
  expect((await exported(fresh)).text).toBe(text);
});

test("pictures that the shop keeps itself come along by its folder of them, where no address leads to it", async () => {
  const [old, fresh] = [await openOwner("sqlite"), await openOwner("sqlite")];
  const photo = sharp({ create: { width: 500, height: 400, channels: 3, background: "#345" } }).png();
  const stored = await storePicture(await photo.toBuffer(), folderStore(old.directory));
  if (!stored.ok) throw new Error(stored.error);
  const variant = { key: "cap", name: "", options: {}, price: 1000 };
  const pictures = [{ kind: "stored" as const, alt: "A cap", ...stored.value }];
  await fill(old.db, {
    attributes: [],
    products: [{ slug: "cap", name: "Cap", category: "apparel", variants: [variant], pictures }],
  });
  const { file } = await exported(old);

  const { status, out, err } = await fresh.run(importCommand, file, "--images", old.path("media"));

  expect([status, out.at(-1), err]).toEqual([0, "1 picture imported", []]);
  const [picture] = await fresh.db.selectFrom("product_media").selectAll().execute();
  expect(picture).toMatchObject({ kind: "stored", alt: "A cap", width: 500, height: 400 });
  expect(await readdir(fresh.path("media"))).toContain(picture?.key);
});

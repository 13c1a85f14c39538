import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { saveCategory } from "../../server/catalog/categories.ts";
import type { NewProduct, NewVariant } from "../../server/catalog/new-product.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { type Engine, prepareDatabase } from "../support/database.ts";
import { saveAttribute, saveProduct } from "../support/save-catalog.ts";

export { type Engine, engines } from "../support/database.ts";

export const now = Date.UTC(2026, 5, 1);
const longAgo = Date.UTC(2020, 0, 1);

const attributesByCategory = {
  size: ["s", "m", "l"],
  colour: ["green", "black"],
};

/** A database with the shop's empty tables. */
export async function openEmpty(engine: Engine): Promise<Db> {
  const directory = await mkdtemp(join(tmpdir(), "catalog-"));
  const prepared = await prepareDatabase(engine, directory);
  const database = await openDatabase({ url: prepared.url, directory });
  onTestFinished(async () => {
    await database.close();
    await prepared.giveBack();
    await rm(directory, { recursive: true, force: true });
  });
  return database.db;
}

/** A shop with five categories, the attributes Size and Colour, and no products. */
export async function openCatalog(engine: Engine): Promise<Db> {
  const db = await openEmpty(engine);
  await transact(db, async (tx) => {
    for (const [position, slug] of ["seeds", "glass", "mushrooms", "apparel", "that-badu"].entries())
      await saveCategory(tx, { slug, name: slug.toUpperCase(), intro: `About ${slug}.`, position });
    for (const [slug, values] of Object.entries(attributesByCategory))
      await saveAttribute(tx, { slug, name: slug, position: 0, values: values.map((value) => ({ slug: value, name: value })) });
  });
  return db;
}

export const variant = (key: string, changes: Partial<NewVariant> = {}): NewVariant => ({
  key,
  name: "",
  options: {},
  price: 1000,
  stock: 10,
  ...changes,
});

/** A product with one variant `{slug}-1`, too old to count as new. */
export const newProduct = (slug: string, changes: Partial<NewProduct> = {}): NewProduct => ({
  slug,
  name: slug,
  category: "glass",
  createdAt: longAgo,
  variants: [variant(`${slug}-1`)],
  ...changes,
});

export const save = (db: Db, product: NewProduct, stock?: "kept" | "set") =>
  transact(db, (tx) => saveProduct(tx, product, now, stock));

export async function saveAll(db: Db, products: readonly NewProduct[]): Promise<void> {
  for (const product of products) {
    const saved = await save(db, product);
    if (!saved.ok) throw new Error(saved.error);
  }
}

export async function productId(db: Db, slug: string): Promise<string> {
  return (await db.selectFrom("product").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
}

export async function variantId(db: Db, key: string): Promise<string> {
  return (await db.selectFrom("variant").select("id").where("key", "=", key).executeTakeFirstOrThrow()).id;
}

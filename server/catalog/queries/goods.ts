import type { Insertable, Updateable } from "kysely";
import type { NewRow, Row, Tables, Tx } from "../../db/tables.ts";

/** Everything that is kept of a product, locked until the transaction ends. */
export type KeptProduct = {
  row: Row<"product">;
  variants: Row<"variant">[];
  pictures: Row<"product_media">[];
  valueIds: string[];
};

export async function lockProduct(tx: Tx, slug: string): Promise<KeptProduct | undefined> {
  const row = await tx.selectFrom("product").selectAll().where("slug", "=", slug).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const variants = await tx
    .selectFrom("variant")
    .selectAll()
    .where("product_id", "=", row.id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const pictures = await tx
    .selectFrom("product_media")
    .selectAll()
    .where("product_id", "=", row.id)
    .orderBy("position")
    .execute();
  const values = await tx.selectFrom("product_attribute").select("value_id").where("product_id", "=", row.id).execute();
  return { row, variants, pictures, valueIds: values.map(({ value_id }) => value_id) };
}

/** Keys that are taken, each with the slug of the product that has it. */
export async function ownersOfKeys(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const found = tx.selectFrom("variant as v").innerJoin("product as p", "p.id", "v.product_id").select(["v.key", "p.slug"]);
  return new Map((await found.where("v.key", "in", keys).execute()).map(({ key, slug }) => [key, slug]));
}

export async function findCategoryId(tx: Tx, slug: string): Promise<string | undefined> {
  return (await tx.selectFrom("category").select("id").where("slug", "=", slug).executeTakeFirst())?.id;
}

/** Ids of attribute values by `attribute-slug:value-slug`. */
export async function findValueIds(tx: Tx, picks: readonly { attribute: string; value: string }[]): Promise<Map<string, string>> {
  if (picks.length === 0) return new Map();
  const rows = await tx
    .selectFrom("attribute_value as v")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["v.id", "a.slug as attribute", "v.slug as value"])
    .where("a.slug", "in", [...new Set(picks.map(({ attribute }) => attribute))])
    .execute();
  return new Map(rows.map(({ id, attribute, value }) => [`${attribute}:${value}`, id]));
}

export async function insertRows<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute();
}

export async function updateProduct(tx: Tx, id: string, changes: Updateable<Tables["product"]>): Promise<void> {
  await tx.updateTable("product").set(changes).where("id", "=", id).execute();
}

export async function updateVariant(tx: Tx, id: string, changes: Updateable<Tables["variant"]>): Promise<void> {
  await tx.updateTable("variant").set(changes).where("id", "=", id).execute();
}

export async function replacePictures(tx: Tx, productId: string, rows: readonly NewRow<"product_media">[]): Promise<void> {
  await tx.deleteFrom("product_media").where("product_id", "=", productId).execute();
  await insertRows(tx, "product_media", rows);
}

export async function replaceValues(tx: Tx, productId: string, valueIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("product_attribute").where("product_id", "=", productId).execute();
  await insertRows(
    tx,
    "product_attribute",
    valueIds.map((value_id) => ({ product_id: productId, value_id })),
  );
}

/** Inserts the categories whose slug is not there yet. */
export async function insertMissingCategories(tx: Tx, rows: readonly NewRow<"category">[]): Promise<void> {
  await tx
    .insertInto("category")
    .values(rows)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
}

export async function updateCategory(tx: Tx, id: string, changes: Updateable<Tables["category"]>): Promise<void> {
  await tx.updateTable("category").set(changes).where("id", "=", id).execute();
}

export async function updateAttribute(tx: Tx, id: string, changes: Updateable<Tables["attribute"]>): Promise<void> {
  await tx.updateTable("attribute").set(changes).where("id", "=", id).execute();
}

export async function findAttribute(tx: Tx, slug: string): Promise<{ id: string; valueSlugs: Set<string> } | undefined> {
  const row = await tx.selectFrom("attribute").select("id").where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  const values = await tx.selectFrom("attribute_value").select("slug").where("attribute_id", "=", row.id).execute();
  return { id: row.id, valueSlugs: new Set(values.map((value) => value.slug)) };
}

import type { Db, Row, Tx } from "../../db/tables.ts";
import type { CollectionFields } from "../rules/collection-fields.ts";
import { isLabel } from "../rules/labels.ts";

export type Collection = CollectionFields & { id: string };

const toCollection = (row: Row<"collection">, products: string[]): Collection => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  intro: row.intro,
  seoTitle: row.seo_title,
  seoDescription: row.seo_description,
  chosenBy: row.chosen_by,
  products,
  label: row.label !== null && isLabel(row.label) ? row.label : null,
  values: JSON.parse(row.value_picks) as string[],
  priceMin: row.price_min === null ? null : Number(row.price_min),
  priceMax: row.price_max === null ? null : Number(row.price_max),
  newerDays: row.newer_days === null ? null : Number(row.newer_days),
});

/** The ids of the products chosen by hand, in their order, by the collection's id. */
async function productsOf(reader: Db | Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const products = new Map(ids.map((id) => [id, [] as string[]]));
  if (ids.length === 0) return products;
  const rows = await reader
    .selectFrom("collection_product")
    .select(["collection_id", "product_id"])
    .where("collection_id", "in", ids)
    .orderBy("position")
    .execute();
  for (const { collection_id, product_id } of rows) products.get(collection_id)?.push(product_id);
  return products;
}

async function withProducts(reader: Db | Tx, rows: readonly Row<"collection">[]): Promise<Collection[]> {
  const products = await productsOf(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCollection(row, products.get(row.id) ?? []));
}

/** All collections by name. */
export const findCollections = async (reader: Db | Tx): Promise<Collection[]> =>
  await withProducts(reader, await reader.selectFrom("collection").selectAll().orderBy("name").orderBy("id").execute());

/** The collection with this slug. */
export async function findCollectionAt(reader: Db | Tx, slug: string): Promise<Collection | undefined> {
  const [collection] = await withProducts(
    reader,
    await reader.selectFrom("collection").selectAll().where("slug", "=", slug).execute(),
  );
  return collection;
}

/** The names and addresses of all collections, by name. */
export const findCollectionHeads = (reader: Db | Tx): Promise<{ id: string; slug: string; name: string }[]> =>
  reader.selectFrom("collection").select(["id", "slug", "name"]).orderBy("name").orderBy("id").execute();

/** The collection with this id; locks its row until the transaction ends. */
export async function lockCollectionRow(tx: Tx, id: string): Promise<Collection | undefined> {
  const [collection] = await withProducts(
    tx,
    await tx.selectFrom("collection").selectAll().where("id", "=", id).forUpdate().execute(),
  );
  return collection;
}

/** Writes a collection or replaces the one with its id. */
export async function putCollectionRow(tx: Tx, { id, products, ...fields }: Collection): Promise<void> {
  const columns = {
    slug: fields.slug,
    name: fields.name,
    intro: fields.intro,
    seo_title: fields.seoTitle,
    seo_description: fields.seoDescription,
    chosen_by: fields.chosenBy,
    label: fields.label,
    value_picks: JSON.stringify(fields.values),
    price_min: fields.priceMin,
    price_max: fields.priceMax,
    newer_days: fields.newerDays,
  };
  await tx
    .insertInto("collection")
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  await putProducts(tx, id, products);
}

async function putProducts(tx: Tx, id: string, products: readonly string[]): Promise<void> {
  const stored = (await productsOf(tx, [id])).get(id) ?? [];
  if (stored.join() === products.join()) return;
  await tx.deleteFrom("collection_product").where("collection_id", "=", id).execute();
  const rows = products.map((product_id, position) => ({ collection_id: id, product_id, position }));
  if (rows.length > 0) await tx.insertInto("collection_product").values(rows).execute();
}

export async function deleteCollectionRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("collection_product").where("collection_id", "=", id).execute();
  await tx.deleteFrom("collection").where("id", "=", id).execute();
}

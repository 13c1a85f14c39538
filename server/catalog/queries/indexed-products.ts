import { compiled } from "../../db/compiled.ts";
import type { Db } from "../../db/tables.ts";
import type { IndexedProduct } from "../rules/catalog-index/catalog-index.ts";

/** An artificial attribute with one value, which products have while they can ship now. */
export const stockFacet = { attributeId: "stock", valueId: "in stock" };

/** The id of a value that stands for a label; all products with the label have the value. */
export const labelValueId = (label: string): string => `label ${label}`;

/**
 * The subject of a change of a category, an attribute or a value. The subject of any other change
 * is a product's id.
 */
export const vocabulary = "vocabulary";

const changes = compiled((reader, [since = ""]) =>
  reader
    .selectFrom("assortment_clock as clock")
    .leftJoin("assortment_change as change", (join) =>
      join.on("change.changed_in", ">=", since as unknown as number).onRef("change.changed_in", "<", "clock.until"),
    )
    .select(["clock.settled", "change.subject"]),
);

/**
 * The subjects of the changes since an earlier `settled`, and the `settled` for the next call. A
 * change may be returned more than once.
 */
export async function findChanges(db: Db, since: number): Promise<{ settled: number; subjects: string[] }> {
  const rows = await changes(db, [since]);
  return { settled: rows[0]?.settled ?? since, subjects: rows.flatMap(({ subject }) => subject ?? []) };
}

type Row = Omit<IndexedProduct, "valueIds"> & { published: number; label: string | null };
type ValueRow = { product_id: string; value_id: string };

function withValues(
  rows: readonly Row[],
  valued: readonly ValueRow[],
  stocked: readonly { product_id: string }[],
): IndexedProduct[] {
  const published = new Map(
    rows.flatMap(({ published, label, ...row }) =>
      published === 1 ? [[row.id, { ...row, valueIds: label === null ? [] : [labelValueId(label)] }]] : [],
    ),
  );
  for (const { product_id, value_id } of valued) published.get(product_id)?.valueIds.push(value_id);
  for (const { product_id } of stocked) published.get(product_id)?.valueIds.push(stockFacet.valueId);
  return [...published.values()];
}

const products = (db: Db) =>
  db
    .selectFrom("product")
    .select(["id", "name", "price_start as price", "popularity", "category_id as categoryId", "published"])
    .select(["label", "created_at as createdAt"]);

const values = (db: Db) => db.selectFrom("product_attribute").select(["product_id", "value_id"]);

const stocked = (db: Db) =>
  db.selectFrom("variant").select("product_id").distinct().where("active", "=", 1).whereRef("on_hand", ">", "reserved");

/** The published products among these. */
export async function findIndexedProducts(db: Db, ids: readonly string[]): Promise<IndexedProduct[]> {
  const rows = await products(db).where("id", "in", ids).execute();
  const valued = await values(db).where("product_id", "in", ids).execute();
  return withValues(rows, valued, await stocked(db).where("product_id", "in", ids).execute());
}

/**
 * Reads the next `limit` products by id. Returns the published ones, and the last id, from which
 * the next call continues. Undefined if there are no more products.
 */
export async function findIndexedProductsAfter(
  db: Db,
  id: string,
  limit: number,
): Promise<{ published: IndexedProduct[]; last: string } | undefined> {
  const rows = await products(db).where("id", ">", id).orderBy("id").limit(limit).execute();
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  const valued = await values(db).where("product_id", ">", id).where("product_id", "<=", last).execute();
  const inStock = await stocked(db).where("product_id", ">", id).where("product_id", "<=", last).execute();
  return { published: withValues(rows, valued, inStock), last };
}

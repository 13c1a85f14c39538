import type { Db, Tx } from "../../db/tables.ts";

/** Sales and views stored with a product. */
export type ProductSales = { id: string; units_90: number; views_30: number; popularity: number };

/** Sales of the products after `after`, by id. */
export const findProductSales = (reader: Db, after: string, limit: number): Promise<ProductSales[]> =>
  reader
    .selectFrom("product")
    .select(["id", "units_90", "views_30", "popularity"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Units sold after `since` (ms) and not restocked, by product. */
export async function findUnitsSold(reader: Db, ids: readonly string[], since: number): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("variant as v")
    .innerJoin("stock_movement as m", "m.variant_id", "v.id")
    .select(({ fn }) => ["v.product_id as id", fn.sum<number>("m.units").as("moved")])
    .where("v.product_id", "in", ids)
    .where("m.at", ">", since)
    .where("m.kind", "in", ["sold", "restocked"])
    .groupBy("v.product_id")
    .execute();
  return new Map(rows.map(({ id, moved }) => [id, -Number(moved)]));
}

/** Views after the day `since`, by product. */
export async function findViews(reader: Db, ids: readonly string[], since: number): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("product_view")
    .select(({ fn }) => ["product_id as id", fn.sum<number>("views").as("views")])
    .where("product_id", "in", ids)
    .where("day", ">", since)
    .groupBy("product_id")
    .execute();
  return new Map(rows.map(({ id, views }) => [id, Number(views)]));
}

/** The products with views on or before the day `until`. */
export async function findOldViews(reader: Db, ids: readonly string[], until: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("product_view")
    .select("product_id as id")
    .distinct()
    .where("product_id", "in", ids)
    .where("day", "<=", until)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes these products' counts of the day `until` and before. */
export async function deleteOldViews(tx: Tx, ids: readonly string[], until: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("product_view").where("product_id", "in", ids).where("day", "<=", until).execute();
}

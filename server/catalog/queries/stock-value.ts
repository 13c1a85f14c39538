import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/**
 * Sums of a category: its variants in stock, their units, and their value at shoppers' prices, in
 * cents.
 */
export type StockValueRow = { category: string; variants: number; units: number; value: number };

/** Stock sums by category, the most valuable first. */
export async function sumStockValue(db: Db): Promise<StockValueRow[]> {
  // Groups in the order of an index that has all summed columns, so only the index is read.
  const sums = db
    .selectFrom("variant as v")
    .select(({ fn }) => [
      "v.category_id",
      fn.countAll<number>().as("variants"),
      fn.sum<number>("v.on_hand").as("units"),
      sql<number>`SUM(v.on_hand * v.price)`.as("value"),
    ])
    .where("v.on_hand", ">", sql.lit(0))
    .groupBy("v.category_id")
    .as("s");
  const rows = await db
    .selectFrom(sums)
    .innerJoin("category as c", "c.id", "s.category_id")
    .select(["c.name as category", "s.variants", "s.units", "s.value"])
    .execute();
  return rows
    .map(({ category, variants, units, value }) => ({
      category,
      variants: Number(variants),
      units: Number(units),
      value: Number(value),
    }))
    .sort((a, b) => b.value - a.value);
}

/** Names of products, by id; up to 500. */
export async function findProductNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("product").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

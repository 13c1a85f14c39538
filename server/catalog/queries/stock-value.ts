import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/**
 * Sums of a category: its variants in stock, their units, and their value at shoppers' prices, in
 * cents. Also their value at cost, and the units of variants without a cost.
 */
export type StockValueRow = {
  category: string;
  variants: number;
  units: number;
  value: number;
  cost: number;
  uncosted: number;
};

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
      sql<number>`SUM(v.on_hand * COALESCE(v.cost, 0))`.as("cost"),
      sql<number>`SUM(CASE WHEN v.cost IS NULL THEN v.on_hand ELSE 0 END)`.as("uncosted"),
    ])
    .where("v.on_hand", ">", sql.lit(0))
    .groupBy("v.category_id")
    .as("s");
  const rows = await db
    .selectFrom(sums)
    .innerJoin("category as c", "c.id", "s.category_id")
    .select(["c.name as category", "s.variants", "s.units", "s.value", "s.cost", "s.uncosted"])
    .execute();
  return rows
    .map(({ category, variants, units, value, cost, uncosted }) => ({
      category,
      variants: Number(variants),
      units: Number(units),
      value: Number(value),
      cost: Number(cost),
      uncosted: Number(uncosted),
    }))
    .sort((a, b) => b.value - a.value);
}

/** Names of products, by id; up to 500. */
export async function findProductNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("product").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

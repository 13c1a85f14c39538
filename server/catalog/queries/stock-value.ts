import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Of the variants of a category: how many have stock, their units, and what those cost shoppers, in cents. */
export type StockValueRow = { category: string; variants: number; units: number; value: number };

/** By category, the most valuable first. */
export async function sumStockValue(db: Db): Promise<StockValueRow[]> {
  const rows = await db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(({ fn }) => [
      "c.name as category",
      fn.countAll<number>().as("variants"),
      fn.sum<number>("v.on_hand").as("units"),
      sql<number>`SUM(v.on_hand * v.price)`.as("value"),
    ])
    .where("v.on_hand", ">", 0)
    .groupBy(["c.id", "c.name"])
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

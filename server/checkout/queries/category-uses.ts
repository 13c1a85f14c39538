import type { Db, Tx } from "../../db/tables.ts";

/** The codes of promos that name a category, at most `limit`. */
export async function findPromoCodesOf(reader: Db | Tx, categoryId: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("promo_category as c")
    .innerJoin("promo as p", "p.id", "c.promo_id")
    .select("p.code")
    .where("c.category_id", "=", categoryId)
    .orderBy("p.code")
    .limit(limit)
    .execute();
  return rows.map(({ code }) => code);
}

/** How many places have a separate tax rate for a category. */
export async function countTaxRatesOf(reader: Db | Tx, categoryId: string): Promise<number> {
  const { count } = await reader
    .selectFrom("tax_category_rate")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("category_id", "=", categoryId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

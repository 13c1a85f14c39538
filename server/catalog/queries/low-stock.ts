import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { few } from "../rules/labels.ts";

/**
 * SQL: the available units of variant `v` less its low-stock threshold. A variant is low on stock
 * if this is 0 or less. The index `variant_by_low_stock` has the same expression.
 */
export const belowLow = sql<number>`v.on_hand - v.reserved - COALESCE(v.low_stock, ${sql.lit(few)})`;

/** How many variants for sale are low on stock; counts no more than `limit`. */
export async function countLow(db: Db, limit: number): Promise<number> {
  // The rows come in the order of the index, so that the limit ends the scan early.
  const lowVariants = db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select("v.id")
    .where("v.active", "=", 1)
    .where("p.published", "=", 1)
    .where(belowLow, "<=", 0)
    .orderBy(belowLow)
    .limit(limit);
  const { count } = await db
    .selectFrom(lowVariants.as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

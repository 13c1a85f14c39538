import type { Db, Tx } from "../../db/tables.ts";

/**
 * The most checkouts or promos that are counted; beyond that the page only says that there are
 * more.
 */
export const mostCounted = 1000;

/** How many open checkouts use a promo or shipping method, up to `mostCounted`. */
export async function countOpenWith(reader: Db | Tx, column: "promo_id" | "shipping_method_id", id: string): Promise<number> {
  const open = reader
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "open")
    .where(column, "=", id)
    .limit(mostCounted)
    .as("open");
  const { count } = await reader
    .selectFrom(open)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

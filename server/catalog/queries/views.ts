import type { Db, Tx } from "../../db/tables.ts";

/** A number of views of a product on one day, counted in days since 1970 (UTC). */
export type DayViews = { productId: string; day: number; views: number };

/** Whether a product is published; false also for an unknown id. */
export async function isPublished(reader: Db, productId: string): Promise<boolean> {
  const query = reader.selectFrom("product").select("id").where("id", "=", productId).where("published", "=", 1);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Adds views to the counts of their days. Skips deleted products, since one of them would make the
 * whole insert fail.
 */
export async function addViews(tx: Tx, counted: readonly DayViews[]): Promise<void> {
  const ids = [...new Set(counted.map(({ productId }) => productId))];
  if (ids.length === 0) return;
  const existingIds = new Set((await tx.selectFrom("product").select("id").where("id", "in", ids).execute()).map(({ id }) => id));
  // Always in the same order, so that concurrent writers do not deadlock.
  const rows = counted
    .filter(({ productId }) => existingIds.has(productId))
    .map(({ productId, day, views }) => ({ product_id: productId, day, views }))
    .sort((a, b) => (a.product_id < b.product_id ? -1 : 1) || a.day - b.day);
  if (rows.length === 0) return;
  await tx
    .insertInto("product_view")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["product_id", "day"])
        .doUpdateSet((eb) => ({ views: eb("product_view.views", "+", eb.ref("excluded.views")) })),
    )
    .execute();
}

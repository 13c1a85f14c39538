import type { Db } from "../../../db/tables.ts";

/** The checkout that became an order; undefined if there is no such order. */
export const findCheckoutOfOrder = async (db: Db, orderId: string): Promise<string | undefined> =>
  (await db.selectFrom("orders").select("checkout_id as id").where("id", "=", orderId).executeTakeFirst())?.id;

/** Up to `limit` variants of these products. */
export const findVariantsOf = (db: Db, productIds: readonly string[], limit: number) =>
  db.selectFrom("variant").select(["id", "sku", "barcode"]).where("product_id", "in", productIds).limit(limit).execute();

/** Up to `limit` count sheets with one of these variants, the newest first. */
export async function findSheetsWith(db: Db, variantIds: readonly string[], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("count_sheet")
    .select("id")
    .where("id", "in", (eb) => eb.selectFrom("count_line").select("sheet_id").where("variant_id", "in", variantIds))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

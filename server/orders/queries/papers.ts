import type { Db, NewRow, Tx } from "../../db/tables.ts";

export async function insertOrderPapers(tx: Tx, rows: readonly NewRow<"order_paper">[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto("order_paper").values(rows).execute();
}

/** The papers that an order keeps, sorted as on the products. */
export const findOrderPapers = (reader: Db | Tx, orderId: string) =>
  reader
    .selectFrom("order_paper")
    .select(["product_id as productId", "title", "lot", "key", "file_name as fileName", "bytes"])
    .where("order_id", "=", orderId)
    .orderBy("product_id")
    .orderBy("position")
    .execute();

/** The file name of the paper with this key, if any order keeps the paper. */
export const findKeptName = async (reader: Db | Tx, key: string): Promise<string | undefined> =>
  (await reader.selectFrom("order_paper").select("file_name").where("key", "=", key).limit(1).executeTakeFirst())?.file_name;

import type { Db, Tx } from "../../db/tables.ts";

/** The tags of each of these orders, sorted; orders without tags are left out. */
export async function findTagsOf(reader: Db | Tx, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("order_tag")
    .select(["order_id", "tag"])
    .where("order_id", "in", orderIds)
    .orderBy("tag")
    .execute();
  return new Map([...Map.groupBy(rows, ({ order_id: id }) => id)].map(([id, own]) => [id, own.map(({ tag }) => tag)]));
}

/** Replaces an order's tags. */
export async function putTags(tx: Tx, orderId: string, tags: readonly string[]): Promise<void> {
  await tx.deleteFrom("order_tag").where("order_id", "=", orderId).execute();
  if (tags.length === 0) return;
  await tx
    .insertInto("order_tag")
    .values(tags.map((tag) => ({ order_id: orderId, tag })))
    .execute();
}

/** The tags that any order has, sorted; up to `limit`. */
export const findUsedTags = async (reader: Db, limit: number): Promise<string[]> =>
  (await reader.selectFrom("order_tag").select("tag").distinct().orderBy("tag").limit(limit).execute()).map(({ tag }) => tag);

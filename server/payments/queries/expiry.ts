import type { Db, Tx } from "../../db/tables.ts";

/** Where keys of presses on Pay are. */
export const keyTables = ["idempotency_key", "form_key", "key_fingerprint"] as const;

/** Keys of presses from before `before` (ms); no more than `limit` of each kind. */
export async function deleteRequestKeys(
  db: Db,
  table: (typeof keyTables)[number],
  before: number,
  limit: number,
): Promise<number> {
  const old = db.selectFrom(table).select("key").where("at", "<", before).orderBy("at").limit(limit);
  const { numDeletedRows } = await db.deleteFrom(table).where("at", "<", before).where("key", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Attempts that were declined before `before` (ms), and still name the shopper. */
export const findDeclined = (tx: Tx, before: number, limit: number) =>
  tx
    .selectFrom("attempt")
    .select(["id", "snapshot"])
    .where("erased_at", "is", null)
    .where("state", "in", ["declined", "not_found"])
    .where("updated_at", "<", before)
    .orderBy("updated_at")
    .limit(limit)
    .execute();

/** The attempts of orders, in any state. `orderIds` may not be empty. */
export const findAttemptsOfOrders = (tx: Db | Tx, orderIds: readonly string[]) =>
  tx.selectFrom("attempt").select(["id", "snapshot", "state", "kind", "order_id"]).where("order_id", "in", orderIds).execute();

/** Stores a snapshot without what is personal; the card's brand and last digits go with it. */
export async function replaceSnapshot(tx: Tx, id: string, snapshot: string, now: number): Promise<void> {
  await tx
    .updateTable("attempt")
    .set({ snapshot, brand: null, last4: null, avs: null, cvv: null, erased_at: now })
    .where("id", "=", id)
    .execute();
}

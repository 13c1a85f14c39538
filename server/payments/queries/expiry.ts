import { deleteBefore } from "../../db/batches.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** Where keys of presses on Pay are. */
const keyTables = ["idempotency_key", "form_key", "key_fingerprint"] as const;

/** Keys of presses from before `before` (ms). */
export async function deleteRequestKeys(db: Db, before: number): Promise<void> {
  for (const table of keyTables) await deleteBefore(db, { table, by: "at" }, before);
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

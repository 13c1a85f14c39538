import { sql } from "kysely";
import { deleteBefore } from "../../db/batches.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** Where keys of presses on Pay are. */
const keyTables = ["idempotency_key", "form_key", "key_fingerprint"] as const;

/** Keys of presses from before `before` (ms). */
export async function deleteRequestKeys(db: Db, before: number): Promise<void> {
  for (const table of keyTables) await deleteBefore(db, { table, by: "at" }, before);
}

/** Spelled out in the statement: SQLite finds rows by a partial index only where it sees its condition. */
const isDeclined = sql<boolean>`state IN ('declined', 'not_found')`;

/** Attempts that were declined before `before` (ms), and still name the shopper. */
export const findDeclined = (tx: Tx, before: number, limit: number) =>
  tx
    .selectFrom("attempt")
    .select(["id", "snapshot"])
    .where("erased_at", "is", null)
    .where(isDeclined)
    .where("updated_at", "<", before)
    .orderBy("updated_at")
    .limit(limit)
    .execute();

/** The attempts of orders, in any state. `orderIds` may not be empty. */
export const findAttemptsOfOrders = (tx: Db | Tx, orderIds: readonly string[]) =>
  tx.selectFrom("attempt").select(["id", "snapshot", "state", "kind", "order_id"]).where("order_id", "in", orderIds).execute();

/** What is personal of an attempt, taken out of its snapshot. */
export type EmptiedAttempt = { id: string; snapshot: string };

/**
 * Stores snapshots without what is personal, by one statement; the cards' brands and last digits go
 * with them. `attempts` may not be empty.
 */
export async function replaceSnapshots(tx: Tx, attempts: readonly EmptiedAttempt[], now: number): Promise<void> {
  const values = sql.join(attempts.map(({ id, snapshot }) => sql`(${id}, ${snapshot})`));
  await sql`WITH emptied (id, snapshot) AS (VALUES ${values})
    UPDATE attempt SET snapshot = emptied.snapshot, brand = NULL, last4 = NULL, avs = NULL, cvv = NULL, erased_at = ${now}
    FROM emptied WHERE attempt.id = emptied.id`.execute(tx);
}

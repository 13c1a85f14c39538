import { sql } from "kysely";
import { deleteBefore } from "../../db/batches.ts";
import { engineOf } from "../../db/engine.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { liveStates } from "../rules/attempt.ts";

/** An attempt's id, and its order as JSON (orders/snapshot.ts). */
export type AttemptSnapshot = { id: string; snapshot: string };

/** Tables with keys of presses on Pay, and with ids of the gateway's webhooks. */
const keyTables = ["idempotency_key", "form_key", "key_fingerprint", "gateway_event"] as const;

/** Deletes the keys of presses on Pay, and the ids of webhooks, from before `before` (ms). */
export async function deleteRequestKeys(db: Db, before: number): Promise<void> {
  for (const table of keyTables) await deleteBefore(db, { table, by: "at" }, before);
}

/**
 * How attempts end without an order: nothing was charged, or the money went back. Each has a
 * partial index. The states are spelled out, since SQLite uses a partial index only if it sees its
 * condition.
 */
const ends = {
  attempt_without_order: sql`state IN ('declined', 'not_found')`,
  attempt_returned: sql`refusal_code IS NOT NULL AND state IN ('voided', 'refunded')`,
} as const;

export type EndWithoutOrder = keyof typeof ends;
export const endsWithoutOrder = Object.keys(ends) as EndWithoutOrder[];

/**
 * Names the index, since SQLite would otherwise find all ended attempts by their state and sort
 * them for each batch.
 */
const byAge = (tx: Tx, end: EndWithoutOrder) => (engineOf(tx) === "sqlite" ? sql`INDEXED BY ${sql.ref(end)}` : sql``);

/** Attempts that ended without an order before `before` (ms), and still name the shopper. */
export async function findEnded(
  tx: Tx,
  { end, before, limit }: { end: EndWithoutOrder; before: number; limit: number },
): Promise<AttemptSnapshot[]> {
  const { rows } = await sql<AttemptSnapshot>`SELECT id, snapshot FROM attempt ${byAge(tx, end)}
    WHERE erased_at IS NULL AND ${ends[end]} AND updated_at < ${before}
    ORDER BY updated_at LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The attempts of orders, in any state. `orderIds` may not be empty. */
export const findAttemptsOfOrders = (tx: Db | Tx, orderIds: readonly string[]) =>
  tx.selectFrom("attempt").select(["id", "snapshot", "state", "kind", "order_id"]).where("order_id", "in", orderIds).execute();

/** The decided attempts to pay a checkout. */
export const findDecided = (tx: Tx, checkoutId: string): Promise<AttemptSnapshot[]> =>
  tx
    .selectFrom("attempt")
    .select(["id", "snapshot"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "not in", liveStates)
    .execute();

/** Stores a snapshot without personal data. What is known of the card stays. */
export const replaceSnapshot = (tx: Tx, { id, snapshot }: AttemptSnapshot) =>
  tx.updateTable("attempt").set({ snapshot }).where("id", "=", id).execute();

/**
 * Stores snapshots without personal data, in one statement, and clears the cards' brands and last
 * digits. `attempts` may not be empty.
 */
export async function replaceSnapshots(tx: Tx, attempts: readonly AttemptSnapshot[], now: number): Promise<void> {
  const values = sql.join(attempts.map(({ id, snapshot }) => sql`(${id}, ${snapshot})`));
  await sql`WITH emptied (id, snapshot) AS (VALUES ${values})
    UPDATE attempt SET snapshot = emptied.snapshot, brand = NULL, last4 = NULL, avs = NULL, cvv = NULL, erased_at = ${now}
    FROM emptied WHERE attempt.id = emptied.id`.execute(tx);
}

import type { Db, Tx } from "../../db/tables.ts";

/**
 * Ids of open checkouts that have expired by `now` (ms), locked. A checkout changed since `before`
 * (ms) cannot have expired, so the index by time leaves it out.
 */
export async function findEnded(tx: Tx, { before, now }: { before: number; now: number }, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "open")
    .where("updated_at", "<=", before)
    .where("expires_at", "<=", now)
    .orderBy("updated_at")
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Abandons checkouts by id alone. With a condition on their state, SQLite would read all open
 * checkouts.
 */
export async function abandon(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await tx.updateTable("checkout").set({ state: "abandoned", updated_at: now }).where("id", "in", ids).execute();
}

/** Ids of checkouts abandoned before `before` (ms). Leaves out checkouts with a payment attempt. */
export async function findAbandoned(reader: Db | Tx, before: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "abandoned")
    .where("updated_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("attempt").select("attempt.id").whereRef("attempt.checkout_id", "=", "checkout.id"))),
    )
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes checkouts without a payment or order, with all their rows. */
export async function deleteCheckouts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of [
    "checkout_line",
    "checkout_address",
    "quote",
    "promo_redemption",
    "key_fingerprint",
    "form_key",
    "phone_order_opening",
    "exchange_line",
    "exchange",
  ] as const)
    await tx.deleteFrom(table).where("checkout_id", "in", ids).execute();
  await tx.updateTable("checkout").set({ successor_id: null }).where("successor_id", "in", ids).execute();
  await tx.deleteFrom("checkout").where("id", "in", ids).execute();
}

/** Ids of checkouts that ended before `before` (ms) and still have an email. */
export async function findEndedWithEmail(
  reader: Db | Tx,
  state: "completed" | "abandoned",
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", state)
    .where("updated_at", "<", before)
    .where("email", "<>", "")
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Empties the personal data of checkouts that have ended. The rows stay for their payments, and
 * each keeps its last quote, which says what was agreed to.
 */
export async function emptyCheckouts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // The email is emptied first: only then may a completed checkout's addresses be deleted.
  await tx
    .updateTable("checkout")
    .set({ email: "", visitor: null, order_note: "", price_adjustment: null })
    .where("id", "in", ids)
    .execute();
  await tx.deleteFrom("checkout_address").where("checkout_id", "in", ids).execute();
  await tx.deleteFrom("phone_order_opening").where("checkout_id", "in", ids).execute();
  const last = tx.selectFrom("checkout").select("quote_id").where("id", "in", ids).where("quote_id", "is not", null);
  await tx.deleteFrom("quote").where("checkout_id", "in", ids).where("id", "not in", last).execute();
  await tx.updateTable("quote").set({ terms: null }).where("checkout_id", "in", ids).execute();
}

import type { Db, Tx } from "../../db/tables.ts";

/**
 * Ids of open checkouts whose time has ended by `now` (ms), locked. One that waits for its end has
 * changed since `before` (ms): the index by that time leaves it out.
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

/** By their ids alone: with their state too, SQLite would read all that are open. */
export async function abandon(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await tx.updateTable("checkout").set({ state: "abandoned", updated_at: now }).where("id", "in", ids).execute();
}

/** Ids of checkouts that were abandoned before `before` (ms), without those that had an attempt. */
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

/** Deletes checkouts that no payment and no order refers to, with all that is theirs. */
export async function deleteCheckouts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of [
    "checkout_line",
    "checkout_address",
    "quote",
    "promo_redemption",
    "key_fingerprint",
    "form_key",
    "phone_order_opening",
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
 * Empties what is personal of checkouts that have ended; the rows stay for their payments, as does
 * the last quote of each, which says what was agreed to.
 */
export async function emptyCheckouts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // First: a completed checkout's addresses may be deleted once its email is gone.
  await tx.updateTable("checkout").set({ email: "", visitor: null, order_note: "" }).where("id", "in", ids).execute();
  await tx.deleteFrom("checkout_address").where("checkout_id", "in", ids).execute();
  await tx.deleteFrom("phone_order_opening").where("checkout_id", "in", ids).execute();
  const last = tx.selectFrom("checkout").select("quote_id").where("id", "in", ids).where("quote_id", "is not", null);
  await tx.deleteFrom("quote").where("checkout_id", "in", ids).where("id", "not in", last).execute();
  await tx.updateTable("quote").set({ terms: null }).where("checkout_id", "in", ids).execute();
}

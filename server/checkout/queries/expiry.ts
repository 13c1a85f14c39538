import type { Db, Tx } from "../../db/tables.ts";

/** Open checkouts whose time has ended; no more than `limit`. */
export async function abandonSome(db: Db, now: number, limit: number): Promise<number> {
  const expired = db
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "open")
    .where("expires_at", "<=", now)
    .orderBy("updated_at")
    .limit(limit);
  const { numUpdatedRows } = await db
    .updateTable("checkout")
    .set({ state: "abandoned", updated_at: now })
    .where("id", "in", expired)
    .where("state", "=", "open")
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
  for (const table of ["checkout_line", "checkout_address", "quote", "promo_redemption", "key_fingerprint", "form_key"] as const)
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

/** Empties what is personal of checkouts that have ended; the rows stay for their payments. */
export async function emptyCheckouts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // First: a completed checkout's addresses may be deleted once its email is gone.
  await tx.updateTable("checkout").set({ email: "", visitor: null }).where("id", "in", ids).execute();
  await tx.deleteFrom("checkout_address").where("checkout_id", "in", ids).execute();
  await tx.updateTable("quote").set({ terms: null }).where("checkout_id", "in", ids).execute();
}

/**
 * Quotes that were shown before `before` (ms), of checkouts that have ended; the last one of each
 * stays, which says what was agreed to.
 */
export async function deleteQuotes(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom("quote")
    .innerJoin("checkout", "checkout.id", "quote.checkout_id")
    .select("quote.id")
    .where("quote.at", "<", before)
    .where("checkout.state", "in", ["completed", "abandoned"])
    .where(({ eb, or, ref }) => or([eb("checkout.quote_id", "is", null), eb("quote.id", "<>", ref("checkout.quote_id"))]))
    .orderBy("quote.at")
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom("quote").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}

import type { NewRow, Tx } from "../../db/tables.ts";
import type { Attempt } from "./attempts.ts";

/** `key` is the request's `Idempotency-Key`, unique within one checkout. */
export const findAttemptByIdempotencyKey = (tx: Tx, checkoutId: string, key: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom("idempotency_key")
    .innerJoin("attempt", "attempt.id", "idempotency_key.attempt_id")
    .selectAll("attempt")
    .where("idempotency_key.checkout_id", "=", checkoutId)
    .where("idempotency_key.key", "=", key)
    .executeTakeFirst();

/** `key` is the hidden field of a native form, unique within one checkout. */
export const findAttemptByFormKey = (tx: Tx, checkoutId: string, key: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom("form_key")
    .innerJoin("attempt", "attempt.id", "form_key.attempt_id")
    .selectAll("attempt")
    .where("form_key.checkout_id", "=", checkoutId)
    .where("form_key.key", "=", key)
    .executeTakeFirst();

/** Stores the key. True for the first press with it. */
export async function claimIdempotencyKey(tx: Tx, row: NewRow<"idempotency_key">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency_key")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores a key with its checkout and quote. True if the key was first stored with this checkout and
 * quote. A second concurrent transaction with the key waits here until the first has ended.
 */
export async function claimFingerprint(tx: Tx, row: NewRow<"key_fingerprint">): Promise<boolean> {
  await tx
    .insertInto("key_fingerprint")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await tx.selectFrom("key_fingerprint").selectAll().where("key", "=", row.key).executeTakeFirstOrThrow();
  return first.checkout_id === row.checkout_id && first.quote === row.quote;
}

/** Sets the quote of a key that came without one. */
export async function setFingerprintQuote(tx: Tx, key: string, quote: string): Promise<void> {
  await tx.updateTable("key_fingerprint").set({ quote }).where("key", "=", key).execute();
}

/**
 * Stores a form's key. True if it was not stored before. It is stored when a press makes an
 * attempt, or when the total has changed.
 */
export async function claimFormKey(tx: Tx, row: NewRow<"form_key">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("form_key")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

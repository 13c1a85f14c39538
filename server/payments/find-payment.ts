import type { Db } from "../db/tables.ts";
import { orderOfRefund, orderPaidBy } from "../orders/list.ts";
import type { Attempt } from "./queries/attempts.ts";
import { findAttempt } from "./queries/attempts.ts";
import { findAttemptByRef, findAttemptNamed, findOrphanNamed } from "./queries/by-key.ts";
import type { Orphan } from "./queries/orphans.ts";
import { looksLikeKey, type NamedByKey, namedByKey } from "./rules/keys.ts";

/** The order's number, or the payment that made none, or money at the gateway that has no payment here. */
export type FoundPayment = { number: number } | { attempt: Attempt } | { orphan: Orphan };

/**
 * Finds what a key or a reference of the gateway's belongs to, as its dashboard, `sweep`, or `fsck` show it: of a
 * payment, its capture, its release, or a refund. The other payments of an order's checkout lead to that order too.
 */
export async function findPayment(db: Db, text: string): Promise<FoundPayment | undefined> {
  if (!looksLikeKey(text)) return undefined;
  const named = namedByKey(text);
  const attempt = (await findAttemptNamed(db, named)) ?? (await findAttemptByRef(db, text));
  if (attempt) return await ofAttempt(db, attempt);
  const orphan = await findOrphanNamed(db, text, named);
  const tried = orphan && orphan.attempt_id !== null ? await findAttempt(db, orphan.attempt_id) : undefined;
  if (tried) return await ofAttempt(db, tried);
  const number = await ofRefund(db, named);
  if (number !== undefined) return { number };
  return orphan && { orphan };
}

async function ofAttempt(db: Db, attempt: Attempt): Promise<FoundPayment> {
  const number = await orderPaidBy(db, { orderId: attempt.order_id, checkoutId: attempt.checkout_id });
  return number === undefined ? { attempt } : { number };
}

async function ofRefund(db: Db, { refundKeys }: NamedByKey): Promise<number | undefined> {
  for (const name of refundKeys) {
    const number = await orderOfRefund(db, name);
    if (number !== undefined) return number;
  }
  return undefined;
}

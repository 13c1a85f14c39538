import type { Db } from "../db/tables.ts";
import { orderOfRefund, orderPaidBy } from "../orders/list.ts";
import type { Attempt } from "./queries/attempts.ts";
import { findAttempt } from "./queries/attempts.ts";
import { findAttemptByRef, findAttemptNamed, findOrphanInAnyCase, findOrphanNamed } from "./queries/by-key.ts";
import type { Orphan } from "./queries/orphans.ts";
import { looksLikeKey, type NamedByKey, namedByKey } from "./rules/keys.ts";

/**
 * An order's number, a payment without an order, or money at the gateway without a payment here.
 */
export type PaymentMatch = { number: number } | { attempt: Attempt } | { orphan: Orphan };

/**
 * Finds the payment that a key or a reference of the gateway belongs to. The text may come from the
 * gateway's dashboard, `sweep` or `fsck`, and may name a payment, its capture, its release or a
 * refund. Any payment of an order's checkout leads to that order. A text that is not found is tried
 * in lower and upper case, since this shop's keys are in lower case. Keys made elsewhere match in
 * any case.
 */
export async function findPayment(db: Db, text: string): Promise<PaymentMatch | undefined> {
  if (!looksLikeKey(text)) return undefined;
  for (const spelling of new Set([text, text.toLowerCase(), text.toUpperCase()])) {
    const payment = await findExactly(db, spelling);
    if (payment) return payment;
  }
  const orphan = await findOrphanInAnyCase(db, namedByKey(text));
  return orphan && (await ofOrphan(db, orphan));
}

async function findExactly(db: Db, text: string): Promise<PaymentMatch | undefined> {
  const keyParts = namedByKey(text);
  const attempt = (await findAttemptNamed(db, keyParts)) ?? (await findAttemptByRef(db, text));
  if (attempt) return await ofAttempt(db, attempt);
  const orphan = await findOrphanNamed(db, text, keyParts);
  const paid = orphan && (await ofOrphan(db, orphan));
  if (paid && !("orphan" in paid)) return paid;
  const number = await ofRefund(db, keyParts);
  return number === undefined ? paid : { number };
}

/** The payment that the authorization belongs to; the authorization itself if it has no payment. */
async function ofOrphan(db: Db, orphan: Orphan): Promise<PaymentMatch> {
  const tried = orphan.attempt_id === null ? undefined : await findAttempt(db, orphan.attempt_id);
  return tried ? await ofAttempt(db, tried) : { orphan };
}

async function ofAttempt(db: Db, attempt: Attempt): Promise<PaymentMatch> {
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

import type { Cents } from "../../../money.ts";
import { type GiveBackResult, type GivenBackResult, notSent, refusedCall, unanswered } from "../gateway.ts";
import type { KeylessGateway, ReferencedTransaction } from "../keyless.ts";
import { intent, refund, type StripeRefund } from "./answers.ts";
import { allOf, type StripeLine } from "./line.ts";
import { findIntent, isMissing } from "./look-up.ts";
import { paymentOf, referenceKey, refundOf } from "./records.ts";
import { resultOf } from "./results.ts";

type GiveBackCall = Parameters<KeylessGateway["giveBack"]>[0];

/** Cancels a payment that was not captured, and refunds one that was; Stripe does both at once. */
export async function giveBack(line: StripeLine, money: GiveBackCall): Promise<GiveBackResult> {
  const found = await findIntent(line, money.authRef);
  if (found.is !== "answered") return isMissing(found) ? refusedCall("no_such_authorization") : notSent;
  const payment = paymentOf(found.answer);
  if (payment.status === "unknown") return notSent;
  if (payment.status !== "approved") return refusedCall("no_such_authorization");
  const { state } = payment;
  if (state === "voided" || state === "expired") return takenBack(payment, "voided", payment.amountCents);
  if (money.captureRef !== null) return returnCaptured(line, payment, money);
  return state === "authorized" ? cancel(line, payment) : refusedCall("already_captured");
}

/**
 * Cancels a payment. The call has no idempotency key of the shop's: a payment can be canceled only
 * once, and Stripe repeats the first answer under a key for a day, even an error.
 */
async function cancel(line: StripeLine, payment: ReferencedTransaction): Promise<GiveBackResult> {
  const asked = await line.ask(intent, (stripe, options) => stripe.paymentIntents.cancel(payment.ref, {}, options));
  if (asked.is !== "answered") return resultOf(asked, payment.ref, payment.amountCents);
  const { id, status } = asked.answer;
  if (id !== payment.ref || status !== "canceled") return unanswered("bad_answer");
  return takenBack(payment, "voided", payment.amountCents);
}

async function returnCaptured(line: StripeLine, payment: ReferencedTransaction, money: GiveBackCall): Promise<GiveBackResult> {
  if (payment.capturedCents === 0) return refusedCall("not_captured");
  const own = await refundsUnder(line, money);
  if (!own) return notSent;
  const records = own.map(refundOf);
  const made = records.find((record) => record?.state === "refunded");
  if (made) return takenBack(made, "refunded", made.amountCents);
  if (records.includes(undefined)) return notSent;
  if (money.amountCents > payment.capturedCents - payment.refundedCents) return refusedCall("amount_exceeds_capture");
  return sendRefund(line, money, own.length);
}

/** The refunds of a payment that have this call's reference; undefined if that cannot be known. */
async function refundsUnder(
  line: StripeLine,
  { authRef, reference }: GiveBackCall,
): Promise<readonly StripeRefund[] | undefined> {
  const refunds = await allOf(line.ask, refund, (stripe, page, options) =>
    stripe.refunds.list({ ...page, payment_intent: authRef }, options),
  );
  if (refunds.is !== "answered") return undefined;
  return refunds.answer.filter(({ metadata }) => metadata[referenceKey] === reference);
}

/**
 * Sends a refund. `failed` counts the failed refunds under this reference: the key changes with
 * each, since Stripe would repeat its first answer.
 */
async function sendRefund(
  line: StripeLine,
  { authRef, reference, amountCents }: GiveBackCall,
  failed: number,
): Promise<GiveBackResult> {
  const fields = { payment_intent: authRef, amount: amountCents, metadata: { [referenceKey]: reference } };
  const idempotencyKey = failed === 0 ? reference : `${reference}-${failed}`;
  const asked = await line.ask(refund, (stripe, options) => stripe.refunds.create(fields, { ...options, idempotencyKey }));
  if (asked.is !== "answered") return resultOf(asked, authRef, amountCents);
  const record = refundOf(asked.answer);
  if (!record || record.authRef !== authRef || record.reference !== reference) return unanswered("bad_answer");
  if (record.state === "declined") return resultOf({ is: "declined", code: record.code }, record.ref, amountCents);
  return takenBack(record, "refunded", record.amountCents);
}

const takenBack = (
  { ref, avs, cvv, brand, last4, retryable }: ReferencedTransaction,
  status: GivenBackResult["status"],
  amountCents: Cents,
): GivenBackResult => ({ status, ref, amountCents, code: "approved", avs, cvv, brand, last4, retryable });

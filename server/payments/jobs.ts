import { z } from "zod";
import { returnPromoUse } from "../checkout/promos.ts";
import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { JobWorker } from "../jobs/queue.ts";
import { Refused } from "../jobs/refused.ts";
import type { GiveUp } from "../jobs/run-job.ts";
import type { Cents } from "../money.ts";
import { amountToPay, bookCaptured, bookVoided, lockMoney, recordChargeRefused, recordLapsed } from "../orders/ledger.ts";
import { endTerm } from "../orders/means.ts";
import { requestRest } from "../orders/request-refund.ts";
import type { Shop } from "../shop.ts";
import { type AuthorizationRecord, readAuthorization } from "./authorization-record.ts";
import { type AuthorizedAttempt, authorizedAttemptOf } from "./authorized-attempt.ts";
import { makeRefund } from "./make-refund.ts";
import { mailPaymentLink } from "./payment-link.ts";
import { type Attempt, moveAttempt, settleCaptureAmount } from "./queries/attempts.ts";
import { answerOf, inFull, refusalIn } from "./refusal.ts";
import { mailReview } from "./review-mail.ts";
import type { AttemptState } from "./rules/attempt.ts";
import { sendSweepNotice } from "./sweep/notice.ts";
import { returnOrphan } from "./sweep/return-orphan.ts";

const ofOrder = z.object({ orderId: z.string() });
/** The payload for an authorization that paid for no order; `orphan` is the gateway's reference. */
const ofOrphan = z.object({ orphan: z.string() });
const ofRefund = ofOrder.extend({ amount: z.int().min(1) });

/**
 * Gateway calls that are made after the commit. Each has its own key, so a second run gets the
 * first answer (K6–K8).
 */
export const paymentJobs = (shop: Shop): Record<string, JobWorker> => ({
  capture: (payload) => capture(shop, ofOrder.parse(payload).orderId),
  void: (payload) => {
    const orphan = ofOrphan.safeParse(payload).data?.orphan;
    return orphan === undefined ? releaseMoney(shop, ofOrder.parse(payload).orderId) : returnOrphan(shop, orphan);
  },
  "sweep-notice": (payload, { id }) => sendSweepNotice(shop, payload, id),
  "payment-link-mail": (payload, { id }) => mailPaymentLink(shop, payload, id),
  "review-mail": (payload) => mailReview(shop, payload),
  "payment-term": async (_payload, { subject }) => {
    if (await endTerm(shop.db, subject, shop.now(), returnPromoUse)) shop.notifyWorker();
  },
  refund: (payload, job) => makeRefund(shop, ofRefund.parse(payload), job.subject),
});

/** Only a capture is given up, after its authorization has lapsed. */
export const paymentGiveUps: Record<string, GiveUp> = {
  capture: (tx, { payload }, now) => recordLapsed(tx, ofOrder.parse(payload).orderId, now),
};

async function capture(shop: Shop, orderId: string): Promise<void> {
  const storedAttempt = await authorizedAttemptOf(shop, orderId);
  // The payment is already captured, or its order was canceled and the job `void` handles the
  // money.
  if (storedAttempt.state !== "finalized") return;
  const amount = await captureAmount(shop, storedAttempt);
  if (amount === undefined) return;
  const attempt = { ...storedAttempt, capture_amount: amount };
  await shop.failpoint("cap.before");
  const captureResult = await captureAt(shop, attempt);
  await shop.failpoint("cap.after");
  // If the order was canceled meanwhile, the job `void` finds the capture.
  await transact(shop.db, (tx) => recordCapture(tx, attempt, "finalized", captureResult, shop.now()));
}

/**
 * The amount to capture; undefined for a canceled order. If the order was edited before the
 * capture, the amount is less than authorized. It is settled once, since the capture's key may not
 * be sent with another amount; a later edit is refunded.
 */
const captureAmount = ({ db }: Shop, { id, order_id }: Attempt): Promise<number | undefined> =>
  transact(db, async (tx) => {
    const due = await amountToPay(tx, order_id);
    return due === undefined ? undefined : await settleCaptureAmount(tx, id, due);
  });

/** The amount to capture: the authorized amount, unless a smaller amount was settled. */
const captured = ({ capture_amount, amount }: Attempt): number => capture_amount ?? amount;

/** The gateway's reference, and the amount that it took. */
type CaptureResult = { ref: string; amount: Cents };

/**
 * Captures an authorization. If the gateway refuses, the payment may have been captured at the
 * gateway's dashboard.
 */
async function captureAt(shop: Shop, attempt: AuthorizedAttempt): Promise<CaptureResult> {
  const { key, auth_ref: authRef } = attempt;
  const amountCents = captured(attempt);
  const result = await shop.gateway.capture({ key: `${key}:cap`, authRef, amountCents });
  const refusal = refusalIn(result);
  const authorization = refusal ? await findAuthorization(shop, attempt) : undefined;
  if (authorization && authorization.capturedCents > 0) return captureIn(attempt, authorization);
  if (refusal) {
    await transact(shop.db, (tx) => recordChargeRefused(tx, attempt.order_id, refusal, shop.now()));
    throw new Refused(answerOf(result));
  }
  return { ref: inFull(result, amountCents).ref, amount: amountCents };
}

/** The gateway's current records of a payment; undefined if they cannot be read. */
const findAuthorization = ({ gateway }: Shop, { auth_ref }: AuthorizedAttempt): Promise<AuthorizationRecord | undefined> =>
  readAuthorization(gateway, auth_ref).catch(() => undefined);

/** The capture in the gateway's records, which may have no reference of its own. */
const captureIn = ({ auth_ref }: AuthorizedAttempt, { captureRef, capturedCents }: AuthorizationRecord): CaptureResult => ({
  ref: captureRef ?? auth_ref,
  amount: capturedCents,
});

/** Records a capture. Locks the order before its attempt, as all code does. */
async function recordCapture(tx: Tx, attempt: Attempt, from: AttemptState, { ref, amount }: CaptureResult, now: number) {
  const changes = { capture_ref: ref, capture_amount: amount };
  await lockMoney(tx, attempt.order_id);
  if (!(await moveAttempt(tx, attempt.id, { from, to: "captured", now, changes }))) return false;
  await bookCaptured(tx, attempt.order_id, amount, now);
  return true;
}

/**
 * Voids held money of an approval without an order, or of a canceled order. Captured money is
 * refunded.
 */
async function releaseMoney(shop: Shop, orderId: string): Promise<void> {
  const attempt = await authorizedAttemptOf(shop, orderId);
  if (attempt.state === "voided" || attempt.state === "refunded") return;
  if (attempt.state === "captured" || attempt.state === "part_refunded") return await refundInstead(shop, attempt);
  const voiding = attempt.state === "voiding" || (await start(shop, attempt, ["finalized"], "voiding"));
  // A capture was recorded after the attempt was read, so the attempt is read again. This happens
  // once, since no state leads back to `finalized`.
  if (!voiding && attempt.state === "finalized") return await releaseMoney(shop, orderId);
  if (!voiding) throw new Error(`a payment that is ${attempt.state} cannot be let go`);
  await shop.failpoint("void.before");
  const { key, auth_ref: authRef, amount: amountCents } = attempt;
  const released = await shop.gateway.giveBack({ key: `${key}:void`, authRef, captureRef: null, amountCents });
  const authorization = refusalIn(released) ? await findAuthorization(shop, attempt) : undefined;
  if (authorization && authorization.capturedCents > 0) return await refundCapture(shop, attempt, authorization);
  // Another process may already have released the money.
  if (authorization?.state !== "voided") inFull(released, undefined);
  await shop.failpoint("void.after");
  await transact(shop.db, async (tx) => {
    await lockMoney(tx, orderId);
    const changes = { void_ref: released.ref };
    const isVoided = await moveAttempt(tx, attempt.id, { from: "voiding", to: "voided", now: shop.now(), changes });
    if (isVoided) await bookVoided(tx, orderId, shop.now());
  });
}

/**
 * Refunds a payment whose void the gateway refused, since it was captured here or at the gateway's
 * dashboard.
 */
async function refundCapture(shop: Shop, attempt: AuthorizedAttempt, authorization: AuthorizationRecord): Promise<void> {
  if (attempt.refusal_code !== null) return await returnCapture(shop, attempt, authorization);
  const captureResult = captureIn(attempt, authorization);
  if (await transact(shop.db, (tx) => recordCapture(tx, attempt, "voiding", captureResult, shop.now())))
    await refundInstead(shop, attempt);
  else throw new Error("another let the money go meanwhile");
}

/**
 * Refunds the capture of a payment without an order. There is no order to book the refund for. The
 * key includes the amount refunded before, so the same key always has the same amount.
 */
async function returnCapture(
  { db, gateway, now }: Shop,
  attempt: AuthorizedAttempt,
  authorization: AuthorizationRecord,
): Promise<void> {
  const { key, auth_ref: authRef } = attempt;
  const { ref: captureRef, amount } = captureIn(attempt, authorization);
  const rest = amount - authorization.refundedCents;
  const call = { key: `${key}:void-${authorization.refundedCents}`, authRef, captureRef, amountCents: rest };
  if (rest > 0) inFull(await gateway.giveBack(call), rest);
  await moveAttempt(db, attempt.id, { from: "voiding", to: "refunded", now: now() });
}

/** Refunds the rest of a capture that came before the cancelation. */
async function refundInstead(shop: Shop, { order_id: orderId }: Attempt): Promise<void> {
  await transact(shop.db, (tx) => requestRest(tx, orderId, "shop", shop.now()));
  shop.notifyWorker();
}

async function start(
  { db, now }: Shop,
  { id, state }: Attempt,
  from: readonly AttemptState[],
  to: AttemptState,
): Promise<boolean> {
  return from.includes(state) && (await moveAttempt(db, id, { from: state, to, now: now() }));
}

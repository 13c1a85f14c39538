import { z } from "zod";
import { transact } from "../db/transaction.ts";
import { bookCaptured, bookRefunded, bookVoided, isRefundBooked, moneyStateOf } from "../orders/ledger.ts";
import { enqueue } from "../outbox/enqueue.ts";
import type { JobWorker } from "../outbox/worker.ts";
import type { Shop } from "../shop.ts";
import type { Approved, Result } from "./gateways/gateway.ts";
import { type Attempt, findAttemptOfOrder, moveAttempt } from "./queries/attempts.ts";
import type { AttemptState } from "./rules/attempt.ts";

const ofOrder = z.object({ orderId: z.string() });
const ofRefund = ofOrder.extend({ amount: z.int().min(1) });

/** What the gateway does after the commit. Each call has a key of its own: a second run gets the first one's answer (K6–K8). */
export const paymentJobs = (shop: Shop): Record<string, JobWorker> => ({
  capture: (payload) => capture(shop, ofOrder.parse(payload).orderId),
  void: (payload) => letGo(shop, ofOrder.parse(payload).orderId),
  refund: (payload, job) => refund(shop, ofRefund.parse(payload), job.subject),
});

async function attemptOf({ db }: Shop, orderId: string): Promise<Attempt & { auth_ref: string }> {
  const attempt = await findAttemptOfOrder(db, orderId);
  if (!attempt?.auth_ref) throw new Error("there is no authorized payment for this order");
  return { ...attempt, auth_ref: attempt.auth_ref };
}

/** Anything but the whole amount is for the owner to look into: the job is tried again and ends as failed. */
function inFull(result: Result, amount: number | undefined): Approved {
  if (result.status !== "approved") throw new Error(`the gateway answered ${result.status}: ${result.code}`);
  if (amount !== undefined && result.amountCents !== amount) throw new Error("the gateway moved another amount");
  return result;
}

async function capture(shop: Shop, orderId: string): Promise<void> {
  const attempt = await attemptOf(shop, orderId);
  // Captured before, or canceled meanwhile.
  if (attempt.state !== "finalized") return;
  await shop.failpoint("cap.before");
  const captureRef = shop.gateway.capabilities.auth ? await captureAt(shop, attempt) : attempt.auth_ref;
  await shop.failpoint("cap.after");
  await transact(shop.db, async (tx) => {
    const edge = { from: "finalized", to: "captured", now: shop.now(), learnt: { capture_ref: captureRef } } as const;
    if (await moveAttempt(tx, attempt.id, edge)) await bookCaptured(tx, orderId, attempt.amount, shop.now());
  });
}

async function captureAt({ gateway }: Shop, { key, auth_ref, amount }: Attempt & { auth_ref: string }): Promise<string> {
  return inFull(await gateway.capture({ key: `${key}:cap`, authRef: auth_ref, amountCents: amount }), amount).ref;
}

/** Lets held money go: of an approval that became no order, or of an order that was canceled before its capture. */
async function letGo(shop: Shop, orderId: string): Promise<void> {
  const attempt = await attemptOf(shop, orderId);
  if (attempt.state === "voided") return;
  if (attempt.state === "captured") return await refundInstead(shop, attempt);
  const voiding = attempt.state === "voiding" || (await start(shop, attempt, ["finalized"], "voiding"));
  if (!voiding) throw new Error(`a payment that is ${attempt.state} cannot be let go`);
  await shop.failpoint("void.before");
  inFull(await release(shop, attempt), undefined);
  await shop.failpoint("void.after");
  await transact(shop.db, async (tx) => {
    const done = await moveAttempt(tx, attempt.id, { from: "voiding", to: "voided", now: shop.now() });
    if (done) await bookVoided(tx, orderId, shop.now());
  });
}

/** Where authorising takes the money at once, only a refund brings it back. */
const release = ({ gateway }: Shop, { key, auth_ref, amount }: Attempt & { auth_ref: string }): Promise<Result> =>
  gateway.capabilities.auth
    ? gateway.void({ key: `${key}:void`, authRef: auth_ref })
    : gateway.refund({ key: `${key}:void`, captureRef: auth_ref, amountCents: amount });

/** The capture was faster than the cancelation. */
async function refundInstead(shop: Shop, { order_id: orderId, amount }: Attempt): Promise<void> {
  await transact(shop.db, (tx) =>
    enqueue(tx, { kind: "refund", subject: `${orderId}:all`, payload: { orderId, amount } }, shop.now()),
  );
  shop.wake();
}

/** `refund` names this one among the order's refunds; its amount never changes. */
async function refund(shop: Shop, { orderId, amount }: { orderId: string; amount: number }, refund: string): Promise<void> {
  if (await isRefundBooked(shop.db, orderId, refund)) return;
  const attempt = await attemptOf(shop, orderId);
  const key = `${attempt.key}:ref:${refund}`;
  const refunding = attempt.state === "refunding" || (await start(shop, attempt, ["captured", "part_refunded"], "refunding"));
  if (!refunding || !attempt.capture_ref) throw new Error(`a payment that is ${attempt.state} cannot be refunded`);
  await shop.failpoint("refund.before");
  const result = await shop.gateway.refund({ key, captureRef: attempt.capture_ref, amountCents: amount });
  if (result.status === "declined" || result.status === "error") await keepMoney(shop, attempt);
  inFull(result, amount);
  await shop.failpoint("refund.after");
  await transact(shop.db, async (tx) => {
    const money = await bookRefunded(tx, orderId, refund, amount, shop.now());
    const to = money === "refunded" ? "refunded" : "part_refunded";
    if (!(await moveAttempt(tx, attempt.id, { from: "refunding", to, now: shop.now() })))
      throw new Error("another refund came between");
  });
}

/** The gateway gave nothing back: the payment is what it was before. */
async function keepMoney({ db, now }: Shop, { id, order_id }: Attempt): Promise<void> {
  await transact(db, async (tx) => {
    const to = (await moneyStateOf(tx, order_id)) === "part_refunded" ? "part_refunded" : "captured";
    await moveAttempt(tx, id, { from: "refunding", to, now: now() });
  });
}

async function start(
  { db, now }: Shop,
  { id, state }: Attempt,
  from: readonly AttemptState[],
  to: AttemptState,
): Promise<boolean> {
  return from.includes(state) && (await moveAttempt(db, id, { from: state, to, now: now() }));
}

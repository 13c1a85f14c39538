import { sell } from "../catalog/stock.ts";
import { lockCheckout } from "../checkout/find.ts";
import { confirmRedemption } from "../checkout/promos.ts";
import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { ExchangePlan } from "../orders/exchange.ts";
import { noteFailedChecks } from "../orders/hold.ts";
import { placeOrder } from "../orders/place.ts";
import type { FailedCheck } from "../orders/rules/failed-checks.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { lockParent } from "../orders/supplements.ts";
import type { Shop } from "../shop.ts";
import { approve, endAttempt, payerOf } from "./apply-verdict.ts";
import { exchangeUnits, lockExchanged } from "./exchange.ts";
import { type Attempt, lockAttempt, moveAttempt } from "./queries/attempts.ts";
import { findReservations, moveCheckout } from "./queries/reservations.ts";
import { recordDecline, recordTaken } from "./rate-limits.ts";
import { enqueueReviewMail } from "./review-mail.ts";
import { type CheckPolicy, failedChecksOf, policyFor } from "./rules/card-checks.ts";

/**
 * Phase F (docs/checkout.md): turns held money into an order, in one transaction. A new approval is
 * stored in the same transaction. True if this call wrote the order, false if the attempt was
 * already decided. An authorization is voided if its checkout is gone or has another order. After
 * any other failure, this throws, and the caller tries again. If the card's checks failed, the
 * owner's settings may void the payment instead; this counts as a decline of `address`, the network
 * address. The payment of an exchange whose order has changed meanwhile is voided too.
 */
export async function finalize(
  shop: Shop,
  { id, checkout_id }: Attempt,
  { approval, address }: { approval?: Approved; address?: string | undefined } = {},
): Promise<boolean> {
  await shop.settings.refresh();
  const outcome = await transact(shop.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkout_id);
    const attempt = await lockApproved(tx, id, approval, shop.now());
    if (attempt?.state !== "authorized") return "before";
    if (!checkout || checkout.orderId) return (await voidAttempt(tx, attempt, shop.now())) ? "impossible" : "before";
    const checks = judgeChecks(shop, attempt);
    if (checks.policy === "give-back") return (await giveBack(tx, attempt, address, shop.now())) ? "given back" : "before";
    const plan = await lockExchanged(tx, checkout_id);
    if (!plan.ok) return (await loseExchange(tx, attempt, shop.now())) ? "given back" : "before";
    await write(shop, tx, attempt, { ...checks, plan: plan.value });
    await shop.failpoint("f.before_commit");
    return "placed";
  });
  if (outcome === "impossible") shop.log.error({ attempt: id }, "an authorized payment cannot become an order and is let go");
  if (outcome === "placed") await shop.failpoint("f.after_commit");
  shop.notifyWorker();
  return outcome === "placed";
}

type Approved = Parameters<typeof approve>[1];

/**
 * The failed checks of a card, and what becomes of its payment. A payment that the gateway has
 * reviewed is taken in any case.
 */
function judgeChecks({ settings }: Shop, attempt: Attempt): { failed: readonly FailedCheck[]; policy: CheckPolicy } {
  const { addressMismatch: address, codeMismatch: code } = settings.current();
  const failed = failedChecksOf(attempt);
  return { failed, policy: attempt.held_at === null ? policyFor(failed, { address, code }) : "" };
}

/** Voids the payment of a card whose checks failed, and counts the card as declined. */
async function giveBack(tx: Tx, attempt: Attempt, address: string | undefined, now: number): Promise<boolean> {
  if (!(await endAttempt(tx, attempt, { to: "voiding", refusal: "declined" }, now))) return false;
  await recordDecline(tx, payerOf(attempt, address), now);
  // Whoever paid on a page of the gateway may have seen its receipt, and left.
  if (attempt.hold_until !== null) await enqueueReviewMail(tx, attempt.id, "refused", now);
  return true;
}

/** The locked attempt. With an approval, a sent attempt becomes authorized. */
async function lockApproved(tx: Tx, id: string, approval: Approved | undefined, now: number): Promise<Attempt | undefined> {
  const attempt = await lockAttempt(tx, id);
  if (attempt?.state !== "sent" || !approval) return attempt;
  const approved = approve(attempt.state, approval, now);
  if (!(await moveAttempt(tx, id, approved))) throw new Error("a locked attempt moved");
  return { ...attempt, ...approved.changes, state: approved.to };
}

const voidAttempt = (tx: Tx, attempt: Attempt, now: number): Promise<boolean> =>
  endAttempt(tx, attempt, { to: "voiding", refusal: "failed" }, now);

/** Voids the payment of an exchange whose earlier order has changed since the payment began. */
async function loseExchange(tx: Tx, attempt: Attempt, now: number): Promise<boolean> {
  if (!(await endAttempt(tx, attempt, { to: "voiding", refusal: "order_closed" }, now))) return false;
  if (attempt.hold_until !== null || attempt.held_at !== null) await enqueueReviewMail(tx, attempt.id, "refused", now);
  return true;
}

type WriteInput = ReturnType<typeof judgeChecks> & { plan: ExchangePlan | undefined };

async function write(shop: Shop, tx: Tx, attempt: Attempt, { failed, policy, plan }: WriteInput): Promise<void> {
  const now = shop.now();
  const { id, checkout_id: checkoutId, order_id: orderId } = attempt;
  const snapshot = JSON.parse(attempt.snapshot) as OrderSnapshot;
  await lockParent(tx, snapshot);
  if (snapshot.promo) await confirmRedemption(tx, checkoutId);
  if (plan) {
    await shop.failpoint("x.before_edit");
    await exchangeUnits(tx, plan, snapshot, now);
    await shop.failpoint("x.after_edit");
  }
  await sell(tx, await findReservations(tx, id), orderId, now);
  await placeOrder(tx, snapshot, attempt, now);
  if (failed.length > 0) await noteFailedChecks(tx, orderId, { failed, holds: policy === "review" }, now);
  if (!(await moveAttempt(tx, id, { from: "authorized", to: "finalized", now }))) throw new Error("a locked attempt moved");
  const agreed = { quote_id: snapshot.quoteId, order_id: orderId };
  if (attempt.kind === "card") await recordTaken(tx, snapshot, now);
  await moveCheckout(tx, checkoutId, { from: "paying", to: "completed", now, agreed });
  // The capture runs only after the commit, so that money is never captured without an order.
  if (attempt.kind === "card") await enqueue(tx, { kind: "capture", subject: orderId, payload: { orderId } }, now);
}

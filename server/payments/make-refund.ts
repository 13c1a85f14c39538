import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { Refused, RefusedForGood } from "../jobs/refused.ts";
import type { Cents } from "../money.ts";
import {
  bookRefunded,
  isRefundDue,
  lockMoney,
  moneyStateOf,
  recordRefundRefused,
  recordRefundSent,
  recordRefundWaits,
  withdrawUnpayable,
} from "../orders/ledger.ts";
import type { MoneyRefusal } from "../orders/rules/refused-money.ts";
import type { Shop } from "../shop.ts";
import { authorizedAttemptOf } from "./authorized-attempt.ts";
import { type Attempt, lockAttempt, moveAttempt } from "./queries/attempts.ts";
import { answerOf, inFull, refusalIn } from "./refusal.ts";
import { refundState } from "./rules/attempt.ts";
import { refundPrefix } from "./rules/keys.ts";

/**
 * Asks the gateway for a refund. `refund` is the order's refund key, whose amount never changes. At
 * the gateway it is prefixed with the payment's key.
 */
export async function makeRefund(
  shop: Shop,
  { orderId, amount }: { orderId: string; amount: Cents },
  refund: string,
): Promise<void> {
  if (!(await transact(shop.db, (tx) => isRefundDue(tx, { orderId, key: refund, amount }, shop.now())))) return;
  const attempt = await authorizedAttemptOf(shop, orderId);
  const key = refundPrefix(attempt.key) + refund;
  const { auth_ref: authRef, capture_ref: captureRef } = attempt;
  if (!captureRef) throw new Error(`a payment that is ${attempt.state} cannot be refunded`);
  await shop.failpoint("refund.begin");
  if (!(await beginRefund(shop, attempt, refund))) return;
  await shop.failpoint("refund.before");
  const result = await shop.gateway.giveBack({ key, authRef, captureRef, amountCents: amount });
  const refusal = refusalIn(result);
  if (refusal) {
    if (await endRefused(shop, attempt, refund, refusal)) return;
    // The bank refused: only the bank can change that.
    throw new (refusal.by === "bank" ? RefusedForGood : Refused)(answerOf(result));
  }
  if (result.status === "too_early")
    await transact(shop.db, async (tx) => {
      await recordRefundWaits(tx, orderId, refund, shop.now());
      await endRefunding(tx, attempt, shop.now());
    });
  const { ref } = inFull(result, amount);
  await shop.failpoint("refund.after");
  await transact(shop.db, async (tx) => {
    const to = refundState(await bookRefunded(tx, orderId, refund, shop.now(), ref));
    if (!(await moveAttempt(tx, attempt.id, { from: "refunding", to, now: shop.now() })))
      throw new Error("another refund came between");
  });
}

/**
 * The last step before the call, in one transaction. False if nothing is left to refund: the refund
 * was paid by other means or withdrawn, or the whole payment went back in another way, which
 * withdraws the refund now.
 */
const beginRefund = ({ db, now }: Shop, { id, order_id: orderId }: Attempt, key: string): Promise<boolean> =>
  transact(db, async (tx) => {
    await lockMoney(tx, orderId);
    const state = (await lockAttempt(tx, id))?.state;
    if (state === "refunded" && (await withdrawUnpayable(tx, orderId, key, now()))) return false;
    if (!(await recordRefundSent(tx, key, now()))) return false;
    if (state === "refunding") return true;
    if (state !== "captured" && state !== "part_refunded") throw new Error(`a payment that is ${state} cannot be refunded`);
    await moveAttempt(tx, id, { from: state, to: "refunding", now: now() });
    return true;
  });

/**
 * Records a refusal and restores the payment's state. True if the refund was withdrawn, since its
 * money went back in another way.
 */
const endRefused = ({ db, now }: Shop, attempt: Attempt, key: string, refusal: MoneyRefusal): Promise<boolean> =>
  transact(db, async (tx) => {
    const withdrawn = await withdrawUnpayable(tx, attempt.order_id, key, now());
    await recordRefundRefused(tx, { orderId: attempt.order_id, key, ...refusal }, now());
    await endRefunding(tx, attempt, now());
    return withdrawn;
  });

async function endRefunding(tx: Tx, { id, order_id }: Attempt, now: number): Promise<void> {
  await moveAttempt(tx, id, { from: "refunding", to: refundState(await moneyStateOf(tx, order_id)), now });
}

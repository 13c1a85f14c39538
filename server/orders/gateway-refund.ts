import type { Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { isRefused } from "./after-sale.ts";
import { bookRefunded, replaceRefused, withdrawAllUnpayable } from "./ledger.ts";
import { findRefund, findRefunds, insertRefund, lockOrder, nextGatewayRefund, passRefundNumber } from "./queries/after-sale.ts";
import { findLedger } from "./queries.ts";
import { partsOf, refundableParts, refundNumberOf } from "./request-refund.ts";
import { divide, type MoneyState, type Parts, remainingParts, sumOf } from "./rules/ledger.ts";

/**
 * `key` is the gateway's key for the transaction. `ownKey` is the key of this shop's own refund,
 * undefined if it made none. `ref` is the gateway's reference. `amount` is in cents.
 */
type GatewayRefund = { orderId: string; key: string; ownKey?: string | undefined; ref: string; amount: Cents };

/**
 * Whether the refund with this key and amount is this shop's own. After a restore the shop may have
 * requested another refund under the same number.
 */
async function isOwn(tx: Tx, { key, amount }: Pick<GatewayRefund, "key" | "amount">): Promise<boolean> {
  const refund = await findRefund(tx, key);
  // The gateway did not make a refund that was withdrawn or paid by other means.
  return refund?.amount === amount && refund.settled_event === null && refund.state !== "withdrawn";
}

/**
 * The parts that a refund takes: only free parts if they suffice, else also parts of pending
 * refunds, which may be withdrawn.
 */
async function partsTaken(tx: Tx, orderId: string, amount: Cents): Promise<Parts> {
  const free = await refundableParts(tx, orderId);
  return divide(amount <= sumOf(free) ? free : remainingParts(await findLedger(tx, orderId)), amount);
}

/**
 * Books a refund that was made at the gateway and is unknown here, and emails the shopper. Each key
 * is booked once. If a requested refund of this amount was refused, the owner has made it at the
 * gateway, so this refund replaces it. Returns the order's money state, or `known` if the refund
 * was booked before. Refuses an amount larger than the captured money that was not returned yet.
 */
export async function bookGatewayRefund(
  tx: Tx,
  { orderId, key, ownKey, ref, amount }: GatewayRefund,
  now: number,
): Promise<Outcome<MoneyState | "known">> {
  await lockOrder(tx, orderId);
  if (await findRefund(tx, key)) return ok("known");
  if (ownKey !== undefined && (await isOwn(tx, { key: ownKey, amount }))) return ok("known");
  const n = await nextGatewayRefund(tx, orderId, amount);
  if (n === undefined) return refuse("unpaid", "The ledger has less money of this order than was refunded.");
  const refusedRefund = (await findRefunds(tx, orderId)).find(
    (each) => isRefused(each) && each.sent_at === null && each.amount === amount,
  );
  const parts = refusedRefund ? partsOf(refusedRefund) : await partsTaken(tx, orderId, amount);
  const requestColumns = { state: "requested", requested_at: now, decided_at: null, actor: "gateway" } as const;
  await insertRefund(tx, { order_id: orderId, n, key, amount, ...parts, ...requestColumns });
  // The gateway knows this key, so no other refund may get it.
  if (ownKey !== undefined) await passRefundNumber(tx, orderId, refundNumberOf(ownKey, orderId));
  if (refusedRefund) await replaceRefused(tx, refusedRefund, { n }, now);
  const money = await bookRefunded(tx, orderId, key, now, ref);
  await withdrawAllUnpayable(tx, orderId, now);
  return ok(money);
}

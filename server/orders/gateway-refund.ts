import type { Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { bookRefunded, refundEvent, withdrawAllUnpayable } from "./ledger.ts";
import { findRefund, insertRefund, lockOrder, nextGatewayRefund, passRefundNumber } from "./queries/after-sale.ts";
import { findLedger } from "./queries.ts";
import { refundableParts, refundNumberOf } from "./request-refund.ts";
import { divide, leftOf, type MoneyState, sumOf } from "./rules/ledger.ts";

/**
 * `key` is the gateway's own for the transaction; `ownKey` is that of the refund by which this shop made it, where it
 * did; `ref` is the gateway's reference; `amount` is what went back, in cents.
 */
type GatewayRefund = { orderId: string; key: string; ownKey?: string | undefined; ref: string; amount: Cents };

/**
 * Whether this shop knows its own refund. After a restore another one may have been requested under the same
 * number. The last release booked without a row for the refund.
 */
async function isOwn(tx: Tx, { orderId, key, amount }: Omit<GatewayRefund, "ref">): Promise<boolean> {
  const refund = await findRefund(tx, key);
  // One that was paid by other means, or withdrawn, was not made by then.
  if (refund) return refund.amount === amount && refund.settled_event === null && refund.state !== "withdrawn";
  return (await findLedger(tx, orderId)).some(({ event }) => event === refundEvent(key));
}

/**
 * Books a refund that was made at the gateway and is not known here, once by its key; the shopper is
 * emailed. The value is the order's money state, or `known` when it was booked before. Refuses more
 * than was captured and is not returned yet.
 */
export async function bookGatewayRefund(
  tx: Tx,
  { orderId, key, ownKey, ref, amount }: GatewayRefund,
  now: number,
): Promise<Outcome<MoneyState | "known">> {
  await lockOrder(tx, orderId);
  if (await findRefund(tx, key)) return ok("known");
  if (ownKey !== undefined && (await isOwn(tx, { orderId, key: ownKey, amount }))) return ok("known");
  const n = await nextGatewayRefund(tx, orderId, amount);
  if (n === undefined) return refuse("unpaid", "The ledger has less money of this order than was refunded.");
  // What refunds in progress are to return is taken last: they may have to be withdrawn.
  const free = await refundableParts(tx, orderId);
  const parts = divide(amount <= sumOf(free) ? free : leftOf(await findLedger(tx, orderId)), amount);
  const requested = { state: "requested", requested_at: now, decided_at: null, actor: "gateway" } as const;
  await insertRefund(tx, { order_id: orderId, n, key, amount, ...parts, ...requested });
  // The gateway knows its key: no other refund gets it.
  if (ownKey !== undefined) await passRefundNumber(tx, orderId, refundNumberOf(ownKey, orderId));
  const money = await bookRefunded(tx, orderId, key, now, ref);
  await withdrawAllUnpayable(tx, orderId, now);
  return ok(money);
}

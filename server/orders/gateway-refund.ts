import type { Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { bookRefunded } from "./ledger.ts";
import { findRefund, insertRefund, lockOrder, nextGatewayRefund } from "./queries/after-sale.ts";
import { findLedger } from "./queries.ts";
import { refundableParts } from "./request-refund.ts";
import { divide, leftOf, type MoneyState, sumOf } from "./rules/ledger.ts";

/** `key` is the gateway's own for the transaction; `amount` is what went back, in cents. */
type GatewayRefund = { orderId: string; key: string; amount: Cents };

/**
 * Books a refund that was made at the gateway and not by this shop, once by its key; the shopper is
 * emailed. The value is the order's money state, or `known` when it was booked before. Refuses more
 * than was captured and is not returned yet.
 */
export async function bookGatewayRefund(
  tx: Tx,
  { orderId, key, amount }: GatewayRefund,
  now: number,
): Promise<Outcome<MoneyState | "known">> {
  await lockOrder(tx, orderId);
  if (await findRefund(tx, key)) return ok("known");
  const n = await nextGatewayRefund(tx, orderId, amount);
  if (n === undefined) return refuse("unpaid", "The ledger has less money of this order than was refunded.");
  // What refunds in progress are to return is taken last: they may have to be withdrawn.
  const free = await refundableParts(tx, orderId);
  const parts = divide(amount <= sumOf(free) ? free : leftOf(await findLedger(tx, orderId)), amount);
  const requested = { state: "requested", requested_at: now, decided_at: null, actor: "gateway" } as const;
  await insertRefund(tx, { order_id: orderId, n, key, amount, ...parts, ...requested });
  return ok(await bookRefunded(tx, orderId, key, now));
}

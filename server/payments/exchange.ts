import { lockStock } from "../catalog/stock.ts";
import { type Exchange, endExchange, findExchange } from "../checkout/exchanges.ts";
import { returnPromoUse } from "../checkout/promos.ts";
import type { Db, Tx } from "../db/tables.ts";
import { isDisputed } from "../orders/disputes.ts";
import { applyExchange, type ExchangePlan, lockExchange, planExchange } from "../orders/exchange.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { refuseUncompared } from "./restored.ts";
import { exchangeGoneText } from "./rules/attempt.ts";

const gone = refuse("order_closed", exchangeGoneText);
const cardOnly = refuse(
  "invalid",
  "An exchange has to be paid by card, and can’t be free, since the products given back are refunded.",
);

/**
 * The plan of an exchange; a refusal if the amount is no longer what the shopper saw, or if the
 * payment is disputed: the bank may have taken its money back.
 */
async function stillAs(
  reader: Db | Tx,
  { orderId, amount }: Exchange,
  plan: Outcome<ExchangePlan>,
): Promise<Outcome<ExchangePlan>> {
  return plan.ok && plan.value.amount === amount && !(await isDisputed(reader, orderId)) ? plan : gone;
}

/**
 * Refuses the payment of an exchange that has ended, whose earlier order has changed, or that would
 * not be paid by card. Accepts all other checkouts.
 */
export async function refuseExchange(
  reader: Db | Tx,
  { checkoutId, byCard, now }: { checkoutId: string; byCard: boolean; now: number },
): Promise<Outcome<Exchange | undefined>> {
  const exchange = await findExchange(reader, checkoutId);
  if (!exchange) return ok(undefined);
  if (exchange.endsAt <= now) return gone;
  const uncompared = await refuseUncompared(reader);
  if (uncompared) return uncompared;
  const plan = await stillAs(reader, exchange, await planExchange(reader, exchange.orderId, exchange.lines));
  if (!plan.ok) return plan;
  return byCard ? ok(exchange) : cardOnly;
}

/**
 * Locks the earlier order of an exchange, and plans what is given back; undefined for other
 * checkouts. Refuses if that order has changed since the payment began.
 */
export async function lockExchanged(tx: Tx, checkoutId: string): Promise<Outcome<ExchangePlan | undefined>> {
  const exchange = await findExchange(tx, checkoutId);
  if (!exchange) return ok(undefined);
  return await stillAs(tx, exchange, await lockExchange(tx, exchange.orderId, exchange.lines));
}

/**
 * Edits the earlier order of a paid exchange in the transaction that makes the new order. Locks the
 * variants of both orders at once, after the promo.
 */
export async function exchangeUnits(tx: Tx, plan: ExchangePlan, snapshot: OrderSnapshot, now: number): Promise<void> {
  const variantIds = [...snapshot.lines.map(({ variantId }) => variantId), ...plan.variantIds];
  const giveUseBack = async (inner: Tx, checkoutId: string) => {
    await returnPromoUse(inner, checkoutId);
    await lockStock(inner, variantIds);
  };
  if (!plan.isWhole) await lockStock(tx, variantIds);
  const edits = await applyExchange(tx, plan, { actor: snapshot.takenBy ?? "shop", now, giveUseBack });
  await endExchange(tx, snapshot.checkoutId, edits, now);
}

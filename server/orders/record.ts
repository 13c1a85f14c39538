import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type AddressRequest, addressRequestOf } from "./address-request.ts";
import { type AfterSale, afterSaleOf } from "./after-sale.ts";
import { findOrder, type Order } from "./find.ts";
import { isNothingToSend } from "./line-progress.ts";
import { findOrderEvents } from "./queries/events.ts";
import { findLedger, findOrderRow } from "./queries.ts";
import { type Replacement, replacementOf } from "./replacements.ts";
import { refundableParts } from "./request-refund.ts";
import { type OrderSums, orderSums } from "./rules/books.ts";
import { type MoneyState, moneyState, shippingLeft, sumOf } from "./rules/ledger.ts";
import { isRefunded } from "./rules/state.ts";
import { type OrderShipment, shipmentsOf } from "./shipments.ts";
import { shippingSold } from "./shipping-sold.ts";
import { type Related, relatedOrders } from "./supplements.ts";

export type OrderEvent = { kind: string; note: string; actor: string | null; at: number };

/** An order in full, for the staff. */
export type OrderRecord = {
  order: Order;
  money: MoneyState;
  /** the sums of its ledger, as the files for a bookkeeper have them */
  booked: OrderSums;
  afterSale: AfterSale;
  shipments: readonly OrderShipment[];
  /** the shopper's open request for another address; undefined without one */
  addressRequest: AddressRequest | undefined;
  /** the orders that belong to it: the one that it adds to, or those that add to it */
  related: readonly Related[];
  replacement: Replacement;
  /** the amount that could be refunded now, in cents, and its part for shipping with tax */
  refundable: Cents;
  refundableShipping: Cents;
  /** oldest first, including internal events */
  events: readonly OrderEvent[];
};

/**
 * Whether the unshipped rest of a placed order is not to be sent: its whole payment, or the payment
 * of all its units, was refunded or requested back.
 */
export const isNotSent = ({
  order,
  money,
  afterSale,
  refundable,
}: Pick<OrderRecord, "order" | "money" | "afterSale" | "refundable">): boolean =>
  isRefunded({ ...order, money, refundable }) ||
  (order.state === "placed" && !order.isPartShipped && isNothingToSend(afterSale.lines));

/** An order in full; undefined if there is none. The caller checks who may see it. */
export async function findOrderRecord(db: Db, orderId: string): Promise<OrderRecord | undefined> {
  const order = await findOrder(db, orderId);
  const row = await findOrderRow(db, orderId);
  if (!order || !row) return undefined;
  const addressRequest = await addressRequestOf(db, orderId);
  const refundable = await refundableParts(db, orderId);
  const ledger = await findLedger(db, orderId);
  return {
    order,
    money: moneyState(ledger),
    booked: orderSums(ledger),
    afterSale: await afterSaleOf(db, orderId),
    addressRequest: addressRequest?.state === "asked" ? addressRequest : undefined,
    shipments: await shipmentsOf(db, orderId),
    related: await relatedOrders(db, order),
    replacement: await replacementOf(db, row),
    refundable: sumOf(refundable),
    refundableShipping: refundable.shipping > 0 ? sumOf(shippingLeft(await shippingSold(db, row), refundable)) : 0,
    events: await findOrderEvents(db, orderId),
  };
}

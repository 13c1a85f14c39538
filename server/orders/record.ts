import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type AfterSale, afterSaleOf } from "./after-sale.ts";
import { findOrder, type Order } from "./find.ts";
import { moneyStateOf } from "./ledger.ts";
import { findOrderEvents } from "./queries/events.ts";
import { refundableParts } from "./request-refund.ts";
import { type MoneyState, sumOf } from "./rules/ledger.ts";
import { type OrderShipment, shipmentsOf } from "./shipments.ts";

export type OrderEvent = { kind: string; note: string; actor: string | null; at: number };

/** An order in full, for the staff. */
export type OrderRecord = {
  order: Order;
  money: MoneyState;
  afterSale: AfterSale;
  shipments: readonly OrderShipment[];
  /** what could be refunded now, in cents */
  refundable: Cents;
  /** oldest first, internal ones too */
  events: readonly OrderEvent[];
};

/** Undefined when there is none; who may see it is for the caller to check. */
export async function findOrderRecord(db: Db, orderId: string): Promise<OrderRecord | undefined> {
  const order = await findOrder(db, orderId);
  if (!order) return undefined;
  return {
    order,
    money: await moneyStateOf(db, orderId),
    afterSale: await afterSaleOf(db, orderId),
    shipments: await shipmentsOf(db, orderId),
    refundable: sumOf(await refundableParts(db, orderId)),
    events: await findOrderEvents(db, orderId),
  };
}

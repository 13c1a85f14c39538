import { profileOf } from "../customers/profile.ts";
import type { Db } from "../db/tables.ts";
import type { Visitor } from "../web/visitor.ts";
import { type AfterSale, afterSaleOf } from "./after-sale.ts";
import { findAttachedOrder } from "./attach.ts";
import type { Order } from "./find.ts";
import { grantedOrder } from "./grants.ts";
import { moneyStateOf } from "./ledger.ts";
import { findOrderEvents } from "./queries/events.ts";
import { refundableParts } from "./request-refund.ts";
import type { MoneyState, Parts } from "./rules/ledger.ts";
import { eventRank } from "./rules/words.ts";

export type VisibleOrder = {
  order: Order;
  /** `owner`: the order's customer; `grant`: a browser that followed a mailed link to it */
  as: "owner" | "grant";
  /** the email that a request for cancelation must name */
  email: string;
  money: MoneyState;
  afterSale: AfterSale;
  /** the parts that are not refunded yet; a cancelation would refund all of them */
  refundable: Parts;
  events: readonly { kind: string; note: string; at: number }[];
};

/** An order, if this visitor may see it; else undefined. */
export async function findVisibleOrder(
  db: Db,
  visitor: Visitor,
  orderId: string,
  now: number,
): Promise<VisibleOrder | undefined> {
  const order = await findAttachedOrder(db, orderId, visitor);
  if (!order) return undefined;
  const owned = visitor.customerId !== undefined && order.customerId === visitor.customerId;
  if (!owned && !(await grantedOrder(db, visitor.id, order.id, now))) return undefined;
  const email = owned ? (await profileOf(db, visitor.customerId ?? "")).email : order.email;
  const events = await findOrderEvents(db, order.id);
  return {
    order,
    as: owned ? "owner" : "grant",
    email,
    money: await moneyStateOf(db, order.id),
    afterSale: await afterSaleOf(db, order.id),
    refundable: await refundableParts(db, order.id),
    events: events.toSorted((a, b) => a.at - b.at || eventRank(a.kind) - eventRank(b.kind)),
  };
}

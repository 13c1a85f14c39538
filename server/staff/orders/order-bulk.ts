import type { Db } from "../../db/tables.ts";
import { fulfilOrder } from "../../orders/fulfil.ts";
import { countOrdersOf, type ListedOrder, listOrdersByIds, type OrderSearch, searchOrders } from "../../orders/list.ts";
import { asksToCancel, leftPlaced, notPaid, onHold } from "../../orders/rules/state.ts";
import { notFound, refuse } from "../../outcome.ts";
import { atOnce, type BulkAction, type BulkPreview } from "../lists/bulk.ts";
import { staffOrdersPath } from "../paths.ts";

export const cancelationFirst = "A cancellation was requested: decide that on the order’s page first.";

/** Why an order cannot be marked as shipped together with others; undefined if it can. */
export function whyNot(order: ListedOrder): string | undefined {
  const { state, money, total, hold_reason: holdReason } = order;
  if (state !== "placed") return leftPlaced(state);
  if (holdReason !== null) return onHold(holdReason);
  if (asksToCancel(order)) return cancelationFirst;
  const unpaid = total === 0 ? undefined : notPaid(money);
  return unpaid === undefined ? undefined : `This order cannot ship: ${unpaid}.`;
}

/** Checks orders one by one if they are few; otherwise only counts them. */
async function preview(db: Db, search: OrderSearch, most: number): Promise<BulkPreview> {
  const few = await searchOrders(db, search, atOnce + 1);
  if (few.length <= atOnce) {
    const reasons = Map.groupBy(few, (order) => whyNot(order) ?? "");
    const wont = [...reasons].filter(([why]) => why !== "").map(([why, orders]) => ({ why, count: orders.length }));
    return { will: reasons.get("")?.length ?? 0, isCapped: false, wont };
  }
  const [all, will] = await Promise.all([
    countOrdersOf(db, search, most + 1),
    countOrdersOf(db, { ...search, canShip: true }, most + 1),
  ]);
  const others = all > most ? 0 : all - will;
  const wont = others > 0 ? [{ why: "These can’t ship now: the result names them.", count: others }] : [];
  return { will: Math.min(will, most), isCapped: will > most, wont };
}

/** Marks orders as shipped, each order in the same way as its own page. */
export const shipOrders: BulkAction<OrderSearch> = {
  name: "ship-orders",
  title: "Orders shipped",
  needs: "orders:ship",
  path: staffOrdersPath,
  preview: (db, search) => preview(db, search, 10_000),
  next: async (db, search, after, limit) => {
    const orders = await searchOrders(db, { ...search, before: after, oldestFirst: false }, limit);
    return orders.map(({ id, number }) => ({ id, position: number, name: `Order ${number}` }));
  },
  act: async (db, orderId, actor, now) => {
    const [order] = await listOrdersByIds(db, [orderId]);
    if (!order) return notFound;
    if (asksToCancel(order)) return refuse("unconfirmed", cancelationFirst);
    return await fulfilOrder(db, { orderId, now, actor });
  },
  doneWords: (count) => (count === 1 ? "1 order was marked as shipped." : `${count} orders were marked as shipped.`),
};

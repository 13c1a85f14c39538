import type { Db } from "../../db/tables.ts";
import { fulfilOrder } from "../../orders/fulfil.ts";
import { everyOrder, type ListedOrder, type OrderMatch, searchOrders } from "../../orders/list.ts";
import { asksToCancel } from "../../orders/rules/state.ts";
import { changeTracking } from "../../orders/tracking.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import type { BulkAction } from "../lists/bulk.ts";
import { staffOrdersPath } from "../paths.ts";
import { cancelationFirst, whyNot } from "./order-bulk.ts";
import type { Parcel, TrackingLine } from "./tracking-lines.ts";

type Order = OrderMatch & ListedOrder;

/** What a line does to its order: ships it, or adds the tracking number that its parcel lacks. */
export type TrackingStep = "ship" | "track";
export type TriedLine = TrackingLine & { step: Outcome<TrackingStep> };

const unknown = refuse("not_found", "There is no order with this number.");
const alreadyShipped = refuse("order_closed", "This order has shipped, and has a tracking number.");
const erased = refuse("order_closed", "This order’s personal data was erased: no tracking number is kept of it.");
const notNow = refuse("order_closed", "This order can’t ship now: its page says why.");

function stepOf(order: Order, canShip: boolean): Outcome<TrackingStep> {
  if (order.state === "fulfilled" && order.tracking === null) return order.email === "" ? erased : ok("track");
  if (order.state === "fulfilled") return alreadyShipped;
  if (canShip && !asksToCancel(order)) return ok("ship");
  const why = whyNot(order);
  return why === undefined ? notNow : refuse("order_closed", why);
}

/** The most parameters of one SQL statement. */
const batch = 500;

/** Says for each line of a file what it would do to its order, and changes nothing. */
export async function tryLines(db: Db, lines: readonly TrackingLine[]): Promise<TriedLine[]> {
  const numbers = lines.flatMap(({ parcel }) => (parcel.ok ? [parcel.value.number] : []));
  const orders = new Map<number, Order>();
  const canShip = new Set<number>();
  for (let at = 0; at < numbers.length; at += batch) {
    const search = { ...everyOrder, numbers: numbers.slice(at, at + batch) };
    for (const order of await searchOrders(db, search, batch)) orders.set(order.number, order);
    for (const { number } of await searchOrders(db, { ...search, canShip: true }, batch)) canShip.add(number);
  }
  return lines.map((line) => {
    if (!line.parcel.ok) return { ...line, step: line.parcel };
    const order = orders.get(line.parcel.value.number);
    return { ...line, step: order ? stepOf(order, canShip.has(order.number)) : unknown };
  });
}

/** The parcels of the lines that would ship, or that would add a tracking number. */
export const parcelsOf = (lines: readonly TriedLine[]): Parcel[] =>
  lines.flatMap(({ step, parcel }) => (step.ok && parcel.ok ? [parcel.value] : []));

type ParcelBulk = { parcels: readonly Parcel[] };

/** The action that ships the orders of a file, each in the same way as the order's own page. */
export const shipParcels: BulkAction<ParcelBulk> = {
  name: "ship-parcels",
  title: "Shipped by a file",
  needs: "orders:ship",
  path: staffOrdersPath,
  preview: async (_, { parcels }) => ({ will: parcels.length, isCapped: false, wont: [] }),
  next: async (_, { parcels }, after, limit) =>
    parcels
      .map(({ number }, position) => ({ id: String(number), position, name: `Order ${number}` }))
      .slice((after ?? -1) + 1, (after ?? -1) + 1 + limit),
  act: async (db, number, actor, now, { selection }) => {
    const parcel = selection.parcels.find((each) => String(each.number) === number);
    const [order] = await searchOrders(db, { ...everyOrder, numbers: [Number(number)] }, 1);
    if (!order || !parcel) return notFound;
    const { id: orderId } = order;
    const { shipment } = parcel;
    if (order.state !== "fulfilled" && asksToCancel(order)) return refuse("unconfirmed", cancelationFirst);
    if (order.state !== "fulfilled") return await fulfilOrder(db, { orderId, shipment, now, actor });
    if (order.tracking !== null) return alreadyShipped;
    return await changeTracking(db, { orderId, shipment, tells: true, actor }, now);
  },
  doneWords: (count) =>
    count === 1
      ? "1 order has its tracking number and is shipped."
      : `${count} orders have their tracking numbers and are shipped.`,
};

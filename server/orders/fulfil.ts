import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import { endAddressRequest } from "./address-request.ts";
import { moneyStateOf } from "./ledger.ts";
import {
  type ChosenUnits,
  chooseUnits,
  isNothingToSend,
  type LineProgress,
  type LineUnits,
  readLineProgress,
  toShip,
} from "./line-progress.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderMeans } from "./queries/means.ts";
import { insertShipment, nextShipment } from "./queries/shipments.ts";
import { markFulfilled } from "./queries/states.ts";
import { refundableParts } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import type { Shipment } from "./rules/carriers.ts";
import { sumOf } from "./rules/ledger.ts";
import { isRefunded, leftPlaced, notPaid, onHold } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

type FulfilInput = {
  orderId: string;
  shipment?: Shipment | undefined;
  /** the units in the package; all units left if absent */
  lines?: readonly LineUnits[] | undefined;
  /** the number of decisions about the order that the page had shown */
  seen?: number | undefined;
  now: number;
  actor?: Actor;
};

/** `isComplete`: nothing is left to ship. */
export type FulfilResult = { number: number; n: number; isComplete: boolean };

/**
 * Ships an order, or some of its units. Refuses while the order is on hold, and until its payment
 * is captured. A requested cancelation does not prevent shipping, since the owner decides.
 */
export const fulfilOrder = (
  db: Db,
  { orderId, shipment, lines, seen, now, actor = "owner" }: FulfilInput,
): Promise<Outcome<FulfilResult>> =>
  transactOutcome<Outcome<FulfilResult>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
    if (order.hold_reason !== null) return refuse("held", onHold(order.hold_reason));
    const unpaid = await refuseUnpaid(tx, order);
    if (unpaid) return unpaid;
    const lineProgress = await readLineProgress(tx, orderId);
    if (order.shipment_count === 0 && isNothingToSend(lineProgress))
      return refuse("exceeds_order", "All of this order was refunded: cancel it instead.");
    await endAddressRequest(tx, orderId, now);
    if (unitsLeft(lineProgress) === 0) return await endUnsent(tx, order, actor, now);
    const units = chooseUnits(lineProgress, lines ?? allLeft(lineProgress), toShip, "left to ship");
    if (!units.ok) return units;
    const n = await nextShipment(tx, orderId);
    if (n === undefined) throw new Error("a locked order has left its state");
    await insertShipment(
      tx,
      { order_id: orderId, n, carrier: shipment?.carrier ?? null, tracking: shipment?.tracking ?? null, actor, at: now },
      units.value.map(({ progress, units }) => ({ line_id: progress.line.id, quantity: units })),
    );
    const isComplete = unitsLeft(lineProgress) === units.value.reduce((sum, { units }) => sum + units, 0);
    if (isComplete) await completeOrder(tx, orderId, { shipment, actor }, now);
    else await recordPart(tx, orderId, { n, chosen: units.value, shipment, actor }, now);
    return ok({ number: order.number, n, isComplete });
  });

/** Refuses to ship an order because of its payment. A requested refund counts as refunded. */
async function refuseUnpaid(tx: Tx, { id, state, total, shipment_count }: Row<"orders">): Promise<Refusal | undefined> {
  const money = await moneyStateOf(tx, id);
  const isBack = isRefunded({ state, total, money, refundable: sumOf(await refundableParts(tx, id)) });
  const why = notPaid(isBack ? "refunded" : money, (await findOrderMeans(tx, id))?.ships_unpaid === 1);
  if (why === undefined) return undefined;
  const instead = shipment_count === 0 ? "Cancel it" : "Take the rest out";
  const remedy = isBack ? ` ${instead}, and its units go back into stock.` : "";
  return refuse("unpaid", `This order cannot ship: ${why}.${remedy}`);
}

/** Completes an order whose unshipped units were all refunded, but not taken out. */
async function endUnsent(
  tx: Tx,
  { id, number, shipment_count: n }: Row<"orders">,
  actor: Actor,
  now: number,
): Promise<Outcome<FulfilResult>> {
  await completeOrder(tx, id, { shipment: undefined, actor }, now);
  return ok({ number, n, isComplete: true });
}

const allLeft = (lineProgress: readonly LineProgress[]): LineUnits[] =>
  lineProgress.filter((progress) => toShip(progress) > 0).map(({ line }) => ({ lineId: line.id }));
const unitsLeft = (lineProgress: readonly LineProgress[]): number => lineProgress.reduce((sum, each) => sum + toShip(each), 0);

const trackingText = (shipment: Shipment | undefined): string => (shipment ? `${shipment.carrier} ${shipment.tracking}` : "");

type CompleteOrderInput = { shipment: Shipment | undefined; actor: Actor };

/** Marks a locked, placed order as fulfilled when nothing of it is left to ship. */
async function completeOrder(tx: Tx, orderId: string, { shipment, actor }: CompleteOrderInput, now: number): Promise<void> {
  await markFulfilled(tx, orderId, { fulfilled_at: now, ...shipment });
  await insertOrderEvent(tx, orderId, { kind: "fulfilled", note: trackingText(shipment), actor }, now);
  await enqueue(tx, { kind: "fulfilled-mail", subject: orderId }, now);
}

async function recordPart(
  tx: Tx,
  orderId: string,
  { n, chosen, shipment, actor }: CompleteOrderInput & { n: number; chosen: readonly ChosenUnits[] },
  now: number,
): Promise<void> {
  const units = chosen.map(({ progress, units }) => `${units} × ${progress.name}`).join("; ");
  const note = shipment ? `${units} (${trackingText(shipment)})` : units;
  await insertOrderEvent(tx, orderId, { kind: "part shipped", note, actor }, now);
  await enqueue(tx, { kind: "part-shipped-mail", subject: `${orderId}-s${n}`, payload: { orderId, n } }, now);
}

/** Completes a partly shipped order after an edit has taken out all units left to ship. */
export async function completeIfShipped(tx: Tx, orderId: string, actor: Actor, now: number): Promise<void> {
  const lineProgress = await readLineProgress(tx, orderId);
  if (lineProgress.some(({ shipped }) => shipped > 0) && unitsLeft(lineProgress) === 0)
    await completeOrder(tx, orderId, { shipment: undefined, actor }, now);
}

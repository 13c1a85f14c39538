import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findShipments, updateTracking } from "./queries/shipments.ts";
import { updateOrderTracking } from "./queries/states.ts";
import type { Actor } from "./rules/actor.ts";
import type { Shipment } from "./rules/carriers.ts";
import { orderEmailNames, sentAgain } from "./rules/order-emails.ts";
import { refuseOutdated } from "./seen.ts";
import type { OrderEmailJob } from "./sent-emails.ts";

type TrackingInput = {
  orderId: string;
  /** the package's number; the last package if absent */
  n?: number | undefined;
  shipment: Shipment;
  /** whether to email the shopper again about the package */
  tells: boolean;
  seen?: number | undefined;
  actor: Actor;
};

const unshipped = refuse("order_closed", "Nothing of this order has shipped yet.");
const unchanged = refuse("order_closed", "This package has that carrier and tracking number already.");
const orderErased = refuse("order_closed", "This order’s personal data was erased: no tracking number is kept of it.");

/**
 * Adds or corrects the carrier and tracking number of a shipped package. The shopper sees them on
 * the order's page. Refuses values that did not change. Returns the email's job, if any.
 */
export const changeTracking = (
  db: Db,
  { orderId, n: shipmentNumber, shipment, tells, seen, actor }: TrackingInput,
  now: number,
): Promise<Outcome<{ email: string | undefined }>> =>
  transactOutcome<Outcome<{ email: string | undefined }>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    if (order.erased_at !== null) return orderErased;
    if (order.state === "canceled" || (order.state === "placed" && order.shipment_count === 0)) return unshipped;
    const shipments = await findShipments(tx, orderId);
    // An order that shipped before shipments were recorded has no packages.
    const n = shipmentNumber ?? shipments.at(-1)?.n ?? 0;
    const namedShipment = shipments.find((each) => each.n === n);
    if (!namedShipment && shipments.length > 0) return notFound;
    const { carrier, tracking } = namedShipment ?? order;
    if (carrier === shipment.carrier && tracking === shipment.tracking) return unchanged;
    await updateTracking(tx, { orderId, n }, shipment);
    const isLast = order.state === "fulfilled" && n === (shipments.at(-1)?.n ?? 0);
    if (isLast) await updateOrderTracking(tx, orderId, shipment);
    const note = `${shipment.carrier} ${shipment.tracking}`;
    await insertOrderEvent(tx, orderId, { kind: "tracking changed", note, actor }, now);
    const email: Email = isLast ? whole(orderId) : part(orderId, n);
    return ok({ email: tells ? await sendAnew(tx, order, email, actor, now) : undefined });
  });

type Email = OrderEmailJob & { kind: "fulfilled-mail" | "part-shipped-mail" };

const whole = (orderId: string): Email => ({ kind: "fulfilled-mail", subject: orderId, payload: {} });
const part = (orderId: string, n: number): Email => ({
  kind: "part-shipped-mail",
  subject: `${orderId}-s${n}`,
  payload: { orderId, n },
});

/** Enqueues the email again, as the staff could by hand; returns the job's subject. */
async function sendAnew(tx: Tx, { id: orderId, email }: Row<"orders">, template: Email, actor: Actor, now: number) {
  if (email === "") return undefined;
  const id = newRowId();
  await insertOrderEvent(tx, orderId, { id, kind: sentAgain, note: orderEmailNames[template.kind], actor }, now);
  await enqueue(tx, { kind: "resent-mail", subject: id, payload: { orderId, email: template } }, now);
  return id;
}

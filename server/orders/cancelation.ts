import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { grantedOrder } from "./grants.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findCustomerMail, markRequested, unmarkRequested } from "./queries/states.ts";
import { findOrderRow } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import type { CancelReason } from "./rules/cancel-reasons.ts";
import { notCancelable } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

/**
 * The requester is a customer, or a browser that followed the mailed link to the order `grant`.
 * `email` is the normalised email of the session or the grant.
 */
export type CancelationRequester = { customerId?: string; grant?: string; email: string };
type CancelRequest = { orderId: string; orderNumber: number; userEmail: string; reason: CancelReason };

/** Returns the requester of a cancelation; undefined without a session or a grant for the order. */
export async function findRequester(
  reader: Db | Tx,
  visitor: Visitor,
  orderId: string,
  now: number,
): Promise<CancelationRequester | undefined> {
  const { id, customerId } = visitor;
  const order = await findOrderRow(reader, orderId);
  const isOwner = customerId !== undefined && order?.customer_id === customerId;
  if (order && !isOwner && (await grantedOrder(reader, id, orderId, now))) return { grant: orderId, email: order.email_norm };
  const email = customerId === undefined ? undefined : await findCustomerMail(reader, customerId);
  return customerId === undefined || email === undefined ? undefined : { customerId, email };
}

/**
 * Records a shopper's request to cancel the order, with its reason. Moves no money. A repeated
 * request also succeeds, and the first reason stays.
 */
export const requestCancelation = (
  db: Db,
  requester: CancelationRequester,
  request: CancelRequest,
  now: number,
): Promise<Outcome<void>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, request.orderId);
    if (!order || !maySpeakFor(order, requester) || order.number !== request.orderNumber) return notFound;
    // The email alone gives no access; it only has to match.
    if (normaliseEmail(request.userEmail) !== requester.email)
      return refuse("invalid", "“userEmail” isn’t the email address of this order.");
    if (await markRequested(tx, order.id, request.reason)) await recordAndNotify(tx, order.id, request.reason, now);
    else if (order.cancelation_requested === 0 && order.cancel_reason !== null && order.state === "placed") return declined;
    else if (order.cancelation_requested === 0 || order.state !== "placed" || order.shipment_count > 0)
      return await tooLate(tx, order.id);
    return ok(undefined);
  });

const declined = refuse("order_closed", "We’ve already answered your request: this order will ship.");

/**
 * Declines a shopper's request to cancel, and emails the shopper. `seen`: the number of decisions
 * about the order that the page had shown.
 */
export const declineCancelation = (
  db: Db,
  { orderId, seen, actor = "owner" }: { orderId: string; seen?: number | undefined; actor?: Actor },
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    if (!(await unmarkRequested(tx, orderId))) return refuse("order_closed", "Nobody is asking to cancel this order.");
    await insertOrderEvent(tx, orderId, { kind: "cancelation declined", note: "", actor }, now);
    await enqueue(tx, { kind: "cancelation-declined-mail", subject: orderId }, now);
    return ok({});
  });

/** Whether the requester owns the order, or followed a mailed link to it. */
export const maySpeakFor = (order: Row<"orders">, { customerId, grant }: CancelationRequester): boolean =>
  grant === order.id || (customerId !== undefined && order.customer_id === customerId);

async function recordAndNotify(tx: Tx, orderId: string, reason: CancelReason, now: number): Promise<void> {
  await insertOrderEvent(tx, orderId, { kind: "cancelation requested", note: reason, actor: "shopper" }, now);
  await enqueue(tx, { kind: "cancelation-requested-mail", subject: orderId }, now);
  await enqueue(tx, { kind: "cancelation-notice", subject: orderId }, now);
}

/**
 * Answers a request that was not recorded, since the order changed after it was read. Succeeds if
 * another request was recorded meanwhile; refuses a canceled or shipped order.
 */
async function tooLate(tx: Tx, orderId: string): Promise<Outcome<void>> {
  const order = await findOrderRow(tx, orderId);
  const isOpen = order?.state === "placed" && order.shipment_count === 0;
  return !order || isOpen ? ok(undefined) : refuse("order_closed", notCancelable(order.state));
}

import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { moneyStateOf } from "./ledger.ts";
import { changePlaced } from "./queries/states.ts";
import { findOrderRow, insertOrderEvent } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import type { Shipment } from "./rules/carriers.ts";
import { leftPlaced, notPaid } from "./rules/state.ts";

type FulfilInput = { orderId: string; shipment?: Shipment | undefined; now: number; actor?: Actor };

/**
 * The owner has sent the order. Refused before its payment was captured; a requested cancelation
 * does not prevent it, since the owner decides.
 */
export const fulfilOrder = (
  db: Db,
  { orderId, shipment, now, actor = "owner" }: FulfilInput,
): Promise<Outcome<{ number: number }>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, orderId);
    if (!order) return notFound;
    if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
    const unpaid = notPaid(await moneyStateOf(tx, orderId));
    if (unpaid !== undefined) return refuse("unpaid", `This order cannot ship: ${unpaid}.`);
    if (!(await changePlaced(tx, orderId, { state: "fulfilled", fulfilled_at: now, ...shipment })))
      return refuse("order_closed", leftPlaced((await findOrderRow(tx, orderId))?.state ?? "canceled"));
    const note = shipment ? `${shipment.carrier} ${shipment.tracking}` : "";
    await insertOrderEvent(tx, orderId, { kind: "fulfilled", note, actor }, now);
    await enqueue(tx, { kind: "fulfilled-mail", subject: orderId }, now);
    return ok({ number: order.number });
  });

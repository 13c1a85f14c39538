import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Cents, dollars } from "../money.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { bookPaid } from "./ledger.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderMeans, takePaymentNumber } from "./queries/means.ts";
import type { Actor } from "./rules/actor.ts";
import { paymentKind } from "./rules/words.ts";
import { refuseOutdated } from "./seen.ts";

export type PaymentInput = {
  orderId: string;
  amount: Cents;
  /** the day on which the money came, in words, such as “December 2, 2026” */
  day: string;
  /** such as a bank's reference; may be empty; the shopper reads it */
  note: string;
  actor: Actor;
  seen: number;
};

const tooMuch = invalidFields([{ field: "paid", message: "That is more than is still to be paid." }]);

/**
 * Records money that came in by a payment method without a card, in whole or in part, never more
 * than is owed. The payment of the rest makes the order paid.
 */
export const recordPayment = (
  db: Db,
  { orderId, amount, day, note, actor, seen }: PaymentInput,
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await findOrderMeans(tx, orderId))) return notFound;
    if (order.state === "canceled") return refuse("order_closed", "This order is canceled: nothing is to be paid any more.");
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const n = await takePaymentNumber(tx, orderId, amount);
    if (n === undefined) return tooMuch;
    await bookPaid(tx, orderId, { n, amount }, now);
    const words = [`${dollars(amount)} on ${day}`, ...(note === "" ? [] : [note])].join(", ");
    await insertOrderEvent(tx, orderId, { kind: paymentKind, note: words, actor }, now);
    return ok({});
  });

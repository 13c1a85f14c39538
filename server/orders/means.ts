import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { enqueueAll } from "../jobs/enqueue.ts";
import { cancelUnpaid, type ReleasePromoUse } from "./cancel.ts";
import { bookAwaited } from "./ledger.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { findUnpaid, insertOrderMeans } from "./queries/means.ts";
import { findLedger } from "./queries.ts";
import { awaitedAmount, capturedAmount } from "./rules/ledger.ts";
import type { OrderSnapshot, SnapshotMeans } from "./snapshot.ts";

/** Orders that still owe money after their term: paid in part, or shipped before they were paid. */
export const overdueOrders = (db: Db, now: number, most: number) => findUnpaid(db, now, most);

const day = 86_400_000;

/**
 * Books the sale of a new order without a card, with the order's own copy of its payment method.
 * Enqueues the reminder at half the term, and the end of the term.
 */
export async function awaitMoney(tx: Tx, snapshot: OrderSnapshot, means: SnapshotMeans, now: number): Promise<void> {
  const { orderId } = snapshot;
  const { id, name, instructions, shipsUnpaid, termDays } = means;
  const term = termDays * day;
  const kept = { means_id: id, name, instructions, ships_unpaid: shipsUnpaid ? 1 : 0 } as const;
  await insertOrderMeans(tx, { order_id: orderId, ...kept, due_at: now + term });
  await bookAwaited(tx, orderId, snapshot, now);
  const jobs = [
    { kind: "payment-reminder-mail", subject: orderId, runAt: now + term / 2 },
    // A day later, the last day to pay that the shopper was told is over everywhere.
    { kind: "payment-term", subject: orderId, runAt: now + term + day },
  ];
  await enqueueAll(tx, jobs, now);
}

/**
 * Ends the term of an order. Without any payment it is canceled. Once a part is paid, or a part has
 * shipped, it stays for the staff to decide.
 */
export const endTerm = (db: Db, orderId: string, now: number, giveUseBack: ReleasePromoUse): Promise<boolean> =>
  transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const ledger = await findLedger(tx, orderId);
    const isUnpaid = awaitedAmount(ledger) > 0 && capturedAmount(ledger) === 0;
    if (order?.state !== "placed" || order.shipment_count > 0 || !isUnpaid) return false;
    return await cancelUnpaid(tx, order, now, giveUseBack);
  });

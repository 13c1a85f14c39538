import { inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retention } from "../retention.ts";
import { exchangeLife } from "./exchanges.ts";
import { findCheckoutRow } from "./queries/checkouts.ts";
import { findEndedExchanges } from "./queries/exchanges.ts";
import { abandon, deleteCheckouts, emptyCheckouts, findAbandoned, findEnded, findEndedWithEmail } from "./queries/expiry.ts";

/** Finds and changes some checkouts in one transaction; returns how many. */
const changeSome = (db: Db, find: (tx: Tx) => Promise<string[]>, change: (tx: Tx, ids: readonly string[]) => Promise<void>) =>
  transact(db, async (tx) => {
    const ids = await find(tx);
    if (ids.length > 0) await change(tx, ids);
    return ids.length;
  });

/**
 * Abandons open checkouts unchanged for 24 hours; returns how many. They hold no stock, and are
 * deleted later.
 */
export const abandonCheckouts = (db: Db, now: number): Promise<number> => {
  const period = { before: now - retention.openCheckout, now };
  return inBatches((most) =>
    changeSome(
      db,
      (tx) => findEnded(tx, period, most),
      (tx, ids) => abandon(tx, ids, now),
    ),
  );
};

/** Abandons open checkouts of exchanges that were not paid in time; returns how many. */
export const abandonExchanges = (db: Db, now: number): Promise<number> =>
  inBatches((most) =>
    changeSome(
      db,
      (tx) => findEndedExchanges(tx, now - exchangeLife, most),
      (tx, ids) => abandon(tx, ids, now),
    ),
  );

/**
 * Deletes checkouts abandoned before `before` (ms). If a payment was attempted, the row stays for
 * it, without personal data.
 */
export async function expireAbandoned(db: Db, before: number): Promise<void> {
  await inBatches((most) => changeSome(db, (tx) => findAbandoned(tx, before, most), deleteCheckouts));
  await inBatches((most) => changeSome(db, (tx) => findEndedWithEmail(tx, "abandoned", before, most), emptyCheckouts));
}

/** Empties a paid checkout whose order gets another email; returns its account's id, or null. */
export async function emptyPaid(tx: Tx, checkoutId: string): Promise<string | null> {
  await emptyCheckouts(tx, [checkoutId]);
  return (await findCheckoutRow(tx, checkoutId))?.customerId ?? null;
}

/** Empties checkouts that were paid long ago; the rows stay for their orders. */
export const emptyCompleted = (db: Db, now: number): Promise<number> => {
  const before = now - retention.completedCheckout;
  return inBatches((most) => changeSome(db, (tx) => findEndedWithEmail(tx, "completed", before, most), emptyCheckouts));
};

import { batchRows, inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retention } from "../retention.ts";
import { deleteCheckouts, deleteQuotes, emptyCheckouts, findAbandoned, findEndedWithEmail } from "./queries/expiry.ts";

/** Finds some and changes them, in one transaction; returns how many. */
const changeSome = (db: Db, find: (tx: Tx) => Promise<string[]>, change: (tx: Tx, ids: readonly string[]) => Promise<void>) =>
  transact(db, async (tx) => {
    const ids = await find(tx);
    if (ids.length > 0) await change(tx, ids);
    return ids.length;
  });

/**
 * Deletes checkouts that were abandoned long ago. Of those that were tried to be paid the row stays
 * for the payment, as does a completed one's for its order, both without what is personal.
 */
export async function expireCheckouts(db: Db, now: number): Promise<void> {
  const abandoned = now - retention.abandonedCheckout;
  const completed = now - retention.completedCheckout;
  await inBatches(() => changeSome(db, (tx) => findAbandoned(tx, abandoned, batchRows), deleteCheckouts));
  await inBatches(() => changeSome(db, (tx) => findEndedWithEmail(tx, "abandoned", abandoned, batchRows), emptyCheckouts));
  await inBatches(() => changeSome(db, (tx) => findEndedWithEmail(tx, "completed", completed, batchRows), emptyCheckouts));
  await inBatches(() => deleteQuotes(db, now - retention.quote, batchRows));
}

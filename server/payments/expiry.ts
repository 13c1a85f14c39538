import { batchRows, inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { retention } from "../retention.ts";
import { emptiedSnapshot } from "./emptied-snapshot.ts";
import {
  type AttemptSnapshot,
  deleteRequestKeys,
  endsWithoutOrder,
  findDecided,
  findEnded,
  replaceSnapshot,
  replaceSnapshots,
} from "./queries/expiry.ts";
import { emptyOrphanCards } from "./queries/orphans.ts";

const withoutPerson = ({ id, snapshot }: AttemptSnapshot): AttemptSnapshot => ({
  id,
  snapshot: JSON.stringify(emptiedSnapshot(JSON.parse(snapshot) as OrderSnapshot)),
});

/**
 * Empties the snapshots of a paid checkout whose order gets another email. The attempts keep what
 * they know of the card, by which the staff judge a payment.
 */
export async function emptySnapshots(tx: Tx, checkoutId: string): Promise<void> {
  for (const attempt of await findDecided(tx, checkoutId)) await replaceSnapshot(tx, withoutPerson(attempt));
}

/**
 * Empties the personal data of attempts, with one statement per batch. Amounts, lines and the
 * gateway's reference stay.
 */
export async function emptyAttempts(tx: Tx, attempts: readonly AttemptSnapshot[], now: number): Promise<void> {
  const emptied = attempts.map(withoutPerson);
  for (let at = 0; at < emptied.length; at += batchRows) {
    const batch = emptied.slice(at, at + batchRows);
    await replaceSnapshots(tx, batch, now);
    await emptyOrphanCards(
      tx,
      batch.map(({ id }) => id),
    );
  }
}

/**
 * Empties payments that were declined before `before` (ms), and payments without an order whose
 * money had gone back by then.
 */
export async function emptyDeclined(db: Db, before: number, now: number): Promise<number> {
  let count = 0;
  for (const end of endsWithoutOrder)
    count += await inBatches((limit) =>
      transact(db, async (tx) => {
        const attempts = await findEnded(tx, { end, before, limit });
        await emptyAttempts(tx, attempts, now);
        return attempts.length;
      }),
    );
  return count;
}

/** Deletes the keys of old presses on Pay, and the ids of old webhooks. */
export const deleteOldKeys = (db: Db, now: number): Promise<void> => deleteRequestKeys(db, now - retention.requestKey);

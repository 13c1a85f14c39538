import { batchRows, inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { retention } from "../retention.ts";
import { emptiedSnapshot } from "./emptied-snapshot.ts";
import { deleteRequestKeys, findDeclined, replaceSnapshot } from "./queries/expiry.ts";

/** Empties what is personal of attempts; amounts, lines and the gateway's reference stay. */
export async function emptyAttempts(tx: Tx, attempts: readonly { id: string; snapshot: string }[], now: number): Promise<void> {
  for (const { id, snapshot } of attempts)
    await replaceSnapshot(tx, id, JSON.stringify(emptiedSnapshot(JSON.parse(snapshot) as OrderSnapshot)), now);
}

/** Empties payments that were declined long ago. */
export const emptyDeclined = (db: Db, now: number): Promise<number> =>
  inBatches(() =>
    transact(db, async (tx) => {
      const attempts = await findDeclined(tx, now - retention.declinedPayment, batchRows);
      await emptyAttempts(tx, attempts, now);
      return attempts.length;
    }),
  );

/** Deletes the keys of old presses on Pay. */
export const deleteOldKeys = (db: Db, now: number): Promise<void> => deleteRequestKeys(db, now - retention.requestKey);

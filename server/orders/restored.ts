import type { Tx } from "../db/tables.ts";
import { countOrdersSince, findLastPlacedAt, leaveOutNumbers } from "./queries/numbers.ts";

const month = 30 * 24 * 3_600_000;

/** How many numbers are left out at least. */
const leastGap = 1000;

/**
 * Leaves out the numbers that orders may have got since the backup from which the database was restored: they are
 * in shoppers' emails, and never used again (I14). As many as a month's orders are left out, and 1,000 at least.
 */
export async function skipOrderNumbers(tx: Tx): Promise<void> {
  const lastPlacedAt = await findLastPlacedAt(tx);
  if (lastPlacedAt !== undefined) await leaveOutNumbers(tx, Math.max(leastGap, await countOrdersSince(tx, lastPlacedAt - month)));
}

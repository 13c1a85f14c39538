import type { Tx } from "../db/tables.ts";
import { countOrdersSince, findLastPlacedAt, leaveOutNumbers } from "./queries/numbers.ts";

const month = 30 * 24 * 3_600_000;

/** The fewest numbers to leave out. */
const leastGap = 1000;

/**
 * After a restore, leaves out the numbers that orders may have got since the backup: they are in
 * shoppers' emails, and are never used again (I14). Leaves out as many as a month's orders, and at
 * least 1,000.
 */
export async function skipOrderNumbers(tx: Tx): Promise<void> {
  const lastPlacedAt = await findLastPlacedAt(tx);
  if (lastPlacedAt !== undefined) await leaveOutNumbers(tx, Math.max(leastGap, await countOrdersSince(tx, lastPlacedAt - month)));
}

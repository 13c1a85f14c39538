import type { Tx } from "../db/tables.ts";
import { countOrdersSince, findLastPlacedAt, leaveOutNumbers } from "./queries/numbers.ts";

const month = 30 * 24 * 3_600_000;

/** The fewest numbers to leave out. */
const leastGap = 1000;

/**
 * After a restore, leaves out the numbers that orders may have got since the backup. Shoppers'
 * emails name these numbers, and no number is used again (I14). Leaves out as many numbers as a
 * month has orders, and at least 1,000.
 */
export async function skipOrderNumbers(tx: Tx): Promise<void> {
  const lastPlacedAt = await findLastPlacedAt(tx);
  if (lastPlacedAt !== undefined) await leaveOutNumbers(tx, Math.max(leastGap, await countOrdersSince(tx, lastPlacedAt - month)));
}

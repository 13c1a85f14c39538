/** For how long a batch may hold the database, in ms: other writers wait as long. */
const maxBatchMs = 20;

/** Rows of the first batch, before anything was measured, and of the largest. */
const [first, largest] = [16, 1000];

/** A written batch: its rows, and for how many ms it held the database. */
export type BatchTiming = { rows: number; ms: number };

/** How many batches the cost of a row is measured by. */
export const maxTimings = 9;

/**
 * How many rows the next batch may have, after these, the latest last. The median cost of a row
 * counts, so that one batch that the machine slowed down changes nothing.
 */
export function nextBatch(past: readonly BatchTiming[]): number {
  const costs = past.map(({ rows, ms }) => Math.max(ms, 0.1) / rows).sort((a, b) => a - b);
  const [cost, last] = [costs[Math.floor(costs.length / 2)], past.at(-1)];
  if (cost === undefined || !last) return first;
  return Math.max(1, Math.min(largest, 2 * Math.max(first, last.rows), Math.round(maxBatchMs / cost)));
}

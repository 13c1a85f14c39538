/** The longest time that a batch may hold the database, in ms. Other writers must wait for it. */
const maxBatchMs = 20;

/** The rows of the first batch, which nothing is known about yet, and of the largest batch. */
const [first, largest] = [16, 1000];

/** A written batch: its rows, and the ms for which it held the database. */
export type BatchTiming = { rows: number; ms: number };

/** The number of latest batches from which a row's cost is measured. */
export const maxTimings = 9;

/**
 * The number of rows for the next batch, computed from earlier batches, the latest last. Uses the
 * median cost of a row, so that one slow batch has no effect.
 */
export function nextBatch(past: readonly BatchTiming[]): number {
  const costs = past.map(({ rows, ms }) => Math.max(ms, 0.1) / rows).sort((a, b) => a - b);
  const [cost, last] = [costs[Math.floor(costs.length / 2)], past.at(-1)];
  if (cost === undefined || !last) return first;
  return Math.max(1, Math.min(largest, 2 * Math.max(first, last.rows), Math.round(maxBatchMs / cost)));
}

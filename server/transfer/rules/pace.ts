/** How long a batch may hold the database, in ms: others who write wait as long. */
const heldAtMost = 20;

/** Rows of the first batch, before anything was measured, and of the largest. */
const [first, largest] = [16, 1000];

/** A batch that was written: its rows, and for how many ms it held the database. */
export type Held = { rows: number; ms: number };

/** So many batches tell what a row costs. */
export const remembered = 9;

/**
 * How many rows the next batch may have, after these, the latest last. The middle one of them tells
 * what a row costs: one that the machine kept waiting for something else would have waited as long
 * with fewer rows.
 */
export function nextBatch(past: readonly Held[]): number {
  const costs = past.map(({ rows, ms }) => Math.max(ms, 0.1) / rows).sort((a, b) => a - b);
  const [cost, last] = [costs[Math.floor(costs.length / 2)], past.at(-1)];
  if (cost === undefined || !last) return first;
  return Math.max(1, Math.min(largest, 2 * Math.max(first, last.rows), Math.round(heldAtMost / cost)));
}

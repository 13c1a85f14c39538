/** How long a batch may hold the database, in ms: others who write wait as long. */
const heldAtMost = 25;

/** Rows of the first batch, before anything was measured, and of the largest. */
export const firstBatch = 16;
const largestBatch = 1000;

/** How many rows the next batch may have when so many took so long. It grows slowly and shrinks at once. */
export function nextBatch(rows: number, heldMs: number): number {
  const growth = Math.min(1.5, heldAtMost / Math.max(heldMs, 0.1));
  return Math.max(1, Math.min(largestBatch, Math.round(rows * growth)));
}

import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Rows of one transaction: others write in between. */
export const batchRows = 500;
/** Batches of one run: what is left waits for the next, so that a stop is not held up. */
const mostBatches = 200;

/**
 * Calls `step`, which changes up to `batchRows` rows in a transaction of its own and returns how
 * many, until there are no more; the sum.
 */
export async function inBatches(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < mostBatches; batch++) {
    const rows = await step();
    total += rows;
    if (rows < batchRows) break;
    await yieldToEventLoop();
  }
  return total;
}

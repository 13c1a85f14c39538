import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Db, Tables } from "./tables.ts";
import { transact } from "./transaction.ts";

/** The most rows of one transaction, so that others can write in between. */
export const batchRows = 500;
const leastRows = 50;
const firstRows = 100;
/**
 * The limit of rows in one run, which the last batch may exceed. The next run handles the rest, so
 * that a stop is not delayed.
 */
const runRows = 100_000;
/**
 * In ms. SQLite answers nobody during a batch, so a batch that took longer than this makes the next
 * one smaller.
 */
const longBatchMs = 100;
const shortBatchMs = 25;

function rowsAfter(rows: number, ms: number): number {
  if (ms > longBatchMs) return Math.max(leastRows, Math.floor(rows / 2));
  return ms < shortBatchMs ? Math.min(batchRows, rows * 2) : rows;
}

/**
 * Calls `step` until no rows are left, and returns the sum. `step` changes up to `most` rows in a
 * transaction of its own and returns their number. No batch has more than `batchRows`.
 */
export async function inBatches(step: (most: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let most = firstRows; total < runRows; ) {
    const began = performance.now();
    const rows = await step(most);
    total += rows;
    if (rows < most) break;
    most = rowsAfter(most, performance.now() - began);
    await yieldToEventLoop();
  }
  return total;
}

/** A table, and the column with the time (ms) by which its rows are deleted. */
type AgeingTable = { [Table in keyof Tables]: { table: Table; by: keyof Tables[Table] & string } }[keyof Tables];

/** Deletes the rows whose time is before `before` (ms), in batches; returns their number. */
export function deleteBefore(db: Db, { table, by }: AgeingTable, before: number): Promise<number> {
  const from = sql.table(table);
  const time = sql.ref(by);
  const old = (row: string, most: number) =>
    sql`SELECT ${sql.ref(row)} FROM ${from} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${most}`;
  const some = (most: number) =>
    engineOf(db) === "sqlite"
      ? sql`DELETE FROM ${from} WHERE rowid IN (${old("rowid", most)})`
      : // An array of places, since a join by them would read the whole table.
        sql`DELETE FROM ${from} WHERE ctid = ANY (ARRAY(${old("ctid", most)})) AND ${time} < ${before}`;
  return inBatches(async (most) => Number((await transact(db, (tx) => some(most).execute(tx))).numAffectedRows));
}

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Db, Tables } from "./tables.ts";
import { transact } from "./transaction.ts";

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

/** A table, and its column with the time by which its rows are deleted; ms. */
type Ageing = { [Table in keyof Tables]: { table: Table; by: keyof Tables[Table] & string } }[keyof Tables];

/** Deletes the rows whose time is before `before` (ms), in batches; returns how many. */
export function deleteBefore(db: Db, { table, by }: Ageing, before: number): Promise<number> {
  const [from, time] = [sql.table(table), sql.ref(by)];
  const old = (row: string) =>
    sql`SELECT ${sql.ref(row)} FROM ${from} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${batchRows}`;
  const some =
    engineOf(db) === "sqlite"
      ? sql`DELETE FROM ${from} WHERE rowid IN (${old("rowid")})`
      : // An array of places, since a join by them would read the whole table.
        sql`DELETE FROM ${from} WHERE ctid = ANY (ARRAY(${old("ctid")})) AND ${time} < ${before}`;
  return inBatches(async () => Number((await transact(db, (tx) => some.execute(tx))).numAffectedRows));
}

import { setImmediate as others } from "node:timers/promises";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { findDayOfEntries, lockMark, setMark, writeSums } from "./queries/sale-sums.ts";

/** Days per transaction. */
const inBatch = 60;

/**
 * Sums up the sales of past days (UTC) that are not summed up yet, in batches, so that others can
 * write in between.
 */
export async function sumUpSales(db: Db, now: number): Promise<void> {
  const sumSome = (isFirst: boolean) =>
    transact(db, async (tx) => {
      const { until, end } = await lockMark(tx, now, isFirst);
      if (until >= end) return true;
      const first = Math.min((await findDayOfEntries(tx, until)) ?? end, end);
      const next = Math.min(first + inBatch, end);
      await writeSums(tx, until, next);
      await setMark(tx, next);
      return next === end;
    });
  for (let isFirst = true; !(await sumSome(isFirst)); isFirst = false) await others();
}

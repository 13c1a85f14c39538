import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retryJobs } from "../jobs/follow.ts";
import { laneKinds } from "../jobs/lanes.ts";
import { type AuditSource, recordChange } from "./audit.ts";

/**
 * Tries jobs again at once that failed: the one with this id, or all, and without `money` none that
 * moves it. Returns their number, and notes in the audit who did it.
 */
export const retryForStaff = (
  db: Db,
  { id, money }: { id: string | undefined; money: boolean },
  source: AuditSource,
  now: number,
): Promise<number> =>
  transact(db, async (tx) => {
    const count = await retryJobs(tx, { id, but: money ? [] : laneKinds.money }, now);
    if (count > 0) await recordChange(tx, source, { kind: "job", id: id ?? "all", action: "tried again", after: { count } }, now);
    return count;
  });

import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { retryJobs } from "../../jobs/follow.ts";
import { laneKinds } from "../../jobs/lanes.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";

/**
 * Runs the failed job with this id, or all failed jobs, again at once. Without `money`, leaves out
 * jobs that move money. Returns the number of jobs, and records the actor in the audit.
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

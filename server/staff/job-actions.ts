import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retryJobs } from "../jobs/follow.ts";
import { type AuditSource, recordChange } from "./audit.ts";

/**
 * Tries jobs again at once that failed: the one with this id, or all. Returns their number, and
 * notes in the audit who did it.
 */
export const retryForStaff = (db: Db, id: string | undefined, source: AuditSource, now: number): Promise<number> =>
  transact(db, async (tx) => {
    const count = await retryJobs(tx, id, now);
    if (count > 0) await recordChange(tx, source, { kind: "job", id: id ?? "all", action: "tried again", after: { count } }, now);
    return count;
  });

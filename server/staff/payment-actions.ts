import type { Db } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { leaveOrphans, returnOrphans } from "../payments/sweep/decide.ts";
import { type AuditSource, recordChange } from "./audit.ts";

/** Returns the money under a gateway's key that paid for no order here, and notes who decided so. */
export const returnForStaff = (db: Db, key: string, source: AuditSource, now: number): ReturnType<typeof returnOrphans> =>
  transactOutcome<Awaited<ReturnType<typeof returnOrphans>>>(db, async (tx) => {
    const returned = await returnOrphans(tx, key, now);
    if (!returned.ok) return returned;
    const amount = returned.value.reduce((sum, orphan) => sum + orphan.amount, 0);
    await recordChange(tx, source, { kind: "unmatched payment", id: key, action: "returned", after: { amount } }, now);
    return returned;
  });

/** Leaves all payments without an order as they are. Returns their number, and notes who decided so. */
export const acceptForStaff = (db: Db, source: AuditSource, now: number): Promise<number> =>
  transact(db, async (tx) => {
    const count = await leaveOrphans(tx, now);
    if (count > 0)
      await recordChange(tx, source, { kind: "unmatched payment", id: "all", action: "left as they are", after: { count } }, now);
    return count;
  });

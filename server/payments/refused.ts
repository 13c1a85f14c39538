import type { Db } from "../db/tables.ts";
import { findOpenJobs, type OpenJob } from "../jobs/find.ts";
import { wasRefused } from "../jobs/refused.ts";
import { type RefusedRefund, refusedRefunds } from "../orders/request-refund.ts";

/** What the bank or the gateway refused to move, and the shop tries again: jobs of charges, and refunds. */
export type RefusedMoney = { charges: readonly OpenJob[]; refunds: readonly RefusedRefund[] };

/** Charges that were given up, as their authorization has lapsed, too; the oldest first. */
export async function refusedMoney(db: Db, now: number, limit: number): Promise<RefusedMoney> {
  const jobs = await findOpenJobs(db, { now, lane: "money", overdue: true, refused: true });
  const charges = jobs.filter(({ kind, state, failure }) => kind === "capture" && (state === "failed" || wasRefused(failure)));
  return { charges: charges.slice(0, limit), refunds: await refusedRefunds(db, limit) };
}

import type { Db } from "../db/tables.ts";
import { findOpenJobs, type OpenJob } from "../jobs/find.ts";
import { wasRefused } from "../jobs/refused.ts";
import type { Cents } from "../money.ts";
import { type RefusedRefund, refusedRefunds } from "../orders/request-refund.ts";
import type { MoneyRefusal } from "../orders/rules/refused-money.ts";
import { findAttemptsOfOrders } from "./queries/attempts.ts";
import { refusalOfFailure } from "./refusal.ts";

/**
 * The job of a charge, with the amount and the reason of its refusal. The job's subject is the
 * order.
 */
export type RefusedCharge = OpenJob & { refusal: MoneyRefusal | undefined; amount: Cents | undefined };

/** Money that the bank or the gateway refused to move; the shop tries again. */
export type RefusedMoney = { charges: readonly RefusedCharge[]; refunds: readonly RefusedRefund[] };

/** Refused money, the oldest first. Includes charges given up after their authorization lapsed. */
export async function refusedMoney(db: Db, now: number, limit: number): Promise<RefusedMoney> {
  const jobs = await findOpenJobs(db, { now, lane: "money", overdue: true, refused: true });
  const charges = jobs
    .filter(({ kind, state, failure }) => kind === "capture" && (state === "failed" || wasRefused(failure)))
    .slice(0, limit);
  const attempts = await findAttemptsOfOrders(
    db,
    charges.map(({ subject }) => subject),
  );
  const amounts = new Map(attempts.map(({ order_id, capture_amount, amount }) => [order_id, capture_amount ?? amount]));
  return {
    charges: charges.map((job) => ({ ...job, refusal: refusalOfFailure(job.failure), amount: amounts.get(job.subject) })),
    refunds: await refusedRefunds(db, limit),
  };
}

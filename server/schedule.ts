import { z } from "zod";
import { applySchedules } from "./catalog/apply-schedules.ts";
import { recountSales } from "./catalog/recount.ts";
import { abandonCheckoutsOf } from "./checkout/abandon.ts";
import { checkoutJobs } from "./checkout/jobs.ts";
import type { ReleaseCustomerData } from "./customers/disable.ts";
import { customerJobs } from "./customers/jobs.ts";
import { prunePageChanges } from "./db/changes/prune.ts";
import { beginTimer, resetTimer } from "./db/timers.ts";
import { expiries } from "./expiries.ts";
import { deleteFactors, deleteSocialLinks } from "./identity/disable.ts";
import { resealTotps } from "./identity/factors/totp.ts";
import { identityJobs } from "./identity/jobs.ts";
import type { JobWorker } from "./jobs/queue.ts";
import type { Workers } from "./jobs/run-job.ts";
import { orderGiveUps, orderJobs } from "./orders/jobs.ts";
import { inviteReviewers } from "./orders/review-invitation.ts";
import { sumUpSales } from "./orders/sale-sums.ts";
import { paymentGiveUps, paymentJobs } from "./payments/jobs.ts";
import { overdueJobs, tellOfOverdueJobs } from "./payments/overdue.ts";
import { reconcile } from "./payments/reconcile.ts";
import { scheduledSweep } from "./payments/sweep/scheduled.ts";
import { enqueueOrderErasure, eraseMentionsOf, eraseOrders } from "./personal-data/erase.ts";
import type { Shop } from "./shop.ts";
import { recordScheduled } from "./staff/products/record-scheduled.ts";
import { staffJobs } from "./staff/reports/jobs.ts";
import { shopLimitJobs, tellOfShopLimits } from "./staff/reports/shop-limits.ts";

/**
 * Deletes other features' data of a customer whose account is closed, and returns the addresses
 * that identified the customer.
 */
const releaseCustomerData: ReleaseCustomerData = async (tx, customerId, now) => {
  await abandonCheckoutsOf(tx, customerId, now);
  await deleteSocialLinks(tx, customerId);
  await deleteFactors(tx, customerId);
  const addresses = await eraseMentionsOf(tx, customerId, now);
  await enqueueOrderErasure(tx, customerId, now, now);
  return addresses;
};

const orderErasure = z.object({ customerId: z.string() });

const personalDataJobs = ({ db, now }: Shop): Record<string, JobWorker> => ({
  "erase-orders": (payload) => eraseOrders(db, orderErasure.parse(payload).customerId, now()),
});

/**
 * Joins the workers of all features, which use the owner's current settings for emails and dates,
 * even if another process changed the settings. Throws if two features have a kind of job.
 */
function joined({ settings }: Shop, features: readonly Record<string, JobWorker>[]): Record<string, JobWorker> {
  const workers: Record<string, JobWorker> = {};
  for (const [kind, worker] of features.flatMap((feature) => Object.entries(feature))) {
    if (Object.hasOwn(workers, kind)) throw new Error(`two features have a worker for jobs of kind ${kind}`);
    workers[kind] = async (payload, job) => {
      await settings.refresh();
      return await worker(payload, job);
    };
  }
  return workers;
}

/** The workers of all kinds of jobs, and the functions that record jobs that are given up. */
export const jobWorkers = (shop: Shop): Pick<Workers, "workers" | "giveUps" | "lifetimes"> => ({
  workers: joined(shop, [
    checkoutJobs(shop),
    customerJobs(shop, releaseCustomerData),
    identityJobs(shop),
    orderJobs(shop),
    paymentJobs(shop),
    overdueJobs(shop),
    personalDataJobs(shop),
    staffJobs(shop),
    shopLimitJobs(shop),
  ]),
  giveUps: { ...orderGiveUps, ...paymentGiveUps },
  // The authorization expires after this time, and then nothing can be captured.
  lifetimes: { capture: shop.config.authorizationDays * 24 * 3_600_000 },
});

type Task = { name: string; run: () => Promise<unknown> };
/**
 * `every` is in ms. The tasks run one after the other, so that all of them use only one connection.
 * With `fleet`, they run every `fleet.every` ms in only one of the processes that share the
 * database. Each process checks more often, since the process with the last run may have ended.
 */
type Timer = { every: number; tasks: readonly Task[]; fleet?: { name: string; every: number } };

const minute = 60_000;

const upkeep = (shop: Shop): readonly Task[] => [
  { name: "recount sales and views", run: () => recountSales(shop.db, shop.now()) },
  { name: "sum up sales", run: () => sumUpSales(shop.db, shop.now()) },
  ...Object.entries(expiries).map(([period, expire]) => ({ name: `expire ${period}`, run: () => expire(shop, shop.now()) })),
  { name: "ask for reviews", run: () => inviteReviewers(shop.db, shop.now()).then((count) => count > 0 && shop.notifyWorker()) },
  { name: "prune page changes", run: () => prunePageChanges(shop.db) },
];

const timers = (shop: Shop): readonly Timer[] => [
  { every: 15_000, tasks: [{ name: "reconcile", run: () => reconcile(shop) }] },
  // Marks in the database limit these tasks to one run in an hour, in one process.
  { every: minute, tasks: [{ name: "sweep the gateway", run: () => scheduledSweep(shop) }] },
  { every: minute, tasks: [{ name: "tell of overdue payments", run: () => tellOfOverdueJobs(shop) }] },
  {
    every: minute,
    tasks: [{ name: "tell of the shop's limits", run: () => tellOfShopLimits(shop) }],
    fleet: { name: "tell of the shop's limits", every: minute / 2 },
  },
  // A due change is at most a second late. An index finds due changes, and the first process that
  // asks applies each change once.
  { every: 1_000, tasks: [{ name: "apply schedules", run: () => applySchedules(shop.db, shop.now(), recordScheduled) }] },
  {
    every: 5_000,
    tasks: [
      { name: "write views", run: () => shop.viewCounts.write() },
      { name: "write uses of redirects", run: () => shop.redirectUses.write() },
    ],
  },
  // Each process keeps the asset files of its own build.
  { every: 60 * minute, tasks: [{ name: "keep assets", run: () => shop.assets.refresh() }] },
  // This task runs at each start, so that the owner can remove an older secret soon afterwards.
  {
    every: 60 * minute,
    tasks: [{ name: "seal by the newest secret", run: () => resealTotps(shop.db, shop.config.sessionSecret) }],
  },
  // Expired data stays for at most one more hour.
  { every: minute, tasks: upkeep(shop), fleet: { name: "upkeep", every: 59 * minute } },
];

/**
 * Runs tasks in order; false if `isStopped` stopped them. A failed task is logged, and the next
 * task runs.
 */
async function runTasks({ outages }: Pick<Shop, "outages">, tasks: readonly Task[], isStopped: () => boolean): Promise<boolean> {
  for (const { name, run } of tasks) {
    if (isStopped()) return false;
    await run().catch((error: unknown) => outages.failed(error, "timer failed", { timer: name }));
  }
  return true;
}

/** Runs the tasks of a timer. With `fleet`, they run only if it is this process's turn. */
async function runTimer(shop: Shop, { tasks, fleet }: Timer, isStopped: () => boolean): Promise<void> {
  if (fleet === undefined) await runTasks(shop, tasks, isStopped);
  else if (!isStopped() && (await beginTimer(shop.db, fleet.name, fleet.every, shop.now()))) {
    if (!(await runTasks(shop, tasks, isStopped))) await resetTimer(shop.db, fleet.name);
  }
}

/**
 * Starts the timers; a timer's tasks never run twice at once. Returns a function that stops the
 * timers and waits for the running task; the next start runs the remaining tasks.
 */
export function startTimers(shop: Shop): () => Promise<void> {
  const turns = new Set<Promise<void>>();
  let stopped = false;
  const start = (timer: Timer) => {
    let busy = false;
    const tick = () => {
      if (busy) return;
      busy = true;
      const turn = runTimer(shop, timer, () => stopped)
        .catch((error: unknown) => shop.outages.failed(error, "timer failed", { timer: timer.fleet?.name }))
        .finally(() => {
          busy = false;
          turns.delete(turn);
        });
      turns.add(turn);
    };
    tick();
    return setInterval(tick, timer.every);
  };
  const intervals = timers(shop).map(start);
  return async () => {
    stopped = true;
    for (const timer of intervals) clearInterval(timer);
    await Promise.all(turns);
  };
}

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
 * Deletes other features' data of a customer whose account is closed, and returns the addresses by
 * which the customer was known.
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
 * Makes workers use the owner's present settings for emails and dates, whichever process changed
 * them.
 */
const withSettings = ({ settings }: Shop, workers: Record<string, JobWorker>): Record<string, JobWorker> =>
  Object.fromEntries(
    Object.entries(workers).map(([kind, worker]): [string, JobWorker] => [
      kind,
      async (payload, job) => {
        await settings.refresh();
        return await worker(payload, job);
      },
    ]),
  );

/** The worker of every kind of job, by name, and the records of jobs that are given up. */
export const jobWorkers = (shop: Shop): Pick<Workers, "workers" | "giveUps" | "lifetimes"> => ({
  workers: withSettings(shop, {
    ...checkoutJobs(shop),
    ...customerJobs(shop, releaseCustomerData),
    ...identityJobs(shop),
    ...orderJobs(shop),
    ...paymentJobs(shop),
    ...overdueJobs(shop),
    ...personalDataJobs(shop),
    ...staffJobs(shop),
    ...shopLimitJobs(shop),
  }),
  giveUps: { ...orderGiveUps, ...paymentGiveUps },
  // After this time the authorization lapses, and nothing can be captured.
  lifetimes: { capture: shop.config.authorizationDays * 24 * 3_600_000 },
});

type Task = { name: string; run: () => Promise<unknown> };
/**
 * `every` is in ms. Tasks run one after the other, so that together they take one connection. With
 * `fleet` they run after that many ms in one of all processes that share the database: each process
 * asks more often, since the one with the last turn may be gone.
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
  // Marks in the database make these run hourly, in one process.
  { every: minute, tasks: [{ name: "sweep the gateway", run: () => scheduledSweep(shop) }] },
  { every: minute, tasks: [{ name: "tell of overdue payments", run: () => tellOfOverdueJobs(shop) }] },
  {
    every: minute,
    tasks: [{ name: "tell of the shop's limits", run: () => tellOfShopLimits(shop) }],
    fleet: { name: "tell of the shop's limits", every: minute / 2 },
  },
  // Due changes are at most a second late. An index finds them, and the first process that asks
  // does them once.
  { every: 1_000, tasks: [{ name: "apply schedules", run: () => applySchedules(shop.db, shop.now(), recordScheduled) }] },
  {
    every: 5_000,
    tasks: [
      { name: "write views", run: () => shop.viewCounts.write() },
      { name: "write uses of redirects", run: () => shop.redirectUses.write() },
    ],
  },
  // Each process keeps the files of its own build.
  { every: 60 * minute, tasks: [{ name: "keep assets", run: () => shop.assets.refresh() }] },
  // This runs at each start, so that an older secret can be removed soon after.
  {
    every: 60 * minute,
    tasks: [{ name: "seal by the newest secret", run: () => resealTotps(shop.db, shop.config.sessionSecret) }],
  },
  // Expired data is kept for at most an hour more.
  { every: minute, tasks: upkeep(shop), fleet: { name: "upkeep", every: 59 * minute } },
];

/**
 * Runs tasks in their order; false if `isStopped` ends them. A task that fails is logged, and does
 * not keep others back.
 */
async function runTasks({ outages }: Pick<Shop, "outages">, tasks: readonly Task[], isStopped: () => boolean): Promise<boolean> {
  for (const { name, run } of tasks) {
    if (isStopped()) return false;
    await run().catch((error: unknown) => outages.failed(error, "timer failed", { timer: name }));
  }
  return true;
}

/** Runs the due tasks, in one process of the fleet if one is enough. */
async function runTimer(shop: Shop, { tasks, fleet }: Timer, isStopped: () => boolean): Promise<void> {
  if (fleet === undefined) await runTasks(shop, tasks, isStopped);
  else if (!isStopped() && (await beginTimer(shop.db, fleet.name, fleet.every, shop.now()))) {
    if (!(await runTasks(shop, tasks, isStopped))) await resetTimer(shop.db, fleet.name);
  }
}

/**
 * Starts periodic work; no kind runs twice at once. Returns a function that stops it and waits for
 * running tasks; tasks that have not begun are left to the next start.
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

import { recountSales } from "./catalog/recount.ts";
import { abandonCheckouts } from "./checkout/abandon.ts";
import { customerJobs } from "./customers/jobs.ts";
import { deleteOneTimeTokensBefore } from "./customers/one-time-tokens.ts";
import { forgetSessions } from "./customers/sessions.ts";
import { deleteTriesBefore } from "./db/tries.ts";
import { deleteChallenges } from "./identity/bot-check/queries.ts";
import { identityJobs } from "./identity/jobs.ts";
import { deleteExpiredSocial } from "./identity/social/queries.ts";
import { deleteExpiredGrants } from "./orders/grants.ts";
import { orderJobs } from "./orders/jobs.ts";
import type { JobWorker } from "./outbox/worker.ts";
import { paymentJobs } from "./payments/jobs.ts";
import { reconcile } from "./payments/reconcile.ts";
import type { Shop } from "./shop.ts";

/** Every kind of job in the outbox, by name. */
export const jobWorkers = (shop: Shop): Record<string, JobWorker> => ({
  ...customerJobs(shop),
  ...identityJobs(shop),
  ...orderJobs(shop),
  ...paymentJobs(shop),
});

type Timer = { every: number; name: string; run: () => Promise<unknown> };

const timers = (shop: Shop): readonly Timer[] => [
  { every: 15_000, name: "reconcile", run: () => reconcile(shop) },
  { every: 5_000, name: "write views", run: () => shop.viewCounts.write() },
  { every: 3_600_000, name: "recount sales and views", run: () => recountSales(shop.db, shop.now()) },
  { every: 3_600_000, name: "abandon checkouts", run: () => abandonCheckouts(shop.db, shop.now()) },
  { every: 3_600_000, name: "forget links", run: () => deleteOneTimeTokensBefore(shop.db, shop.now() - 24 * 3_600_000) },
  { every: 3_600_000, name: "forget grants", run: () => deleteExpiredGrants(shop.db, shop.now()) },
  { every: 3_600_000, name: "forget sessions", run: () => forgetSessions(shop.db, shop.now()) },
  { every: 3_600_000, name: "forget bot checks", run: () => deleteChallenges(shop.db, shop.now()) },
  { every: 3_600_000, name: "forget social returns", run: () => deleteExpiredSocial(shop.db, shop.now()) },
  { every: 3_600_000, name: "forget tries", run: () => deleteTriesBefore(shop.db, shop.now() - 24 * 3_600_000) },
];

/**
 * Starts periodic work, each kind never twice at once. Returns a function that stops it and waits
 * for what is running.
 */
export function startTimers(shop: Shop): () => Promise<void> {
  const under = new Set<Promise<unknown>>();
  const start = ({ every, name, run }: Timer) => {
    let busy = false;
    const tick = () => {
      if (busy) return;
      busy = true;
      const turn = run()
        .catch((error: unknown) => shop.log.error({ err: error, timer: name }, "timer failed"))
        .finally(() => {
          busy = false;
          under.delete(turn);
        });
      under.add(turn);
    };
    tick();
    return setInterval(tick, every);
  };
  const running = timers(shop).map(start);
  return async () => {
    for (const timer of running) clearInterval(timer);
    await Promise.all(under);
  };
}

import { openDatabase } from "../server/db/open.ts";
import { countOrdersOf } from "../server/orders/list.ts";
import { countLowStock } from "../server/catalog/stock.ts";
import { countWaiting } from "../server/catalog/review-decisions.ts";
import { salesByDay } from "../server/orders/sales.ts";
import { overdueOrders } from "../server/orders/means.ts";
import { refusedMoney } from "../server/payments/refused.ts";
import { findRefusedReturns } from "../server/payments/sweep/leave-refused.ts";
import { countReportedOrphans } from "../server/payments/sweep/decide.ts";
import { countHeldAttempts, countUnknownAttempts } from "../server/payments/unknown.ts";
import { countFailedJobs, lateEmails } from "../server/jobs/count.ts";
import { setupSteps } from "../server/staff/sign-in/setup.ts";
import { nearLimits } from "../server/staff/reports/shop-limits.ts";
const { db, close } = await openDatabase({ url: undefined, directory: "/tmp/sized" });
const none = { text: "", since: undefined, until: undefined, before: undefined };
const now = Date.now();
const acts: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(["to-pack","requested","address","returns","returns-received","refunded","pay-back","disputed","held"].map((state) => [state, () => countOrdersOf(db, { ...none, state } as never, 1000)])),
  overdue: () => overdueOrders(db, now, 1000),
  held2: () => countHeldAttempts(db), unknown: () => countUnknownAttempts(db),
  refused: () => refusedMoney(db, now, 1000), refusedR: () => findRefusedReturns(db),
  orphans: () => countReportedOrphans(db, 1000), reviews: () => countWaiting(db, 1000), jobs: () => countFailedJobs(db, 1000),
  low: () => countLowStock(db), late: () => lateEmails(db, now),
  sales: () => salesByDay(db, { dayOf: (t: number) => Math.floor(t / 86400000), startOf: (d: number) => d * 86400000, today: (t:number)=>Math.floor(t/86400000) } as never, 30, now).catch((e) => e),
};
for (let round = 0; round < 2; round++) for (const [name, act] of Object.entries(acts)) { const c = process.cpuUsage(); const t = performance.now(); await act(); const u = process.cpuUsage(c); console.log(round, name, (performance.now() - t).toFixed(1), ((u.user + u.system) / 1000).toFixed(1)); }
await close();

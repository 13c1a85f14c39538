import type { Shop } from "../../shop.ts";
import { sweepWhenDue } from "./sweep.ts";

/** Sweeps if it is due, logs the findings, and starts the returns. */
export async function scheduledSweep(shop: Shop): Promise<void> {
  const outcome = await sweepWhenDue(shop);
  if (outcome.status === "unasked") shop.log.warn({ code: outcome.code }, "the gateway's transactions could not be swept");
  if (outcome.status !== "swept") return;
  const { found, returning, refundsBooked, suspended } = outcome;
  if (returning.length > 0)
    shop.log.error({ returning }, "the gateway has money of payments that ended without it: it is returned");
  if (found.length > 0)
    shop.log.error({ found: found.length, suspended }, "the gateway has payments that are not in the database");
  if (refundsBooked.length > 0) shop.log.info({ refundsBooked }, "refunds made at the gateway were booked");
  shop.notifyWorker();
}

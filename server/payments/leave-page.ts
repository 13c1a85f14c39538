import type { Shop } from "../shop.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { lookUp } from "./authorize.ts";
import type { Attempt } from "./queries/attempts.ts";
import type { Verdict } from "./verdict.ts";

/**
 * `leaves`: the shopper gives up the gateway's page. `address` is the shopper's network address, if
 * known.
 */
export type Leaving = { leaves?: boolean; address?: string };

/**
 * Records what became of a payment on a page of the gateway. A page that nobody has paid on stays
 * open until its time has passed or the shopper leaves it, even if a card was declined on it. The
 * gateway is told to close it first; if it refuses, the page may have been paid on just now, so the
 * payment is looked up again.
 */
export async function decidePage(
  shop: Shop,
  attempt: Attempt,
  verdict: Verdict,
  { leaves = false, address, deadlineMs }: Leaving & { deadlineMs: number },
): Promise<void> {
  if (verdict.is === "unknown") return;
  if (!isUnpaid(verdict)) {
    await shop.failpoint("e.after_pay");
    return await applyVerdict(shop, attempt, verdict, address);
  }
  if (!leaves && shop.now() < (attempt.hold_until ?? 0)) return;
  const closed = await shop.gateway.closePage?.({ key: attempt.key, deadlineMs });
  const cannotBeTold = closed?.status === "error" && closed.code === "no_such_call";
  if (!closed || closed.status === "closed" || cannotBeTold)
    return await applyVerdict(shop, attempt, { is: "not_found" }, address);
  const latest = closed.status === "error" ? await lookUp(shop, attempt, deadlineMs) : verdict;
  if (!isUnpaid(latest)) await applyVerdict(shop, attempt, latest, address);
}

const isUnpaid = ({ is }: Verdict): boolean => is === "not_found" || is === "declined";

import type { Request, RequestHandler } from "express";
import { isPossibleId } from "../checkout/find.ts";
import { pageCancelPath, pageReturnPath, stepPath } from "../checkout/paths.ts";
import type { Shop } from "../shop.ts";
import { clientAddress } from "../web/network.ts";
import { type Routes, routes, screenRoute } from "../web/routes.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { lookUp } from "./authorize.ts";
import { type Attempt, findLastOnPage } from "./queries/attempts.ts";
import { setLease } from "./queries/leases.ts";
import { leavePage, resolveAttempt } from "./reconcile.ts";
import { payTimes } from "./times.ts";

/**
 * The addresses to which a gateway's page sends the browser back. Both lead to the payment step,
 * which leads on to the order. Anybody may come back, from any browser: what the gateway's records
 * say decides, not the return.
 */
export function pageRoutes(shop: Shop): Routes {
  const { db, now } = shop;

  const returned: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const attempt = isPossibleId(id) ? await findLastOnPage(db, id) : undefined;
    if (attempt) await lookAgain(attempt);
    res.redirect(303, `${stepPath("payment", id)}?returned`);
  };

  /** Looks a payment up, also one that came after its page was given up: that money goes back. */
  async function lookAgain(attempt: Attempt): Promise<void> {
    if (attempt.state === "elsewhere") {
      await resolveAttempt(shop, attempt, payTimes);
      // The gateway's records may be a moment late, so the reconciler asks again soon.
      await setLease(db, attempt.id, now());
    }
    if (attempt.state !== "not_found") return;
    await applyVerdict(shop, attempt, await lookUp(shop, attempt, payTimes.deadline));
  }

  const canceled: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    await leavePage(shop, (req as Request).visitor, id, clientAddress(req as Request));
    res.redirect(303, stepPath("payment", id));
  };

  return routes(screenRoute(pageReturnPath(":id"), returned), screenRoute(pageCancelPath(":id"), canceled));
}

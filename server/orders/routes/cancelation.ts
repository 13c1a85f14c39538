import type { Request, RequestHandler, Response } from "express";
import { dashboardPath, signInFor } from "../../customers/paths.ts";
import { customerCall, customerOf } from "../../customers/require-customer.ts";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { isNative, respond, sendJson } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { orderCalls } from "../calls.ts";
import { cancelOrder, type ReleasePromoUse } from "../cancel.ts";
import { requestCancelation } from "../cancelation.ts";
import { orderPath } from "../paths.ts";
import { orderId as idShape } from "../schema.ts";
import { readOrderForm, typedIdOf } from "./order-forms.ts";
import { renderOrder } from "./screens.ts";

/** Requesting a cancelation, and canceling at once (requirements 235, 241). */
export function cancelationRoutes(shop: Shop, giveUseBack: ReleasePromoUse): Routes {
  const { db, now, notifyWorker } = shop;
  const request = async (req: Request): Promise<Outcome<{ next: string }>> => {
    const read = await readOrderForm(shop, orderCalls.requestCancelation, req);
    if (!read.ok) return read;
    const { next, ...wanted } = read.value.form;
    const outcome = await requestCancelation(db, read.value.requester, wanted, now());
    return outcome.ok ? { ok: true, value: { next: nextPath(next) ?? orderPath(wanted.orderId) } } : outcome;
  };

  const requesting: RequestHandler = async (req, res) => {
    const outcome = await request(req);
    if (outcome.ok) notifyWorker();
    if (outcome.ok && !isNative(req)) return sendJson(res, 200, { status: "ok" });
    const id = typedIdOf(req);
    const page = id === "" ? dashboardPath : orderPath(id);
    const signIn = async () => {
      await req.saveDraft(page);
      return signInFor(page);
    };
    const rerender = await rerenderOf(req, res, req.typed.orderId, outcome);
    await respond(req, res, outcome, { next: ({ next }) => next, signIn, ...rerender });
  };

  /** Renders the order's page again after a refused form, if its sender may see it. */
  const rerenderOf = async (req: Request, res: Response, typedId: unknown, outcome: Outcome<unknown>) => {
    const id = idShape.safeParse(typedId);
    if (outcome.ok || !isNative(req) || !id.success) return {};
    const page = await renderOrder(shop, req, res, { orderId: id.data, formError: outcome.error });
    return page === undefined ? {} : { rerender: () => page };
  };

  const canceling: RequestHandler<{ orderId: string }> = async (req, res) => {
    const { orderId } = req.params;
    const outcome = req.staleToken ?? (await cancelOrder(db, { customerId: customerOf(req), orderId }, now(), giveUseBack));
    if (outcome.ok) notifyWorker();
    if (outcome.ok && !isNative(req)) return void res.type("text/plain").send("Order canceled successfully!");
    const next = nextPath(req.typed.next) ?? orderPath(orderId);
    await respond(req, res, outcome, { next, ...(await rerenderOf(req as Request, res, orderId, outcome)) });
  };

  return routes(callRoute(orderCalls.requestCancelation, requesting), callRoute(orderCalls.cancelOrder, customerCall, canceling));
}

import type { Request, RequestHandler, Response } from "express";
import { dashboardPath, signInFor } from "../../customers/paths.ts";
import { customerCall, customerOf } from "../../customers/require-customer.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendJson } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { orderCalls } from "../calls.ts";
import { cancelOrder, type ReleasePromoUse } from "../cancel.ts";
import { findRequester, requestCancelation } from "../cancelation.ts";
import { orderPath } from "../paths.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";

const stranger = refuse("signed_out", "Please sign in, or open the link in our email.");

/** The order id in a form that is not validated yet; empty if it is no id. */
const typedIdOf = (req: Request): string => idShape.safeParse(req.typed.orderId).data ?? "";

/** Requesting a cancelation, and canceling at once (requirements 235, 241). */
export function cancelationRoutes(shop: Shop, giveUseBack: ReleasePromoUse): Routes {
  const { db, now, notifyWorker } = shop;
  const request = async (req: Request): Promise<Outcome<{ next: string }>> => {
    // A form's token is stale once its session has ended. A visitor who then has no right to speak
    // for the order is asked to sign in.
    if (req.staleToken && isNative(req) && !(await findRequester(db, req.visitor, typedIdOf(req), now()))) return stranger;
    const form = readBody(orderCalls.requestCancelation, req);
    if (!form.ok) return form;
    const { next, ...wanted } = form.value;
    const requester = await findRequester(db, req.visitor, wanted.orderId, now());
    const outcome = requester ? await requestCancelation(db, requester, wanted, now()) : stranger;
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

import type { Request, RequestHandler } from "express";
import { signInFor } from "../../customers/paths.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { orderCalls } from "../calls.ts";
import { findRequester } from "../cancelation.ts";
import { orderPath } from "../paths.ts";
import { requestReturn } from "../request-return.ts";
import { returnDays } from "../return-days.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";

const stranger = refuse("signed_out", "Please sign in, or open the link in our email.");

/** The order id in a form that is not validated yet; empty if it is no id. */
const typedIdOf = (req: Request): string => idShape.safeParse(req.typed.orderId).data ?? "";

/** Requests a return, for the order's customer or a browser that followed its mailed link. */
export function returnRequestRoutes(shop: Shop): Routes {
  const { db, now, notifyWorker } = shop;
  const request = async (req: Request): Promise<Outcome<object>> => {
    // A form's token is stale once its session has ended. A visitor who then has no right to speak
    // for the order is asked to sign in.
    if (req.staleToken && isNative(req) && !(await findRequester(db, req.visitor, typedIdOf(req), now()))) return stranger;
    const form = readBody(orderCalls.requestReturn, req);
    if (!form.ok) return form;
    const { orderId, seen, returnReason: reason, ...fields } = form.value;
    const requester = await findRequester(db, req.visitor, orderId, now());
    if (!requester) return stranger;
    return await requestReturn(db, requester, { orderId, seen, reason, fields }, { now: now(), days: returnDays(shop) });
  };

  const requesting: RequestHandler = async (req, res) => {
    const outcome = await request(req);
    if (outcome.ok) notifyWorker();
    const orderId = typedIdOf(req);
    const page = orderPath(orderId);
    const signIn = async () => {
      if (orderId !== "") await req.saveDraft(page);
      return signInFor(page);
    };
    const hasPage = !outcome.ok && outcome.code !== "signed_out" && isNative(req) && orderId !== "";
    const html = hasPage ? await renderOrder(shop, req, res, { orderId, returnRefusal: outcome }) : undefined;
    await respond(req, res, outcome, {
      next: `${page}?notice=return-requested#returns`,
      signIn,
      ...(html !== undefined && { rerender: () => html }),
    });
  };

  return routes(callRoute(orderCalls.requestReturn, requesting));
}

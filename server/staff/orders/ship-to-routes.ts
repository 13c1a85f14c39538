import type { Request, RequestHandler, Response } from "express";
import { forbiddenFor } from "../../checkout/shipping.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import { changeShipTo } from "../../orders/ship-to.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderAddressPath } from "../paths.ts";
import { actorOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { addressIn, atPlace } from "./address-view.ts";
import { mailNotice } from "./mail-notice.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderOfPath } from "./order-of-path.ts";
import { shipToPage, shipToView } from "./ship-to-page.ts";

type OrderRequest = Request<{ number: string }>;

/** Routes of the page that changes an order's shipping address. */
export function shipToRoutes({ db, now, render, notifyWorker, tax, config }: Shop, parts: StaffParts): Routes {
  const saved = mailNotice("Saved. The shopper gets an email.", config);

  const renderPage = async (req: OrderRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const { order, events } = await orderOfPath(db, req);
    const notice = req.query.notice === "saved" ? saved : undefined;
    const seen = events.filter(isDecision).length;
    return render(shipToView, shipToPage(staffContext(req, res), { order, seen, notice, refusal, typed: req.typed }));
  };
  const screen: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const change = async (req: OrderRequest): Promise<Outcome<object>> => {
    const body = readBody(orderChangeCalls.changeOrderAddress, req as Request);
    if (!body.ok) return body;
    const { seen, acceptPostalCode, ...form } = body.value;
    const input = {
      orderId: (await orderOfPath(db, req)).order.id,
      address: addressIn(form),
      acceptPostalCode: acceptPostalCode !== undefined,
      isTaxByCode: tax !== undefined,
      seen,
      actor: actorOf(req as Request),
      findForbidden: forbiddenFor,
    };
    return await changeShipTo(db, input, now());
  };
  const changing: RequestHandler<{ number: string }> = async (req, res) => {
    const outcome = await change(req);
    if (outcome.ok) notifyWorker();
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: `${staffOrderAddressPath(req.params.number)}?notice=saved`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  };
  const needs = "orders:edit";
  return routes(
    screenRoute(staffOrderAddressPath(":number"), staffScreen(parts, needs), screen),
    callRoute(orderChangeCalls.changeOrderAddress, staffCall(parts, { needs, recent: true }), changing),
  );
}

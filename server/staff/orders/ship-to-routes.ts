import type { Request, RequestHandler, Response } from "express";
import { forbiddenFor } from "../../checkout/shipping.ts";
import type { ReleasePromoUse } from "../../orders/cancel.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import { changeShipTo } from "../../orders/ship-to.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderAddressPath, staffPhoneOrderPath } from "../paths.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { may } from "../people/rules/permissions.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { addressIn, atPlace } from "./address-view.ts";
import { mailNotice } from "./mail-notice.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderOfPath } from "./order-of-path.ts";
import type { OrderPreview } from "./order-previews.ts";
import { replaceOrder } from "./replace-order.ts";
import { shipToPage, shipToView } from "./ship-to-page.ts";

type OrderRequest = Request<{ number: string }>;

/** Routes of the page that changes an order's shipping address. */
export function shipToRoutes(shop: Shop, parts: StaffParts, releasePromoUse: ReleasePromoUse): Routes {
  const { db, now, render, notifyWorker, tax, config } = shop;
  const saved = mailNotice("Saved. The shopper gets an email.", config);

  const renderPage = async (req: OrderRequest, res: Response, refusal?: Refusal, preview?: OrderPreview): Promise<string> => {
    const { order, events } = await orderOfPath(db, req);
    const notice = req.query.notice === "saved" ? saved : undefined;
    const seen = events.filter(isDecision).length;
    return render(shipToView, shipToPage(staffContext(req, res), { order, seen, notice, refusal, typed: req.typed, preview }));
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
  const replace = async (req: OrderRequest): ReturnType<typeof replaceOrder> => {
    const body = readBody(orderChangeCalls.replaceOrder, req as Request);
    if (!body.ok) return body;
    if (!may(staffOf(req as Request), "orders:edit")) return notAllowed;
    const { seen, acceptPostalCode: _, shownRefund: shown, ...form } = body.value;
    const source = { ...auditSourceOf(req as Request), actor: actorOf(req as Request) };
    const record = await orderOfPath(db, req);
    return await replaceOrder({ shop, record, address: addressIn(form), seen, shown, source, now: now(), releasePromoUse });
  };
  const replacing: RequestHandler<{ number: string }> = async (req, res) => {
    const outcome = await replace(req);
    const { preview } = outcome;
    if (outcome.ok) notifyWorker();
    // For a person, a step that still needs agreement is no error: the page asks for it.
    else if (outcome.code === "unconfirmed" && isNative(req as Request))
      return sendPage(res, await renderPage(req, res, undefined, preview));
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: ({ id }) => `${staffPhoneOrderPath(id)}?notice=replaced`,
      rerender: (refusal) => renderPage(req, res, refusal, preview),
      data: () => ({}),
    });
  };
  const needs = "orders:edit";
  return routes(
    screenRoute(staffOrderAddressPath(":number"), staffScreen(parts, needs), screen),
    callRoute(orderChangeCalls.changeOrderAddress, staffCall(parts, { needs, recent: true }), changing),
    callRoute(orderChangeCalls.replaceOrder, staffCall(parts, { needs: "orders:refund", recent: true }), replacing),
  );
}

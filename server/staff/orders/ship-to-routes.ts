import type { Request, RequestHandler } from "express";
import type { ReleasePromoUse } from "../../orders/cancel.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffOrderAddressPath, staffPhoneOrderPath } from "../paths.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { may } from "../people/rules/permissions.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { addressIn, atPlace } from "./address-view.ts";
import { type AddressOutcome, changeAddress } from "./change-address.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderOfPath } from "./order-of-path.ts";
import { replaceOrder } from "./replace-order.ts";
import { shownSums } from "./ship-to-page.ts";
import { type OrderRequest, shipToScreen } from "./ship-to-screen.ts";

/** Routes of the page that changes an order's shipping address. */
export function shipToRoutes(shop: Shop, parts: StaffParts, releasePromoUse: ReleasePromoUse): Routes {
  const { db, now, notifyWorker } = shop;
  const renderPage = shipToScreen(shop);
  const screen: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const change = async (req: OrderRequest): Promise<AddressOutcome> => {
    const body = readBody(orderChangeCalls.changeOrderAddress, req as Request);
    if (!body.ok) return body;
    const { seen, acceptPostalCode, shownShipping, shownTax, shownRefund, ...form } = body.value;
    return await changeAddress(shop, await orderOfPath(db, req), {
      address: addressIn(form),
      acceptPostalCode: acceptPostalCode !== undefined,
      seen,
      shown: shownSums({ shownShipping, shownTax, shownRefund }),
      staff: staffOf(req as Request),
      actor: actorOf(req as Request),
    });
  };
  const changing: RequestHandler<{ number: string }> = async (req, res) => {
    const outcome = await change(req);
    const { readdress } = outcome;
    if (outcome.ok) notifyWorker();
    // A browser gets a page that asks for agreement, and no error.
    else if (outcome.code === "unconfirmed" && isNative(req as Request))
      return sendPage(res, await renderPage(req, res, { readdress }));
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: `${staffOrderAddressPath(req.params.number)}?notice=saved`,
      rerender: (refusal) => renderPage(req, res, { refusal, readdress }),
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
    // A browser gets a page that asks for agreement, and no error.
    else if (outcome.code === "unconfirmed" && isNative(req as Request))
      return sendPage(res, await renderPage(req, res, { preview }));
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: ({ id }) => `${staffPhoneOrderPath(id)}?notice=replaced`,
      rerender: (refusal) => renderPage(req, res, { refusal, preview }),
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

import type { Request, RequestHandler, Response } from "express";
import { emptyPaid } from "../../checkout/expiry.ts";
import { tidyAddress } from "../../customers/rules/address.ts";
import type { Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { changeEmail } from "../../orders/contact.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import { emptySnapshots } from "../../payments/expiry.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderContactPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { changeRecord } from "../records/records.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { addressIn, atPlace } from "./address-view.ts";
import { contactId, contactKind } from "./contact-kind.ts";
import { contactPage, contactView } from "./contact-page.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderOfPath } from "./order-of-path.ts";

type OrderRequest = Request<{ number: string }>;

/** Empties what a paid checkout and its payments know of the former email's person. */
async function emptyCheckout(tx: Tx, checkoutId: string): Promise<string | null> {
  const buyerId = await emptyPaid(tx, checkoutId);
  await emptySnapshots(tx, checkoutId);
  return buyerId;
}

/** Routes of the page that changes an order's email, phone and billing address. */
export function contactRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, render, notifyWorker } = shop;

  const renderPage = async (req: OrderRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const { order, events } = await orderOfPath(db, req);
    const history = await historyOf(shop, req as Request, contactKind, contactId(order.number));
    const notice = req.query.notice === "saved" ? "Saved." : undefined;
    const seen = events.filter(isDecision).length;
    return render(contactView, contactPage(staffContext(req, res), { order, seen, history, notice, refusal, typed: req.typed }));
  };
  const screen: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const change = async (req: OrderRequest): Promise<Outcome<object>> => {
    const body = readBody(orderChangeCalls.changeOrderContact, req as Request);
    if (!body.ok) return body;
    const { seen, email, deliveryPhone, ...form } = body.value;
    const { id: orderId, number } = (await orderOfPath(db, req)).order;
    return await transactOutcome<Outcome<object>>(db, async (tx) => {
      const input = { orderId, email, seen, actor: actorOf(req as Request), emptyCheckout };
      const moved = await changeEmail(tx, input, now());
      if (!moved.ok) return moved;
      const id = contactId(number);
      const saved = await contactKind.read(tx, id);
      if (!saved) return notFound;
      const fields = { deliveryPhone: deliveryPhone.trim(), ...tidyAddress(addressIn(form)) };
      return await changeRecord(tx, contactKind, { id, saved, fields }, auditSourceOf(req as Request), now());
    });
  };
  const changing: RequestHandler<{ number: string }> = async (req, res) => {
    const outcome = await change(req);
    if (outcome.ok) notifyWorker();
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: `${staffOrderContactPath(req.params.number)}?notice=saved`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  };
  const needs = "orders:edit";
  return routes(
    screenRoute(staffOrderContactPath(":number"), staffScreen(parts, needs), screen),
    callRoute(orderChangeCalls.changeOrderContact, staffCall(parts, { needs, recent: true }), changing),
  );
}

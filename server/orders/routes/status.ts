import type { Request, RequestHandler, Response } from "express";
import type { Db } from "../../db/tables.ts";
import { notFound, type Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { orderCalls } from "../calls.ts";
import { confirmEmail } from "../contact.ts";
import { findVisibleOrder } from "../detail.ts";
import { findOrder, type Order } from "../find.ts";
import { moneyStateOf } from "../ledger.ts";
import { requestOrderLink } from "../lookup.ts";
import { orderIdOfToken } from "../order-token.ts";
import { lookupPage, lookupView } from "../pages/lookup.ts";
import { statusPage, statusView } from "../pages/status.ts";
import { lookupPath, orderPath, statusPath } from "../paths.ts";
import { returnDays } from "../return-days.ts";
import { linkRequesterOf } from "./link-requester.ts";

const orderOf = async (db: Db, token: unknown): Promise<Order | undefined> => {
  const id = await orderIdOfToken(db, token);
  return id === undefined ? undefined : await findOrder(db, id);
};

type StatusScreen = { orderToken: string; formError?: string };

/** The page of a mail's link; undefined if the link matches no order. */
export async function renderStatus(shop: Shop, req: Request, res: Response, { orderToken, formError }: StatusScreen) {
  const { db, now, dates, render } = shop;
  const order = await orderOf(db, orderToken);
  if (!order) return undefined;
  const money = await moneyStateOf(db, order.id);
  const terms = { now: now(), days: returnDays(shop) };
  const input = {
    dates,
    money,
    terms,
    token: csrfToken(req, res),
    orderToken,
    linkSent: req.query.notice === "link-sent",
    formError,
  };
  return render(statusView, await statusPage(db, order, input));
}

/** The routes that mails about a guest's order link to, as long as the order exists. */
export function statusRoutes(shop: Shop): Routes {
  const { db, now, render } = shop;

  const screen: RequestHandler = async (req, res) => {
    const { token } = req.query;
    if (token === undefined) return res.redirect(303, lookupPath);
    const order = await orderOf(db, token);
    const page = order && (await renderStatus(shop, req, res, { orderToken: String(token) }));
    if (!order || page === undefined)
      return sendPage(res, render(lookupView, lookupPage({ token: csrfToken(req, res), unknown: true })), 404);
    await confirmEmail(db, { orderId: order.id, email: order.email }, now());
    if (await findVisibleOrder(db, req.visitor, order.id, now())) return res.redirect(303, orderPath(order.id));
    sendPage(res, page);
  };

  const request = async (req: Request, order: Order | undefined): Promise<Outcome<Record<string, never>>> => {
    const body = readBody(orderCalls.mailOrderLink, req);
    if (!body.ok) return body;
    return order ? await requestOrderLink(shop, order, linkRequesterOf(req, body.value)) : notFound;
  };

  const mailLink: RequestHandler = async (req, res) => {
    const orderToken = String(req.typed.token);
    const outcome = await request(req, await orderOf(db, orderToken));
    const page = outcome.ok ? undefined : await renderStatus(shop, req, res, { orderToken, formError: outcome.error });
    const next = `${statusPath}?token=${orderToken}&notice=link-sent`;
    await respond(req, res, outcome, { next, ...(page !== undefined && { rerender: () => page }) });
  };

  return routes(screenRoute(statusPath, screen), callRoute(orderCalls.mailOrderLink, mailLink));
}

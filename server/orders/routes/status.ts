import type { Request, RequestHandler, Response } from "express";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { orderCalls } from "../calls.ts";
import { findVisibleOrder } from "../detail.ts";
import { findOrder, type Order } from "../find.ts";
import { moneyStateOf } from "../ledger.ts";
import { requestOrderLink } from "../lookup.ts";
import { orderIdOfToken } from "../order-token.ts";
import { lookupPage } from "../pages/lookup.ts";
import { statusPage } from "../pages/status.ts";
import { lookupPath, orderPath, statusPath } from "../paths.ts";

/** Where the mails about a guest's order lead to, for as long as the order lives. */
export function statusRoutes(shop: Shop): Routes {
  const { db, dates, now, render } = shop;

  const orderOf = async (token: unknown): Promise<Order | undefined> => {
    const id = await orderIdOfToken(db, token);
    return id === undefined ? undefined : await findOrder(db, id);
  };

  const draw = async (req: Request, res: Response, order: Order, orderToken: string, refusal?: string) => {
    const money = await moneyStateOf(db, order.id);
    const input = { dates, money, token: csrfToken(req, res), orderToken, mailed: req.query.told === "mailed", refusal };
    return render("orders/status", await statusPage(db, order, input));
  };

  const screen: RequestHandler = async (req, res) => {
    const { token } = req.query;
    if (token === undefined) return res.redirect(303, lookupPath);
    const order = await orderOf(token);
    if (!order) return sendPage(res, render("orders/lookup", lookupPage({ token: csrfToken(req, res), unknown: true })), 404);
    if (await findVisibleOrder(db, req.visitor, order.id, now())) return res.redirect(303, orderPath(order.id));
    sendPage(res, await draw(req, res, order, String(token)));
  };

  const request = async (req: Request, order: Order | undefined): Promise<Outcome<Record<string, never>>> => {
    const body = readBody(orderCalls.mailOrderLink, req);
    if (!body.ok) return body;
    return order ? await requestOrderLink(shop, order) : notFound;
  };

  const mailLink: RequestHandler = async (req, res) => {
    const orderToken = String(req.typed.token);
    const order = await orderOf(orderToken);
    const again = order && { rerender: ({ error }: Refusal) => draw(req, res, order, orderToken, error) };
    await respond(req, res, await request(req, order), { next: `${statusPath}?token=${orderToken}&told=mailed`, ...again });
  };

  return routes(screenRoute(statusPath, screen), callRoute(orderCalls.mailOrderLink, mailLink));
}

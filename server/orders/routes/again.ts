import type { Request, RequestHandler, Response } from "express";
import { signInFor } from "../../customers/paths.ts";
import { notFound, type Outcome, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { buyAgain, type FillCart } from "../buy-again.ts";
import { orderCalls } from "../calls.ts";
import { findVisibleOrder } from "../detail.ts";
import { findOrder, type Order } from "../find.ts";
import { orderIdOfToken } from "../order-token.ts";
import { orderPath } from "../paths.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";
import { renderStatus } from "./status.ts";

const signedOut = refuse("signed_out", "Please sign in, or open the link in our email.");

type Cart = { path: string; fill: (req: Request, res: Response) => FillCart };

/** Puts a past order's products into the cart again; the cart belongs to another feature. */
export function againRoutes(shop: Shop, cart: Cart): Routes {
  const { db, now } = shop;

  const orderByToken = async (token: string): Promise<Outcome<Order>> => {
    const id = await orderIdOfToken(db, token);
    const order = id === undefined ? undefined : await findOrder(db, id);
    return order ? { ok: true, value: order } : notFound;
  };

  const orderById = async (req: Request, orderId: string): Promise<Outcome<Order>> => {
    const visibleOrder = await findVisibleOrder(db, req.visitor, orderId, now());
    if (visibleOrder) return { ok: true, value: visibleOrder.order };
    return req.visitor.customerId === undefined ? signedOut : notFound;
  };

  const findAllowed = async (req: Request): Promise<Outcome<Order>> => {
    const body = readBody(orderCalls.buyAgain, req);
    if (!body.ok) return body;
    return "token" in body.value ? await orderByToken(body.value.token) : await orderById(req, body.value.orderId);
  };

  /** The page with the form, if its sender may see it. */
  const rerender = async (req: Request, res: Response, formError: string): Promise<string | undefined> => {
    const { token, orderId } = req.typed;
    const id = idShape.safeParse(orderId);
    if (id.success) return await renderOrder(shop, req, res, { orderId: id.data, formError });
    return await renderStatus(shop, req, res, { orderToken: String(token), formError });
  };

  const orderAgain: RequestHandler = async (req, res) => {
    const order = await findAllowed(req);
    const outcome = order.ok ? await buyAgain(db, order.value, cart.fill(req, res)) : order;
    const page = outcome.ok ? undefined : await rerender(req, res, outcome.error);
    const signIn = () => signInFor(orderPath(String(req.typed.orderId)));
    await respond(req, res, outcome, { next: cart.path, signIn, ...(page !== undefined && { rerender: () => page }) });
  };

  return routes(callRoute(orderCalls.buyAgain, orderAgain));
}

import type { Request, RequestHandler } from "express";
import type { SignupFormProps } from "../../islands/identity/signup-form.props.ts";
import type { Shop } from "../shop.ts";
import { clearCookie, cookieValues } from "../web/cookies.ts";
import { sendPage } from "../web/respond.ts";
import { type Routes, routes, screenRoute } from "../web/routes.ts";
import { csrfToken } from "../web/token.ts";
import { findAttachedOrder } from "./attach.ts";
import { confirmationPage, confirmationView } from "./pages/confirmation.ts";
import { confirmationPath } from "./paths.ts";
import { lookupRoutes } from "./routes/lookup.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { type CustomerFigures, orderScreens } from "./routes/screens.ts";
import { statusRoutes } from "./routes/status.ts";

/**
 * Routes of the confirmation, a customer's own orders, the lookup by number and email, and the
 * mails' links.
 */
export function orderRoutes(shop: Shop, options: CustomerFigures & { botCheck: SignupFormProps["bots"] }): Routes {
  const { db, now, dates, render } = shop;
  const confirmation: RequestHandler<{ orderId: string }> = async (req, res, next) => {
    const { visitor } = req;
    const order = await findAttachedOrder(db, req.params.orderId, visitor);
    if (!order) return next();
    // The response that cleared the cookie may have been lost (K5).
    if (cookieValues(req, "checkoutId").includes(order.checkoutId)) clearCookie(req, res, "checkoutId");
    const isPageView = req.method === "GET" && req.get("sec-purpose") === undefined;
    const token = () => csrfToken(req as Request, res);
    const page = await confirmationPage(db, order, { visitor, now: now(), dates, isPageView, token, botCheck: options.botCheck });
    sendPage(res, render(confirmationView, page));
  };
  return routes(
    screenRoute(confirmationPath(":orderId"), confirmation),
    orderScreens(shop, options),
    lookupRoutes(shop),
    statusRoutes(shop),
    reviewRoutes(shop),
  );
}

import type { Request, RequestHandler } from "express";
import { allowCardPage } from "../checkout/card-page.ts";
import { stepPath } from "../checkout/paths.ts";
import { paymentScreen } from "../checkout/payment-screen.ts";
import { keepForSignIn, redirectOf } from "../checkout/sign-in.ts";
import type { Outcome } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { clientAddress } from "../web/network.ts";
import { readBody } from "../web/read.ts";
import { isNative, respond } from "../web/respond.ts";
import { callRoute, type Routes, routes } from "../web/routes.ts";
import { csrfToken } from "../web/token.ts";
import { paymentCalls } from "./calls.ts";
import { requestPaymentLink } from "./payment-link.ts";

/**
 * Routes that mail a payment link to a shopper whose browser runs no scripts. Such a browser cannot
 * do the proof of work that a payment may need, and the link replaces this work.
 */
export function paymentLinkRoutes(shop: Shop): Routes {
  const mailing: RequestHandler = async (req, res) => {
    const body = readBody(paymentCalls.mailPaymentLink, req);
    const checkoutId = body.ok ? body.value.checkoutId : String(req.typed?.checkoutId ?? "");
    const outcome = body.ok ? await request(req, checkoutId) : body;
    const next = ({ mailed }: { mailed: boolean }) => stepPath("payment", checkoutId) + (mailed ? "?link=sent" : "");
    const signIn = () => keepForSignIn(req, "payment", checkoutId);
    if (outcome.ok || outcome.code === "not_found" || outcome.code === "signed_out" || !isNative(req))
      return await respond(req, res, outcome, { next, signIn });
    const { tax, dates, config } = shop;
    const token = csrfToken(req, res);
    const input = { visitor: req.visitor, checkoutId, now: shop.now(), tax, token, dates, cardForm: config.cardForm };
    const screen = await paymentScreen(shop.db, input, { linkRefusal: outcome });
    if ("redirect" in screen) return res.redirect(303, await redirectOf(req, screen.redirect, "payment", checkoutId));
    allowCardPage(shop, res);
    await respond(req, res, outcome, { rerender: () => shop.render(screen.view, screen.page) });
  };
  const request = (req: Request, checkoutId: string): Promise<Outcome<{ mailed: boolean }>> =>
    requestPaymentLink(shop, { visitor: req.visitor, checkoutId, address: clientAddress(req) });
  return routes(callRoute(paymentCalls.mailPaymentLink, mailing));
}

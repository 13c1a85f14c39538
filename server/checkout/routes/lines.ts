import type { Request, RequestHandler, Response } from "express";
import { signInFor } from "../../customers/paths.ts";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { checkoutCalls } from "../calls.ts";
import { cartPath } from "../cart-paths.ts";
import type { CheckoutContext, WholeCheckout } from "../change.ts";
import { findVisitorCheckout } from "../find.ts";
import { addGift, addLine, decreaseLine, increaseLine, type LineStep, removeLine } from "../lines.ts";
import { rerenderCart } from "./cart.ts";
import { checkoutContext, checkoutWithNotice, keepAsCart, typedId } from "./request-context.ts";

/** Adding, changing and removing lines, and choosing a gift. */
export function lineRoutes(shop: Shop): Routes {
  const { db } = shop;

  const respondWithCart = async (req: Request, res: Response, outcome: Outcome<WholeCheckout>) => {
    // The form's token may have ended with its session.
    const signIn = await signInOfStale(shop, req, outcome);
    if (signIn) return res.redirect(303, signIn);
    if (outcome.ok) await keepAsCart(shop, req, res, outcome.value.checkout);
    const data = await checkoutWithNotice(shop, req, outcome);
    await respond(req, res, outcome, {
      next: cartPath,
      rerender: rerenderCart(shop, req, res),
      data,
      signIn: () => signInFor(cartPath),
    });
  };

  const line: RequestHandler = async (req, res) => {
    const body = readBody(checkoutCalls.addLine, req);
    if (!body.ok) return await respondWithCart(req, res, body);
    const { checkoutId, variantId, giftProductId = "", quantity } = body.value;
    const context = checkoutContext(shop, req, checkoutId);
    const bought = variantId !== undefined && (await addLine(db, context, { variantId, quantity }));
    await respondWithCart(req, res, bought || (await addGift(db, context, giftProductId)));
  };

  const step = (move: (context: CheckoutContext, step: LineStep) => Promise<Outcome<WholeCheckout>>): RequestHandler => {
    return async (req, res) => {
      const body = readBody(checkoutCalls.increaseLine, req);
      await respondWithCart(req, res, body.ok ? await move(checkoutContext(shop, req, body.value.checkoutId), body.value) : body);
    };
  };

  const remove: RequestHandler = async (req, res) => {
    const body = readBody(checkoutCalls.removeLine, req);
    const outcome = body.ok ? await removeLine(db, checkoutContext(shop, req, body.value.checkoutId), body.value.lineId) : body;
    await respondWithCart(req, res, outcome);
  };

  return routes(
    callRoute(checkoutCalls.addLine, line),
    callRoute(
      checkoutCalls.increaseLine,
      step((context, by) => increaseLine(db, context, by)),
    ),
    callRoute(
      checkoutCalls.decreaseLine,
      step((context, by) => decreaseLine(db, context, by)),
    ),
    callRoute(checkoutCalls.removeLine, remove),
  );
}

/**
 * The sign-in for a native form with a stale token, if its checkout is a customer's and the visitor
 * is signed out.
 */
async function signInOfStale({ db }: Shop, req: Request, outcome: Outcome<unknown>): Promise<string | undefined> {
  if (outcome.ok || outcome.code !== "csrf" || !isNative(req)) return undefined;
  const checkout = await findVisitorCheckout(db, req.visitor, typedId(req));
  return !checkout.ok && checkout.code === "signed_out" ? signInFor(cartPath) : undefined;
}

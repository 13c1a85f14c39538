import type { Request, RequestHandler, Response } from "express";
import { signInFor } from "../../customers/paths.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { clientAddress } from "../../web/network.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { addToCart } from "../add-to-cart.ts";
import { checkoutCalls } from "../calls.ts";
import { cartPath } from "../cart-paths.ts";
import { leavingPage } from "../change.ts";
import { checkoutOfCookie, setCheckoutCookie } from "../cookie.ts";
import { createCheckout } from "../create.ts";
import { newCheckoutLimit, recordNewCheckout } from "../limits.ts";
import { setNote } from "../order-note.ts";
import { cartPage, cartScreen } from "../pages/cart.ts";
import { checkoutContext, keepAsCart, sendScreen, typedId } from "./request-context.ts";

/** Renders the cart page again after a refused form, for the form's checkout or this browser's. */
export const rerenderCart = (shop: Shop, req: Request, res: Response) => async (refusal: Refusal) => {
  const checkoutId = typedId(req) || checkoutOfCookie(req);
  const input = { visitor: req.visitor, checkoutId, now: shop.now(), tax: shop.tax, token: csrfToken(req, res) };
  const { view, page } = await cartPage(shop.db, input, { refusal, typed: req.typed });
  return shop.render(view, page);
};

/** The cart page, the two calls that create a checkout, and the note with the order. */
export function cartRoutes(shop: Shop): Routes {
  const { db, leavePage } = shop;
  const tryingOf = (req: Request) => ({ address: clientAddress(req), now: shop.now() });

  const page: RequestHandler = async (req, res) => {
    const { tax } = shop;
    const input = { visitor: req.visitor, checkoutId: checkoutOfCookie(req), now: shop.now(), tax, token: csrfToken(req, res) };
    const draft = await req.findDraft(cartPath);
    const screen = await cartScreen(db, input, draft);
    if (draft && !("redirect" in screen)) await req.deleteDraft(cartPath);
    sendScreen(shop, res, screen);
  };

  const create: RequestHandler = async (req, res) => {
    const start = readBody(checkoutCalls.createCheckout, req);
    const trying = tryingOf(req);
    const limit = await newCheckoutLimit(db, trying);
    const outcome = start.ok
      ? await createCheckout(db, { visitor: req.visitor, lines: start.value.lines, now: trying.now, limit })
      : start;
    if (outcome.ok) {
      await recordNewCheckout(db, trying);
      setCheckoutCookie(req, res, outcome.value.checkoutId);
    }
    await respond(req, res, outcome, { next: cartPath, rerender: rerenderCart(shop, req, res) });
  };

  /** Handles the native form of cached pages, which have neither a token nor a checkout. */
  const add: RequestHandler = async (req, res) => {
    ensureVisitorCookie(req, res);
    const body = readBody(checkoutCalls.addToCart, req);
    const checkoutId = checkoutOfCookie(req);
    const trying = tryingOf(req);
    const addition = { visitor: req.visitor, checkoutId, ...trying, limit: await newCheckoutLimit(db, trying) };
    const outcome = body.ok
      ? await leavingPage({ visitor: req.visitor, checkoutId, leavePage }, () =>
          addToCart(db, { ...addition, units: body.value }),
        )
      : body;
    if (outcome.ok && outcome.value.checkoutId !== checkoutId) {
      await recordNewCheckout(db, trying);
      setCheckoutCookie(req, res, outcome.value.checkoutId);
    }
    const next = body.ok ? nextPath(body.value.next) : undefined;
    await respond(req, res, outcome, { next: next ?? cartPath, rerender: rerenderCart(shop, req, res) });
  };

  /**
   * Stores the note. If the visitor has to sign in first, saves the typed note and leads to the
   * sign-in. After the sign-in, the cart shows the typed note again.
   */
  const note: RequestHandler = async (req, res) => {
    const step = readBody(checkoutCalls.setOrderNote, req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    const outcome = step.ok ? await setNote(db, checkoutContext(shop, req, checkoutId), step.value.orderNote) : step;
    if (outcome.ok) await keepAsCart(shop, req, res, outcome.value.checkout);
    const signIn = async () => {
      await req.saveDraft(cartPath);
      return signInFor(cartPath);
    };
    await respond(req, res, outcome, {
      next: cartPath,
      rerender: rerenderCart(shop, req, res),
      signIn,
      data: () => ({ errors: [] }),
    });
  };

  return routes(
    screenRoute(cartPath, page),
    callRoute(checkoutCalls.setOrderNote, note),
    callRoute(checkoutCalls.createCheckout, create),
    callRoute(checkoutCalls.addToCart, add),
  );
}

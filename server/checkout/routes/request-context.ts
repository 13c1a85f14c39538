import type { Request, RequestHandler, Response } from "express";
import type { Outcome } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { clientAddress } from "../../web/network.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { csrfToken } from "../../web/token.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { allowCardPage } from "../card-page.ts";
import type { ChangedCheckout, CheckoutContext, WholeCheckout } from "../change.ts";
import { checkoutOf, checkoutWithoutPerson } from "../checkout-json.ts";
import { checkoutLife, checkoutOfCookie, setCheckoutCookie } from "../cookie.ts";
import { type CheckoutRow, isOwnCart } from "../find.ts";
import type { Resubmission, StepPageInput } from "../pages/frame.ts";
import type { ScreenOrRedirect } from "../pages/screens.ts";
import { type Step, stepPath } from "../paths.ts";
import { consumeNotice } from "../show.ts";
import { keepForSignIn, redirectOf } from "../sign-in.ts";

/**
 * The context of a request. The checkout need not exist, nor belong to the visitor: the functions
 * that use it check.
 */
export const checkoutContext = ({ now, tax, leavePage }: Shop, req: Request, checkoutId: string): CheckoutContext => ({
  visitor: req.visitor,
  checkoutId,
  cart: checkoutOfCookie(req),
  address: clientAddress(req),
  now: now(),
  tax,
  leavePage,
});

/** The input of a step's page; sets the form token's cookie. */
export const stepPageInput = (shop: Shop, req: Request, res: Response, checkoutId: string): StepPageInput => {
  const token = csrfToken(req, res);
  return { ...checkoutContext(shop, req, checkoutId), token, dates: shop.dates, cardForm: shop.config.cardForm };
};

/** Sends a screen, or redirects to an earlier screen. */
export function sendScreen({ render }: Shop, res: Response, screen: ScreenOrRedirect): void {
  if ("redirect" in screen) return void res.redirect(303, screen.redirect);
  sendPage(res, render(screen.view, screen.page));
}

/**
 * Stores a checkout that this browser took over or copied as its cart, unless the browser has a
 * cart.
 */
export async function keepAsCart({ db, now }: Shop, req: Request, res: Response, checkout: CheckoutRow): Promise<void> {
  const cart = checkoutOfCookie(req);
  const age = now() - checkout.createdAt;
  if (checkout.id === cart || checkout.takenBy !== undefined || age >= checkoutLife) return;
  if (cart === undefined || !(await isOwnCart(db, req.visitor, cart))) setCheckoutCookie(req, res, checkout.id, age);
}

/** The form of a step, as JSON and as a native form. */
type StepForm<Value extends { checkoutId: string }, Changed extends ChangedCheckout> = {
  read: (req: Request) => Outcome<Value>;
  change: (context: CheckoutContext, step: Value) => Promise<Outcome<Changed>>;
  /** renders the form's own screen again after a refused native form */
  page: (input: StepPageInput, resubmission: Resubmission) => Promise<ScreenOrRedirect>;
  /** the step of the form */
  step: Step;
  /** the next step */
  next: Step;
  data: (changed: Changed) => unknown;
};

/**
 * Handles a step's form. A JSON call is answered with JSON. A native form leads to the next screen,
 * or shows its own screen again if it was refused.
 */
export function stepCall<Value extends { checkoutId: string }, Changed extends ChangedCheckout>(
  shop: Shop,
  form: StepForm<Value, Changed>,
): RequestHandler {
  return async (req, res) => {
    const step = form.read(req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    // Two of these calls need no token, so the browser may not have an id yet.
    if (step.ok) ensureVisitorCookie(req, res);
    const outcome = step.ok ? await form.change(checkoutContext(shop, req, checkoutId), step.value) : step;
    if (outcome.ok) await keepAsCart(shop, req, res, outcome.value.checkout);
    if (outcome.ok || outcome.code === "not_found" || outcome.code === "signed_out" || !isNative(req)) {
      const next = ({ checkout }: ChangedCheckout) => stepPath(form.next, checkout.id);
      const signIn = () => keepForSignIn(req, form.step, checkoutId);
      return await respond(req, res, outcome, { next, data: form.data, signIn });
    }
    const input = stepPageInput(shop, req, res, checkoutId);
    const screen = await form.page(input, { refusal: outcome, typed: req.typed });
    // The checkout has become an order, or the form's token ended with its session.
    if ("redirect" in screen) return void res.redirect(303, await redirectOf(req, screen.redirect, form.step, checkoutId));
    if (form.step === "payment") allowCardPage(shop, res);
    await respond(req, res, outcome, { rerender: () => shop.render(screen.view, screen.page) });
  };
}

/**
 * The JSON of a changed checkout with its notice. After a native form the notice stays for the next
 * page.
 */
export async function checkoutWithNotice({ db }: Shop, req: Request, outcome: Outcome<WholeCheckout>) {
  if (outcome.ok && !isNative(req)) await consumeNotice(db, outcome.value);
  return req.isEmbedded ? checkoutWithoutPerson : checkoutOf;
}

/** The checkout id in an unreadable native form. */
export const typedId = (req: Request): string => readText(req.typed.checkoutId);

import type { Request, RequestHandler } from "express";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { ecommerceOf } from "../analytics.ts";
import { setBilling } from "../billing.ts";
import { checkoutCalls } from "../calls.ts";
import type { WholeCheckout } from "../change.ts";
import { setEmail } from "../contact.ts";
import { setMethod } from "../method.ts";
import type { Resubmission, StepPageInput } from "../pages/frame.ts";
import type { ScreenOrRedirect } from "../pages/screens.ts";
import { contactScreen, methodScreen, shippingScreen } from "../pages/steps.ts";
import { type Step, stepPath } from "../paths.ts";
import { paymentScreen } from "../payment-screen.ts";
import { setShipping } from "../shipping.ts";
import { sendScreen, stepCall, stepPageInput } from "./request-context.ts";

/** A valid form is answered with an empty list of errors. */
const noErrors = () => ({ errors: [] });
/** Adds the event that `add_shipping_info` reports (requirement 81). */
const withAnalytics = ({ priced }: WholeCheckout) => ({ errors: [], analytics: ecommerceOf(priced) });

/**
 * The screens of the three steps before the payment; the payment screen is in payments/routes.ts.
 */
function stepScreens(shop: Shop): Routes {
  const { db } = shop;
  type Page = (input: StepPageInput, resubmission: Resubmission) => Promise<ScreenOrRedirect>;
  /**
   * Shows the screen of a step. If the shopper had to sign in after filling in the form, the form
   * shows the typed values again.
   */
  const screen = (step: Step, page: Page): RequestHandler<{ id: string }> => {
    return async (req, res) => {
      const { address } = req.query;
      const chosenAddress = typeof address === "string" ? address : undefined;
      const path = stepPath(step, req.params.id);
      const draft = await (req as Request).findDraft(path);
      const input = { ...stepPageInput(shop, req as Request, res, req.params.id), chosenAddress };
      const screen = await page(input, draft ? { typed: draft.typed } : {});
      if (draft && !("redirect" in screen)) await (req as Request).deleteDraft(path);
      sendScreen(shop, res, screen);
    };
  };
  return routes(
    screenRoute(
      stepPath("contact", ":id"),
      screen("contact", (input, typed) => contactScreen(db, input, typed)),
    ),
    screenRoute(
      stepPath("shipping", ":id"),
      screen("shipping", (input, typed) => shippingScreen(db, input, typed)),
    ),
    screenRoute(
      stepPath("shipping_method", ":id"),
      screen("shipping_method", (input, typed) => methodScreen(db, input, typed)),
    ),
  );
}

/** The steps' forms; a native billing form is part of the payment page's form. */
function stepCalls(shop: Shop): Routes {
  const { db } = shop;
  const email = stepCall(shop, {
    read: (req) => readBody(checkoutCalls.setEmail, req),
    change: (context, step) => setEmail(db, context, step),
    page: (input, resubmission) => contactScreen(db, input, resubmission),
    step: "contact",
    next: "shipping",
    data: noErrors,
  });
  const shipping = stepCall(shop, {
    read: (req) => readBody(checkoutCalls.setShippingAddress, req),
    change: (context, step) => setShipping(db, context, step),
    page: (input, resubmission) => shippingScreen(db, input, resubmission),
    step: "shipping",
    next: "shipping_method",
    data: withAnalytics,
  });
  const method = stepCall(shop, {
    read: (req) => readBody(checkoutCalls.setShippingMethod, req),
    change: (context, step) => setMethod(db, context, step.shippingMethodId),
    page: (input, resubmission) => methodScreen(db, input, resubmission),
    step: "shipping_method",
    next: "payment",
    data: noErrors,
  });
  const billing = stepCall(shop, {
    read: (req) => readBody(checkoutCalls.setBillingAddress, req),
    change: (context, step) => setBilling(db, context, step),
    page: (input, resubmission) => paymentScreen(db, input, resubmission),
    step: "payment",
    next: "payment",
    data: noErrors,
  });
  return routes(
    callRoute(checkoutCalls.setEmail, email),
    callRoute(checkoutCalls.setShippingAddress, shipping),
    callRoute(checkoutCalls.setShippingMethod, method),
    callRoute(checkoutCalls.setBillingAddress, billing),
  );
}

/** Screens and calls of the steps; the paying call has its own routes. */
export const stepRoutes = (shop: Shop): Routes => routes(stepScreens(shop), stepCalls(shop));

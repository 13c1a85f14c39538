import { type RequestHandler, Router } from "express";
import type { Shop } from "../../shop.ts";
import { read } from "../../web/read.ts";
import { isNative } from "../../web/respond.ts";
import { token } from "../../web/token.ts";
import { ecommerceOf } from "../analytics.ts";
import { setBilling } from "../billing.ts";
import type { WholeCheckout } from "../change.ts";
import { setEmail } from "../contact.ts";
import { setMethod } from "../method.ts";
import type { StepPageInput } from "../pages/frame.ts";
import type { ScreenOrRedirect } from "../pages/screens.ts";
import { contactPage, methodPage, shippingPage } from "../pages/steps.ts";
import { billingPath, emailPath, methodPath, shippingPath, stepPath } from "../paths.ts";
import { paymentScreen } from "../payment-screen.ts";
import { billingForm, billingStep, contactStep, methodForm, methodStep, shippingForm, shippingStep } from "../schema.ts";
import { setShipping } from "../shipping.ts";
import { sendScreen, stepCall, stepPageInput } from "./asking.ts";

/** A form that broke no rule answers an empty list of errors (specification §5). */
const noErrors = () => ({ errors: [] });
/** With what `add_shipping_info` reports (acceptance 81). */
const withAnalytics = ({ priced }: WholeCheckout) => ({ errors: [], analytics: ecommerceOf(priced) });

/** The screens of the four steps to the payment. */
function stepScreens(shop: Shop): Router {
  const { db } = shop;
  const screen = (page: (input: StepPageInput) => Promise<ScreenOrRedirect>): RequestHandler<{ id: string }> => {
    return async (req, res) => sendScreen(shop, res, await page(stepPageInput(shop, req, res, req.params.id)));
  };
  return Router()
    .get(
      stepPath("contact", ":id"),
      screen((input) => contactPage(db, input)),
    )
    .get(
      stepPath("shipping", ":id"),
      screen((input) => shippingPage(db, input)),
    )
    .get(
      stepPath("shipping_method", ":id"),
      screen((input) => methodPage(db, input)),
    )
    .get(
      stepPath("payment", ":id"),
      screen((input) => paymentScreen(db, input)),
    );
}

/** Their forms; a native billing form is the first half of the payment page's. */
function stepCalls(shop: Shop): Router {
  const { db } = shop;
  const email = stepCall(shop, {
    read: (req) => read(contactStep, req),
    change: (context, step) => setEmail(db, context, step.email),
    page: (input, resubmission) => contactPage(db, input, resubmission),
    next: "shipping",
    data: noErrors,
  });
  const shipping = stepCall(shop, {
    read: (req) => read(isNative(req) ? shippingForm : shippingStep, req),
    change: (context, step) => setShipping(db, context, step),
    page: (input, resubmission) => shippingPage(db, input, resubmission),
    next: "shipping_method",
    data: withAnalytics,
  });
  const method = stepCall(shop, {
    read: (req) => read(isNative(req) ? methodForm : methodStep, req),
    change: (context, step) => setMethod(db, context, step.shippingMethodId),
    page: (input, resubmission) => methodPage(db, input, resubmission),
    next: "payment",
    data: noErrors,
  });
  const billing = stepCall(shop, {
    read: (req) => read(isNative(req) ? billingForm : billingStep, req),
    change: (context, step) => setBilling(db, context, step.billingAddress),
    page: (input, resubmission) => paymentScreen(db, input, resubmission),
    next: "payment",
    data: noErrors,
  });
  return Router()
    .post(emailPath, token, email)
    .post(shippingPath, token, shipping)
    .post(methodPath, token, method)
    .post(billingPath, token, billing);
}

export const stepRoutes = (shop: Shop): Router => Router().use(stepScreens(shop), stepCalls(shop));

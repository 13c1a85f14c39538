import { type RequestHandler, Router } from "express";
import type { Shop } from "../../shop.ts";
import { isNative } from "../../web/answer.ts";
import { read } from "../../web/read.ts";
import { token } from "../../web/token.ts";
import { ecommerceOf } from "../analytics.ts";
import { setBilling } from "../billing.ts";
import type { WholeCheckout } from "../change.ts";
import { setEmail } from "../contact.ts";
import { setMethod } from "../method.ts";
import type { Leading, Looking } from "../pages/frame.ts";
import { contactPage, methodPage, shippingPage } from "../pages/steps.ts";
import { paymentScreen } from "../payment-screen.ts";
import { stepPath } from "../rules/steps.ts";
import { billingForm, billingStep, contactStep, methodForm, methodStep, shippingForm, shippingStep } from "../schema.ts";
import { setShipping } from "../shipping.ts";
import { actingOf, answerStep, lookingOf, sendScreen, typedId } from "./asking.ts";

/** A form that broke no rule answers an empty list of errors (specification §5). */
const noErrors = () => ({ errors: [] });
/** With what `add_shipping_info` reports (acceptance 81). */
const withGoods = ({ priced }: WholeCheckout) => ({ errors: [], analytics: ecommerceOf(priced) });

/** The four steps to the payment: their screens, and their forms in both worlds. */
export function stepRoutes(shop: Shop): Router {
  const { db } = shop;

  const screen = (page: (looking: Looking) => Promise<Leading>): RequestHandler<{ id: string }> => {
    return async (req, res) => sendScreen(shop, res, await page(lookingOf(shop, req, res, req.params.id)));
  };

  const email: RequestHandler = async (req, res) => {
    const step = read(contactStep, req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    const outcome = step.ok ? await setEmail(db, actingOf(shop, req, checkoutId), step.value.email) : step;
    const page = contactPage.bind(undefined, db);
    await answerStep(shop, req, res, outcome, { page, checkoutId, next: stepPath("shipping", checkoutId), data: noErrors });
  };

  const shipping: RequestHandler = async (req, res) => {
    const step = read(isNative(req) ? shippingForm : shippingStep, req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    const outcome = step.ok ? await setShipping(db, actingOf(shop, req, checkoutId), step.value) : step;
    const page = shippingPage.bind(undefined, db);
    await answerStep(shop, req, res, outcome, {
      page,
      checkoutId,
      next: stepPath("shipping_method", checkoutId),
      data: withGoods,
    });
  };

  const method: RequestHandler = async (req, res) => {
    const step = read(isNative(req) ? methodForm : methodStep, req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    const outcome = step.ok ? await setMethod(db, actingOf(shop, req, checkoutId), step.value.shippingMethodId) : step;
    const page = methodPage.bind(undefined, db);
    await answerStep(shop, req, res, outcome, { page, checkoutId, next: stepPath("payment", checkoutId), data: noErrors });
  };

  const billing: RequestHandler = async (req, res) => {
    const step = read(isNative(req) ? billingForm : billingStep, req);
    const checkoutId = step.ok ? step.value.checkoutId : typedId(req);
    const outcome = step.ok ? await setBilling(db, actingOf(shop, req, checkoutId), step.value.billingAddress) : step;
    const page = paymentScreen.bind(undefined, db);
    await answerStep(shop, req, res, outcome, { page, checkoutId, next: stepPath("payment", checkoutId), data: noErrors });
  };

  return Router()
    .get(
      "/storefront/checkout/contact/:id/",
      screen((looking) => contactPage(db, looking)),
    )
    .get(
      "/storefront/checkout/shipping/:id/",
      screen((looking) => shippingPage(db, looking)),
    )
    .get(
      "/storefront/checkout/shipping_method/:id/",
      screen((looking) => methodPage(db, looking)),
    )
    .get(
      "/storefront/checkout/payment/:id/",
      screen((looking) => paymentScreen(db, looking)),
    )
    .post("/storefront/checkout/email", token, email)
    .post("/storefront/checkout/shipping", token, shipping)
    .post("/storefront/checkout/shipping_method", token, method)
    .post("/storefront/checkout/billing", token, billing);
}

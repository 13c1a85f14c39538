import { z } from "zod";
import { type Call, data, fieldError, fieldErrors } from "../../web/call.ts";
import { cartPath } from "../cart-paths.ts";
import { billingPath, emailPath, methodPath, orderNotePath, shippingPath, stepPath } from "../paths.ts";
import {
  billingForm,
  billingStep,
  contactForm,
  contactStep,
  methodForm,
  methodStep,
  orderNoteStep,
  shippingForm,
  shippingStep,
} from "../schema.ts";
import { changedQuote, ecommerce } from "./answers.ts";
import { closed } from "./closed.ts";

const noErrors = z.array(fieldError).max(0);
/** A successful step has an empty list of errors. */
const step = data(z.strictObject({ errors: noErrors }));
const shippingAnswer = z.strictObject({ errors: noErrors, analytics: ecommerce });

/** Calls of the steps' forms, and of the cart's note. */
export const stepCalls = {
  setOrderNote: {
    method: "POST",
    path: orderNotePath,
    screen: cartPath,
    summary: "Sets the note with the order",
    guard: "csrf",
    body: orderNoteStep,
    answer: step,
    fieldErrors,
    codes: closed,
  },
  setEmail: {
    method: "POST",
    path: emailPath,
    screen: stepPath("contact", ":checkoutId"),
    summary: "Sets the email",
    guard: "csrf",
    body: contactStep,
    form: contactForm,
    answer: step,
    fieldErrors,
    codes: closed,
  },
  setShippingAddress: {
    method: "POST",
    path: shippingPath,
    screen: stepPath("shipping", ":checkoutId"),
    summary: "Sets the shipping address",
    guard: "csrf",
    body: shippingStep,
    form: shippingForm,
    answer: data(shippingAnswer),
    fieldErrors,
    codes: closed,
  },
  setShippingMethod: {
    method: "POST",
    path: methodPath,
    screen: stepPath("shipping_method", ":checkoutId"),
    summary: "Sets the shipping method",
    guard: "csrf",
    body: methodStep,
    form: methodForm,
    answer: step,
    fieldErrors,
    codes: closed,
  },
  setBillingAddress: {
    method: "POST",
    path: billingPath,
    screen: stepPath("payment", ":checkoutId"),
    summary: "Sets the billing address",
    guard: "csrf",
    body: billingStep,
    form: billingForm,
    answer: step,
    fieldErrors,
    refusalData: changedQuote,
    codes: [...closed, "changed"],
  },
} as const satisfies Record<string, Call>;

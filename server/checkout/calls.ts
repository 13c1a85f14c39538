import type { AnswerOf } from "../web/call.ts";
import { cartCalls } from "./calls/cart.ts";
import { promoCalls } from "./calls/promo.ts";
import { readCalls } from "./calls/read.ts";
import { stepCalls } from "./calls/steps.ts";

export type { BegunCheckout, CheckoutAnswer, GiftsAnswer, LineAnswer, TotalsAnswer } from "./calls/answers.ts";

export const checkoutCalls = { ...cartCalls, ...stepCalls, ...promoCalls, ...readCalls };

export type OrderNoteAnswer = AnswerOf<typeof checkoutCalls.setOrderNote>;
export type ContactAnswer = AnswerOf<typeof checkoutCalls.setEmail>;
export type ShippingAnswer = AnswerOf<typeof checkoutCalls.setShippingAddress>;
export type MethodAnswer = AnswerOf<typeof checkoutCalls.setShippingMethod>;
export type BillingAnswer = AnswerOf<typeof checkoutCalls.setBillingAddress>;

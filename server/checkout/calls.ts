import { z } from "zod";
import { card, picture } from "../catalog/schema.ts";
import { money } from "../money-schema.ts";
import { type AnswerOf, type Call, data, fieldError, fieldErrors } from "../web/call.ts";
import { cartAdditionPath, createPath, findPath, linePath } from "./cart-paths.ts";
import {
  billingPath,
  emailPath,
  giftsPath,
  lineRemovalPath,
  lineStepPath,
  methodPath,
  promoPath,
  shippingPath,
  totalsPath,
} from "./paths.ts";
import { quotedFields } from "./rules/quoted-fields.ts";
import {
  billingForm,
  billingStep,
  cartAddition,
  cartAdditionForm,
  checkoutQuery,
  contactStep,
  lineRemoval,
  lineStep,
  lineStepForm,
  methodForm,
  methodStep,
  newCheckout,
  newLine,
  newLineForm,
  promoRemoval,
  promoStep,
  shippingForm,
  shippingStep,
  totalsQuery,
} from "./schema.ts";

/** Decimal dollars, as the specification has them (`12.5`). */
const amount = z.strictObject({ amount: z.number() });
const gross = z.strictObject({ gross: amount });

const address = z
  .strictObject({
    firstName: z.string(),
    lastName: z.string(),
    streetAddress1: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    countryArea: z.string(),
    phone: z.string(),
  })
  .meta({ id: "Address" });

const line = z
  .strictObject({
    id: z.string(),
    variant: z.strictObject({ id: z.string(), name: z.string() }),
    product: z.strictObject({ name: z.string(), slug: z.string() }),
    picture,
    /** behind the picture */
    backdropColour: z.enum(["white", "black"]),
    quantity: z.int(),
    gift: z.boolean(),
    /** units that can be bought, including these */
    left: z.int(),
    /** the line's total gross */
    amount: z.number(),
    unitPrice: gross,
    totalPrice: z.strictObject({ gross: amount, net: amount }),
  })
  .meta({ id: "CheckoutLine" });
export type LineAnswer = z.infer<typeof line>;

const completed = z.strictObject({ id: z.string(), state: z.literal("completed") });
const open = z.strictObject({
  id: z.string(),
  state: z.enum(["open", "paying"]),
  email: z.string(),
  lines: z.array(line),
  shippingAddress: address.nullable(),
  billingAddress: address.nullable(),
  shippingMethod: z.strictObject({ id: z.string(), name: z.string(), price: money }).nullable(),
  promoCode: z.string().nullable(),
  totalPrice: gross,
  /** a message that the shopper sees once */
  notice: z.string().optional(),
});
/** A completed checkout has no other fields. */
const checkout = z.union([completed, open]).meta({ id: "Checkout" });
export type CheckoutAnswer = z.infer<typeof checkout>;

const sums = { subtotal: money, discount: money, shipping: money, tax: money, total: money };
/** What was shown and what stands now, in words; empty where there was none. */
const changes = z.array(z.strictObject({ field: z.enum(quotedFields), old: z.string(), new: z.string() }));
/** What differs from the quote that was sent, if one was. */
const totals = z.strictObject({ ...sums, quote: z.string(), changes: changes.optional() });
export type TotalsAnswer = z.infer<typeof totals>;
/** The total and quote of what stands now, and what changed since it was shown. */
export const changedTerms = z.strictObject({ total: money, quote: z.string(), changes });
const promoTotals = z.strictObject({ promoCode: z.string().nullable(), ...sums });

const gifts = z.strictObject({ eligible: z.boolean(), threshold: money, remaining: money, products: z.array(card) });
export type GiftsAnswer = z.infer<typeof gifts>;

const begun = z.strictObject({ checkoutId: z.string() });
export type BegunCheckout = z.infer<typeof begun>;

/** Items in GA4's shape. */
const ecommerce = z.strictObject({
  currency: z.literal("USD"),
  value: z.number(),
  items: z.array(
    z.strictObject({
      item_id: z.string(),
      item_name: z.string(),
      item_variant: z.string(),
      item_category: z.string(),
      price: z.number(),
      quantity: z.int(),
    }),
  ),
});
const noErrors = z.array(fieldError).max(0);
/** A successful step has an empty list of errors. */
const step = data(z.strictObject({ errors: noErrors }));
const shippingAnswer = z.strictObject({ errors: noErrors, analytics: ecommerce });

/** Why a checkout cannot be changed (find.ts). */
const closed = ["not_found", "signed_out", "paying", "completed"] as const;
const change = { guard: "csrf", crossOrigin: "guest", answer: data(checkout) } as const;

export const checkoutCalls = {
  addToCart: {
    method: "POST",
    path: cartAdditionPath,
    summary: "Adds products to this browser's cart, creating it if needed",
    guard: "origin",
    crossOrigin: "guest",
    body: cartAddition,
    form: cartAdditionForm,
    answer: data(begun),
    codes: ["not_found", "out_of_stock", "limit_reached", "paying", "too_many_tries"],
  },
  createCheckout: {
    method: "POST",
    path: createPath,
    summary: "Creates a checkout",
    guard: "csrf",
    crossOrigin: "guest",
    body: newCheckout,
    answer: data(begun),
    codes: ["not_found", "out_of_stock", "too_many_tries"],
  },
  addLine: {
    ...change,
    method: "POST",
    path: linePath,
    summary: "Adds a line",
    body: newLine,
    form: newLineForm,
    codes: [...closed, "out_of_stock", "limit_reached", "gift_not_earned"],
  },
  increaseLine: {
    ...change,
    method: "PUT",
    path: lineStepPath("increase"),
    summary: "Increases a line's quantity",
    body: lineStep,
    form: lineStepForm,
    codes: [...closed, "out_of_stock", "limit_reached"],
  },
  decreaseLine: {
    ...change,
    method: "PUT",
    path: lineStepPath("decrease"),
    summary: "Decreases a line's quantity",
    body: lineStep,
    form: lineStepForm,
    codes: closed,
  },
  removeLine: { ...change, method: "DELETE", path: lineRemovalPath, summary: "Removes a line", body: lineRemoval, codes: closed },
  setEmail: {
    method: "POST",
    path: emailPath,
    summary: "Sets the email",
    guard: "csrf",
    body: contactStep,
    answer: step,
    fieldErrors,
    codes: closed,
  },
  setShippingAddress: {
    method: "POST",
    path: shippingPath,
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
    summary: "Sets the billing address",
    guard: "csrf",
    body: billingStep,
    form: billingForm,
    answer: step,
    fieldErrors,
    refusalData: changedTerms,
    codes: [...closed, "changed"],
  },
  addPromo: {
    method: "POST",
    path: promoPath("add"),
    summary: "Applies a promo code",
    guard: "origin",
    crossOrigin: "guest",
    body: promoStep,
    answer: data(promoTotals),
    codes: [...closed, "promo_unknown", "promo_refused", "too_many_tries"],
  },
  removePromo: {
    method: "POST",
    path: promoPath("remove"),
    summary: "Removes the promo code",
    guard: "origin",
    crossOrigin: "guest",
    body: promoRemoval,
    answer: data(promoTotals),
    codes: closed,
  },
  findCheckout: {
    method: "GET",
    path: findPath,
    summary: "Returns the checkout",
    crossOrigin: "guest",
    query: checkoutQuery,
    answer: data(checkout),
    codes: ["invalid", "not_found", "signed_out"],
  },
  findTotals: {
    method: "GET",
    path: totalsPath,
    summary: "Returns the totals",
    crossOrigin: "guest",
    query: totalsQuery,
    answer: data(totals),
    codes: ["invalid", "not_found", "signed_out", "completed"],
  },
  findGifts: {
    method: "GET",
    path: giftsPath,
    summary: "Lists the gifts to choose from",
    crossOrigin: "guest",
    query: checkoutQuery,
    answer: data(gifts),
    codes: ["invalid", "not_found", "signed_out", "completed"],
  },
} as const satisfies Record<string, Call>;

export type ContactAnswer = AnswerOf<typeof checkoutCalls.setEmail>;
export type ShippingAnswer = AnswerOf<typeof checkoutCalls.setShippingAddress>;
export type MethodAnswer = AnswerOf<typeof checkoutCalls.setShippingMethod>;
export type BillingAnswer = AnswerOf<typeof checkoutCalls.setBillingAddress>;

import { address, cardForm } from "../../../payments/shopper.ts";
import type { Row } from "../row.ts";

const flat = address as Record<string, string>;
type Written = Omit<Row, "kind"> & Partial<Pick<Row, "kind">>;

const named = (row: Written): Row => ({
  kind: "checkout",
  ...row,
  json: async (known) => ({ checkoutId: known.checkoutId, ...(await row.json?.(known)) }),
});
const question = (path: string, does: string): Row => ({
  method: "GET",
  path,
  kind: "checkout",
  does,
  at: ({ checkoutId }) => `${path}?checkoutId=${checkoutId}`,
});
const screen = (step: string): Row => ({
  method: "GET",
  path: `/storefront/checkout/${step}/:id/`,
  kind: "checkout",
  does: `the checkout's ${step.replace("_", " ")} screen`,
  at: ({ checkoutId }) => `/storefront/checkout/${step}/${checkoutId}/`,
});
const token = { guard: "token" } as const;

/** Carts and checkouts, in an order in which the owner can ask for all of it: from the goods to the payment. */
export const checkoutRows: readonly Row[] = [
  { method: "GET", path: "/storefront/cart/", kind: "visitor", does: "the cart of this browser" },
  {
    method: "POST",
    path: "/storefront/cart/add",
    kind: "visitor",
    does: "puts goods into the cart of this browser, and begins one",
    guard: "origin",
    json: () => ({ variantId: "v-1" }),
  },
  { method: "POST", path: "/storefront/checkout/create", kind: "visitor", does: "begins a checkout", ...token, json: () => ({}) },
  named({
    method: "POST",
    path: "/storefront/checkout/line",
    does: "adds a line",
    ...token,
    json: () => ({ variantId: "v-1", quantity: 1 }),
    native: () => ({ quantity: "1" }),
  }),
  named({
    method: "PUT",
    path: "/storefront/checkout/line/increase",
    does: "more of a line",
    ...token,
    json: ({ lineId }) => ({ lineId }),
  }),
  named({
    method: "PUT",
    path: "/storefront/checkout/line/decrease",
    does: "less of a line",
    ...token,
    json: ({ lineId }) => ({ lineId }),
  }),
  named({
    method: "DELETE",
    path: "/storefront/checkout/line/remove",
    does: "removes a line",
    ...token,
    json: ({ lineId }) => ({ lineId }),
  }),
  named({
    method: "POST",
    path: "/storefront/checkout/email",
    does: "says the mail",
    ...token,
    json: () => ({ email: "typed@example.com" }),
  }),
  named({
    method: "POST",
    path: "/storefront/checkout/shipping",
    does: "says the address",
    ...token,
    json: () => ({ shippingAddress: address }),
    native: () => flat,
  }),
  named({
    method: "POST",
    path: "/storefront/checkout/shipping_method",
    does: "chooses how to ship",
    ...token,
    json: () => ({ shippingMethodId: "standard" }),
  }),
  named({
    method: "POST",
    path: "/storefront/checkout/billing",
    does: "says the billing address",
    ...token,
    json: () => ({ billingAddress: address }),
    native: () => ({ ...flat, sameAsShipping: "false" }),
  }),
  named({
    method: "POST",
    path: "/storefront/api/checkout/add-promo",
    does: "adds a promo code",
    guard: "origin",
    json: () => ({ promoCode: "WELCOME10" }),
  }),
  named({
    method: "POST",
    path: "/storefront/api/checkout/remove-promo",
    does: "takes it out",
    guard: "origin",
    json: () => ({ promoCode: "WELCOME10" }),
  }),
  question("/storefront/checkout/find", "the whole checkout"),
  question("/storefront/api/checkout/totals", "its sums"),
  question("/storefront/api/checkout/gift-products", "gifts to choose from"),
  ...["contact", "shipping", "shipping_method", "payment"].map(screen),
  named({
    method: "POST",
    path: "/storefront/checkout/payment",
    does: "pays",
    ...token,
    json: () => ({ paymentDetails: cardForm() }),
    native: () => ({ ...cardForm(), sameAsShipping: "true" }),
  }),
];

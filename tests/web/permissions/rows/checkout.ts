import { checkoutCalls } from "../../../../server/checkout/calls.ts";
import { pageCancelPath, pageReturnPath, phoneOrderPath } from "../../../../server/checkout/paths.ts";
import { paymentCalls } from "../../../../server/payments/calls.ts";
import type { Call } from "../../../../server/web/call.ts";
import { address, cardForm } from "../../../payments/shopper.ts";
import { type Known, type Row, rowFor } from "../row.ts";

const flat = address as Record<string, string>;

const named = (call: Call, json: (known: Known) => object, native?: Row["native"]): Row =>
  rowFor(call, {
    kind: "checkout",
    json: (known) => ({ checkoutId: known.checkoutId, ...json(known) }),
    ...(native && { native }),
  });
const question = (call: Call): Row =>
  rowFor(call, { kind: "checkout", at: ({ checkoutId }) => `${call.path}?checkoutId=${checkoutId}` });
const screen = (step: string): Row => ({
  method: "GET",
  path: `/storefront/checkout/${step}/:id/`,
  kind: "checkout",
  summary: `The checkout's ${step.replace("_", " ")} screen`,
  at: ({ checkoutId }) => `/storefront/checkout/${step}/${checkoutId}/`,
});
/** Anybody may come from the gateway's page, in any browser. */
const fromPage = (pathOf: (checkoutId: string) => string, summary: string): Row => ({
  method: "GET",
  path: pathOf(":id"),
  kind: "everybody",
  summary,
  at: ({ checkoutId }) => pathOf(checkoutId),
  yes: { json: 303 },
});
const ofLine = ({ lineId }: Known) => ({ lineId });

/**
 * Carts and checkouts, in an order in which the owner can make every call: from the products to the
 * payment.
 */
export const checkoutRows: readonly Row[] = [
  { method: "GET", path: "/storefront/cart/", kind: "visitor", summary: "This browser's cart", mayLead: "sign-in" },
  rowFor(checkoutCalls.addToCart, { kind: "visitor", json: () => ({ variantId: "v-1" }) }),
  rowFor(checkoutCalls.createCheckout, { kind: "visitor", json: () => ({}) }),
  named(
    checkoutCalls.addLine,
    () => ({ variantId: "v-1", quantity: 1 }),
    () => ({ quantity: "1" }),
  ),
  named(checkoutCalls.increaseLine, ofLine),
  named(checkoutCalls.decreaseLine, ofLine),
  named(checkoutCalls.removeLine, ofLine),
  named(checkoutCalls.setOrderNote, () => ({ orderNote: "Ring twice" })),
  named(checkoutCalls.setEmail, () => ({ email: "typed@example.com" })),
  named(
    checkoutCalls.setShippingAddress,
    () => ({ shippingAddress: address }),
    () => flat,
  ),
  named(checkoutCalls.setShippingMethod, () => ({ shippingMethodId: "standard" })),
  named(
    checkoutCalls.setBillingAddress,
    () => ({ billingAddress: address }),
    () => ({ ...flat, sameAsShipping: "false" }),
  ),
  named(checkoutCalls.addPromo, () => ({ promoCode: "WELCOME10" })),
  named(checkoutCalls.removePromo, () => ({ promoCode: "WELCOME10" })),
  question(checkoutCalls.findCheckout),
  question(checkoutCalls.findTotals),
  question(checkoutCalls.findGifts),
  ...["contact", "shipping", "shipping_method", "payment"].map(screen),
  {
    method: "GET",
    path: phoneOrderPath,
    at: async ({ link }) => `${phoneOrderPath}?token=${await link("phone-order")}`,
    kind: "lastingSecret",
    summary: "Opens a phone order at its payment step, with an emailed link",
    yes: { json: 303 },
    wrong: { json: 409 },
    note: "beside this browser's own cart; until it is opened, its ID alone opens nothing",
  },
  fromPage(pageReturnPath, "Leads from the card gateway's page to the payment step, and looks the payment up"),
  fromPage(pageCancelPath, "Leads from the card gateway's page to the payment step, and gives the page up for its holder"),
  named(paymentCalls.mailPaymentLink, () => ({})),
  named(
    paymentCalls.pay,
    () => ({ paymentDetails: cardForm() }),
    () => ({ ...cardForm(), sameAsShipping: "true" }),
  ),
];

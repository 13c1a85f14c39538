/** The steps to the payment, as their addresses name them. */
export type Step = "contact" | "shipping" | "shipping_method" | "payment";

/** The screen of a step; `id` is the checkout's id, for the confirmation the order's. */
export const stepPath = (step: Step | "confirmation", id: string): string => `/storefront/checkout/${step}/${id}/`;

/** Of the call that changes a line's quantity by some units. */
export const lineStepPath = (way: "increase" | "decrease"): string => `/storefront/checkout/line/${way}`;
export const lineRemovalPath = "/storefront/checkout/line/remove";

/** Of the call that sets the note with the order, in the cart. */
export const orderNotePath = "/storefront/cart/note";
export const emailPath = "/storefront/checkout/email";
export const shippingPath = "/storefront/checkout/shipping";
export const methodPath = "/storefront/checkout/shipping_method";
export const billingPath = "/storefront/checkout/billing";
/** Served by payments. */
export const paymentPath = "/storefront/checkout/payment";

/** Served by payments: mails a link to pay with, for browsers without scripts. */
export const paymentLinkPath = "/storefront/checkout/payment-link";

/** The mailed link of a phone order leads here, with its token. */
export const phoneOrderPath = "/storefront/checkout/phone-order/";

export const totalsPath = "/storefront/api/checkout/totals";
export const giftsPath = "/storefront/api/checkout/gift-products";

/** Of the call that applies a promo code or removes it. */
export const promoPath = (change: "add" | "remove"): string => `/storefront/api/checkout/${change}-promo`;

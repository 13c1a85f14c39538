/** The steps to the payment, as named in their addresses. */
export type Step = "contact" | "shipping" | "shipping_method" | "payment";

/** The screen of a step; `id` is the checkout's id, or the order's for the confirmation. */
export const stepPath = (step: Step | "confirmation", id: string): string => `/storefront/checkout/${step}/${id}/`;

/** Changes a line's quantity by some units. */
export const lineStepPath = (way: "increase" | "decrease"): string => `/storefront/checkout/line/${way}`;
export const lineRemovalPath = "/storefront/checkout/line/remove";

/** Sets the shopper's note to the shop, in the cart. */
export const orderNotePath = "/storefront/cart/note";
export const emailPath = "/storefront/checkout/email";
export const shippingPath = "/storefront/checkout/shipping";
export const methodPath = "/storefront/checkout/shipping_method";
export const billingPath = "/storefront/checkout/billing";
/** The feature `payments` serves this path. */
export const paymentPath = "/storefront/checkout/payment";

/** The paths to which the gateway's page sends the browser: after a payment, and without one. */
export const pageReturnPath = (checkoutId: string): string => `${stepPath("payment", checkoutId)}return`;
export const pageCancelPath = (checkoutId: string): string => `${stepPath("payment", checkoutId)}cancel`;

/**
 * Mails a link with which the shopper can pay in a browser without scripts. The feature `payments`
 * serves this path.
 */
export const paymentLinkPath = "/storefront/checkout/payment-link";

/** Target of a phone order's mailed link, with its token. */
export const phoneOrderPath = "/storefront/checkout/phone-order/";

export const totalsPath = "/storefront/api/checkout/totals";
export const giftsPath = "/storefront/api/checkout/gift-products";

/** Applies or removes a promo code. */
export const promoPath = (change: "add" | "remove"): string => `/storefront/api/checkout/${change}-promo`;

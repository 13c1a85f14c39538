import { dashboardPath } from "../customers/paths.ts";

/** The customer's own screen of an order; `id` is the order's id, not its number. */
export const orderPath = (id: string): string => `${dashboardPath}orders/${id}/`;
/** A paper that an order keeps; `key` is the paper's key. */
export const orderPaperPath = (id: string, key: string): string => `${orderPath(id)}papers/${key}/`;
export const lookupPath = "/storefront/orders/lookup/";
/** The target of links in mails about a guest's order, with the mail's token as `?token=`. */
export const statusPath = "/storefront/orders/status/";
/**
 * The screen on which a buyer reviews products. A mail's link leads a guest here, with its token as
 * `?token=`.
 */
export const reviewPath = "/storefront/orders/reviews/";
/** Puts an order's products into the cart again. */
export const againPath = "/storefront/orders/again/";

/** The screen after Pay; `id` is the order's id, not its number. */
export const confirmationPath = (id: string): string => `/storefront/checkout/confirmation/${id}/`;

/** Requests a cancelation. */
export const cancelationRequestPath = "/storefront/api/cancel-order";
/** Requests a return of shipped units. */
export const returnRequestPath = "/storefront/orders/returns/";
/** Asks for another shipping address. */
export const addressRequestPath = "/storefront/orders/address/";
/** Cancels immediately. */
export const cancelationPath = (id: string): string => `/storefront/api/orders/${id}`;

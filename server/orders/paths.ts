import { dashboardPath } from "../customers/paths.ts";

/** The customer's own screen of an order; `id` is the order's id, not its number. */
export const orderPath = (id: string): string => `${dashboardPath}orders/${id}/`;
export const lookupPath = "/storefront/orders/lookup/";
/** Where the mails about a guest's order lead to, with the mail's token as `?token=`. */
export const statusPath = "/storefront/orders/status/";
/** Where a buyer reviews what was bought; a mail's link leads a guest there, with its token as `?token=`. */
export const reviewPath = "/storefront/orders/reviews/";
/** Puts an order's products into the cart once more. */
export const againPath = "/storefront/orders/again/";

/** Where Pay leads to; `id` is the order's id, not its number. */
export const confirmationPath = (id: string): string => `/storefront/checkout/confirmation/${id}/`;

/** Asks for a cancelation. */
export const cancelationRequestPath = "/storefront/api/cancel-order";
/** Asks for a return of what has shipped. */
export const returnRequestPath = "/storefront/orders/returns/";
/** Cancels at once. */
export const cancelationPath = (id: string): string => `/storefront/api/orders/${id}`;

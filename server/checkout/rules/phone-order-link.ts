/**
 * The kind of the one-time token in a phone order's link. This token is not used up: the link opens
 * the checkout each time somebody follows it, until the token expires.
 */
export const phoneOrderLink = "phone-order";

/** How long the link works, in ms. The phone order's checkout stays open for the same time. */
export const phoneOrderLinkLife = 72 * 3_600_000;

/**
 * The kind of the one-time token. It opens the checkout each time it is followed, until it expires.
 */
export const phoneOrderLink = "phone-order";

/** ms; a checkout stays open for as long */
export const phoneOrderLinkLife = 72 * 3_600_000;

/** The kind of its one-time token. It opens the checkout as often as it is followed, until its end. */
export const phoneOrderLink = "phone-order";

/** ms; a checkout stays open for as long */
export const phoneOrderLinkLife = 72 * 3_600_000;

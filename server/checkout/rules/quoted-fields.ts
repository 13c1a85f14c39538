/** The fields of a quote, the total first. */
export const quotedFields = ["total", "lines", "discount", "shippingAddress", "shippingMethod", "email"] as const;
export type QuotedField = (typeof quotedFields)[number];

/**
 * A changed field of a quote. `old` is the value that the page showed, and `new` is the current
 * value. Both are texts for the shopper; a missing value is empty.
 */
export type Change = { field: QuotedField; old: string; new: string };

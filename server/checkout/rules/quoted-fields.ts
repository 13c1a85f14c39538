/** The fields of a quote, the total first. */
export const quotedFields = ["total", "lines", "shippingAddress", "shippingMethod", "email"] as const;
export type QuotedField = (typeof quotedFields)[number];

/**
 * A change has the shown and the current value in the shopper's words; a missing value is empty.
 */
export type Change = { field: QuotedField; old: string; new: string };

/** The fields of a quote, the total first. */
export const quotedFields = ["total", "lines", "shippingAddress", "shippingMethod", "email"] as const;
export type QuotedField = (typeof quotedFields)[number];

/** The shown and the current value, in the shopper's words; empty if there was none. */
export type Change = { field: QuotedField; old: string; new: string };

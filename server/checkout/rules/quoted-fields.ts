/** What a quote names, the total first. */
export const quotedFields = ["total", "lines", "shippingAddress", "shippingMethod", "email"] as const;
export type QuotedField = (typeof quotedFields)[number];

/** What was shown and what stands now, in the shopper's words; empty where there was none. */
export type Change = { field: QuotedField; old: string; new: string };

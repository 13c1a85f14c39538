/** Why a shopper may want an order canceled, in the order of the dialog (requirement 234). */
export const reasons = [
  "order created by mistake",
  "item(s) would not arrive on time",
  "shipping cost too high",
  "item price too high",
  "found cheaper somewhere else",
  "need to change shipping address",
  "need to change shipping speed",
  "need to change billing address",
  "need to change payment method",
  "other",
] as const;

export type CancelReason = (typeof reasons)[number];

/** Brands of cards as gateways are told and orders keep them, with their names for shoppers. */
export const brandNames = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  unknown: "",
} as const;

export type CardBrand = keyof typeof brandNames;

/** The names of card brands as shoppers read them, by the brand's code in gateways and orders. */
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

const knownBrands: Readonly<Record<string, string>> = brandNames;

/** `Visa ending in 4242`; undefined without a card payment. */
export const cardText = ({ brand, last4 }: { brand: string | null; last4: string | null }): string | undefined =>
  last4 ? `${knownBrands[brand ?? ""] || "Card"} ending in ${last4}` : undefined;

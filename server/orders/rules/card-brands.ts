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

const knownBrands: Readonly<Record<string, string>> = brandNames;

/** `Visa ending in 4242`; undefined where nothing was paid by card. */
export const cardText = ({ brand, last4 }: { brand: string | null; last4: string | null }): string | undefined =>
  last4 ? `${knownBrands[brand ?? ""] || "Card"} ending in ${last4}` : undefined;

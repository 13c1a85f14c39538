/** A state's or province's rates, in parts per million. */
export type TaxRules = {
  ratePpm: number;
  /** 0 if shipping is not taxed */
  shippingPpm: number;
  /** differing rates of categories, by their ids */
  ofCategories: ReadonlyMap<string, number>;
};

/** Where no rate is set, or the shop does not collect tax. */
export const noTax: TaxRules = { ratePpm: 0, shippingPpm: 0, ofCategories: new Map() };

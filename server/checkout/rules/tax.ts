/** What a state or province takes, in parts per million. */
export type TaxRules = {
  ratePpm: number;
  /** 0 where shipping is not taxed */
  shippingPpm: number;
  /** rates of categories that differ from the place's, by their ids */
  ofCategories: ReadonlyMap<string, number>;
};

/** Where no rate is set, or the shop does not collect tax. */
export const noTax: TaxRules = { ratePpm: 0, shippingPpm: 0, ofCategories: new Map() };

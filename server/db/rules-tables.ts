/** The limits of promos, shipping zones, and taxes of categories. */
export type RulesTables = {
  promo_category: { promo_id: string; category_id: string };
  promo_product: { promo_id: string; product_id: string };
  /** the shipping methods that a promo is for; a promo without a row: all methods */
  promo_shipping_method: { promo_id: string; method_id: string };
  shipping_zone: { id: string; name: string };
  /** `area` is empty for the whole country, except for areas of another zone */
  shipping_zone_place: { country: string; area: string; zone_id: string };
  /** an email, or the id of an account, that uses a first-order promo in a payment in progress */
  first_order_claim: { email_norm: string; checkout_id: string };
  tax_category_rate: { country: string; area: string; category_id: string; rate_ppm: number };
};

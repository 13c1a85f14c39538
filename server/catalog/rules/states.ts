/** One category or one product that may not be sold in a state or province. */
export type StateRule = { country: string; area: string; categoryId: string | undefined; productId: string | undefined };

type ProductIds = { id: string; categoryId: string };

/** Whether the rule names the product or its category; its state is not compared. */
export const appliesTo = (rule: StateRule, product: ProductIds): boolean =>
  rule.productId === product.id || rule.categoryId === product.categoryId;

/** True unless one of the rules of the shopper's state names the product or its category. */
export const maySell = (product: ProductIds, rules: readonly StateRule[]): boolean =>
  !rules.some((rule) => appliesTo(rule, product));

/** `TX`: where a product may not be sold, for its card. US and Canadian codes are distinct. */
export const restrictedAreas = (product: ProductIds, rules: readonly StateRule[]): string[] =>
  [...new Set(rules.filter((rule) => appliesTo(rule, product)).map(({ area }) => area))].sort();

/**
 * `US-TX`: the states and provinces where a product may not be sold, for the product page's JSON
 * (decisions §4).
 */
export const restrictedStates = (product: ProductIds, rules: readonly StateRule[]): string[] =>
  [...new Set(rules.filter((rule) => appliesTo(rule, product)).map(({ country, area }) => `${country}-${area}`))].sort();

/**
 * A sale rule of a state or province for one category or one product. The rule forbids the sale
 * unless `allowed` is true.
 */
export type StateRule = {
  country: string;
  area: string;
  categoryId: string | undefined;
  productId: string | undefined;
  /** for a product: it may be sold there even if its category may not */
  allowed?: boolean;
};

type ProductIds = { id: string; categoryId: string };

/** Whether the rule names the product or its category. Does not compare states. */
export const appliesTo = (rule: StateRule, product: ProductIds): boolean =>
  rule.productId === product.id || rule.categoryId === product.categoryId;

/**
 * Whether a product may be sold under the rules of one state. Rules for the product override rules
 * for its category.
 */
export function maySell(product: ProductIds, rules: readonly StateRule[]): boolean {
  const own = rules.filter(({ productId }) => productId === product.id);
  return own.length > 0 ? own.every(({ allowed }) => allowed === true) : !rules.some((rule) => appliesTo(rule, product));
}

/**
 * One rule for each state or province where a product may not be sold. Callers use only the place
 * of the rule.
 */
function restricted(product: ProductIds, rules: readonly StateRule[]): StateRule[] {
  const places = Map.groupBy(
    rules.filter((rule) => appliesTo(rule, product)),
    ({ country, area }) => `${country}-${area}`,
  );
  return [...places.values()].flatMap((ofPlace) => (maySell(product, ofPlace) ? [] : ofPlace.slice(0, 1)));
}

/**
 * The states and provinces where a product may not be sold, as `TX`, for its card. US and Canadian
 * codes are distinct.
 */
export const restrictedAreas = (product: ProductIds, rules: readonly StateRule[]): string[] =>
  restricted(product, rules)
    .map(({ area }) => area)
    .sort();

/**
 * The states and provinces where a product may not be sold, as `US-TX`, for the product page's
 * JSON.
 */
export const restrictedStates = (product: ProductIds, rules: readonly StateRule[]): string[] =>
  restricted(product, rules)
    .map(({ country, area }) => `${country}-${area}`)
    .sort();

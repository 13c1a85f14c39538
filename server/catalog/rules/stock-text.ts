/** Up to so many units the shopper is told how many are left. */
const few = 5;

/** What a page that is the same for everybody can say of the stock (decisions §4). */
export function stockText(left: number): string {
  if (left <= 0) return "out of stock";
  return left <= few ? `Only ${left} left` : "In stock";
}

/**
 * How many of a variant such a page offers at once: no more than it says are left, and 99 of what
 * it says no number of.
 */
export const mostOf = (left: number): number => (left <= few ? Math.max(0, left) : 99);

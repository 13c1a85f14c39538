/** Up to so many units the shopper is told how many are left. */
export const few = 5;

/** What a page that is the same for everybody can say of the stock (decisions §4). */
export function stockText(left: number): string {
  if (left === 0) return "out of stock";
  return left <= few ? `Only ${left} left` : "In stock";
}

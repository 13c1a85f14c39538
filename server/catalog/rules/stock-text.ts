/** The most units whose exact number is shown. */
const few = 5;

/** The stock as a cached page may show it. */
export function stockText(left: number): string {
  if (left <= 0) return "out of stock";
  return left <= few ? `Only ${left} left` : "In stock";
}

/**
 * The most units that a cached page lets a shopper choose: the shown number, or 99 if no number is
 * shown.
 */
export const mostOf = (left: number): number => (left <= few ? Math.max(0, left) : 99);

/** The most units whose exact number is shown. */
const few = 5;

/** The stock as a cached page may show it. */
export function stockText(left: number): string {
  if (left <= 0) return "out of stock";
  return left <= few ? `Only ${left} left` : "In stock";
}

/** The most units that such a page offers: the shown number, or 99 if none is shown. */
export const mostOf = (left: number): number => (left <= few ? Math.max(0, left) : 99);

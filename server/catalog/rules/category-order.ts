export const directions = ["up", "down"] as const;
export type Direction = (typeof directions)[number];

/**
 * The slugs, with `slug` moved one position up or down. Unchanged if `slug` is already at that end.
 */
export function movedIn(order: readonly string[], slug: string, direction: Direction): string[] {
  const from = order.indexOf(slug);
  const to = direction === "up" ? from - 1 : from + 1;
  const other = order[to];
  return from === -1 || other === undefined ? [...order] : order.with(from, other).with(to, slug);
}

export const directions = ["up", "down"] as const;
export type Direction = (typeof directions)[number];

/** The slugs with one moved past its upper or lower neighbour; unchanged at an end. */
export function movedIn(order: readonly string[], slug: string, direction: Direction): string[] {
  const from = order.indexOf(slug);
  const to = direction === "up" ? from - 1 : from + 1;
  const other = order[to];
  return from === -1 || other === undefined ? [...order] : order.with(from, other).with(to, slug);
}

/** A product of a category. */
export type Relative = {
  id: string;
  popularity: number;
  /** of its attributes */
  valueIds: readonly string[];
  shippable: boolean;
};

/**
 * Products that can ship before those that cannot, then those that have more of the values; ties
 * stay in their order.
 */
export function bySimilarity(relatives: readonly Relative[], valueIds: readonly string[]): Relative[] {
  const wanted = new Set(valueIds);
  const shared = new Map(relatives.map((relative) => [relative, relative.valueIds.filter((id) => wanted.has(id)).length]));
  return relatives.toSorted((a, b) => Number(b.shippable) - Number(a.shippable) || (shared.get(b) ?? 0) - (shared.get(a) ?? 0));
}

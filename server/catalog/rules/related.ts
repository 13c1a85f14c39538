/** A product of a category. */
export type Relative = {
  id: string;
  popularity: number;
  /** the ids of its attributes' values */
  valueIds: readonly string[];
  shippable: boolean;
};

/**
 * Puts products that can ship now first, then those that share more of the values. Ties keep their
 * order.
 */
export function bySimilarity(relatives: readonly Relative[], valueIds: readonly string[]): Relative[] {
  const ownValueIds = new Set(valueIds);
  const shared = new Map(relatives.map((relative) => [relative, relative.valueIds.filter((id) => ownValueIds.has(id)).length]));
  return relatives.toSorted((a, b) => Number(b.shippable) - Number(a.shippable) || (shared.get(b) ?? 0) - (shared.get(a) ?? 0));
}

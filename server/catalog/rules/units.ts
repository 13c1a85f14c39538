/** A quantity of one variant. */
export type Units = { variantId: string; quantity: number };

/** Sums the units of each variant. Sorted by id, the order in which all code locks variants. */
export function unitsByVariant(units: readonly Units[]): Units[] {
  const sums = new Map<string, number>();
  for (const { variantId, quantity } of units) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity);
  return [...sums]
    .filter(([, quantity]) => quantity > 0)
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}

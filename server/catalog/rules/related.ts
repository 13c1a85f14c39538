/** Another product of the same category. */
export type Relative = {
  id: string;
  /** attribute values that both have */
  shared: number;
  shippable: boolean;
};

/** Products that can ship before those that cannot, then by similarity; ties stay by popularity. */
export const bySimilarity = (relatives: readonly Relative[]): Relative[] =>
  [...relatives].sort((a, b) => Number(b.shippable) - Number(a.shippable) || b.shared - a.shared);

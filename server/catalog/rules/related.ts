/** Another product of the same category. */
export type Relative = {
  id: string;
  /** attribute values that both have */
  shared: number;
  shippable: boolean;
};

/**
 * What can ship before what cannot, then what is most alike; ties stay as they came, by popularity.
 */
export const byLikeness = (relatives: readonly Relative[]): Relative[] =>
  [...relatives].sort((a, b) => Number(b.shippable) - Number(a.shippable) || b.shared - a.shared);

/** The five sort options, letter for letter (acceptance 132–136). */
export const orders = [
  { value: "popular", label: "Most Popular" },
  { value: "name_asc", label: "Alphabetical A to Z" },
  { value: "name_desc", label: "Alphabetical Z to A" },
  { value: "price_asc", label: "Price: low to high" },
  { value: "price_desc", label: "Price: high to low" },
] as const;

export type Order = (typeof orders)[number]["value"];

export const defaultOrder: Order = "popular";

/** Anything unknown becomes the default sort option. */
export const orderOf = (text: unknown): Order => orders.find(({ value }) => value === text)?.value ?? defaultOrder;

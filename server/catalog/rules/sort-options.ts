/** The five sort options, with exactly the specified labels (requirements 132–136). */
export const sortOptions = [
  { value: "popular", label: "Most Popular" },
  { value: "name_asc", label: "Alphabetical A to Z" },
  { value: "name_desc", label: "Alphabetical Z to A" },
  { value: "price_asc", label: "Price: low to high" },
  { value: "price_desc", label: "Price: high to low" },
] as const;

/** The owner's order of a collection whose products were chosen by hand. */
export const featured = { value: "featured", label: "Featured" } as const;

export type SortOrder = (typeof sortOptions)[number]["value"] | (typeof featured)["value"];

export const defaultSortOrder: SortOrder = "popular";

/** The sort order of a text; the default for unknown text. */
export const sortOrderOf = (text: unknown, defaultOrder: SortOrder = defaultSortOrder): SortOrder =>
  sortOptions.find(({ value }) => value === text)?.value ?? defaultOrder;

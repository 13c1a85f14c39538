import type { SortOrder } from "../sort-options.ts";
import type { Before } from "./ranking.ts";

/** The values by which a product is sorted. */
export type SortValues = { id: string; name: string; price: number; popularity: number };

export const sortings = ["popularity", "name", "price"] as const;
type SortKey = (typeof sortings)[number];

/** The ranking of each sort order, and whether it is read backwards. */
export const rankingOf: Record<SortOrder, { by: SortKey; backwards: boolean }> = {
  popular: { by: "popularity", backwards: false },
  featured: { by: "popularity", backwards: false },
  name_asc: { by: "name", backwards: false },
  name_desc: { by: "name", backwards: true },
  price_asc: { by: "price", backwards: false },
  price_desc: { by: "price", backwards: true },
};

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const noProduct: SortValues = { id: "", name: "", price: 0, popularity: 0 };

/**
 * Compares products, given by their numbers, for a ranking. The id decides ties, so that no product
 * is on two pages.
 */
export function beforeBy(by: SortKey, products: readonly SortValues[]): Before {
  const way = by === "popularity" ? -1 : 1;
  return (first, second) => {
    const [a = noProduct, b = noProduct] = [products[first], products[second]];
    return way * compare(a[by], b[by]) || compare(a.id, b.id);
  };
}

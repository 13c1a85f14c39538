import type { StaffProduct } from "../../catalog/product-list.ts";
import { staffPriceRange } from "../../money.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { staffProductPath } from "../paths.ts";

/** Whether shoppers see a product. */
export function productState({ published, archived }: { published: boolean | number; archived: boolean | number }): StateLabel {
  if (archived) return stateLabel("waiting", "Archived");
  return published ? stateLabel("done", "Published") : stateLabel("waiting", "Draft");
}

/** A product's prices; a dash if none of its variants is on sale. */
export const productPrice = (
  { variants, price_start, price_stop }: StaffProduct,
  range: (start: number, stop: number) => string,
): string => (variants === 0 ? "–" : range(price_start, price_stop));

/** A product among the results of a search. */
export function productRow(product: StaffProduct) {
  const { text: state, tone } = productState(product);
  const { id, name, brand, category } = product;
  return { href: staffProductPath(id), name, brand, category, price: productPrice(product, staffPriceRange), state, tone };
}

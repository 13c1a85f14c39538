import type { StaffProduct } from "../../catalog/product-list.ts";
import { staffPriceRange } from "../../money.ts";
import { staffProductPath } from "../paths.ts";

/** Whether shoppers see a product, in words and with its tone. */
export const productState = ({ published }: StaffProduct): { text: string; tone: string } =>
  published === 1 ? { text: "Published", tone: "state--good" } : { text: "Draft", tone: "" };

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

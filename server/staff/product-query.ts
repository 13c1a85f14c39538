import type { ProductSearch } from "../catalog/product-list.ts";
import type { ProductSelection } from "../catalog/product-selection.ts";
import { isLabel } from "../catalog/rules/labels.ts";
import { readLine } from "../read-text.ts";
import { type ProductsQuery, sorts } from "./pages/products.ts";
import { idsOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { productColumns } from "./rules/product-columns.ts";

const states = ["published", "draft"] as const;
const idShape = /^[\w-]{1,64}$/;

type Query = Readonly<Record<string, unknown>>;

/** The values in the list's address; malformed values count as absent. */
export function productsQueryOf(query: Query): ProductsQuery {
  const label = readLine(query.label, 40);
  return {
    q: readLine(query.q, 200),
    category: readLine(query.category, 255) || undefined,
    label: isLabel(label) ? label : undefined,
    state: states.find((state) => state === query.state),
    isOutOfStock: query.out === "1",
    isPremium: query.premium === "1",
    columns: chosenColumns(productColumns, query.columns),
    sort: sorts.find(({ value }) => value === query.sort)?.value ?? "name",
    after: idShape.exec(readLine(query.after, 64))?.[0],
  };
}

export const productSearchOf = ({ q, sort: _, columns: __, after: ___, ...search }: ProductsQuery): ProductSearch => ({
  ...search,
  text: q.toLowerCase(),
});

/**
 * The selected products of the list: each `product`, or `all` that match; undefined if none are
 * selected.
 */
export function selectedProductsOf(query: Query, now: number): ProductSelection | undefined {
  const upTo = Number(readLine(query.upTo, 15));
  if (query.all === "1")
    return { search: productSearchOf(productsQueryOf(query)), upTo: Number.isSafeInteger(upTo) && upTo > 0 ? upTo : now };
  const ids = idsOf(query.product);
  return ids.length === 0 ? undefined : { ids };
}

import type { ProductSearch, ProductSort, StaffProduct } from "../../catalog/product-list.ts";
import { labels } from "../../catalog/rules/labels.ts";
import type { Dates } from "../../dates.ts";
import { priceRange, staffPriceRange } from "../../money.ts";
import { view } from "../../web/view.ts";
import {
  staffCategoriesPath,
  staffImportsPath,
  staffNewProductPath,
  staffProductPath,
  staffProductsBulkPath,
  staffProductsFilePath,
  staffProductsPath,
  staffSynonymsPath,
} from "../paths.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { may } from "../rules/permissions.ts";
import { type ProductColumn, productColumns } from "../rules/product-columns.ts";
import type { SavedView } from "../saved-views.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells, timeCell } from "./list.ts";

/** The values in the list's address; `after` is a product's id; empty columns: the default ones. */
export type ProductsQuery = Omit<ProductSearch, "text"> & {
  q: string;
  sort: ProductSort;
  columns: readonly ProductColumn[];
  after: string | undefined;
};

function givenIn({ q, category, label, state, isOutOfStock, isPremium, sort, columns }: ProductsQuery) {
  const narrowed = { q, category: category ?? "", label: label ?? "", state: state ?? "", sort: sort === "name" ? "" : sort };
  return givenOf({ ...narrowed, out: isOutOfStock ? "1" : "", premium: isPremium ? "1" : "" }, columns);
}

/** The list's address with these values. */
export const productsAddress = (path: string, query: ProductsQuery): string =>
  listAddress(path, [...givenIn(query), ...givenOf({ after: query.after ?? "" }, [])]);

export const sorts: readonly { value: ProductSort; text: string }[] = [
  { value: "name", text: "Name" },
  { value: "changed", text: "Changed last" },
  { value: "cheapest", text: "Lowest price" },
  { value: "dearest", text: "Highest price" },
];

export function productRow(product: StaffProduct, dates: Dates) {
  const { id, slug, name, brand, label, published, premium, price_start, price_stop, updated_at, category, variants, left } =
    product;
  const stock = left > 0 ? String(left) : "Out of stock";
  return {
    ...{ id, slug, name, brand, category, variants },
    href: staffProductPath(id),
    picture: product.picture?.url,
    price: variants === 0 ? "–" : staffPriceRange(price_start, price_stop),
    exactPrice: variants === 0 ? "–" : priceRange(price_start, price_stop),
    stock: variants === 0 ? "Nothing on sale" : stock,
    stockTone: left > 0 ? "" : "state--bad",
    state: published === 1 ? "Published" : "Draft",
    tone: published === 1 ? "state--good" : "",
    label: label ?? "",
    premium: premium === 1,
    changed: dates.day(updated_at),
  };
}

/**
 * A product's cells in the list and in its file; values without a column stand beside the name and
 * the state.
 */
export function productCells(
  product: StaffProduct,
  dates: Dates,
  shown: readonly ProductColumn[],
): Record<ProductColumn, ListCell> {
  const row = productRow(product, dates);
  const marks = [
    ...(row.label !== "" && !shown.includes("label") ? [{ text: row.label, tone: "" }] : []),
    ...(row.premium && !shown.includes("premium") ? [{ text: "premium", tone: "" }] : []),
  ];
  return {
    product: { text: row.name, href: row.href, picture: row.picture, note: shown.includes("brand") ? "" : row.brand },
    address: { text: row.slug },
    brand: { text: row.brand },
    category: { text: row.category },
    price: { text: row.price, exact: row.exactPrice },
    variants: { text: String(row.variants) },
    stock: { text: row.stock, exact: String(product.left), states: [{ text: row.stock, tone: row.stockTone }] },
    state: { text: row.state, states: [{ text: row.state, tone: row.tone }, ...marks] },
    label: { text: row.label },
    premium: { text: row.premium ? "yes" : "", exact: row.premium ? "yes" : "no" },
    changed: timeCell(row.changed),
  };
}

const choice = (given: string | undefined) => (value: string, text: string) => ({ value, text, chosen: value === (given ?? "") });

type ProductsInput = {
  query: ProductsQuery;
  products: readonly StaffProduct[];
  categories: readonly { slug: string; name: string }[];
  count: number;
  isCapped: boolean;
  next: string | undefined;
  views: readonly SavedView[];
  /** ms: products added later are not among “all” */
  upTo: number;
  notice: string | undefined;
};

const builtInViews = (first: ProductsQuery) => {
  const view = (name: string, changes: Partial<ProductsQuery>) => {
    const of = { ...first, state: undefined, isOutOfStock: false, isPremium: false, ...changes };
    const href = productsAddress(staffProductsPath, of);
    return { name, href, current: href === productsAddress(staffProductsPath, first) };
  };
  return [
    view("All", {}),
    view("Published", { state: "published" }),
    view("Drafts", { state: "draft" }),
    view("Out of stock", { isOutOfStock: true }),
    view("Premium", { isPremium: true }),
  ];
};

/** The list of products. Its address contains the search, filters, sort, columns and page. */
export const productsPage = (desk: DeskInput, dates: Dates, input: ProductsInput) => {
  const { query, products, categories, count, isCapped, next, views: saved, upTo, notice } = input;
  const writes = may(desk.staff, "products:write");
  const first = { ...query, after: undefined };
  const given = givenIn(first);
  const shown = shownColumns(productColumns, query.columns);
  const frame = { path: staffProductsPath, given, columns: productColumns, chosen: query.columns };
  const [inCategory, withLabel] = [choice(query.category), choice(query.label)];
  // The fields that “all that match” sends.
  const kept = [...hiddenFields(given, ["sort", "columns"]), { name: "upTo", value: String(upTo) }];
  return {
    ...deskFrame(desk, "Products", staffProductsPath),
    ...listFrame({ ...frame, builtIn: builtInViews(first), saved }),
    token: desk.token,
    q: query.q,
    search: { name: "q", label: "Name, address, or SKU", type: "search", value: query.q, maxlength: "200" },
    kept: hiddenFields(given, ["q", "category", "label", "sort"]),
    categories: [inCategory("", "All categories"), ...categories.map(({ slug, name }) => inCategory(slug, name))],
    labels: [withLabel("", "Any label"), ...labels.map((label) => withLabel(label, label))],
    sorts: sorts.map(({ value, text }) => ({ value, text, chosen: value === query.sort })),
    products: products.map((product) => ({
      id: product.id,
      name: product.name,
      cells: shownCells(productColumns, shown, productCells(product, dates, shown)),
    })),
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    isFiltered: given.some(([name]) => name !== "sort" && name !== "columns"),
    first: query.after === undefined ? undefined : productsAddress(staffProductsPath, first),
    next: next === undefined ? undefined : productsAddress(staffProductsPath, { ...query, after: next }),
    file: productsAddress(staffProductsFilePath, first),
    added: writes ? staffNewProductPath : undefined,
    categoriesHref: staffCategoriesPath,
    synonyms: staffSynonymsPath,
    imports: staffImportsPath,
    notice,
    bulk: writes ? { action: staffProductsBulkPath, kept } : undefined,
  };
};

type ProductsPage = ReturnType<typeof productsPage>;
export const productsView = view<ProductsPage>("staff/products");

import type { ProductSearch, ProductSort, StaffProduct } from "../../catalog/product-list.ts";
import { labels } from "../../catalog/rules/labels.ts";
import type { Dates } from "../../dates.ts";
import { priceRange } from "../../money.ts";
import {
  staffImportsPath,
  staffNewProductPath,
  staffProductPath,
  staffProductsBulkPath,
  staffProductsFilePath,
  staffProductsPath,
} from "../paths.ts";
import { mayEnter } from "../rules/roles.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

/** What the address of the list says; `after` is a product's id. */
export type ProductsQuery = Omit<ProductSearch, "text"> & { q: string; sort: ProductSort; after: string | undefined };

/** The list's address with these values. */
export function productsAddress(path: string, query: ProductsQuery): string {
  const { q, category, label, state, isOutOfStock, isPremium, sort, after } = query;
  const given = {
    ...{ q, category: category ?? "", label: label ?? "", state: state ?? "", sort: sort === "name" ? "" : sort },
    ...{ out: isOutOfStock ? "1" : "", premium: isPremium ? "1" : "", after: after ?? "" },
  };
  const text = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString();
  return text === "" ? path : `${path}?${text}`;
}

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
    price: variants === 0 ? "–" : priceRange(price_start, price_stop),
    stock: variants === 0 ? "Nothing on sale" : stock,
    stockTone: left > 0 ? "" : "state--bad",
    state: published === 1 ? "Published" : "Draft",
    tone: published === 1 ? "state--good" : "",
    label: label ?? "",
    premium: premium === 1,
    changed: dates.day(updated_at),
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
  /** ms: no product that is added later is among “all” */
  upTo: number;
  notice: string | undefined;
};

/** What of the list's address “all that match” takes. */
const bulkKeep = (first: ProductsQuery, upTo: number) =>
  [
    ...new URL(productsAddress(staffProductsPath, { ...first, sort: "name" }), "http://shop").searchParams,
    ["upTo", String(upTo)],
  ].map(([name = "", value = ""]) => ({ name, value }));

/** The list of products. Search, filters, sorting and the page are in its address. */
export const productsPage = (desk: DeskInput, dates: Dates, input: ProductsInput) => {
  const { query, products, categories, count, isCapped, next, upTo, notice } = input;
  const writes = mayEnter(desk.staff.role, { area: "products", access: "write" });
  const first = { ...query, after: undefined };
  const [inCategory, withLabel] = [choice(query.category), choice(query.label)];
  const view = (name: string, changes: Partial<ProductsQuery>) => {
    const of = { ...first, state: undefined, isOutOfStock: false, isPremium: false, ...changes };
    const address = productsAddress(staffProductsPath, of);
    return { name, href: address, current: address === productsAddress(staffProductsPath, first) };
  };
  return {
    ...deskFrame(desk, "Products", staffProductsPath),
    q: query.q,
    search: { name: "q", label: "Name, address, or SKU", type: "search", value: query.q, maxlength: "200" },
    views: [
      view("All", {}),
      view("Published", { state: "published" }),
      view("Drafts", { state: "draft" }),
      view("Out of stock", { isOutOfStock: true }),
      view("Premium", { isPremium: true }),
    ],
    kept: [
      ...(query.state ? [{ name: "state", value: query.state }] : []),
      ...(query.isOutOfStock ? [{ name: "out", value: "1" }] : []),
      ...(query.isPremium ? [{ name: "premium", value: "1" }] : []),
    ],
    categories: [inCategory("", "All categories"), ...categories.map(({ slug, name }) => inCategory(slug, name))],
    labels: [withLabel("", "Any label"), ...labels.map((label) => withLabel(label, label))],
    sorts: sorts.map(({ value, text }) => ({ value, text, chosen: value === query.sort })),
    products: products.map((product) => productRow(product, dates)),
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    isFiltered: productsAddress(staffProductsPath, { ...first, sort: "name" }) !== staffProductsPath,
    first: query.after === undefined ? undefined : productsAddress(staffProductsPath, first),
    next: next === undefined ? undefined : productsAddress(staffProductsPath, { ...query, after: next }),
    file: productsAddress(staffProductsFilePath, first),
    all: staffProductsPath,
    added: writes ? staffNewProductPath : undefined,
    imports: staffImportsPath,
    notice,
    bulk: writes ? { action: staffProductsBulkPath, kept: bulkKeep(first, upTo) } : undefined,
  };
};

export type ProductsPage = ReturnType<typeof productsPage>;

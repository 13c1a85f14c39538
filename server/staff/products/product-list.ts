import { allCategories } from "../../catalog/categories.ts";
import { countProducts, type ProductSearch, type StaffProduct, searchProducts } from "../../catalog/product-list.ts";
import type { ProductSelection } from "../../catalog/product-selection.ts";
import { labels } from "../../catalog/rules/labels.ts";
import { priceRange, staffPriceRange } from "../../money.ts";
import { stateLabel } from "../../state-label.ts";
import { type ListCell, stateCell, timeCell, yesCell } from "../lists/columns.ts";
import { choiceFilter, flagFilter, textFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import {
  staffCategoriesPath,
  staffCollectionsPath,
  staffImportsPath,
  staffNewProductPath,
  staffProductPath,
  staffProductsBulkPath,
  staffProductsFilePath,
  staffProductsPath,
  staffSynonymsPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { removedHistoryOf } from "../records/removed-record.ts";
import { productKind } from "./product-kind.ts";
import { productPrice, productState } from "./product-row.ts";

const anyLabel = { value: "", text: "Any label" };
const allOfThem = { value: "", text: "All categories" };

/** The filters that each view clears unless it sets them. */
const unnarrowed = { state: "", out: "", premium: "" } as const;

function stockCell({ variants, left }: StaffProduct): ListCell {
  if (left > 0) return { text: String(left) };
  return { ...stateCell(stateLabel("wrong", variants === 0 ? "Nothing on sale" : "Out of stock")), exact: String(left) };
}

/** The list of products. */
export const productList = staffList({
  name: "products",
  title: "Products",
  path: staffProductsPath,
  filePath: staffProductsFilePath,
  needs: "products:read",
  one: "product",
  many: "products",
  filters: {
    q: textFilter({ label: "Name, address, or SKU", type: "search", maxlength: 200 }),
    category: textFilter({
      label: "Category",
      maxlength: 255,
      options: async (db) => [allOfThem, ...(await allCategories(db)).map(({ slug, name }) => ({ value: slug, text: name }))],
    }),
    label: choiceFilter(["", ...labels], {
      label: "Label",
      options: () => [anyLabel, ...labels.map((label) => ({ value: label, text: label }))],
    }),
    state: choiceFilter(["", "published", "draft", "archived"]),
    out: flagFilter(),
    premium: flagFilter(),
  },
  views: {
    All: unnarrowed,
    Published: { ...unnarrowed, state: "published" },
    Drafts: { ...unnarrowed, state: "draft" },
    Archived: { ...unnarrowed, state: "archived" },
    "Out of stock": { ...unnarrowed, out: "1" },
    Premium: { ...unnarrowed, premium: "1" },
  },
  sorts: { name: "Name", changed: "Changed last", cheapest: "Lowest price", dearest: "Highest price" },
  search: ({ q, category, label, state, out, premium }): ProductSearch => ({
    text: q.toLowerCase(),
    category: category || undefined,
    label: label || undefined,
    state: state || undefined,
    isOutOfStock: out === "1",
    isPremium: premium === "1",
  }),
  read: ({ db }, search, page) => searchProducts(db, search, page, page.limit),
  count: ({ db }, search, most) => countProducts(db, search, most),
  after: { shape: /^[\w-]{1,64}$/, of: ({ id }) => id },
  id: ({ id }) => id,
  rowName: ({ name }) => name,
  notices: { removed: "Deleted." },
  extras: async ({ context, req }) => ({ removed: await removedHistoryOf(context, req, productKind) }),
  columns: {
    product: {
      label: "Product",
      cell: ({ id, name, brand, picture }, { shows }) => ({
        text: name,
        href: staffProductPath(id),
        picture: { url: picture?.url },
        note: shows("brand") ? "" : brand,
      }),
    },
    address: { label: "Address", isOptional: true, cell: ({ slug }) => slug },
    brand: { label: "Brand", isOptional: true, cell: ({ brand }) => brand },
    category: { label: "Category", isWide: true, cell: ({ category }) => category },
    price: {
      label: "Price",
      isFigure: true,
      isInFirstLine: true,
      cell: (product) => ({ text: productPrice(product, staffPriceRange), exact: productPrice(product, priceRange) }),
    },
    variants: { label: "Variants", isFigure: true, isOptional: true, cell: ({ variants }) => String(variants) },
    stock: { label: "In stock", isFigure: true, cell: stockCell },
    state: {
      label: "State",
      cell: (product, { shows }) => {
        const state = productState(product);
        const marks = [shows("label") ? null : product.label, product.premium === 1 && !shows("premium") ? "premium" : null];
        return { text: state.text, states: [state, ...marks.flatMap((text) => (text ? stateLabel("waiting", text) : []))] };
      },
    },
    label: { label: "Label", isOptional: true, cell: ({ label }) => label ?? "" },
    premium: { label: "Premium", isOptional: true, cell: ({ premium }) => yesCell(premium === 1) },
    changed: {
      label: "Changed",
      isTime: true,
      isOptional: true,
      cell: ({ updated_at }, context) => timeCell(updated_at, context),
    },
  },
  bulk: {
    path: staffProductsBulkPath,
    needs: "products:write",
    actions: {
      publish: { label: "Publish" },
      hide: { label: "Hide" },
      prices: { label: "Change prices" },
      archive: { label: "Archive" },
      "bring-back": { label: "Bring back" },
    },
    upTo: ({ now }) => now,
    all: (search, upTo, { now }): ProductSelection => ({ search, upTo: upTo ?? now }),
    some: (ids): ProductSelection => ({ ids }),
  },
  links: (files, staff) => [
    ...(may(staff, "products:write") ? [{ label: "New product", href: staffNewProductPath, isButton: true as const }] : []),
    { label: "Categories", href: staffCategoriesPath },
    { label: "Collections", href: staffCollectionsPath },
    { label: "Search synonyms", href: staffSynonymsPath },
    { label: "Import", href: staffImportsPath },
    ...files,
  ],
  empty: (_, isFiltered) => (isFiltered ? "No product is like that." : "There are no products yet."),
  beginnings: (staff) => (may(staff, "products:write") ? { add: staffNewProductPath, importFile: staffImportsPath } : undefined),
});

import { hasCode, whichOfCode } from "../../catalog/rules/codes.ts";
import { few, lowStockAt } from "../../catalog/rules/labels.ts";
import { fullName } from "../../catalog/rules/product.ts";
import { idsOfStock, listStock, type StockSearch } from "../../catalog/stock-list.ts";
import { stateCell } from "../lists/columns.ts";
import { flagFilter, textFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import {
  staffCatalogFilePath,
  staffCountsPath,
  staffStockBulkPath,
  staffStockFilePath,
  staffStockPath,
  staffVariantStockPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { stockState } from "./stock-page.ts";

function emptyWords({ q, low }: { q: string; low: string }): string {
  if (q) return `Nothing has “${q}” as its SKU, barcode, or name.`;
  return low ? "Nothing is low on stock." : "There are no products yet.";
}

/** The stock of all variants. */
export const stockList = staffList({
  name: "stock",
  title: "Stock",
  path: staffStockPath,
  filePath: staffStockFilePath,
  needs: "stock:read",
  one: "variant",
  many: "variants",
  caption: "Stock of variants",
  filters: {
    q: textFilter({ label: "SKU, barcode, or name", type: "search", maxlength: 200, required: true }),
    low: { ...flagFilter(), isViewOnly: true },
  },
  isScanned: true,
  views: { All: { low: "" }, "Low or out": { low: "1" } },
  sorts: { name: "By product", fewest: "Fewest first", most: "Most first" },
  // The view of low stock has a fixed order, and ignores the search.
  isSortable: ({ low }) => low === "",
  kept: ({ q, low }) => ({ q: low ? "" : q, low }),
  search: ({ q, low }): StockSearch => ({ text: q, low: low === "1" }),
  read: ({ db }, search, page) => listStock(db, search, page, page.limit),
  count: async ({ db }, search, most) => (await idsOfStock(db, search, most)).length,
  after: { shape: /^.{1,64}$/, of: ({ id }) => id },
  id: ({ id }) => id,
  rowName: ({ productName, variantName }) => fullName(productName, variantName),
  columns: {
    product: {
      label: "Product",
      cell: ({ id, productName, variantName }, { shows }) => ({
        text: shows("variant") ? productName : fullName(productName, variantName),
        href: staffVariantStockPath(id),
      }),
    },
    variant: { label: "Variant", isOptional: true, cell: ({ variantName }) => variantName },
    address: { label: "Address", isOptional: true, cell: ({ slug }) => slug },
    sku: { label: "SKU", cell: ({ sku }) => sku },
    barcode: { label: "Barcode", isWide: true, cell: ({ barcode }) => barcode },
    onHand: { label: "On hand", isFigure: true, isWide: true, cell: ({ onHand }) => String(onHand) },
    reserved: { label: "Reserved", isFigure: true, isWide: true, cell: ({ reserved }) => String(reserved) },
    available: { label: "Available", isFigure: true, cell: ({ onHand, reserved }) => String(onHand - reserved) },
    lowStock: { label: "Low at", isFigure: true, isOptional: true, cell: ({ lowStock }) => String(lowStockAt(lowStock)) },
    state: { label: "State", isInFirstLine: true, cell: (row) => stateCell(stockState(row)) },
  },
  bulk: {
    path: staffStockBulkPath,
    needs: "stock:write",
    actions: { count: { label: "Make a count sheet" } },
    all: (search): StockSearch | { ids: string[] } => search,
    some: (ids) => ({ ids }),
  },
  warnings: { many: "A count sheet has at most 20,000 variants. Narrow the list, or make a sheet for each category." },
  links: (files, staff) => [
    { label: "Count sheets", href: staffCountsPath },
    ...files,
    ...(may(staff, "products:read")
      ? [{ label: "Download all products", href: staffCatalogFilePath, isDownload: true as const }]
      : []),
  ],
  empty: emptyWords,
  extras: async ({ req, values: { q, low }, rows }) => {
    // A scanned code redirects to the page of its variant.
    const [only] = rows;
    if (only && rows.length === 1 && !low && hasCode(q, only)) return { redirect: staffVariantStockPath(only.id) };
    const which = req.query.notice === undefined ? whichOfCode(q, rows) : undefined;
    return {
      ...(which !== undefined && { notices: [{ kind: "warning", message: which }] }),
      ...(low && {
        remark: `Variants for sale of which ${few} or fewer are available, or as few as their own “Low at” says. The furthest below come first.`,
      }),
    };
  },
});

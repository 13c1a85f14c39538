import { whichOfCode } from "../../catalog/rules/codes.ts";
import { few } from "../../catalog/rules/labels.ts";
import { fullName } from "../../catalog/rules/product.ts";
import type { StockRow } from "../../catalog/stock-list.ts";
import { view } from "../../web/view.ts";
import {
  staffCatalogFilePath,
  staffCountsPath,
  staffStockBulkPath,
  staffStockFilePath,
  staffStockPath,
  staffVariantStockPath,
} from "../paths.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { may } from "../rules/permissions.ts";
import { type StockColumn, stockColumns } from "../rules/stock-columns.ts";
import type { SavedView } from "../saved-views.ts";
import type { StockQuery } from "../stock-query.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells } from "./list.ts";
import { mayWriteStock, standingOf } from "./stock.ts";

const givenIn = ({ q, low, sort, columns }: StockQuery) =>
  givenOf({ q, low: low ? "1" : "", sort: sort === "name" || low ? "" : sort }, columns);

const stockAddress = (path: string, query: StockQuery): string =>
  listAddress(path, [...givenIn(query), ...givenOf({ after: query.after ?? "" }, [])]);

/**
 * A variant's cells in the list and in its file; its own name stands in the product's cell unless
 * it has a column.
 */
export function stockCells(row: StockRow, shown: readonly StockColumn[]): Record<StockColumn, ListCell> {
  const { text, tone } = standingOf(row);
  return {
    product: {
      text: shown.includes("variant") ? row.productName : fullName(row.productName, row.variantName),
      href: staffVariantStockPath(row.id),
    },
    variant: { text: row.variantName },
    address: { text: row.slug },
    sku: { text: row.sku },
    barcode: { text: row.barcode },
    onHand: { text: String(row.onHand) },
    reserved: { text: String(row.reserved) },
    available: { text: String(row.onHand - row.reserved) },
    state: { text, states: [{ text, tone }] },
  };
}

const warnings: Readonly<Record<string, string>> = {
  unselected: "Select variants first, or all that match.",
  many: "A count sheet has at most 20,000 variants. Narrow the list, or make a sheet for each category.",
};

type StockInput = {
  query: StockQuery;
  rows: readonly StockRow[];
  count: number;
  isCapped: boolean;
  next: string | undefined;
  views: readonly SavedView[];
  warning: unknown;
};

/** The stock of all variants. Its address contains the search, filter, sort, columns and page. */
export const stockPage = (desk: DeskInput, { query, rows, count, isCapped, next, views: saved, warning }: StockInput) => {
  const first = { ...query, after: undefined };
  const given = givenIn(first);
  const shown = shownColumns(stockColumns, query.columns);
  const at = (changes: Partial<StockQuery>) => stockAddress(staffStockPath, { ...first, ...changes });
  const builtIn = [
    { name: "All", href: at({ low: false }), current: !query.low },
    { name: "Low or out", href: at({ q: "", low: true }), current: query.low },
  ];
  const sorted = (sort: StockQuery["sort"], name: string) => ({ name, href: at({ sort }), current: sort === query.sort });
  return {
    ...deskFrame(desk, "Stock", staffStockPath),
    ...listFrame({ path: staffStockPath, given, columns: stockColumns, chosen: query.columns, builtIn, saved }),
    token: desk.token,
    q: query.q,
    search: { name: "q", label: "SKU, barcode, or name", type: "search", value: query.q, maxlength: 200, required: true },
    kept: hiddenFields(given, ["q", "low"]),
    sorts: query.low ? [] : [sorted("name", "By product"), sorted("fewest", "Fewest first"), sorted("most", "Most first")],
    low: query.low,
    few,
    warning: Object.entries(warnings).find(([name]) => name === warning)?.[1] ?? whichOfCode(query.q, rows),
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    rows: rows.map((row) => ({
      id: row.id,
      name: fullName(row.productName, row.variantName),
      cells: shownCells(stockColumns, shown, stockCells(row, shown)),
    })),
    bulk: mayWriteStock(desk) ? { action: staffStockBulkPath, kept: hiddenFields(given, ["sort", "columns"]) } : undefined,
    first: query.after === undefined ? undefined : at({}),
    next: next === undefined ? undefined : at({ after: next }),
    file: stockAddress(staffStockFilePath, first),
    counts: staffCountsPath,
    catalog: may(desk.staff, "products:read") ? staffCatalogFilePath : undefined,
  };
};

export type StockPage = ReturnType<typeof stockPage>;
export const stockView = view<StockPage>("staff/stock");

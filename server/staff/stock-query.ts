import type { StockPage, StockSearch } from "../catalog/stock-list.ts";
import { readLine } from "../read-text.ts";
import { idsOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type StockColumn, stockColumns } from "./rules/stock-columns.ts";

/**
 * The values in the list's address; empty columns: the default ones. Low stock has an order of its
 * own.
 */
export type StockQuery = { q: string; low: boolean; columns: readonly StockColumn[] } & StockPage;

export const stockSorts = ["name", "fewest", "most"] as const satisfies readonly StockPage["sort"][];

/** Reads the list's address; malformed values count as absent. */
export const stockQueryOf = (query: Readonly<Record<string, unknown>>): StockQuery => ({
  q: readLine(query.q, 200),
  low: query.low === "1",
  sort: stockSorts.find((sort) => sort === query.sort) ?? "name",
  columns: chosenColumns(stockColumns, query.columns),
  after: readLine(query.after, 64) || undefined,
});

export const stockSearchOf = ({ q, low }: StockQuery): StockSearch => ({ text: q, low });

/**
 * The selected variants of the list: each `variant`, or `all` that match; undefined if none are
 * selected.
 */
export function selectedStockOf(query: Readonly<Record<string, unknown>>): StockSearch | { ids: string[] } | undefined {
  if (query.all === "1") return stockSearchOf(stockQueryOf(query));
  const ids = idsOf(query.variant);
  return ids.length === 0 ? undefined : { ids };
}

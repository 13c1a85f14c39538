import type { Db } from "../db/tables.ts";
import { findProductNames, type StockValueRow, sumStockValue } from "./queries/stock-value.ts";

export type { StockValueRow } from "./queries/stock-value.ts";

/** The stock by category, at shoppers' prices and at cost. */
export const stockValue = (db: Db): Promise<StockValueRow[]> => sumStockValue(db);

/** Names of up to 500 products, by id. */
export const productNames = (db: Db, ids: readonly string[]): Promise<Map<string, string>> => findProductNames(db, ids);

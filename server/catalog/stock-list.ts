import type { Db, Tx } from "../db/tables.ts";
import { findByCode, findByName, findLow, findStockRow, type StockRow } from "./queries/stock-list.ts";
import { few } from "./rules/labels.ts";

export type { StockRow } from "./queries/stock-list.ts";

/** `text` is a SKU, a barcode or words; `low` narrows to what has few units left; `after` is a variant's id. */
export type StockSearch = { text: string; low: boolean; after: string | undefined };

/** Variants, sold or not: by an exact code where one has it, else by name; those low on stock with the fewest first. */
export async function listStock(db: Db, { text, low, after }: StockSearch, limit: number): Promise<StockRow[]> {
  if (low) return await findLow(db, few, after, limit);
  const coded = text === "" ? [] : await findByCode(db, text, limit);
  if (coded.length > 0) return after === undefined ? coded : [];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  return await findByName(db, { words, after }, limit);
}

/** A variant, sold or not; undefined when there is none. */
export const findStock = (reader: Db | Tx, variantId: string): Promise<StockRow | undefined> => findStockRow(reader, variantId);

import type { Db, Tx } from "../db/tables.ts";
import { foldedText } from "../folded-text.ts";
import {
  findByCode,
  findByLeft,
  findByName,
  findLow,
  findSharingSkus,
  findStockIds,
  findStockOf,
  findStockRow,
  type StockRow,
} from "./queries/stock-list.ts";

export type { StockRow } from "./queries/stock-list.ts";

/** `text` is a SKU, a barcode or words; `low` keeps variants that are low on stock. */
export type StockSearch = { text: string; low: boolean };
/** `fewest`, `most`: by available units; `after` is a variant's id. */
export type StockPage = { sort: "name" | "fewest" | "most"; after: string | undefined };

const wordsOf = (text: string): string[] => foldedText(text).split(/\s+/).filter(Boolean).slice(0, 8);

/**
 * Variants, sold or not: those with exactly this code, else those with this name. With `low`, all
 * low variants, the furthest below their threshold first.
 */
export async function listStock(
  db: Db,
  { text, low }: StockSearch,
  { sort, after }: StockPage,
  limit: number,
): Promise<StockRow[]> {
  if (low) return await findLow(db, after, limit);
  const coded = text === "" ? [] : await findByCode(db, text, limit);
  if (coded.length > 0) return after === undefined ? coded : [];
  const query = { words: wordsOf(text), after };
  if (sort === "name") return await findByName(db, query, limit);
  return await findByLeft(db, { ...query, way: sort === "fewest" ? "asc" : "desc" }, limit);
}

/** The ids of all matching variants, up to `most`. */
export async function idsOfStock(db: Db, { text, low }: StockSearch, most: number): Promise<string[]> {
  const coded = low || text === "" ? [] : await findByCode(db, text, most);
  if (coded.length > 0) return coded.map(({ id }) => id);
  return await findStockIds(db, { words: low ? [] : wordsOf(text), low }, most);
}

/** A variant, sold or not; undefined if there is none. */
export const findStock = (reader: Db | Tx, variantId: string): Promise<StockRow | undefined> => findStockRow(reader, variantId);

/** The variants of a product, sold or not, in their order. */
export const stockOfProduct = (reader: Db | Tx, productId: string): Promise<StockRow[]> => findStockOf(reader, productId);

/**
 * Variants that share an SKU with a variant of the product: in the product itself, and up to 20 in
 * other products.
 */
export async function variantsSharingSkus(reader: Db | Tx, productId: string, own: readonly StockRow[]): Promise<StockRow[]> {
  const coded = own.filter(({ sku, forSale }) => sku !== "" && forSale);
  const within = coded.filter(({ id, sku }) => coded.some((other) => other.id !== id && other.sku === sku));
  return [...within, ...(await findSharingSkus(reader, { productId, skus: coded.map(({ sku }) => sku) }, 20))];
}

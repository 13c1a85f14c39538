import type { Db } from "../db/tables.ts";
import { findPictures } from "./queries/pictures.ts";
import {
  countProductRows,
  findAnyId,
  findListedProducts,
  findListedStock,
  findProductsBeginning,
  type ListedProduct as ListedRow,
  type ProductSearch,
  type ProductSort,
  searchProductRows,
} from "./queries/product-list.ts";
import { findSomeMatching } from "./queries/search.ts";
import { type Picture, shownPictures } from "./rules/pictures.ts";
import { searchWords } from "./rules/search.ts";

export type { ProductSearch, ProductSort };

/** A product in the staff's list, published or not. */
export type StaffProduct = ListedRow & { variants: number; left: number; picture: Picture | undefined };

/** Up to `limit` products after the product `after`. */
export async function searchProducts(
  db: Db,
  search: ProductSearch,
  page: { sort: ProductSort; after: string | undefined },
  limit: number,
): Promise<StaffProduct[]> {
  return await withStock(db, await searchProductRows(db, search, page, limit));
}

/**
 * Up to `limit` products whose address, SKU or name begins with the lower-case `text`, then
 * published products with words that begin with the words of `text`. Reads only indexes.
 */
export async function lookUpProducts(db: Db, text: string, limit: number): Promise<StaffProduct[]> {
  const near = await findProductsBeginning(db, text, limit);
  const further = near.length < limit ? await findSomeMatching(db, searchWords(text), limit) : [];
  const ids = [...new Set([...near, ...further])].slice(0, limit);
  if (ids.length === 0) return [];
  const products = await withStock(db, await findListedProducts(db, ids));
  return products.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

async function withStock(db: Db, rows: readonly ListedRow[]): Promise<StaffProduct[]> {
  const ids = rows.map(({ id }) => id);
  const stock = new Map((await findListedStock(db, ids)).map((each) => [each.productId, each]));
  const pictures = await findPictures(db, ids);
  return rows.map((row) => ({
    ...row,
    variants: stock.get(row.id)?.variants ?? 0,
    left: stock.get(row.id)?.left ?? 0,
    picture: shownPictures(pictures.get(row.id) ?? []).pictures[0],
  }));
}

/** Whether any product exists, published or not. */
export const hasAnyProduct = async (db: Db): Promise<boolean> => (await findAnyId(db)) !== undefined;

/** The number of matching products, counted up to `most`. */
export const countProducts = (db: Db, search: ProductSearch, most: number): Promise<number> => countProductRows(db, search, most);

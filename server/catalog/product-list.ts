import type { Db } from "../db/tables.ts";
import { findPictures } from "./queries/pictures.ts";
import {
  countProductRows,
  findListedStock,
  type ListedProduct as ListedRow,
  type ProductSearch,
  type ProductSort,
  searchProductRows,
} from "./queries/product-list.ts";
import type { Picture } from "./rules/pictures.ts";

export type { ProductSearch, ProductSort };

/** A product in the staff's list, published or not. */
export type StaffProduct = ListedRow & { variants: number; left: number; picture: Picture | undefined };

/** `limit` products after the one with the id `after`. */
export async function searchProducts(
  db: Db,
  search: ProductSearch,
  page: { sort: ProductSort; after: string | undefined },
  limit: number,
): Promise<StaffProduct[]> {
  const rows = await searchProductRows(db, search, page, limit);
  const ids = rows.map(({ id }) => id);
  const stock = new Map((await findListedStock(db, ids)).map((each) => [each.productId, each]));
  const pictures = await findPictures(db, ids);
  return rows.map((row) => ({
    ...row,
    variants: stock.get(row.id)?.variants ?? 0,
    left: stock.get(row.id)?.left ?? 0,
    picture: pictures.get(row.id)?.[0],
  }));
}

/** How many there are, at most `most`. */
export const countProducts = (db: Db, search: ProductSearch, most: number): Promise<number> => countProductRows(db, search, most);

import type { Db } from "../db/tables.ts";
import { findShelves, findSkus } from "./queries/skus.ts";

/**
 * The SKUs of variants, on sale or not, by the variants' ids. Leaves out variants without an SKU.
 */
export async function skusOf(db: Db, variantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = variantIds.length === 0 ? [] : await findSkus(db, variantIds);
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/** The SKU of a variant, and the category of its product. */
export type Shelf = { sku: string; category: string };

/** The SKUs and categories of variants, by the ids of the variants. */
export async function shelvesOf(db: Db, variantIds: readonly string[]): Promise<ReadonlyMap<string, Shelf>> {
  const rows = variantIds.length === 0 ? [] : await findShelves(db, variantIds);
  return new Map(rows.map(({ id, sku, category }) => [id, { sku, category }]));
}

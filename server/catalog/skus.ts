import type { Db } from "../db/tables.ts";
import { findSkus } from "./queries/skus.ts";

/**
 * The SKUs of variants, on sale or not, by the variants' ids. Leaves out variants without an SKU.
 */
export async function skusOf(db: Db, variantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = variantIds.length === 0 ? [] : await findSkus(db, variantIds);
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

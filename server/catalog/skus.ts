import type { Db } from "../db/tables.ts";

/** The SKUs of variants, on sale or not, by the variants' ids; those without one are left out. */
export async function skusOf(db: Db, variantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("variant")
    .select(["id", "sku"])
    .where("id", "in", variantIds)
    .where("sku", "!=", "")
    .execute();
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

import { sql } from "kysely";
import type { Db, Tx } from "../../db/tables.ts";

/** Tables whose rows belong to a product alone, and the column with its id. */
const ownTables = [
  "price_schedule",
  "product_redirect",
  "product_view",
  "product_media",
  "product_paper",
  "product_attribute",
] as const;

/** Deletes a product with its own rows. Fails if another record refers to it. */
export async function deleteProduct(tx: Tx, id: string): Promise<void> {
  for (const table of ownTables) await tx.deleteFrom(table).where("product_id", "=", id).execute();
  const variants = tx.selectFrom("variant").select("id").where("product_id", "=", id);
  await tx.deleteFrom("stock_movement").where("variant_id", "in", variants).execute();
  await tx.deleteFrom("variant").where("product_id", "=", id).execute();
  await tx.deleteFrom("product").where("id", "=", id).execute();
}

/** Those of these SKUs, in lower case, that a variant has in any letter case. */
export async function findUsedSkus(reader: Db | Tx, skus: readonly string[]): Promise<string[]> {
  if (skus.length === 0) return [];
  const lower = sql<string>`lower(sku)`;
  const rows = await reader
    .selectFrom("variant")
    .select(lower.as("sku"))
    .where(lower, "in", [...skus])
    .where("sku", "<>", "")
    .execute();
  return rows.map(({ sku }) => sku);
}

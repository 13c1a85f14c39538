import type { Db } from "../../db/tables.ts";

/** The SKUs of these variants; leaves out variants without an SKU. */
export const findSkus = (db: Db, variantIds: readonly string[]) =>
  db.selectFrom("variant").select(["id", "sku"]).where("id", "in", variantIds).where("sku", "!=", "").execute();

import type { Db } from "../../db/tables.ts";

/** Of variants that have one. */
export const findSkus = (db: Db, variantIds: readonly string[]) =>
  db.selectFrom("variant").select(["id", "sku"]).where("id", "in", variantIds).where("sku", "!=", "").execute();

import type { Db } from "../../db/tables.ts";

/** The SKUs of these variants; those without one are left out. */
export const findSkus = (db: Db, variantIds: readonly string[]) =>
  db.selectFrom("variant").select(["id", "sku"]).where("id", "in", variantIds).where("sku", "!=", "").execute();

import type { Db } from "../../db/tables.ts";

/** The SKUs of these variants; leaves out variants without an SKU. */
export const findSkus = (db: Db, variantIds: readonly string[]) =>
  db.selectFrom("variant").select(["id", "sku"]).where("id", "in", variantIds).where("sku", "!=", "").execute();

/** The SKU of each variant, and its product's category. */
export const findShelves = (db: Db, variantIds: readonly string[]) =>
  db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["v.id", "v.sku", "c.name as category"])
    .where("v.id", "in", variantIds)
    .execute();

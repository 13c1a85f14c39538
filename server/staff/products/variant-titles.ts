import { variantOptions } from "../../catalog/product-record.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import type { Db } from "../../db/tables.ts";

/** The names of a product's variants in histories, by their ids. */
export const variantTitles = async (db: Db, productId: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await variantOptions(db, productId)).map((variant) => [variant.id, variantTitle(variant)]));

import type { Tx } from "../db/tables.ts";
import { type Outcome, ok } from "../outcome.ts";
import { readPictures, writePictures } from "./product-pictures.ts";
import { insertProduct } from "./product-record.ts";
import { findCosts, updateCost } from "./queries/product-costs.ts";
import { findIdOfSlug } from "./queries/product-record.ts";
import { findUsedSkus } from "./queries/remove-product.ts";
import { copyOf } from "./rules/product-copy.ts";
import type { ProductFields } from "./rules/product-fields.ts";

/**
 * The fields of a product's draft copy. Its address and its SKUs end with the lowest number that
 * makes all of them free. `newIds` maps the id of each variant to the id of its copy.
 */
export async function copyOfProduct(tx: Tx, product: ProductFields, newIds: ReadonlyMap<string, string>): Promise<ProductFields> {
  for (let number = 1; ; number++) {
    const copy = copyOf(product, number, newIds);
    const skus = copy.variants.map(({ sku }) => sku.toLowerCase()).filter((sku) => sku !== "");
    const isTaken = (await findIdOfSlug(tx, copy.slug)) !== undefined || (await findUsedSkus(tx, skus)).length > 0;
    if (!isTaken) return copy;
  }
}

/** Adds a copy of a product, with the pictures and costs of the product that it was copied from. */
export async function insertCopy(
  tx: Tx,
  { id, from, fields, newIds }: { id: string; from: string; fields: ProductFields; newIds: ReadonlyMap<string, string> },
  now: number,
): Promise<Outcome<object>> {
  const inserted = await insertProduct(tx, id, fields, now);
  if (!inserted.ok) return inserted;
  for (const [variantId, cost] of await findCosts(tx, from)) await updateCost(tx, id, newIds.get(variantId) ?? "", cost);
  const pictures = await readPictures(tx, from);
  if (!pictures) return ok({});
  const shows = Object.entries(pictures.shows).map(([variantId, at]) => [newIds.get(variantId) ?? variantId, at]);
  return await writePictures(tx, id, { ...pictures, shows: Object.fromEntries(shows) }, now);
}

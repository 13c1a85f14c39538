import type { Updateable } from "kysely";
import type { NewRow, Tables, Tx } from "../../db/tables.ts";
import { updateProduct } from "../queries/product-rows.ts";
import { deletePicturesOf, deleteValuesOf, insertMany, publishProducts, updateVariant } from "../queries/save.ts";

/** All database changes of a batch of products, collected first, then written table by table. */
export type Writes = {
  product: NewRow<"product">[];
  variant: NewRow<"variant">[];
  stock_movement: NewRow<"stock_movement">[];
  product_media: NewRow<"product_media">[];
  product_attribute: NewRow<"product_attribute">[];
  changedProducts: { id: string; changes: Updateable<Tables["product"]> }[];
  changedVariants: { id: string; changes: Updateable<Tables["variant"]> }[];
  /**
   * `clearPicturesOf` has the ids of products whose pictures are replaced. `clearValuesOf` has the
   * ids of products whose attribute values are replaced
   */
  clearPicturesOf: string[];
  clearValuesOf: string[];
  /**
   * ids of products to publish after their values are written, so that they are indexed only once
   */
  publish: string[];
};

/** An empty collection, to be filled. */
export const noWrites = (): Writes => ({
  product: [],
  variant: [],
  stock_movement: [],
  product_media: [],
  product_attribute: [],
  changedProducts: [],
  changedVariants: [],
  clearPicturesOf: [],
  clearValuesOf: [],
  publish: [],
});

/** Writes the whole batch, and publishes products last. The caller's transaction commits it. */
export async function applyWrites(tx: Tx, writes: Writes): Promise<void> {
  for (const { id, changes } of writes.changedProducts) await updateProduct(tx, id, changes);
  for (const { id, changes } of writes.changedVariants) await updateVariant(tx, id, changes);
  await deletePicturesOf(tx, writes.clearPicturesOf);
  await deleteValuesOf(tx, writes.clearValuesOf);
  await insertMany(tx, "product", writes.product);
  await insertMany(tx, "variant", writes.variant);
  await insertMany(tx, "stock_movement", writes.stock_movement);
  await insertMany(tx, "product_media", writes.product_media);
  await insertMany(tx, "product_attribute", writes.product_attribute);
  await publishProducts(tx, writes.publish);
}

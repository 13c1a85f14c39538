import type { Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { allCategories } from "./categories.ts";
import { deleteCollectionRow, findCollectionHeads, lockCollectionRow, putCollectionRow } from "./queries/collections.ts";
import { productIdsAmong } from "./references.ts";
import { type CollectionFields, collectionFaults } from "./rules/collection-fields.ts";

/** The most collections of a shop. */
const mostCollections = 200;

/** A collection; locks its row until the transaction ends. */
export async function lockCollection(tx: Tx, id: string): Promise<CollectionFields | undefined> {
  const collection = await lockCollectionRow(tx, id);
  if (!collection) return undefined;
  const { id: _, ...fields } = collection;
  return fields;
}

/**
 * Writes a collection or replaces the one with its id. Leaves out products that no longer exist. A
 * refusal names the invalid fields.
 */
export async function putCollection(tx: Tx, id: string, fields: CollectionFields): Promise<Outcome<object>> {
  const heads = await findCollectionHeads(tx);
  const others = heads.filter((head) => head.id !== id);
  const slugs = (await allCategories(tx)).map(({ slug }) => slug);
  const faults = collectionFaults(fields, others, slugs);
  if (faults.length > 0) return invalidFields(faults);
  if (others.length === heads.length && heads.length >= mostCollections)
    return refuse("limit_reached", `A shop can have up to ${mostCollections} collections.`);
  const existing = new Set(await productIdsAmong(tx, fields.products));
  const products = [...new Set(fields.products)].filter((productId) => existing.has(productId));
  await putCollectionRow(tx, { ...fields, id, products });
  return ok({});
}

export async function removeCollection(tx: Tx, id: string): Promise<Outcome<object>> {
  await deleteCollectionRow(tx, id);
  return ok({});
}

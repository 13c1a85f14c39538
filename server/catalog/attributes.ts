import type { Tx } from "../db/tables.ts";
import { newShortId } from "../ids.ts";
import { findAttribute, updateAttribute } from "./queries/categories.ts";
import { insertRows } from "./queries/product-rows.ts";

export type NewAttribute = { slug: string; name: string; position: number; values: readonly { slug: string; name: string }[] };

/**
 * Creates or renames an attribute and adds missing values in the given order; other values stay.
 */
export async function saveAttribute(tx: Tx, { slug, name, position, values }: NewAttribute): Promise<void> {
  const attribute = await findAttribute(tx, slug);
  const id = attribute?.id ?? newShortId();
  if (!attribute) await insertRows(tx, "attribute", [{ id, slug, name, position }]);
  else await updateAttribute(tx, id, { name, position });
  const rows = values
    .map((value, at) => ({ id: newShortId(), attribute_id: id, ...value, position: at }))
    .filter((value) => !attribute?.valueSlugs.has(value.slug));
  await insertRows(tx, "attribute_value", rows);
}

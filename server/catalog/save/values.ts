import type { Tx } from "../../db/tables.ts";
import type { NewPick } from "../new-product.ts";
import {
  type AttributePosition,
  findAttributesBySlug,
  findValueIds,
  insertMissing,
  lastAttribute,
  pickName,
} from "../queries/values.ts";

type NamedPick = NewPick & { names: NonNullable<NewPick["names"]> };

/**
 * Creates missing attributes and values, and adds their ids to `values`. Existing attributes and
 * values keep their names and positions.
 */
export async function makeValues(
  tx: Tx,
  picks: readonly NewPick[],
  values: Map<string, string>,
  nextId: () => string,
): Promise<void> {
  const missing = new Map<string, NamedPick>();
  for (const { names, ...pick } of picks) {
    const name = pickName(pick);
    if (names && !values.has(name) && !missing.has(name)) missing.set(name, { ...pick, names });
  }
  if (missing.size === 0) return;
  const wanted = [...missing.values()];
  const attributes = await makeAttributes(tx, wanted, nextId);
  const rows = wanted.map(({ attribute, value, names }) => {
    const owner = attributes.get(attribute) ?? { id: "", last: -1 };
    const position = names.position ?? owner.last + 1;
    owner.last = Math.max(owner.last, position);
    return { id: nextId(), attribute_id: owner.id, slug: value, name: names.value, position };
  });
  await insertMissing(tx, "attribute_value", rows);
  for (const [name, id] of await findValueIds(tx, wanted)) values.set(name, id);
}

/** The attributes by slug. Missing attributes are created after the last existing one. */
async function makeAttributes(
  tx: Tx,
  wanted: readonly NamedPick[],
  nextId: () => string,
): Promise<Map<string, AttributePosition>> {
  const together = [...new Set(wanted.map(({ names }) => names.among ?? []))].flat();
  const names = new Map(together.map(({ slug, name }) => [slug, name]));
  for (const { attribute, names: given } of wanted) if (!names.has(attribute)) names.set(attribute, given.attribute);
  const attributes = await findAttributesBySlug(tx, [...names.keys()]);
  const missing = [...names].filter(([slug]) => !attributes.has(slug));
  if (missing.length === 0) return attributes;
  const last = await lastAttribute(tx);
  const rows = missing.map(([slug, name], at) => ({ id: nextId(), slug, name, position: last + 1 + at }));
  await insertMissing(tx, "attribute", rows);
  return await findAttributesBySlug(tx, [...names.keys()]);
}

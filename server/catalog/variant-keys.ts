import type { Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { findKeyHolders, findOwners, setKeys } from "./queries/product-record.ts";
import type { ProductFields } from "./rules/product-fields.ts";
import { longestKey, variantKey } from "./rules/variant-key.ts";

const valuesOf = ({ options }: Row<"variant">): string[] => Object.values(JSON.parse(options) as Record<string, string>);

const badVariants = (message: string) => invalidFields([{ field: "variants", message }]);

/**
 * The key of each variant, by its place. A stored one follows its SKU, options and address where it
 * was made of them, so that the next import recognises it.
 */
export async function variantKeysFor(
  tx: Tx,
  { slug, variants }: ProductFields,
  stored: { id: string; variants: readonly Row<"variant">[]; row?: Row<"product"> },
): Promise<Outcome<string[]>> {
  const rows = new Map(stored.variants.map((row) => [row.id, row]));
  const keys = variants.map(({ id, sku, options }) => {
    const row = rows.get(id);
    const own = variantKey(sku, slug, Object.values(options));
    if (!row) return own;
    const isMade = row.key === variantKey(row.sku, stored.row?.slug ?? slug, valuesOf(row));
    return isMade ? own : row.key;
  });
  const long = keys.some((key) => key.length > longestKey);
  if (long) return badVariants(`SKUs and options can have up to ${longestKey} characters together.`);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return badVariants(`Two variants have the SKU ${twice}.`);
  const owners = await findOwners(
    tx,
    variants.map(({ id }) => id),
  );
  if ([...owners.values()].some((productId) => productId !== stored.id)) return notFound;
  const holders = await findKeyHolders(tx, keys);
  const moving = new Map(
    variants.flatMap(({ id }, at) => (rows.has(id) && rows.get(id)?.key !== keys[at] ? [[id, keys[at] ?? ""] as const] : [])),
  );
  const isFree = (key: string, id: string) => {
    const holder = holders.get(key);
    // A variant that was taken off sale comes back under its SKU.
    return holder === undefined || holder === id || moving.has(holder) || (!rows.has(id) && rows.get(holder)?.active === 0);
  };
  const held = variants.findIndex(({ id }, at) => !isFree(keys[at] ?? "", id));
  if (held >= 0) return badVariants(`Another variant has the SKU ${keys[held]}. It may be one that is not sold any more.`);
  await setKeys(tx, moving);
  return ok(keys);
}

import type { Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { findKeyHolders, findOwners, setKeys } from "./queries/product-record.ts";
import type { ProductFields } from "./rules/product-fields.ts";
import { longestKey, variantKey } from "./rules/variant-key.ts";

const valuesOf = ({ options }: Row<"variant">): string[] => Object.values(JSON.parse(options) as Record<string, string>);

const badVariants = (message: string) => invalidFields([{ field: "variants", message }]);

/**
 * The key of each variant, by index. A key that was made from the variant's SKU or options and the
 * product's slug changes when these change, so that the next import recognises the variant. Any
 * other key stays.
 */
export async function variantKeysFor(
  tx: Tx,
  { slug, variants }: ProductFields,
  stored: { id: string; variants: readonly Row<"variant">[]; row?: Row<"product"> },
): Promise<Outcome<string[]>> {
  const rows = new Map(stored.variants.map((row) => [row.id, row]));
  const former = stored.row?.slug ?? slug;
  const candidates = variants.map(({ id, sku, options }) => {
    const [row, values] = [rows.get(id), Object.values(options)];
    const ownKeys = row ? [variantKey(row.sku, former, valuesOf(row)), variantKey("", former, valuesOf(row))] : [];
    return row && !ownKeys.includes(row.key) ? [row.key] : [variantKey(sku, slug, values), variantKey("", slug, values)];
  });
  if (candidates.flat().some((key) => key.length > longestKey))
    return badVariants(`SKUs and options can have up to ${longestKey} characters together.`);
  const owners = await findOwners(
    tx,
    variants.map(({ id }) => id),
  );
  if ([...owners.values()].some((productId) => productId !== stored.id)) return notFound;
  const holders = await findKeyHolders(tx, candidates.flat());
  const stays = (at: number) => holders.get(candidates[at]?.[0] ?? "") === variants[at]?.id;
  const ids = new Set(variants.map(({ id }) => id));
  const takenKeys = new Set(candidates.flatMap(([first = ""], at) => (stays(at) ? [first] : [])));
  const isFree = (key: string, id: string) => {
    const holder = holders.get(key);
    if (holder === undefined || holder === id) return !takenKeys.has(key);
    // The variant that has this key may be in the same form and get another key; then the key
    // becomes free. A new variant may also take the key of a variant that is off sale.
    return !takenKeys.has(key) && (ids.has(holder) || (!rows.has(id) && rows.get(holder)?.active === 0));
  };
  const keys: string[] = [];
  for (const [at, { id, sku }] of variants.entries()) {
    // If another variant has the SKU, the key consists of the product's slug and the options.
    const key = stays(at) ? candidates[at]?.[0] : candidates[at]?.find((each) => isFree(each, id));
    if (key === undefined) return badVariants(`Two variants have the SKU ${sku} and the same options.`);
    takenKeys.add(key);
    keys.push(key);
  }
  const moving = new Map(
    variants.flatMap(({ id }, at) => (rows.has(id) && rows.get(id)?.key !== keys[at] ? [[id, keys[at] ?? ""] as const] : [])),
  );
  await setKeys(tx, moving);
  return ok(keys);
}

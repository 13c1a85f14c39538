import type { Draft } from "./draft.ts";
import type { BadRow } from "./format.ts";

/**
 * The same SKU or the same options twice would make two variants one. `seen` maps keys to the slug
 * of the product that has them.
 */
export function repeatedKeys({ slug, variants }: Draft, seen: Map<string, string>): BadRow[] {
  const bad: BadRow[] = [];
  for (const { key, line, sku } of variants) {
    const owner = seen.get(key);
    const reason = sku ? `SKU “${sku}” is already used by “${owner}”` : "this product already has a variant with these options";
    if (owner !== undefined) bad.push({ line, reason });
    else seen.set(key, slug);
  }
  return bad;
}

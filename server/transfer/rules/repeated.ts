import type { Draft } from "./draft.ts";
import type { BadRow } from "./format.ts";

/** Variants of a product with the same key and options, which would become one. */
export function repeatedVariants({ variants }: Draft): BadRow[] {
  const seen = new Set<string>();
  return variants.flatMap(({ key, line, sku, options }) => {
    const mark = JSON.stringify([key, options]);
    if (seen.size < seen.add(mark).size) return [];
    const what = sku ? `with the SKU “${sku}” and these options` : "with these options";
    return [{ line, reason: `this product already has a variant ${what}` }];
  });
}

/**
 * SKUs that an earlier variant has, in this product or another. `seen` collects all SKUs of the
 * file.
 */
export function repeatedSkus({ variants }: Draft, seen: Set<string>): string[] {
  return variants.flatMap(({ sku }) => (!sku || seen.size < seen.add(sku).size ? [] : [sku]));
}

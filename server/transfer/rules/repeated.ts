import type { Draft } from "./draft.ts";
import type { BadRow } from "./format.ts";

/** The errors of variants with the same key and options as an earlier variant of the product. */
export function repeatedVariants({ variants }: Draft): BadRow[] {
  const marks = new Set<string>();
  return variants.flatMap(({ key, line, sku, options }) => {
    const mark = JSON.stringify([key, options]);
    if (marks.size < marks.add(mark).size) return [];
    const variantText = sku ? `with the SKU “${sku}” and these options` : "with these options";
    return [{ line, reason: `this product already has a variant ${variantText}` }];
  });
}

/**
 * Finds SKUs that an earlier variant of the file has, in this product or another. `skus` collects
 * all SKUs of the file.
 */
export function repeatedSkus({ variants }: Draft, skus: Set<string>): string[] {
  return variants.flatMap(({ sku }) => (!sku || skus.size < skus.add(sku).size ? [] : [sku]));
}

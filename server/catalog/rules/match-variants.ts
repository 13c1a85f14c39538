import { plainCode } from "./codes.ts";

/** The values that identify a variant; `options` is JSON. */
type Marks = { id?: string | undefined; key: string; sku: string; options: string };

const coded = ({ sku }: Marks): string | undefined => (sku === "" ? undefined : plainCode(sku));

/**
 * The ways to match a variant of a file with a variant of the shop, the surest first. A way with
 * `isOfOne` is not used for a variant whose SKU several variants of the file have.
 */
const marks: readonly { of: (variant: Marks) => string | undefined; isOfOne: boolean }[] = [
  { of: ({ id }) => id, isOfOne: false },
  { of: ({ key, options }) => JSON.stringify([key, options]), isOfOne: false },
  { of: (variant) => coded(variant) && JSON.stringify([coded(variant), variant.options]), isOfOne: false },
  { of: ({ key }) => key, isOfOne: true },
  { of: coded, isOfOne: true },
];

/**
 * Finds the stored variant for each given variant; returned by index. If several given variants
 * have one SKU, their options must match too.
 */
export function matchVariants<Stored extends Marks>(
  variants: readonly Marks[],
  stored: readonly Stored[],
): ReadonlyMap<number, Stored> {
  const matches = new Map<number, Stored>();
  const unmatched = new Set(stored);
  const counts = new Map<string, number>();
  for (const { sku } of variants) counts.set(sku, (counts.get(sku) ?? 0) + 1);
  for (const { of, isOfOne } of marks) {
    if (unmatched.size === 0 || matches.size === variants.length) break;
    const byMark = new Map([...unmatched].map((row) => [of(row), row]));
    for (const [at, variant] of variants.entries()) {
      const mark = of(variant);
      const row = mark === undefined || matches.has(at) ? undefined : byMark.get(mark);
      if (!row || !unmatched.has(row) || (isOfOne && variant.sku !== "" && (counts.get(variant.sku) ?? 0) > 1)) continue;
      matches.set(at, row);
      unmatched.delete(row);
    }
  }
  return matches;
}

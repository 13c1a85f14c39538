import { plainCode } from "./codes.ts";

/** The values that identify a variant; `options` is JSON. */
type Marks = { id?: string | undefined; key: string; sku: string; options: string };

const coded = ({ sku }: Marks): string | undefined => (sku === "" ? undefined : plainCode(sku));

const valuesOf = ({ options }: Marks): string => JSON.stringify(Object.values(JSON.parse(options) as object));

type Way = {
  of: (variant: Marks) => string | undefined;
  /** used only for a mark that one variant of the file has, and one of the shop */
  isOfOne?: true;
  /** not used for a variant with an id: the form that gave the id has added a new variant */
  isOfFile?: true;
};

/** The ways to match a variant of a file with a variant of the shop, the surest first. */
const ways: readonly Way[] = [
  { of: ({ id }) => id },
  { of: ({ key, options }) => JSON.stringify([key, options]) },
  { of: (variant) => coded(variant) && JSON.stringify([coded(variant), variant.options]) },
  { of: ({ key }) => key, isOfOne: true },
  { of: coded, isOfOne: true },
  { of: valuesOf, isOfOne: true, isOfFile: true },
];

/**
 * Finds the stored variant for each given variant; returned by index. If several given variants
 * have one SKU, their options must match too. A given variant whose SKU the product lacks is the
 * stored variant with its option values, if no other given variant is that one.
 */
export function matchVariants<Stored extends Marks & { active: number }>(
  variants: readonly Marks[],
  stored: readonly Stored[],
): ReadonlyMap<number, Stored> {
  const matches = new Map<number, Stored>();
  const unmatched = new Set(stored);
  for (const { of, isOfOne, isOfFile } of ways) {
    if (unmatched.size === 0 || matches.size === variants.length) break;
    const rows = Map.groupBy(unmatched, of);
    const given = Map.groupBy(variants, of);
    for (const [at, variant] of variants.entries()) {
      const mark = of(variant);
      if (mark === undefined || matches.has(at) || (isOfFile && variant.id !== undefined)) continue;
      const row = likeliest(rows.get(mark) ?? [], isOfOne);
      if (!row || !unmatched.has(row) || (isOfOne && given.get(mark)?.length !== 1)) continue;
      matches.set(at, row);
      unmatched.delete(row);
    }
  }
  return matches;
}

/** The variant on sale, or if none is, the one off sale. */
function likeliest<Stored extends { active: number }>(rows: readonly Stored[], isOfOne?: true): Stored | undefined {
  const active = rows.filter((row) => row.active === 1);
  const likely = active.length > 0 ? active : rows;
  return isOfOne && likely.length > 1 ? undefined : likely.at(-1);
}

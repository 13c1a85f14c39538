import type { VariantFields } from "../../catalog/rules/product-fields.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { isSame } from "./record-changes.ts";

type Variants = readonly VariantFields[];
/** A product's variants as they are, and on both sides of the change that is undone. */
export type VariantSides = { saved: Variants; before: Variants; after: Variants };
type Sides = { [Side in keyof VariantSides]: VariantFields | undefined };

const byId = (variants: Variants) => new Map(variants.map((variant) => [variant.id, variant]));
const idsOf = (variants: Variants): string[] => variants.map(({ id }) => id);
/** The ids of those that are in the other list too, in their order. */
const commonIds = (one: Variants, other: Variants): string[] => {
  const others = new Set(idsOf(other));
  return idsOf(one).filter((id) => others.has(id));
};

const reordered = refuse(
  "changed",
  "Variants were put on sale or taken off since, or their order was changed again. Put them in order by hand.",
);

/** Why a variant can't be put back; undefined where it is as the change left it, or as it was before. */
function refusalOf({ saved, before, after }: Sides): Refusal | undefined {
  if (isSame(saved, after) || isSame(saved, before)) return undefined;
  const title = variantTitle(before ?? after);
  const name = title === "" ? "The variant" : `The variant ${title}`;
  if (!saved) return refuse("changed", `${name} was taken off sale since. Put it on sale again first.`);
  if (!after) return refuse("changed", `${name} was put on sale again since. Edit it by hand.`);
  return refuse("changed", `${name} was changed again since. Undo the later change first, or edit it by hand.`);
}

/**
 * The variants with those put back that a change had changed; the others stay as they are now. Refuses
 * with `changed`, and says of which variant, where one of those is not as the change left it.
 */
export function putBackVariants({ saved, before, after }: VariantSides): Outcome<Variants> {
  const [now, was, is] = [byId(saved), byId(before), byId(after)];
  const ids = new Set([...idsOf(before), ...idsOf(after)]);
  const changed = new Set([...ids].filter((id) => !isSame(was.get(id), is.get(id))));
  for (const id of changed) {
    const refused = refusalOf({ saved: now.get(id), before: was.get(id), after: is.get(id) });
    if (refused) return refused;
  }
  const kept = saved.flatMap((variant) => (changed.has(variant.id) ? (was.get(variant.id) ?? []) : variant));
  const missing = before.filter(({ id }) => changed.has(id) && !now.has(id));
  const all = missing.reduce((variants, variant) => insertAsBefore(variants, variant, before), kept);
  if (isSame(commonIds(before, after), commonIds(after, before))) return ok(all);
  if (!isSame(idsOf(saved), idsOf(after))) return reordered;
  const places = new Map(before.map(({ id }, at) => [id, at]));
  return ok(all.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)));
}

/** Behind the nearest one that stood before it and is there. */
function insertAsBefore(variants: Variants, variant: VariantFields, before: Variants): VariantFields[] {
  const earlier = new Set(idsOf(before.slice(0, before.indexOf(variant))));
  const at = variants.findLastIndex(({ id }) => earlier.has(id)) + 1;
  return variants.toSpliced(at, 0, variant);
}

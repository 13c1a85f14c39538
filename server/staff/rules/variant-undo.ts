import type { VariantFields } from "../../catalog/rules/product-fields.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import { insertAsIn, type PartSides, putBackParts } from "./part-undo.ts";

function nameOf(variant: VariantFields): string {
  const title = variantTitle(variant);
  return title === "" ? "The variant" : `The variant ${title}`;
}

/** A product's variants without one change of some. */
export const putBackVariants = (sides: PartSides<VariantFields>) =>
  putBackParts(sides, {
    name: nameOf,
    gone: "was taken off sale since. Put it on sale again first.",
    back: "was put on sale again since. Edit it by hand.",
    reordered: "The order of the variants was changed again since. Put them in order by hand.",
  });

type Variants = readonly VariantFields[];

/** One list of two versions, each variant of the version that was chosen for it; the choice of "" is the order. */
export function mergeVariants(saved: Variants, typed: Variants, isTheirs: (id: string) => boolean): Variants {
  const byId = (variants: Variants) => new Map(variants.map((variant) => [variant.id, variant]));
  const [theirs, mine] = [byId(saved), byId(typed)];
  const chosen = ({ id }: VariantFields) => (isTheirs(id) ? theirs : mine).get(id) ?? [];
  const [first, second] = isTheirs("") ? [saved, typed] : [typed, saved];
  const ids = new Set(first.map(({ id }) => id));
  const others = second.filter(({ id }) => !ids.has(id)).flatMap(chosen);
  return others.reduce((variants, variant) => insertAsIn(second, variants, variant), first.flatMap(chosen));
}

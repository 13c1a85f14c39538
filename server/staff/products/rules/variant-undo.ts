import type { VariantFields } from "../../../catalog/rules/product-fields.ts";
import { variantTitle } from "../../../catalog/rules/variant-key.ts";
import { insertAsIn, type PartSides, putBackParts } from "./part-undo.ts";

function nameOf(variant: VariantFields): string {
  const title = variantTitle(variant);
  return title === "" ? "The variant" : `The variant ${title}`;
}

/** Undoes one change of a product's variants. */
export const putBackVariants = (sides: PartSides<VariantFields>) =>
  putBackParts(sides, {
    name: nameOf,
    gone: "was taken off sale since. Put it on sale again first.",
    back: "was put on sale again since. Edit it by hand.",
    reordered: "The order of the variants was changed again since. Put them in order by hand.",
  });

type Variants = readonly VariantFields[];
type FieldName = Exclude<keyof VariantFields, "id">;

/**
 * The id of one field of a variant, by which a person chooses between two versions of this field.
 */
export const variantPart = (id: string, field: FieldName): string => `${id}.${field}`;

function mergeVariant(saved: VariantFields, typed: VariantFields, isTheirs: (part: string) => boolean): VariantFields {
  const names = (Object.keys(saved) as (keyof VariantFields)[]).filter((name) => name !== "id");
  const theirs = names.filter((name) => isTheirs(variantPart(saved.id, name)));
  return { ...typed, ...Object.fromEntries(theirs.map((name) => [name, saved[name]])) };
}

/**
 * Merges two versions of the variants. `isTheirs` says whether a person chose the saved version of
 * a part. For a variant in both versions, each field is a part (`variantPart`). For a variant in
 * only one version, the part is the variant's id. The part "" is the order of the variants.
 */
export function mergeVariants(saved: Variants, typed: Variants, isTheirs: (part: string) => boolean): Variants {
  const byId = (variants: Variants) => new Map(variants.map((variant) => [variant.id, variant]));
  const [theirs, mine] = [byId(saved), byId(typed)];
  const chosen = ({ id }: VariantFields) => {
    const [one, other] = [theirs.get(id), mine.get(id)];
    return one && other ? mergeVariant(one, other, isTheirs) : ((isTheirs(id) ? one : other) ?? []);
  };
  const [first, second] = isTheirs("") ? [saved, typed] : [typed, saved];
  const ids = new Set(first.map(({ id }) => id));
  const others = second.filter(({ id }) => !ids.has(id)).flatMap(chosen);
  return others.reduce((variants, variant) => insertAsIn(second, variants, variant), first.flatMap(chosen));
}

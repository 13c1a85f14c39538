import type { VariantFields } from "../../catalog/rules/product-fields.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import { type PartSides, putBackParts } from "./part-undo.ts";

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

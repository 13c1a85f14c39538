import { longestSlug } from "./product-faults.ts";
import type { ProductFields } from "./product-fields.ts";

const longestName = 255;

/**
 * A draft copy of a product, by the number of the copy. A barcode names one article, so that no copy
 * has one. `newIds` has the id of the copy of each variant.
 */
export function copyOf(product: ProductFields, number: number, newIds: ReadonlyMap<string, string>): ProductFields {
  const ending = number === 1 ? "" : `-${number}`;
  const slugEnding = `-copy${ending}`;
  return {
    ...product,
    name: `${product.name.slice(0, longestName - 7)} (copy)`,
    slug: `${product.slug.slice(0, longestSlug - slugEnding.length).replace(/-+$/, "")}${slugEnding}`,
    published: false,
    archived: false,
    variants: product.variants.map((variant) => ({
      ...variant,
      id: newIds.get(variant.id) ?? variant.id,
      sku: variant.sku === "" ? "" : `${variant.sku}-COPY${ending}`,
      barcode: "",
    })),
  };
}

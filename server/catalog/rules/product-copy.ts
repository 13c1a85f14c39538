import { longestSlug } from "./product-faults.ts";
import type { ProductFields } from "./product-fields.ts";

const longestName = 255;

/**
 * The fields of a product's draft copy with this number. A copy has no barcodes, since a barcode
 * names one article. `newIds` maps the id of each variant to the id of its copy.
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

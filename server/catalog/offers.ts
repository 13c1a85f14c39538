import { dependOn, dependOnTime, reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { publicProducts } from "./public-cards.ts";
import { findProductIdsOf } from "./queries/variants.ts";
import { labelUntil } from "./rules/labels.ts";
import { type Offer, offerOf } from "./rules/offer.ts";
import { anyProduct } from "./subjects.ts";

export type OfferIds = { variantIds: readonly string[]; productIds: readonly string[] };

/**
 * The offers of these variants, and of all variants of these products, sorted by product id, then
 * in the owner's order. Leaves out unknown variants and those not on sale.
 */
export async function findOffers(db: Db, { variantIds, productIds }: OfferIds, now: number): Promise<Offer[]> {
  const [variants, whole] = [new Set(variantIds), new Set(productIds)];
  const owners = await reading([], () => findProductIdsOf(db, variantIds));
  const products = await publicProducts(db, [...new Set([...productIds, ...owners])].sort());
  const publicVariantIds = new Set(products.flatMap(({ product }) => product.variants.map(({ id }) => id)));
  // A variant that is unknown now may later be in any product, so the result depends on every
  // product.
  if (variantIds.some((id) => !publicVariantIds.has(id))) dependOn(anyProduct);
  for (const { product } of products) dependOnTime(labelUntil(product, now));
  return products
    .filter(({ product }) => product.published)
    .flatMap(({ product, rules }) =>
      product.variants
        .filter(({ id }) => whole.has(product.id) || variants.has(id))
        .map((variant) => offerOf(product, variant, rules, now)),
    );
}

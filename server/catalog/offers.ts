import type { Db } from "../db/tables.ts";
import { publicProducts } from "./public-cards.ts";
import { findProductIdsOf } from "./queries/variants.ts";
import { type Offer, offerOf } from "./rules/offer.ts";

export type OfferIds = { variantIds: readonly string[]; productIds: readonly string[] };

/**
 * The variants of these ids and all those of these products, by product id and in the owner's
 * order; what is unknown or not on sale is left out.
 */
export async function findOffers(db: Db, { variantIds, productIds }: OfferIds, now: number): Promise<Offer[]> {
  const [variants, whole] = [new Set(variantIds), new Set(productIds)];
  const owners = await findProductIdsOf(db, variantIds);
  const products = await publicProducts(db, [...new Set([...productIds, ...owners])].sort());
  return products
    .filter(({ product }) => product.published)
    .flatMap(({ product, rules }) =>
      product.variants
        .filter(({ id }) => whole.has(product.id) || variants.has(id))
        .map((variant) => offerOf(product, variant, rules, now)),
    );
}

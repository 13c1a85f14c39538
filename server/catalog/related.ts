import { derivedResult, type ResultOptions } from "../db/changes/tracked-results.ts";
import type { Db } from "../db/tables.ts";
import { bestOf, productCards } from "./product-cards.ts";
import { areStillFirst, findRelatives } from "./queries/related.ts";
import type { Product } from "./rules/product.ts";
import type { ProductCard } from "./rules/product-card.ts";
import { bySimilarity, type Relative } from "./rules/related.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { assortmentSubject, productIdIn } from "./subjects.ts";

const most = 12;
/** The number of popular products from which the most similar are chosen. */
const candidates = 60;

type RelatedTo = {
  product: Product;
  /** the ids of its attributes' values */
  valueIds: readonly string[];
};

/** The category's most popular products; the cached result serves all products of the category. */
const relativesIn = (db: Db, categoryId: string): ResultOptions<Relative[]> => ({
  key: `relatives ${categoryId}`,
  subjects: [assortmentSubject(categoryId)],
  read: () => findRelatives(db, categoryId, candidates + 1),
  outlasts: (relatives, changed) =>
    areStillFirst(db, { categoryId, relatives, limit: candidates + 1, ids: changed.map(productIdIn) }),
});

/** Ids of the most similar products in its category. */
const similarTo = (db: Db, { product, valueIds }: RelatedTo): Promise<string[]> =>
  derivedResult(db, {
    key: `similar ${product.id} ${product.category.id} ${valueIds.join(" ")}`,
    from: relativesIn(db, product.category.id),
    derive: (relatives) => {
      const others = relatives.filter(({ id }) => id !== product.id).slice(0, candidates);
      return bySimilarity(others, valueIds)
        .slice(0, most)
        .map(({ id }) => id);
    },
  });

/**
 * Products to suggest with a product: similar ones of its category, and if these are few, the most
 * popular of the shop.
 */
export async function findRelated(
  db: Db,
  { product, valueIds }: RelatedTo,
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> {
  const own = await similarTo(db, { product, valueIds });
  const others = own.length < most ? await bestOf(db, { by: "popularity", limit: most * 2 }) : [];
  const ids = new Set([...own, ...others]);
  ids.delete(product.id);
  const cards = await productCards(db, [...ids].slice(0, most), shipTo, now);
  // Products that the shopper can buy come first. All are far down the page, so their pictures load
  // lazily.
  return cards
    .map((card) => ({ ...card, eager: false, first: false }))
    .sort((a, b) => Number(b.buy !== undefined) - Number(a.buy !== undefined));
}

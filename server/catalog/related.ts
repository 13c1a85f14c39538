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
/** The most similar are chosen among so many of the category's most popular. */
const candidates = 60;

type RelatedTo = {
  product: Product;
  /** of its attributes */
  valueIds: readonly string[];
};

/** The same for all products of the category, so it is read once for all. */
const relativesIn = (db: Db, categoryId: string): ResultOptions<Relative[]> => ({
  key: `relatives ${categoryId}`,
  subjects: [assortmentSubject(categoryId)],
  read: () => findRelatives(db, categoryId, candidates + 1),
  outlasts: (relatives, changed) =>
    areStillFirst(db, { categoryId, relatives, limit: candidates + 1, ids: changed.map(productIdIn) }),
});

/** Ids of the most similar products of its category. */
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
 * Products to suggest beside one: of its category, and where those are few, the shop's most
 * popular.
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
  // Some may not be sold in the shopper's state. All are far down the page, so their pictures load
  // lazily.
  return cards
    .map((card) => ({ ...card, eager: false, first: false }))
    .sort((a, b) => Number(b.buy !== undefined) - Number(a.buy !== undefined));
}

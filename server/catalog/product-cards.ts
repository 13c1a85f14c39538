import { trackedResult } from "../db/changes/tracked-results.ts";
import type { Db } from "../db/tables.ts";
import { publicCards } from "./public-cards.ts";
import { findProducts } from "./queries/products.ts";
import { findTopRankedIds, type RankingQuery } from "./queries/rankings.ts";
import type { Product } from "./rules/product.ts";
import { type ProductCard, productCard } from "./rules/product-card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { rulesOfProducts } from "./states.ts";
import { anyAssortment, anyCategory } from "./subjects.ts";

export type { RankingQuery } from "./queries/rankings.ts";

/** Products as cards of a page, in the order of `ids`. */
export const productCards = (
  reader: Db,
  ids: readonly string[],
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> => publicCards(reader, ids, shipTo, now);

/** Cards of a shopper's saved ids. Leaves out unpublished products; all pictures load lazily. */
export async function savedCards(
  reader: Db,
  ids: readonly string[],
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> {
  const published = (await findProducts(reader, ids)).filter((product) => product.published);
  const cards = await cardsOfProducts(reader, published, shipTo, now);
  return cards.map((card) => ({ ...card, eager: false, first: false }));
}

async function cardsOfProducts(reader: Db, products: readonly Product[], shipTo: ShipTo | undefined, now: number) {
  const productIds = products.map(({ id, category }) => ({ id, categoryId: category.id }));
  const rules = await rulesOfProducts(reader, productIds);
  return products.map((product, at) => productCard(product, at, { rules, shipTo, now }));
}

/** Ids of the first products of a ranking, in one category or in all categories. */
export const bestOf = (reader: Db, ranking: RankingQuery): Promise<string[]> =>
  trackedResult(reader, {
    key: `ranking ${JSON.stringify(ranking)}`,
    subjects: [anyAssortment, anyCategory],
    read: () => findTopRankedIds(reader, ranking),
  });

import type { Db } from "../db/tables.ts";
import { productCards } from "./product-cards.ts";
import { findTopRankedIds } from "./queries/rankings.ts";
import { findRelatives } from "./queries/related.ts";
import type { Product } from "./rules/product.ts";
import type { ProductCard } from "./rules/product-card.ts";
import { bySimilarity } from "./rules/related.ts";
import type { ShipTo } from "./rules/ship-to.ts";

const most = 12;
/** The most similar are chosen among so many of the category's most popular. */
const candidates = 60;

/**
 * Products to suggest beside one: of its category, and where those are few, the shop's most
 * popular.
 */
export async function findRelated(db: Db, product: Product, shipTo: ShipTo | undefined, now: number): Promise<ProductCard[]> {
  const query = { productId: product.id, categoryId: product.category.id, limit: candidates };
  const own = bySimilarity(await findRelatives(db, query)).map(({ id }) => id);
  const others = own.length < most ? await findTopRankedIds(db, { by: "popularity", limit: most * 2 }) : [];
  const ids = new Set([...own, ...others]);
  ids.delete(product.id);
  const cards = await productCards(db, [...ids].slice(0, most), shipTo, now);
  // Some may not be sold in the shopper's state. All are far down the page, so their pictures load
  // lazily.
  return cards
    .map((card) => ({ ...card, eager: false, first: false }))
    .sort((a, b) => Number(b.buy !== undefined) - Number(a.buy !== undefined));
}

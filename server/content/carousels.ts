import { bestOf, productCards, type RankingQuery } from "../catalog/product-cards.ts";
import type { ProductCard } from "../catalog/rules/product-card.ts";
import type { ShipTo } from "../catalog/rules/ship-to.ts";
import type { Db } from "../db/tables.ts";

/** One row of cards (views/catalog/carousel.hbs). */
export type Carousel = { id: string; heading: string; cards: readonly ProductCard[]; more?: string };

type CarouselDefinition = Omit<RankingQuery, "limit" | "category"> & {
  id: string;
  heading: string;
  /**
   * The carousel with the lowest number takes its products first. A product that is in several
   * rankings is shown only in the carousel that took it.
   */
  priority: number;
};

const bestSellers: CarouselDefinition = { id: "best-sellers", heading: "Best sellers", by: "units_90", priority: 0 };
const newArrivals: CarouselDefinition = { id: "new-arrivals", heading: "New arrivals", by: "created_at", priority: 2 };
const mostViewed: CarouselDefinition = { id: "most-viewed", heading: "Most viewed", by: "views_30", priority: 2 };
const premium: CarouselDefinition = { id: "premium", heading: "Premium", by: "popularity", premium: true, priority: 1 };

export const homeCarousels: readonly CarouselDefinition[] = [bestSellers, newArrivals, mostViewed, premium];
export const landingCarousels: readonly CarouselDefinition[] = [bestSellers, mostViewed, premium];

/** the fewest products of a carousel; a shorter carousel is left out */
const shortest = 3;

export type CarouselInput = { category?: string; shipTo: ShipTo | undefined; now: number };

/** The carousels of a page in order. A carousel with fewer than three products is left out. */
export async function carouselsOf(
  db: Db,
  carousels: readonly CarouselDefinition[],
  { category, shipTo, now }: CarouselInput,
): Promise<readonly Carousel[]> {
  const longest = category ? 8 : 10;
  const rankings = carousels.map(({ id, heading, priority, ...ranking }) => ({ ...ranking, ...(category && { category }) }));
  const ranked = await Promise.all(rankings.map((ranking) => bestOf(db, { ...ranking, limit: longest * carousels.length })));
  const filled = fill(carousels, ranked, longest);
  const cards = new Map((await productCards(db, [...new Set(filled.flat())], shipTo, now)).map((card) => [card.id, lazy(card)]));
  return carousels
    .map(({ id, heading }, at) => ({ id, heading, cards: (filled[at] ?? []).flatMap((one) => cards.get(one) ?? []) }))
    .filter(({ cards }) => cards.length > 0);
}

/**
 * Fills the carousels in the order of their priority. Each carousel gets the products of its
 * ranking that no earlier carousel has taken. If the carousel of premium products would be left
 * out, it repeats taken products, since the owner chose these products.
 */
function fill(carousels: readonly CarouselDefinition[], ranked: readonly string[][], longest: number): readonly string[][] {
  const filled: string[][] = carousels.map(() => []);
  const usedIds = new Set<string>();
  for (const [at, { premium }] of [...carousels.entries()].sort(([, one], [, other]) => one.priority - other.priority)) {
    const all = ranked[at] ?? [];
    const fresh = all.filter((id) => !usedIds.has(id));
    const productIds = (premium && fresh.length < shortest ? all : fresh).slice(0, longest);
    if (productIds.length < shortest) continue;
    filled[at] = productIds;
    for (const id of productIds) usedIds.add(id);
  }
  return filled;
}

/** A card whose picture loads lazily, since the banner's picture above it loads first. */
export const lazy = (card: ProductCard): ProductCard => ({ ...card, eager: false, first: false });

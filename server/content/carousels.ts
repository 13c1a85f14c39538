import { bestOf, productCards, type Ranking } from "../catalog/product-cards.ts";
import type { ProductCard } from "../catalog/rules/product-card.ts";
import type { ShipTo } from "../catalog/rules/ship-to.ts";
import type { Db } from "../db/tables.ts";

/** One row of cards (views/catalog/carousel.hbs). */
export type Carousel = { id: string; heading: string; tiles: readonly ProductCard[]; more?: string };

type Shelf = Omit<Ranking, "limit" | "category"> & {
  id: string;
  heading: string;
  /** who chooses first: what sells best is looked at most as well, and stands in one place */
  turn: number;
};

const bestSellers: Shelf = { id: "best-sellers", heading: "Best sellers", by: "units_90", turn: 0 };
const newArrivals: Shelf = { id: "new-arrivals", heading: "New arrivals", by: "created_at", turn: 2 };
const mostViewed: Shelf = { id: "most-viewed", heading: "Most viewed", by: "views_30", turn: 2 };
const premium: Shelf = { id: "premium", heading: "Premium", by: "popularity", premium: true, turn: 1 };

export const homeShelves: readonly Shelf[] = [bestSellers, newArrivals, mostViewed, premium];
export const landingShelves: readonly Shelf[] = [bestSellers, mostViewed, premium];

/** fewer are no choice */
const shortest = 3;

export type Showing = { category?: string; shipTo: ShipTo | undefined; now: number };

/** The carousels of a page in their order; one with fewer than three goods is left out. */
export async function carouselsOf(
  db: Db,
  shelves: readonly Shelf[],
  { category, shipTo, now }: Showing,
): Promise<readonly Carousel[]> {
  const longest = category ? 8 : 10;
  const rankings = shelves.map(({ id, heading, turn, ...ranking }) => ({ ...ranking, ...(category && { category }) }));
  const ranked = await Promise.all(rankings.map((ranking) => bestOf(db, { ...ranking, limit: longest * shelves.length })));
  const filled = fill(shelves, ranked, longest);
  const tiles = new Map((await productCards(db, [...new Set(filled.flat())], shipTo, now)).map((tile) => [tile.id, lazy(tile)]));
  return shelves
    .map(({ id, heading }, at) => ({ id, heading, tiles: (filled[at] ?? []).flatMap((one) => tiles.get(one) ?? []) }))
    .filter(({ tiles }) => tiles.length > 0);
}

/** Each shelf takes what is left of its ranking; premium goods, the owner's choice, are shown again before they are left out. */
function fill(shelves: readonly Shelf[], ranked: readonly string[][], longest: number): readonly string[][] {
  const filled: string[][] = shelves.map(() => []);
  const taken = new Set<string>();
  for (const [at, { premium }] of [...shelves.entries()].sort(([, one], [, other]) => one.turn - other.turn)) {
    const all = ranked[at] ?? [];
    const fresh = all.filter((id) => !taken.has(id));
    const goods = (premium && fresh.length < shortest ? all : fresh).slice(0, longest);
    if (goods.length < shortest) continue;
    filled[at] = goods;
    for (const id of goods) taken.add(id);
  }
  return filled;
}

/** The banner's picture comes first; goods below it wait until they are near. */
export const lazy = (tile: ProductCard): ProductCard => ({ ...tile, eager: false, first: false });

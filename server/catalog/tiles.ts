import type { Db } from "../db/tables.ts";
import { findListed } from "./queries/products.ts";
import { findBest, type Ranking } from "./queries/rankings.ts";
import type { ListedProduct } from "./rules/product.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { type Tile, tileOf } from "./rules/tile.ts";
import { shownTiles } from "./shown.ts";
import { rulesOfProducts } from "./states.ts";

export type { Ranking } from "./queries/rankings.ts";

/** Products as cards of a page, in the order of `ids`. */
export const tilesOf = (reader: Db, ids: readonly string[], shipTo: ShipTo | undefined, now: number): Promise<Tile[]> =>
  shownTiles(reader, ids, shipTo, now);

/** The same of ids that a shopper kept: what is not published any more is left out, and no picture hurries. */
export async function keptTilesOf(reader: Db, ids: readonly string[], shipTo: ShipTo | undefined, now: number): Promise<Tile[]> {
  const published = (await findListed(reader, ids)).filter((product) => product.published);
  const tiles = await tilesOfProducts(reader, published, shipTo, now);
  return tiles.map((tile) => ({ ...tile, eager: false, first: false }));
}

async function tilesOfProducts(reader: Db, products: readonly ListedProduct[], shipTo: ShipTo | undefined, now: number) {
  const goods = products.map(({ id, category }) => ({ id, categoryId: category.id }));
  const rules = await rulesOfProducts(reader, goods);
  return products.map((product, at) => tileOf(product, at, { rules, shipTo, now }));
}

/** Ids of the first products of a ranking, of one category or of all. */
export const bestOf = (reader: Db, ranking: Ranking): Promise<string[]> => findBest(reader, ranking);

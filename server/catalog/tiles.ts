import type { Db } from "../db/tables.ts";
import { findProducts } from "./queries/products.ts";
import { findBest, type Ranking } from "./queries/rankings.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { type Tile, tileOf } from "./rules/tile.ts";
import { stateRules } from "./states.ts";

export type { Ranking } from "./queries/rankings.ts";

/** Products as cards of a page, in the order of `ids`. */
export async function tilesOf(reader: Db, ids: readonly string[], shipTo: ShipTo | undefined, now: number): Promise<Tile[]> {
  const rules = shipTo ? await stateRules(reader, shipTo) : [];
  const products = await findProducts(reader, ids);
  return products.map((product, at) => tileOf(product, at, { rules, shipTo, now }));
}

/** Ids of the first products of a ranking, of one category or of all. */
export const bestOf = (reader: Db, ranking: Ranking): Promise<string[]> => findBest(reader, ranking);

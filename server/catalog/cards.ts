import type { Db } from "../db/tables.ts";
import { findProducts } from "./queries/products.ts";
import { type Card, cardOf } from "./rules/card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { stateRules } from "./states.ts";

export type { Card } from "./rules/card.ts";

/**
 * Cards of products as the API returns them, in the order of `ids`. Quantities are exact; cached
 * pages round them with `cardForAll`.
 */
export async function cardsOf(
  reader: Db,
  ids: readonly string[],
  shipTo: Pick<ShipTo, "country" | "area"> | undefined,
  now: number,
): Promise<Card[]> {
  const rules = shipTo ? await stateRules(reader, shipTo) : [];
  const products = await findProducts(reader, ids);
  return products.map((product) => cardOf(product, rules, now));
}

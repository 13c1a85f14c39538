import { allocate } from "../../../money.ts";
import type { Offer } from "./expand.ts";
import type { WooRow } from "./row.ts";
import type { Stock } from "./stock.ts";

type Pool = { units: number; members: number[] };

/**
 * The units of each offer. Divides shared stock among its offers, so that together they never sell
 * more than exists. `together` is the product's own stock, undefined if it has none.
 */
export function unitsOf(
  offers: readonly Offer[],
  stocks: ReadonlyMap<WooRow, Stock>,
  together: number | undefined,
): { units: (number | undefined)[]; shared: boolean } {
  const units: (number | undefined)[] = offers.map(() => undefined);
  const pools = new Map<WooRow | "product", Pool>();
  for (const [at, { row }] of offers.entries()) {
    const own = stocks.get(row)?.units;
    const from = typeof own === "number" ? row : "product";
    const there = typeof own === "number" ? own : together;
    if (there === undefined) continue;
    const pool = pools.get(from) ?? { units: there, members: [] };
    pool.members.push(at);
    pools.set(from, pool);
  }
  for (const { units: there, members } of pools.values()) {
    const shares =
      members.length === 1
        ? [there]
        : allocate(
            there,
            members.map(() => 1),
          );
    for (const [index, at] of members.entries()) units[at] = shares[index];
  }
  return { units, shared: [...pools.values()].some(({ units, members }) => units > 0 && members.length > 1) };
}

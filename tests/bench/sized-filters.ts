import { type Filters, filtersOf, listingPath } from "../../server/catalog/rules/listing.ts";
import { sortOptions } from "../../server/catalog/rules/sort-options.ts";
import { draws } from "./draws.ts";
import { sizedCategories, sizedPicks } from "./sized-shop.ts";

export type Drawn = (seed: number, rounds: number) => Filters[][];

const perRound = 50;

/**
 * Listings filtered as shoppers do: some categories, some values of one attribute, sometimes of
 * another, an order; one in five on a later page. No address occurs twice.
 */
export const filterSets: Drawn = (seed, rounds) => {
  const draw = draws(seed);
  const some = (names: readonly string[], most: number) =>
    Array.from({ length: draw(most + 1) }, () => names[draw(names.length)] ?? "");
  const groups = [...Map.groupBy(sizedPicks, (pick) => pick.split(":")[0]).values()];
  const values = (most: number) => some(groups[draw(groups.length)] ?? [], most);
  const sets = new Map<string, Filters>();
  while (sets.size < perRound * rounds) {
    const filters = filtersOf({
      categories: some(sizedCategories, 2),
      attributes: [...values(3), ...values(draw(2))],
      order: sortOptions[draw(sortOptions.length)]?.value,
      page: String(draw(5) === 0 ? 2 + draw(40) : 1),
    });
    sets.set(listingPath(filters), filters);
  }
  return roundsOf([...sets.values()], perRound);
};

/** Each category and each value alone, in another order or on another page in each round. */
export const singleSets: Drawn = (_seed, rounds) => {
  const singles = [...sizedCategories.map((categories) => ({ categories })), ...sizedPicks.map((attributes) => ({ attributes }))];
  return Array.from({ length: rounds }, (_, round) =>
    singles.map((single) =>
      filtersOf({ ...single, order: sortOptions[round % sortOptions.length]?.value, page: String(1 + round) }),
    ),
  );
};

/**
 * Pages near the end of a hundred thousand products, in every order. A smaller shop shows its last
 * page.
 */
export const deepSets: Drawn = (_seed, rounds) =>
  roundsOf(
    Array.from({ length: perRound * rounds }, (_, at) =>
      filtersOf({ order: sortOptions[at % sortOptions.length]?.value, page: String(3900 - at) }),
    ),
    perRound,
  );

/** Splits sets into rounds of `each`; the rest is left out. */
export const roundsOf = (sets: readonly Filters[], each: number): Filters[][] =>
  Array.from({ length: Math.floor(sets.length / each) }, (_, round) => sets.slice(round * each, (round + 1) * each));

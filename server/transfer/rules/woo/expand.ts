import { type Outcome, refuse } from "../../../outcome.ts";
import type { BadRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import { type Attribute, choosing } from "./attributes.ts";
import type { WooRow } from "./row.ts";

/**
 * One combination of values that a row stands for. `any` has the values of this combination for
 * options that the row leaves open; it is empty if the row stands for only one combination.
 */
export type Offer = { row: WooRow; values: readonly string[]; any: readonly string[] };

/** The most variants of one product that has “any” values. */
const mostVariants = 100;

/**
 * The combinations that a product's variations stand for, sorted by the product's order of values.
 * A row with exact values overrides a row with “any”.
 */
export function offersOf(variations: readonly WooRow[], choices: readonly Attribute[]): { offers: Offer[]; faults: BadRow[] } {
  const faults: BadRow[] = [];
  const offers = new Map<string, Offer>();
  const chosenBy = choosing(choices);
  const open = variations.map((row) => ({ row, chosen: chosenBy(row) }));
  const gaps = (chosen: readonly (string | undefined)[]) => chosen.filter((value) => value === undefined).length;
  for (const { row, chosen } of open.sort((a, b) => gaps(a.chosen) - gaps(b.chosen))) {
    const combinations = combinationsOf(chosen, choices, mostVariants - (gaps(chosen) > 0 ? offers.size : 0));
    if (!combinations.ok) {
      faults.push({ line: row.line, reason: combinations.error });
      continue;
    }
    for (const offer of combinations.value.map((values) => offerOf(row, values, chosen, combinations.value.length))) {
      const key = JSON.stringify(offer.values);
      const duplicate = offers.get(key);
      if (!duplicate) offers.set(key, offer);
      else if (gaps(chosen) === 0)
        faults.push({ line: row.line, reason: `these attribute values are already in line ${duplicate.row.line}` });
    }
  }
  return { offers: sorted([...offers.values()], choices), faults };
}

const offerOf = (row: WooRow, values: readonly string[], chosen: readonly (string | undefined)[], count: number): Offer => ({
  row,
  values,
  any: count > 1 ? values.filter((_, at) => chosen[at] === undefined) : [],
});

function combinationsOf(
  chosen: readonly (string | undefined)[],
  choices: readonly Attribute[],
  most: number,
): Outcome<string[][]> {
  const columns = chosen.map((value, at) => (value === undefined ? (choices[at]?.values ?? []) : [value]));
  const unnamed = choices[columns.findIndex((values) => values.length === 0)];
  if (unnamed) return refuse("invalid", `it is for any “${truncated(unnamed.name)}”, but its product lists no values for it`);
  const count = columns.reduce((product, values) => product * values.length, 1);
  if (count > 1 && count > most)
    return refuse(
      "invalid",
      `with its “any” values, the product has more than ${mostVariants} variants: give each value a row of its own`,
    );
  const start: string[][] = [[]];
  return {
    ok: true,
    value: columns.reduce((rows, values) => rows.flatMap((before) => values.map((value) => [...before, value])), start),
  };
}

/**
 * Sorts by the product's order of values, like its page in WooCommerce. Values that the product
 * does not list follow in the file's order.
 */
function sorted(offers: readonly Offer[], choices: readonly Attribute[]): Offer[] {
  const inFile = [...offers].sort((a, b) => a.row.line - b.row.line);
  const orders = choices.map(({ values }, at) => {
    const all = new Set([...values, ...inFile.map((offer) => offer.values[at] ?? "")]);
    return new Map([...all].map((value, place) => [value, place]));
  });
  const places = new Map(inFile.map((offer) => [offer, offer.values.map((value, at) => orders[at]?.get(value) ?? 0)]));
  return inFile.sort((a, b) => comparePlaces(places.get(a) ?? [], places.get(b) ?? []));
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

import type { BadRow } from "../format.ts";
import { type Attribute, choicesOf } from "./attributes.ts";
import { type Offer, offersOf } from "./expand.ts";
import type { Kind } from "./kind.ts";
import { isSwitchedOff } from "./published.ts";
import type { WooRow } from "./row.ts";

/** How a product can be bought. `rows` are its variations on sale. */
export type Offering = {
  rows: readonly WooRow[];
  choices: readonly Attribute[];
  offers: readonly Offer[];
  faults: readonly BadRow[];
};

const nothing = { rows: [], choices: [], offers: [] };

/**
 * Finds a product's offers, and the errors of its rows. Has no offers if the product itself cannot
 * be sold.
 */
export function offeringOf(
  kind: Kind,
  product: WooRow,
  variations: readonly WooRow[],
  attributes: readonly Attribute[],
): Offering {
  if (kind === "simple") {
    const faults = variations.map(({ line }) => ({ line, reason: "its Parent is a simple product, which has no variations" }));
    return { ...nothing, offers: [{ row: product, values: [], any: [] }], faults };
  }
  const fault = (reason: string): Offering => ({ ...nothing, faults: [{ line: product.line, reason }] });
  if (variations.length === 0) return fault("no variation of this product is in the file");
  const rows = variations.filter((row) => !isSwitchedOff(row));
  if (rows.length === 0) return fault("all variations of this product are turned off (Published 0)");
  const choices = choicesOf(attributes, rows);
  if (!choices.ok) return fault(choices.error);
  return { rows, choices: choices.value, ...offersOf(rows, choices.value) };
}

import type { Step } from "../../catalog/import/run.ts";
import type { BadRow } from "../../catalog/rules/import/format.ts";

/** So many bad rows, and products that they take with them, are kept to be named; of a worse file those that stand first. */
const kept = 100_000;

/** What an import has done so far. */
export type Tally = {
  rows: number;
  counts: { created: number; changed: number; unchanged: number };
  variants: number;
  /** products that are in the shop as the file has them */
  slugs: string[];
  refused: number;
  bad: BadRow[];
  leftOut: string[];
};

export const newTally = (): Tally => ({
  ...{ rows: 0, counts: { created: 0, changed: 0, unchanged: 0 }, variants: 0, slugs: [], refused: 0, bad: [], leftOut: [] },
});

export function count(tally: Tally, { reading, outcome }: Step): void {
  const { slug, draft, rows, faults } = reading;
  tally.rows += rows;
  const refusals = outcome?.ok === false ? [{ line: draft?.line ?? 0, reason: outcome.error }] : faults;
  for (const bad of refusals) note(tally, bad);
  if (outcome?.ok) {
    tally.counts[outcome.value.saved] += 1;
    tally.variants += draft?.variants.length ?? 0;
    tally.slugs.push(slug);
  } else if (slug !== "" && tally.leftOut.length < kept) tally.leftOut.push(slug);
}

function note(tally: Tally, bad: BadRow): void {
  tally.refused += 1;
  tally.bad.push(bad);
  if (tally.bad.length < 2 * kept) return;
  sortBad(tally);
  tally.bad.length = kept;
}

/** In the file's order, and no more than are named. */
export function sortBad({ bad }: Tally): readonly BadRow[] {
  return bad.sort((a, b) => a.line - b.line).slice(0, kept);
}

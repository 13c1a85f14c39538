import type { BadRow } from "../rules/format.ts";
import type { Step } from "../writing/run.ts";
import { addWords, noWords, type ReportWords } from "./words.ts";

/**
 * So many bad rows, and products left out because of them, are kept to be reported in the file's
 * order: a file may have any number of them.
 */
const maxUnreported = 2_000;

/** What an import has done so far. */
export type Tally = {
  rows: number;
  counts: { created: number; changed: number; unchanged: number };
  variants: number;
  /** products that are in the shop as the file has them */
  slugs: string[];
  refused: number;
  /** what is not reported yet */
  bad: BadRow[];
  leftOut: string[];
  words: ReportWords;
};

/** All zero; `count` changes it product by product. */
export const newTally = (): Tally => ({
  ...{ rows: 0, counts: { created: 0, changed: 0, unchanged: 0 }, variants: 0, slugs: [], refused: 0, bad: [], leftOut: [] },
  words: noWords,
});

/** Adds one product's outcome to `tally`, which it changes. */
export function addToTally(tally: Tally, { reading, outcome }: Step): void {
  const { slug, draft, rows, faults } = reading;
  tally.rows += rows;
  const refusals = outcome?.ok === false ? [{ line: draft?.line ?? 0, reason: outcome.error }] : faults;
  tally.refused += refusals.length;
  for (const bad of refusals) tally.bad.push(bad);
  if (outcome?.ok) {
    tally.counts[outcome.value.saved] += 1;
    tally.variants += draft?.variants.length ?? 0;
    tally.slugs.push(slug);
  } else if (slug !== "" && !reading.skipped) tally.leftOut.push(slug);
  tally.words = addWords(tally.words, { reading, outcome });
}

/** Whether the rows yet to be reported should be printed now, to bound memory. */
export const shouldReport = ({ bad, leftOut }: Tally): boolean => Math.max(bad.length, leftOut.length) >= maxUnreported;

/** Removes and returns what is not reported yet, in the file's order. */
export function takeUnreported(tally: Tally): Pick<Tally, "bad" | "leftOut"> {
  const { bad, leftOut } = tally;
  tally.bad = [];
  tally.leftOut = [];
  return { bad: bad.sort((a, b) => a.line - b.line), leftOut };
}

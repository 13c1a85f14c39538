import type { BadRow } from "../rules/format.ts";
import type { Step } from "../writing/run.ts";
import { addWords, noWords, type ReportWords } from "./words.ts";

/**
 * The most bad rows, and the most left-out products, that are kept before they are reported in the
 * file's order. A file may have any number of them.
 */
const maxUnreported = 2_000;

/** The results of an import so far. */
export type Tally = {
  rows: number;
  counts: { created: number; changed: number; unchanged: number };
  variants: number;
  /** slugs of the products that were created, changed or unchanged */
  slugs: string[];
  refused: number;
  /** bad rows that are not reported yet */
  bad: BadRow[];
  leftOut: string[];
  words: ReportWords;
};

/** A tally of zeros, to which `addToTally` adds each product. */
export const newTally = (): Tally => ({
  rows: 0,
  counts: { created: 0, changed: 0, unchanged: 0 },
  variants: 0,
  slugs: [],
  refused: 0,
  bad: [],
  leftOut: [],
  words: noWords,
});

/** Adds one product's outcome to `tally`, in place. */
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

/** Whether to print the unreported rows now, to limit memory. */
export const shouldReport = ({ bad, leftOut }: Tally): boolean => Math.max(bad.length, leftOut.length) >= maxUnreported;

/** Removes and returns the unreported rows and products, in the file's order. */
export function takeUnreported(tally: Tally): Pick<Tally, "bad" | "leftOut"> {
  const { bad, leftOut } = tally;
  tally.bad = [];
  tally.leftOut = [];
  return { bad: bad.sort((a, b) => a.line - b.line), leftOut };
}

import { counted } from "../reports/counts.ts";
import { addWords, noWords, type ReportWords } from "../reports/words.ts";
import type { Step } from "../writing/run.ts";
import type { ImportLine, ImportStep } from "./queries.ts";

/** What a dry run has found, or what an import has done so far. */
export type ImportProgress = {
  /** rows of the file */
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  /** variants of the products that were created, changed or unchanged */
  variants: number;
  /** the number of refused rows */
  refused: number;
  /** the number of products left out because of an error */
  leftOut: number;
  /** lines of the report: all lines, then those about problems and about changes */
  lines: number;
  problems: number;
  changes: number;
  pictures: number;
  missingPictures: number;
  /** columns with values that were not imported */
  untaken: readonly string[];
  notes: readonly string[];
} & ReportWords;

export const noProgress: ImportProgress = {
  ...{ rows: 0, created: 0, changed: 0, unchanged: 0, variants: 0, refused: 0, leftOut: 0 },
  ...{ lines: 0, problems: 0, changes: 0, pictures: 0, missingPictures: 0, untaken: [], notes: [] },
  ...noWords,
};

export const progressIn = (text: string | null): ImportProgress => ({ ...noProgress, ...JSON.parse(text ?? "{}") });

/**
 * The most lines about problems, and the most lines about changes, that are stored for a step (the
 * dry run or the import). A file may cause any number of lines.
 */
export const mostLines = 10_000;

type NewLine = Pick<ImportLine, "kind" | "line" | "product" | "words">;

function linesOf({ reading, outcome }: Step): NewLine[] {
  const { slug, draft, faults } = reading;
  const bad = outcome?.ok === false ? [{ line: draft?.line ?? 0, reason: outcome.error }] : faults;
  const lines: NewLine[] = bad.map(({ line, reason }) => ({ kind: "problem", line, product: slug, words: reason }));
  if (outcome?.ok) {
    const { saved, differs } = outcome.value;
    if (saved === "created")
      lines.push({ kind: "create", line: null, product: slug, words: counted(draft?.variants.length ?? 0, "variant") });
    if (saved === "changed") lines.push({ kind: "change", line: null, product: slug, words: differs.join(", ") });
  }
  return lines;
}

const isChange = ({ kind }: NewLine): boolean => kind === "create" || kind === "change";

/** Counts all new lines, and numbers those that still fit into the report. */
export function addLines(
  progress: ImportProgress,
  { id, step }: { id: string; step: ImportStep },
  lines: readonly NewLine[],
): { progress: ImportProgress; lines: ImportLine[] } {
  const next = { ...progress };
  const importLines: ImportLine[] = [];
  for (const line of lines) {
    const count = isChange(line) ? "changes" : "problems";
    next[count] += 1;
    if (next[count] > mostLines) continue;
    next.lines += 1;
    importLines.push({ import_id: id, step, number: next.lines, ...line });
  }
  return { progress: next, lines: importLines };
}

/** Adds a batch's outcomes. */
export function addSteps(progress: ImportProgress, run: { id: string; step: ImportStep }, steps: readonly Step[]) {
  const result = addLines(progress, run, steps.flatMap(linesOf));
  const next = result.progress;
  for (const { reading, outcome } of steps) {
    next.rows += reading.rows;
    next.refused += outcome?.ok === false ? 1 : reading.faults.length;
    if (outcome?.ok) {
      next[outcome.value.saved] += 1;
      next.variants += reading.draft?.variants.length ?? 0;
    } else if (reading.slug !== "" && !reading.skipped) next.leftOut += 1;
    Object.assign(next, addWords(next, { reading, outcome }));
  }
  return result;
}

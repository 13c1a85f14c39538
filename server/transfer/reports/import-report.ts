import { truncated } from "../rules/truncated.ts";
import type { Step } from "../writing/run.ts";
import { counted, formatCount } from "./counts.ts";
import type { Output } from "./output.ts";
import { type Tally, takeUnreported } from "./tally.ts";
import { missingCategoryNotes, sharedSkuNotes } from "./words.ts";

type ImportReport = { mode: "written" | "tried"; untaken: readonly string[]; notes: readonly string[] };

/** Prints one line for a product that a dry run would create or change. */
export function announce({ print }: Output, { reading, outcome }: Step): void {
  if (!outcome?.ok) return;
  const { saved, differs } = outcome.value;
  if (saved === "created") print(`create ${reading.slug}: ${counted(reading.draft?.variants.length ?? 0, "variant")}`);
  if (saved === "changed") print(`change ${reading.slug}: ${differs.join(", ")}`);
}

/** Reports the bad rows that are not reported yet, and the products left out because of them. */
export function reportBadRows({ complain }: Pick<Output, "complain">, tally: Tally): void {
  const { bad, leftOut } = takeUnreported(tally);
  for (const { line, reason } of bad) complain(`line ${line}: ${reason}`);
  if (leftOut.length > 0) complain(`Left out completely because of these rows: ${leftOut.join(", ")}`);
}

/** Prints the totals, then the remaining bad rows, columns that were not imported, and notes. */
export function report({ print, complain }: Output, tally: Tally, { mode, untaken, notes }: ImportReport): void {
  const { rows, counts, variants, slugs, refused, words } = tally;
  const products = `${counted(slugs.length, "product")} with ${counted(variants, "variant")}`;
  const [created, changed] = [formatCount(counts.created), formatCount(counts.changed)];
  const rest = `${formatCount(counts.unchanged)} unchanged; ${counted(refused, "row")} refused`;
  print(`${counted(rows, "row")} read: ${products} ${mode === "tried" ? "would be imported" : "imported"}`);
  print(
    mode === "tried" ? `${created} to create, ${changed} to change, ${rest}` : `${created} created, ${changed} changed, ${rest}`,
  );
  reportBadRows({ complain }, tally);
  if (untaken.length > 0)
    print(`Columns with values that were not imported: ${untaken.map((name) => truncated(name)).join(", ")}`);
  for (const line of [...sharedSkuNotes(words), ...missingCategoryNotes(words), ...notes]) print(line);
  if (mode === "tried") print("Nothing was written: this was a dry run.");
}

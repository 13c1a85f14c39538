import type { Step } from "../../catalog/import/run.ts";
import { shortened } from "../../catalog/rules/import/said.ts";
import type { CommandContext } from "../command.ts";
import { sortBad, type Tally } from "./tally.ts";
import { figure, say, some } from "./words.ts";

type Voices = Pick<CommandContext, "print" | "complain">;
type Told = { mode: "written" | "tried"; untaken: readonly string[]; notes: readonly string[] };

/** One line for a product that a dry run would create or change. */
export function announce({ print }: Voices, { reading, outcome }: Step): void {
  if (!outcome?.ok) return;
  const { saved, differs } = outcome.value;
  if (saved === "created") say(print, `create ${reading.slug}: ${some(reading.draft?.variants.length ?? 0, "variant")}`);
  if (saved === "changed") say(print, `change ${reading.slug}: ${differs.join(", ")}`);
}

export function report({ print, complain }: Voices, tally: Tally, { mode, untaken, notes }: Told): void {
  const { rows, counts, variants, slugs, refused, leftOut } = tally;
  const products = `${some(slugs.length, "product")} with ${some(variants, "variant")}`;
  const [created, changed] = [figure(counts.created), figure(counts.changed)];
  const rest = `${figure(counts.unchanged)} unchanged; ${some(refused, "row")} refused`;
  say(print, `${some(rows, "row")} read: ${products} ${mode === "tried" ? "would go in" : "went in"}`);
  say(
    print,
    mode === "tried" ? `${created} to create, ${changed} to change, ${rest}` : `${created} created, ${changed} changed, ${rest}`,
  );
  const named = sortBad(tally);
  for (const { line, reason } of named) say(complain, `line ${line}: ${reason}`);
  if (named.length < refused) say(complain, `and ${some(refused - named.length, "row")} more, further down in the file`);
  if (leftOut.length > 0) say(complain, `Left out whole for these rows: ${leftOut.join(", ")}`);
  if (untaken.length > 0)
    say(print, `Columns that hold something and were not taken over: ${untaken.map((name) => shortened(name)).join(", ")}`);
  for (const line of notes) say(print, line);
  if (mode === "tried") say(print, "Nothing was written: this was a dry run.");
}

import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { findSynonymLines, putSynonymLines } from "./queries/synonyms.ts";
import { readSynonymLines } from "./rules/synonyms.ts";

/** The owner's lines of words that mean the same in a search. */
export const synonymLines = (reader: Db | Tx): Promise<string[]> => findSynonymLines(reader);

/** Refuses with what is wrong of each line. */
export async function saveSynonyms(tx: Tx, lines: readonly string[]): Promise<Outcome<object>> {
  const { faults } = readSynonymLines(lines.join("\n"));
  if (faults.length > 0) return invalidFields([{ field: "lines", message: faults.join(" ") }]);
  await putSynonymLines(tx, lines);
  return ok({});
}

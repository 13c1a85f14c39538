import type { Db, Tx } from "../db/tables.ts";
import { type Outcome, ok } from "../outcome.ts";
import { findSynonymLines, lockSynonymLines, putSynonymLines } from "./queries/synonyms.ts";

/** The owner's lines of words that mean the same in a search. */
export const synonymLines = (reader: Db | Tx): Promise<string[]> => findSynonymLines(reader);

/** The same, as they stay until the transaction ends. */
export const lockSynonyms = (tx: Tx): Promise<string[]> => lockSynonymLines(tx);

/** Takes lines that `readSynonymLines` has read. */
export async function saveSynonyms(tx: Tx, lines: readonly string[]): Promise<Outcome<object>> {
  await putSynonymLines(tx, lines);
  return ok({});
}

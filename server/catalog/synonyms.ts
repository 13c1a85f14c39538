import type { Db, Tx } from "../db/tables.ts";
import { type Outcome, ok } from "../outcome.ts";
import { findSynonymLines, lockSynonymLines, putSynonymLines } from "./queries/synonyms.ts";

/** The owner's lines of synonyms for the search. */
export const synonymLines = (reader: Db | Tx): Promise<string[]> => findSynonymLines(reader);

/** The owner's lines, locked until the transaction ends. */
export const lockSynonyms = (tx: Tx): Promise<string[]> => lockSynonymLines(tx);

/** Stores lines from `readSynonymLines`. */
export async function saveSynonyms(tx: Tx, lines: readonly string[]): Promise<Outcome<object>> {
  await putSynonymLines(tx, lines);
  return ok({});
}

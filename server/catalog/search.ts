import { engineOf } from "../db/engine.ts";
import type { Engine } from "../db/migrations/001-shop.ts";
import type { Db } from "../db/tables.ts";
import { isKnown, wordsLike } from "./queries/search.ts";
import { nearestOf, searchWords, tolerance } from "./rules/search.ts";

/** A parsed query. */
export type Search = {
  /** each of them is the prefix of a word of every result */
  words: readonly string[];
  /** the corrected query, when a word was misspelled */
  corrected: string | undefined;
  /** nothing can be found: the query has no letters, or a word that no product has */
  noMatch: boolean;
  engine: Engine;
};

/** The word itself, where products have it; else the most likely correction, if any. */
async function correctedWord(db: Db, word: string): Promise<string | undefined> {
  if (await isKnown(db, word)) return word;
  const wrong = tolerance(word);
  if (wrong === 0) return undefined;
  for await (const terms of wordsLike(db, word, word.length - wrong)) {
    const nearest = nearestOf(word, terms);
    if (nearest) return nearest;
  }
  return undefined;
}

/** Corrects misspelled words; products are not searched yet. Blank `q` gives no words. */
export async function parseSearch(db: Db, q: string): Promise<Search> {
  const engine = engineOf(db);
  const typedWords = searchWords(q);
  const words: string[] = [];
  for (const word of typedWords) {
    const known = await correctedWord(db, word);
    if (known === undefined) return { words: typedWords, corrected: undefined, noMatch: true, engine };
    words.push(known);
  }
  const changed = words.some((word, at) => word !== typedWords[at]);
  return { words, corrected: changed ? words.join(" ") : undefined, noMatch: words.length === 0 && q.trim() !== "", engine };
}

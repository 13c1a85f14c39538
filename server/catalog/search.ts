import type { Db } from "../db/tables.ts";
import { findByCode, findMatching, isKnown, wordsLike } from "./queries/search.ts";
import {
  isCodeBeginning,
  nearestOf,
  plainTerms,
  type SearchTerm,
  searchedCode,
  searchWords,
  singular,
  tolerance,
} from "./rules/search.ts";
import { type Synonyms, sameBeginning, sameWord, searchTerms, synonymsIn } from "./rules/synonyms.ts";
import { synonymLines } from "./synonyms.ts";

/** The result of a query. */
export type Search = {
  /** the terms to compare names with: the typed or corrected words, with synonyms */
  terms: readonly SearchTerm[];
  /** the corrected query, if nothing has the typed words */
  corrected: string | undefined;
  /** published products; undefined without a search */
  found: readonly string[] | undefined;
  /** found products that have the query as SKU or barcode, which come first */
  exact: readonly string[];
};

type Matches = Pick<Search, "terms" | "corrected"> & { found: readonly string[] };

const nothingSearched: Search = { terms: [], corrected: undefined, found: undefined, exact: [] };

/** Finds products by words and by codes. A blank `q` searches nothing. */
export async function searchCatalog(db: Db, q: string): Promise<Search> {
  if (q.trim() === "") return nothingSearched;
  const code = searchedCode(q);
  const coded = code === "" ? [] : await findByCode(db, code, { begins: isCodeBeginning(code) });
  const words = searchWords(q);
  const synonyms = synonymsIn(await synonymLines(db));
  const exactMatches = await matchTyped(db, words, synonyms);
  const matches = exactMatches.found.length > 0 || coded.length > 0 ? exactMatches : await correct(db, words, synonyms);
  const exact = coded.flatMap(({ id, isExact }) => (isExact ? [id] : []));
  const { terms, corrected } = matches ?? exactMatches;
  return {
    ...{ terms, corrected },
    found: [...new Set([...coded.map(({ id }) => id), ...(matches ?? exactMatches).found])],
    exact: [...new Set(exact)],
  };
}

/** Matches the typed words. If nothing is found, a typed word may also begin a synonym. */
async function matchTyped(db: Db, words: readonly string[], synonyms: Synonyms): Promise<Matches> {
  const whole = searchTerms(words, synonyms, sameWord);
  const matchingIds = await findMatching(db, whole);
  if (matchingIds.length > 0 || synonyms.length === 0) return { terms: whole, corrected: undefined, found: matchingIds };
  const beginningTerms = searchTerms(words, synonyms, sameBeginning);
  return { terms: beginningTerms, corrected: undefined, found: await findMatching(db, beginningTerms) };
}

/** The most corrections that are tried for one word. */
const mostTries = 3;
/**
 * If a correction leaves out the unknown words, at least one known word must have this many
 * letters. Shorter words alone are too vague to search for.
 */
const shortestKept = 3;

/**
 * Tries corrections, the likeliest first, until one finds products. A correction replaces or leaves
 * out unknown words. Undefined if none finds products, or if every word is known.
 */
async function correct(db: Db, words: readonly string[], synonyms: Synonyms): Promise<Matches | undefined> {
  const choices: { word: string; isTyped: boolean; nearest: readonly string[] }[] = [];
  for (const word of words) {
    const isTyped = await isKnown(db, searchTerms([word], synonyms, sameWord));
    choices.push({ word, isTyped, nearest: isTyped ? [word] : await correctionsOf(db, word, synonyms) });
  }
  if (choices.every(({ isTyped }) => isTyped)) return undefined;
  const tries = Math.max(...choices.map(({ nearest }) => nearest.length));
  const attempts = choices.some(({ nearest }) => nearest.length === 0)
    ? []
    : Array.from({ length: tries }, (_, rank) =>
        choices.map(({ word, nearest }) => nearest[Math.min(rank, nearest.length - 1)] ?? word),
      );
  const keptWords = choices.flatMap(({ word, isTyped }) => (isTyped ? [word] : []));
  if (keptWords.some((word) => word.length >= shortestKept)) attempts.push(keptWords);
  for (const attempt of attempts) {
    const terms = searchTerms(attempt, synonyms, sameWord);
    const matchingIds = await findMatching(db, terms);
    if (matchingIds.length > 0) return { terms, corrected: attempt.join(" "), found: matchingIds };
  }
  return undefined;
}

/** The corrections of an unknown word, the likeliest first: its singular, or another spelling. */
async function correctionsOf(db: Db, word: string, synonyms: Synonyms): Promise<string[]> {
  const singularWord = singular(word);
  const isPlural = singularWord !== word && (await isKnown(db, plainTerms([singularWord])));
  const wrong = tolerance(word);
  if (wrong === 0) return isPlural ? [singularWord] : [];
  const owners = synonyms.flat(2);
  for await (const terms of wordsLike(db, word, word.length - wrong)) {
    const nearest = nearestOf(word, [...terms, ...owners]);
    if (nearest.length > 0) return [...new Set([...(isPlural ? [singularWord] : []), ...nearest])].slice(0, mostTries);
  }
  return isPlural ? [singularWord] : [];
}

import { foldedText } from "../../folded-text.ts";

/**
 * The most words of a search, and the most characters of a word. Real searches and names have
 * fewer. Further words of a search and further characters of a word are ignored. The search index
 * ignores the same characters.
 */
export const mostSearchWords = 6;
const maxWordLength = 60;

/**
 * The words of a text, as in the engines' indexes: letters and digits, separated by anything else.
 */
export const wordsOf = (text: string): string[] =>
  foldedText(text)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, maxWordLength).join(""));

/** The words of a search. */
export const searchWords = (q: string): string[] => wordsOf(q).slice(0, mostSearchWords);

/**
 * One part of a search: a list of alternatives, such as a typed word and its synonyms. Each
 * alternative is a list of words. A product matches if every word of one alternative is the
 * beginning of a word of the product.
 */
export type SearchTerm = readonly (readonly string[])[];

/** A search for each word alone. */
export const plainTerms = (words: readonly string[]): SearchTerm[] => words.map((word) => [[word]]);

/** A typed SKU or barcode without signs and spaces; empty without a letter or digit. */
export const searchedCode = (q: string): string => foldedText(q).replace(/[^\p{L}\p{Nd}]+/gu, "");

/**
 * Whether to search for codes that begin with this one. Words and short numbers would match too
 * many.
 */
export const isCodeBeginning = (code: string): boolean => code.length >= 4 && /\d/.test(code);

/**
 * Whether a text matches each term: its words must begin with the words of the term or of a
 * synonym.
 */
export const mentions = (text: string, terms: readonly SearchTerm[]): boolean => {
  const textWords = wordsOf(text);
  const has = (word: string) => textWords.some((each) => each.startsWith(word));
  return terms.every((alternatives) => alternatives.some((words) => words.every(has)));
};

/**
 * How many wrong letters of a word are corrected: none in a number, and none in a short word, which
 * would match too many words.
 */
export function tolerance(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * The edit distance from `word` to `term` (insertions, deletions, substitutions, swapped
 * neighbours), and to the nearest prefix of `term`.
 */
export function distances(word: string, term: string): { whole: number; start: number } {
  let before: number[] = [];
  let above = Array.from({ length: term.length + 1 }, (_, at) => at);
  for (let row = 1; row <= word.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= term.length; at += 1) {
      const same = word[row - 1] === term[at - 1];
      let least = Math.min((line[at - 1] ?? 0) + 1, (above[at] ?? 0) + 1, (above[at - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && at > 1 && word[row - 1] === term[at - 2] && word[row - 2] === term[at - 1];
      if (swapped) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return { whole: above[term.length] ?? 0, start: Math.min(...above) };
}

/**
 * An English plural without its ending, such as `berry` for `berries`; any other word unchanged.
 */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ch|sh|ss|x|zz)es$/.test(word) ? -2 : -1);
}

/**
 * Whether a short word is probably a typing error for the term: a letter is missing, doubled or
 * swapped with its neighbour. `bong` is a word of its own, no error for `long`. In a word of five
 * letters, one may be wrong.
 */
function isSlip(word: string, term: string): boolean {
  const letters = singular(word).length;
  if (letters > 5 || term.length > word.length) return true;
  if (term.length < word.length) return word.replace(/(.)\1/u, "$1") === term;
  return [...word].sort().join("") === [...term].sort().join("") || (letters === 5 && word[0] === term[0]);
}

/**
 * Shorter words are not compared with the beginnings of longer words, since too many would match.
 */
const shortestStart = 6;

/**
 * The distance of a word from a term; undefined if too far. A wrong first letter adds distance,
 * since that error is rare. An unfinished word may match a term's beginning.
 */
function editDistance(word: string, term: string): number | undefined {
  if (/\d/.test(term)) return undefined;
  const { whole, start } = distances(word, term);
  const otherStart = word[0] === term[0] ? 0 : 1;
  if (whole <= tolerance(word)) return isSlip(word, term) ? whole * 2 + otherStart : undefined;
  const begun = word.length >= shortestStart && start <= tolerance(word);
  return begun ? 10 + start * 2 + otherStart : undefined;
}

/** The terms that a word may be a misspelling of, the likeliest first; ties keep their order. */
export const nearestOf = (word: string, terms: readonly string[]): string[] =>
  terms
    .flatMap((term) => {
      const far = editDistance(word, term);
      return far === undefined ? [] : [{ term, far }];
    })
    .toSorted((one, other) => one.far - other.far)
    .map(({ term }) => term);

/**
 * More words than people search for, and longer ones than names have; further ones are left out, as
 * in the index.
 */
const mostWords = 6;
const maxWordLength = 60;

/** Case and accents do not count: é is e, for the index too. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/**
 * The words of a text, as in the engines' indexes: letters and digits, separated by anything else.
 */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, maxWordLength).join(""));

/** The words of a search. */
export const searchWords = (q: string): string[] => wordsOf(q).slice(0, mostWords);

/** True when every word of the search begins a word of the text. */
export const mentions = (text: string, words: readonly string[]): boolean => {
  const textWords = wordsOf(text);
  return words.every((word) => textWords.some((each) => each.startsWith(word)));
};

/**
 * How many wrong letters are corrected; none in numbers, and none in words so short that any other
 * would match.
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

/** Shorter words are compared as a whole: too many others have a similar prefix. */
const shortestStart = 5;

/**
 * The distance of a term, smaller is nearer; undefined when it is too far. A wrong first letter is
 * rare, and a word that is still being typed may end early.
 */
function editDistance(word: string, term: string): number | undefined {
  if (/\d/.test(term)) return undefined;
  const { whole, start } = distances(word, term);
  const otherStart = word[0] === term[0] ? 0 : 1;
  if (whole <= tolerance(word)) return whole * 2 + otherStart;
  const begun = word.length >= shortestStart && start <= tolerance(word);
  return begun ? 10 + start * 2 + otherStart : undefined;
}

/** The most likely term; of equally near ones the first. */
export function nearestOf(word: string, terms: readonly string[]): string | undefined {
  let found: { term: string; far: number } | undefined;
  for (const term of terms) {
    const far = editDistance(word, term);
    if (far !== undefined && far < (found?.far ?? Infinity)) found = { term, far };
  }
  return found?.term;
}

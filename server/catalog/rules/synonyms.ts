import { mostSearchWords, type SearchTerm, singular, wordsOf } from "./search.ts";

/** The words of a phrase: `tee shirt` has two. */
type Phrase = readonly string[];
/** Groups of phrases with the same meaning. Each line of the owner is one group. */
export type Synonyms = readonly (readonly Phrase[])[];

const most = { lines: 500, phrases: 12, characters: 300, allCharacters: 20_000 };
export const synonymExample = "sweatshirt = hoodie";

const phrasesIn = (line: string): string[] => line.split(/[=,;]/).map((phrase) => phrase.trim());

/** The reason why a line cannot be used, as the end of a sentence; undefined for a valid line. */
function lineFault(line: string): string | undefined {
  if (line.length > most.characters) return `is longer than ${most.characters} characters.`;
  const phrases = phrasesIn(line);
  if (phrases.length < 2) return `needs words with = between them, such as ${synonymExample}.`;
  if (phrases.length > most.phrases) return `has more than ${most.phrases} words or names.`;
  const unread = phrases.find((phrase) => wordsOf(phrase).length === 0);
  if (unread !== undefined)
    return unread === "" ? "has nothing on one side of a =." : `has “${unread}”, without a letter or digit.`;
  const long = phrases.find((phrase) => wordsOf(phrase).length > mostSearchWords);
  if (long) return `has “${long}”, which is longer than ${mostSearchWords} words.`;
  const different = new Set(phrases.map((phrase) => wordsOf(phrase).join(" ")));
  return different.size < 2 ? "has the same word on both sides of the =." : undefined;
}

/** The typed lines, trimmed and without empty lines, and their errors with line numbers. */
export function readSynonymLines(text: string): { lines: string[]; faults: string[] } {
  const typedLines = text.split(/\r\n?|\n/).map((line) => line.trim().replace(/\s+/g, " "));
  const faults = typedLines.flatMap((line, at) => {
    const fault = line === "" ? undefined : lineFault(line);
    return fault ? [`Line ${at + 1} ${fault}`] : [];
  });
  const lines = typedLines.filter(Boolean);
  if (lines.length > most.lines) faults.push(`There can be up to ${most.lines} lines.`);
  if (lines.join("\n").length > most.allCharacters) faults.push("All lines together can have up to 20,000 characters.");
  return { lines, faults };
}

/** The synonyms in the owner's lines. */
export const synonymsIn = (lines: readonly string[]): Synonyms => lines.map((line) => phrasesIn(line).map(wordsOf));

/**
 * Compares a typed word with a word of a synonym. `sameWord` treats singular and plural as equal.
 * `sameBeginning` also accepts a typed beginning of at least three letters.
 */
type Same = (typed: string, word: string) => boolean;
export const sameWord: Same = (typed, word) => singular(typed) === singular(word);
const shortestBeginning = 3;
export const sameBeginning: Same = (typed, word) =>
  sameWord(typed, word) || (typed.length >= shortestBeginning && word.startsWith(typed));

/** The terms of a search, each with its synonyms. Synonyms of several words are matched first. */
export function searchTerms(words: Phrase, synonyms: Synonyms, isSame: Same): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (let at = 0; at < words.length; ) {
    const standsHere = (phrase: Phrase) =>
      phrase.every((word, offset) => {
        const searchWord = words[at + offset];
        return searchWord !== undefined && (offset === phrase.length - 1 ? isSame : sameWord)(searchWord, word);
      });
    const length = Math.max(1, ...synonyms.flat().map((phrase) => (standsHere(phrase) ? phrase.length : 0)));
    const same = synonyms.filter((group) => group.some((phrase) => phrase.length === length && standsHere(phrase)));
    terms.push([words.slice(at, at + length), ...same.flat().flatMap(withSingular)]);
    at += length;
  }
  return terms;
}

const withSingular = (phrase: Phrase): Phrase[] => [phrase, phrase.map(singular)];

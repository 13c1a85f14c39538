import { truncated } from "../truncated.ts";

/** The most different words that are kept; further words are only counted. */
const mostKept = 10_000;
const mostNamed = 20;

/** Counts each word; reports its first spelling. */
export type Tally = {
  add(word: string): void;
  size(): number;
  /** the words with their counts */
  named(): string;
  /** the words without counts */
  words(): string;
};

/** Counts words; words that differ only in case count as one. */
export function wordCounts(): Tally {
  const counts = new Map<string, { word: string; count: number }>();
  let beyond = 0;
  return {
    add: (word) => {
      const key = word.toLowerCase();
      const entry = counts.get(key);
      if (entry) entry.count += 1;
      else if (counts.size < mostKept) counts.set(key, { word, count: 1 });
      else beyond += 1;
    },
    size: () => counts.size + beyond,
    named: () => listed(({ word, count }) => `${truncated(word)} (${count})`),
    words: () => listed(({ word }) => truncated(word)),
  };

  function listed(textOf: (counted: { word: string; count: number }) => string): string {
    const often = [...counts.values()].sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
    const words = often.slice(0, mostNamed).map(textOf);
    const others = often.length - words.length + beyond;
    return words.join(", ") + (others > 0 ? ` and ${others} more` : "");
  }
}

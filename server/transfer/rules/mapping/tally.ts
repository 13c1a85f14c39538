import { truncated } from "../truncated.ts";

/** More different words than this are counted, not named. */
const mostKept = 10_000;
const mostNamed = 20;

/** How often each word occurred; the first spelling is reported. */
export type Tally = {
  add(word: string): void;
  size(): number;
  /** with how often each occurred */
  named(): string;
  /** the words alone */
  words(): string;
};

/** Words that differ only in case are one. */
export function wordCounts(): Tally {
  const counts = new Map<string, { word: string; count: number }>();
  let beyond = 0;
  return {
    add: (word) => {
      const key = word.toLowerCase();
      const kept = counts.get(key);
      if (kept) kept.count += 1;
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

/** Words of a file, in whatever case → what they mean in the shop. */
export type Meanings = Readonly<Record<string, string>>;

/** Case and blanks around a word do not count. */
export const folded = (word: string): string => word.trim().toLowerCase();

/** A path like `Clothing > Shirts` as a whole, then its parts, the nearest first. */
const spellings = (word: string): string[] => [word, ...word.split(">").toReversed()].map(folded);

/** Finds what words mean, a path also by its parts, and remembers which words never came up. */
export function meaningLookup(all: Meanings = {}): { find(word: string): string | undefined; unmet(): string[] } {
  const known = new Map(Object.entries(all).map(([word, meaning]) => [folded(word), { word, meaning, met: false }]));
  return {
    find: (word) => {
      const found = spellings(word)
        .map((each) => known.get(each))
        .find((each) => each !== undefined);
      if (found) found.met = true;
      return found?.meaning;
    },
    unmet: () => [...known.values()].filter(({ met }) => !met).map(({ word }) => word),
  };
}

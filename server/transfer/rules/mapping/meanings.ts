/** Words of a file, in any case → their meaning in the shop. */
export type Meanings = Readonly<Record<string, string>>;

/** Case and surrounding blanks do not count. */
export const foldCase = (word: string): string => word.trim().toLowerCase();

/** A path like `Clothing > Shirts` as a whole, then its parts, the last first. */
const spellings = (word: string): string[] => [word, ...word.split(">").toReversed()].map(foldCase);

/**
 * Looks words up, a path also by its parts, and records which words of the mapping never occurred.
 */
export function meaningLookup(all: Meanings = {}): { find(word: string): string | undefined; unmet(): string[] } {
  const known = new Map(Object.entries(all).map(([word, meaning]) => [foldCase(word), { word, meaning, met: false }]));
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

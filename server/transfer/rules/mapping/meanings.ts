/** Words of a file, in any case → their meaning in the shop. */
export type Meanings = Readonly<Record<string, string>>;

/** Folds a word: case and surrounding blanks do not count. */
export const foldCase = (word: string): string => word.trim().toLowerCase();

/** A path like `Clothing > Shirts` as a whole, then its parts, from the last. */
const spellings = (word: string): string[] => [word, ...word.split(">").toReversed()].map(foldCase);

/**
 * Looks words up, a path also by its parts, and records which words of the mapping never occurred.
 */
export function meaningLookup(all: Meanings = {}): { find(word: string): string | undefined; unmet(): string[] } {
  const meanings = new Map(Object.entries(all).map(([word, meaning]) => [foldCase(word), { word, meaning, met: false }]));
  return {
    find: (word) => {
      const meaning = spellings(word)
        .map((each) => meanings.get(each))
        .find((each) => each !== undefined);
      if (meaning) meaning.met = true;
      return meaning?.meaning;
    },
    unmet: () => [...meanings.values()].filter(({ met }) => !met).map(({ word }) => word),
  };
}

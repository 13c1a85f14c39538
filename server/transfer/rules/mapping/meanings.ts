/** A word of a file, in any letter case → its meaning in the shop. */
export type Meanings = Readonly<Record<string, string>>;

/** Removes the differences of case and surrounding blanks. */
export const foldCase = (word: string): string => word.trim().toLowerCase();

/** A word, and if it is a path like `Clothing > Shirts`, also its parts, the last part first. */
const spellings = (word: string): string[] => [word, ...word.split(">").toReversed()].map(foldCase);

/**
 * Looks up words; a path is also looked up by its parts. `unmet` returns the words of the mapping
 * that never occurred.
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

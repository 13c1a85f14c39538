/** Words of a file, in whatever case → what they mean in the shop. */
export type Meanings = Readonly<Record<string, string>>;

/** Case and blanks around a word do not count. */
export const folded = (word: string): string => word.trim().toLowerCase();

/** The last part of a path like `Clothing > Shirts`. */
const lastPart = (word: string): string => word.slice(word.lastIndexOf(">") + 1);

/** Finds what words mean, a path also by its last part, and remembers which words never came up. */
export function looking(all: Meanings = {}): { find(word: string): string | undefined; unmet(): string[] } {
  const known = new Map(Object.entries(all).map(([word, meaning]) => [folded(word), { word, meaning, met: false }]));
  return {
    find: (word) => {
      const found = known.get(folded(word)) ?? known.get(folded(lastPart(word)));
      if (found) found.met = true;
      return found?.meaning;
    },
    unmet: () => [...known.values()].filter(({ met }) => !met).map(({ word }) => word),
  };
}

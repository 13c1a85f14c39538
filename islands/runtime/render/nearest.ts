/** The known word that a misspelt word most likely means; undefined if none is similar. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const near = [...words].map((one) => [distance(word, one), one] as const).sort(([a], [b]) => a - b)[0];
  return near && near[0] <= Math.max(1, Math.floor(word.length / 3)) ? near[1] : undefined;
}

/**
 * The edit distance: the number of letters to add, remove, replace, or swap with the next letter.
 */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/** The end of a message that suggests a word. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const near = nearest(word, words);
  return near ? `; did you mean ${near}?` : "";
}

/** Characters of the note with an order. */
export const longestOrderNote = 500;

/** Both notes of carts that become one, each once; the later one alone where both are too long together. */
export function joinedNotes(earlier: string, later: string): string {
  if (later === "" || earlier.includes(later)) return earlier;
  const both = earlier === "" || later.includes(earlier) ? later : `${earlier}\n\n${later}`;
  return both.length > longestOrderNote ? later : both;
}

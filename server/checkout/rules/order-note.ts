/** The most characters of the note with an order. */
export const longestOrderNote = 500;

/**
 * Joins the notes of merged carts, each once. If both together are too long, only the later note
 * stays.
 */
export function joinedNotes(earlier: string, later: string): string {
  if (later === "" || earlier.includes(later)) return earlier;
  const note = earlier === "" || later.includes(earlier) ? later : `${earlier}\n\n${later}`;
  return note.length > longestOrderNote ? later : note;
}

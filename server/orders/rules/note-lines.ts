/** An order's note split into lines; empty without a note. */
export const noteLines = (orderNote: string): string[] => (orderNote === "" ? [] : orderNote.split("\n"));

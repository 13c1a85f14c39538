/** A note with an order as the lines that it is shown in; without one there are none. */
export const noteLines = (orderNote: string): string[] => (orderNote === "" ? [] : orderNote.split("\n"));

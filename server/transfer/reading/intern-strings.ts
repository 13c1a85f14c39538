/** A file with more different reasons than these is wrong in a way that they tell. */
const maxStrings = 20_000;

const furtherOne = "it cannot be taken over either: see the rows before it";

/**
 * What is said of a row, for as long as the file is open: the same words of many rows are kept
 * once, and further ones than `most` are not.
 */
export function internStrings(atMost = maxStrings): (reason: string) => string {
  const known = new Map<string, string>();
  return (reason) => {
    const same = known.get(reason);
    if (same !== undefined) return same;
    if (known.size >= atMost) return furtherOne;
    known.set(reason, reason);
    return reason;
  };
}

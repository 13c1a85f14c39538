/** The most different reasons; a file with more is wrong as a whole. */
const maxStrings = 20_000;

const furtherOne = "it was left out too: see the earlier rows of this product";

/**
 * Keeps one copy of each reason, since many rows have the same; beyond `atMost` further ones are
 * replaced.
 */
export function internStrings(atMost = maxStrings): (reason: string) => string {
  const strings = new Map<string, string>();
  return (reason) => {
    const same = strings.get(reason);
    if (same !== undefined) return same;
    if (strings.size >= atMost) return furtherOne;
    strings.set(reason, reason);
    return reason;
  };
}

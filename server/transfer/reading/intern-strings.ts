/** The most different reasons. If a file has more, the whole file is wrong. */
const maxStrings = 20_000;

const furtherOne = "it was left out too: see the earlier rows of this product";

/**
 * Keeps one copy of each reason, since many rows have equal reasons. After `atMost` different
 * reasons, a general one replaces further reasons.
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

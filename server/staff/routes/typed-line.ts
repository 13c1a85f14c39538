/**
 * A value of an address's query as one line: without control characters, trimmed, at most `most`
 * characters.
 */
export const typedLine = (value: unknown, most: number): string =>
  typeof value === "string"
    ? value
        .replace(/\p{Cc}/gu, "")
        .trim()
        .slice(0, most)
    : "";

/** A value of an address's query as one line: without control characters, trimmed, no longer than `most`. */
export const typedLine = (value: unknown, most: number): string =>
  typeof value === "string"
    ? value
        .replace(/\p{Cc}/gu, "")
        .trim()
        .slice(0, most)
    : "";

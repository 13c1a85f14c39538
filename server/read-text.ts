/** Reads a sent text unchanged; returns `otherwise` if it is absent or not a single text. */
export const readText = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);

/**
 * Reads a sent text as one line of up to `most` characters, trimmed, without control characters.
 */
export const readLine = (value: unknown, most: number): string =>
  readText(value)
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, most);

/** Reads a sent text of several lines, trimmed, with uniform line ends. */
export const readLines = (value: unknown): string => readText(value).replace(/\r\n?/g, "\n").trim();

/** A text of a form or a query as it was sent; `otherwise` if it is absent, or not a single text. */
export const readText = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);

/** A sent text as one line: without control characters, trimmed, with at most `most` characters. */
export const readLine = (value: unknown, most: number): string =>
  readText(value)
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, most);

/** A sent text of several lines: with uniform line ends, trimmed. */
export const readLines = (value: unknown): string => readText(value).replace(/\r\n?/g, "\n").trim();

import { type Expression, type SqlBool, sql } from "kysely";

const most = 6;

/** The words of a search, folded as the stored text is: lower case, hyphens part words. */
export const searchWords = (q: string): string[] =>
  q
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, most);

/** Name and brand as one line of words, each with a space before it. */
const line = sql<string>`' ' || replace(lower(product.name || ' ' || product.brand), '-', ' ')`;

/** Every word must begin a word of the name or the brand. Taking it out changes the line only where it stands: no pattern, nothing to escape. */
export const matchesWords = (words: readonly string[]): Expression<SqlBool>[] =>
  words.map((word) => sql<SqlBool>`replace(${line}, ${` ${word}`}, '') <> ${line}`);

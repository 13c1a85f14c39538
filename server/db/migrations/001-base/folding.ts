import type { Engine } from "../../engine.ts";

/** SQL: whether a text has characters beyond ASCII; few have. */
export const isBeyondAscii = (text: string): string => `octet_length(${text}) <> length(${text})`;

/** SQLite has no stored functions, so this folds letter by letter through `search_letter`. */
const foldedInSqlite = (text: string): string => {
  const letter = `substr(${text}, at + 1, 1)`;
  return `CASE WHEN ${isBeyondAscii(text)} THEN (
    WITH RECURSIVE spelled(at, text) AS (
      SELECT 0, '' UNION ALL
      SELECT at + 1, text || COALESCE((SELECT plain FROM search_letter WHERE letter = ${letter}), lower(${letter}))
      FROM spelled WHERE at < length(${text})
    ) SELECT text FROM spelled ORDER BY at DESC LIMIT 1
  ) ELSE lower(${text}) END`;
};

/** SQL that folds a text like `foldedText` (folded-text.ts); `text` is a column. */
export const folded: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: foldedInSqlite,
  postgres: (text) => `search_fold(${text})`,
};

// Lower-casing uses the collation C: a Turkish database would turn I into a dotless i.
export const foldFunction = `CREATE FUNCTION search_fold(line text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ${isBeyondAscii("line")} THEN (
    SELECT COALESCE(string_agg(COALESCE(l.plain, lower(c.letter COLLATE "C")), '' ORDER BY c.at), '')
    FROM regexp_split_to_table(line, '') WITH ORDINALITY AS c (letter, at) LEFT JOIN search_letter l ON l.letter = c.letter
  ) ELSE lower(line COLLATE "C") END
$$`;

import { foldedLetters } from "./letters.ts";
import type { Part } from "./part.ts";
import { postgresIndex } from "./search-postgres.ts";
import { sqliteIndex } from "./search-sqlite.ts";
import { searchedTexts } from "./searched-texts.ts";

const letters = (rest: string, collation = "") =>
  `CREATE TABLE search_letter (letter TEXT${collation} PRIMARY KEY, plain TEXT NOT NULL)${rest}`;
const texts = (operators: string) => `CREATE INDEX search_text_by_text ON search_text (kind, text${operators})`;

/**
 * The full-text index of products, which differs by engine, and the folded texts that staff and
 * shoppers search. Triggers keep both up to date, whichever program writes.
 */
export const search: Part = {
  tables: `
CREATE TABLE search_text (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, id, text)
);

-- Words that the owner declares to mean the same.
CREATE TABLE search_synonym (
  position INT8 PRIMARY KEY,
  words TEXT NOT NULL
);
`,
  own: {
    sqlite: [letters(" STRICT"), texts(""), ...sqliteIndex, ...searchedTexts("sqlite")],
    postgres: [letters("", ' COLLATE "C"'), texts(" text_pattern_ops"), ...postgresIndex, ...searchedTexts("postgres")],
  },
  rows: [{ table: "search_letter", rows: foldedLetters }],
};

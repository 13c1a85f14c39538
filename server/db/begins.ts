import { type Expression, type RawBuilder, sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Db, Tx } from "./tables.ts";

/** The highest Unicode character. */
const last = "\u{10FFFF}";

/**
 * Whether a text begins with another, case-sensitively. The condition uses an index on the text. On
 * PostgreSQL that index needs `text_pattern_ops`, since its usual order depends on the database's
 * language.
 */
export function begins(reader: Db | Tx, text: Expression<unknown>, beginning: string): RawBuilder<boolean> {
  if (engineOf(reader) === "sqlite") return sql<boolean>`(${text} >= ${beginning} AND ${text} < ${beginning + last})`;
  return sql<boolean>`(${text} ~>=~ ${beginning} AND ${text} ~<~ ${beginning + last})`;
}

/**
 * Whether `lower(text)` begins with another text. Names with letters beyond ASCII are found through
 * the table `search_text` instead.
 */
export const beginsInLowerCase = (reader: Db | Tx, text: Expression<unknown>, beginning: string): RawBuilder<boolean> =>
  begins(reader, sql`lower(${text})`, beginning);

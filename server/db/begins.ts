import { type Expression, type RawBuilder, sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Db, Tx } from "./tables.ts";

/** The last of all characters. */
const last = "\u{10FFFF}";

/**
 * Whether a text begins with another, case and all, found by an index on it. PostgreSQL's index needs
 * `text_pattern_ops`: its usual order depends on the database's language.
 */
export function begins(reader: Db | Tx, text: Expression<unknown>, beginning: string): RawBuilder<boolean> {
  if (engineOf(reader) === "sqlite") return sql<boolean>`(${text} >= ${beginning} AND ${text} < ${beginning + last})`;
  return sql<boolean>`(${text} ~>=~ ${beginning} AND ${text} ~<~ ${beginning + last})`;
}

/** A name's capital letters that are not ASCII, which `lower` leaves as they are on SQLite, and on PostgreSQL in some locales. */
const withCapitals = (lower: string): string =>
  lower.replace(/(^|[\s'’-])([^\p{ASCII}])/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/** The same of `lower(text)` and a beginning in lower case. */
export function beginsInLowerCase(reader: Db | Tx, text: Expression<unknown>, beginning: string): RawBuilder<boolean> {
  const lower = sql`lower(${text})`;
  const capital = withCapitals(beginning);
  if (capital === beginning) return begins(reader, lower, beginning);
  return sql<boolean>`(${begins(reader, lower, beginning)} OR ${begins(reader, lower, capital)})`;
}

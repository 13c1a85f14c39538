import type { Expression, SelectQueryBuilder } from "kysely";
import { jsonArrayFrom as postgresRows } from "kysely/helpers/postgres";
import { jsonArrayFrom as sqliteRows } from "kysely/helpers/sqlite";
import { compiled } from "./compiled.ts";
import { engineOf } from "./engine.ts";
import type { Db, Tables, Tx } from "./tables.ts";

/**
 * One query of a bundle. It has to name its columns. Its rows are read as JSON, which leaves
 * numbers and texts unchanged.
 */
// biome-ignore lint/suspicious/noExplicitAny: of any tables
export type Part<Row> = SelectQueryBuilder<Tables, any, Row> & Expression<Row>;

type Rows<Parts> = { [Name in keyof Parts]: Parts[Name] extends Part<infer Row> ? Row[] : never };

/**
 * Runs several queries as one statement on the same state of the database, since each statement is
 * a round trip on PostgreSQL. Builds the statement once, like `compiled`. `build` uses each of its
 * `places` once, in their order.
 */
export function bundled<Parts extends Record<string, Part<object>>>(
  build: (reader: Db | Tx, places: readonly string[]) => Parts,
): (reader: Db | Tx, values: readonly unknown[]) => Promise<Rows<Parts>> {
  const bundle = compiled((reader, places) => {
    const rowsOf = engineOf(reader) === "postgres" ? postgresRows : sqliteRows;
    const parts = Object.entries<Part<object>>(build(reader, places));
    return reader.selectNoFrom(parts.map(([name, part]) => rowsOf<object>(part).as(name)));
  });
  return async (reader, values) => {
    const [row = {}] = await bundle(reader, values);
    // SQLite has no type for JSON: it returns a text.
    const entries = Object.entries<unknown>(row).map(([name, rows]) => [
      name,
      typeof rows === "string" ? JSON.parse(rows) : rows,
    ]);
    return Object.fromEntries(entries) as Rows<Parts>;
  };
}

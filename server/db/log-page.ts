import { type RawBuilder, type SqlBool, sql } from "kysely";

/** An entry's place in a log: its time (ms) and its id. */
export type LogMark = { at: number; id: string };

/** Up to `limit` entries from `since` and before `until` (ms), the latest first, after `after`. */
export type LogPage = { since: number; until: number; after: LogMark | undefined; limit: number };

/** The condition that selects a page of a log, whose table has the columns `at` and `id`. */
export function onPage(table: string, { since, until, after }: LogPage): RawBuilder<SqlBool> {
  const at = sql.ref(`${table}.at`);
  const id = sql.ref(`${table}.id`);
  return sql<SqlBool>`${at} >= ${since} AND (${at}, ${id}) < (${after?.at ?? until}, ${after?.id ?? ""})`;
}

import { sql } from "kysely";

/** Waits or was given up. Spelled out in the statement: SQLite finds rows by a partial index only where it sees its condition. */
export const isOpenJob = sql<boolean>`state <> 'done'`;

import { sql } from "kysely";

/**
 * Whether a job waits or was given up. The condition is a literal in the statement, since SQLite
 * uses a partial index only if the statement contains the index's condition.
 */
export const isOpenJob = sql<boolean>`state <> 'done'`;

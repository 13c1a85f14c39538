import { sql } from "kysely";

/**
 * Whether a job waits or was given up. The condition is spelled out in the statement, since SQLite
 * uses a partial index only if it sees its condition.
 */
export const isOpenJob = sql<boolean>`state <> 'done'`;

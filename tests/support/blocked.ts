import { sql } from "kysely";
import type { Db } from "../../server/db/tables.ts";

const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Resolves once a transaction waits for a lock in this PostgreSQL database, or `work` is over. */
export async function untilBlocked(db: Db, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver && (await waiting.execute(db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

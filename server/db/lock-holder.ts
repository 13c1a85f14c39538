import { sql } from "kysely";
import type { Db } from "./tables.ts";

/**
 * The holder of a lock. PostgreSQL shows a user only the state and times of that user's own
 * connections.
 */
type HolderRow = { table: string | null; pid: number; program: string; state: string; seconds: number | null };

/**
 * The table that a PostgreSQL connection waits for, and the connection that has held its lock
 * longest; undefined if it does not wait.
 */
export async function lockHolderOf(db: Db, pid: number): Promise<string | undefined> {
  const { rows } = await sql<HolderRow>`
    SELECT waiting.relation::regclass::text AS "table", holder.pid, coalesce(holder.application_name, '') AS program,
      coalesce(holder.state, '') AS state,
      extract(epoch FROM clock_timestamp() - holder.xact_start)::integer AS seconds
    FROM pg_locks waiting
    CROSS JOIN unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
    JOIN pg_stat_activity holder ON holder.pid = blocking.pid
    WHERE waiting.pid = ${pid} AND NOT waiting.granted
    ORDER BY holder.xact_start LIMIT 1`.execute(db);
  const [holder] = rows;
  if (holder === undefined) return undefined;
  const { table, program, state, seconds } = holder;
  const parts = [program, seconds === null ? "" : `in a transaction for ${seconds} s`, state].filter((part) => part !== "");
  const details = parts.length > 0 ? ` (${parts.join(", ")})` : "";
  return `${table === null ? "a row" : `table ${table}`} was held by PostgreSQL's process ${holder.pid}${details}`;
}

/** How often a wait is checked, in ms. */
const pollMs = 1000;

/** Reports the process that `pid` waits for, until the returned function is called. */
export function watchLockHolder(db: Db, pid: number, report: (holder: string) => void): () => void {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    // An error is ignored, since the holder is only named in a refusal. Without the holder, the
    // refusal is less detailed.
    const holder = await lockHolderOf(db, pid).catch(() => undefined);
    isAsking = false;
    if (holder !== undefined) report(holder);
  };
  const timer = setInterval(() => void ask(), pollMs);
  return () => clearInterval(timer);
}

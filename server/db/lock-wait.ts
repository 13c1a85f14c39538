import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tx } from "./tables.ts";

/**
 * Lets a transaction on PostgreSQL wait for locks without a limit, since two programs that start
 * may do the same work.
 */
export async function waitForLocks(tx: Tx): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`SET LOCAL lock_timeout = 0`.execute(tx);
}

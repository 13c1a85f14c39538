import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tx } from "./tables.ts";

/**
 * Lets a transaction wait for locks as long as others hold them. For work at a program's start,
 * which another program may be doing at the same time.
 */
export async function waitForLocks(tx: Tx): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`SET LOCAL lock_timeout = 0`.execute(tx);
}

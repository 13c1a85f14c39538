import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { isBusyFile } from "./failure.ts";

type Place = { databaseUrl: string | undefined; dataDir: string };

/** Other programs are using the database that should be replaced. */
export class DatabaseInUse extends Error {
  constructor(holder: string) {
    super(`${holder} uses this database: stop the shop and its other commands first; nothing was changed`);
  }
}

/**
 * Throws DatabaseInUse if another process has the shop's database open; `connectWithin` is in ms.
 */
export async function refuseInUse({ databaseUrl, dataDir }: Place, connectWithin: number): Promise<void> {
  if (databaseUrl === undefined) refuseOpenFile(join(dataDir, "store.db"));
  else await refuseConnected(databaseUrl, connectWithin);
}

/**
 * Tries to end SQLite's write-ahead logging, which fails while another connection is open. The next
 * connection that opens the file turns it on again.
 */
function refuseOpenFile(path: string): void {
  if (!existsSync(path)) return;
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec("PRAGMA journal_mode = DELETE");
  } catch (error) {
    // The code that opens the file reports other errors.
    if (isBusyFile(error)) throw new DatabaseInUse("Another process");
  } finally {
    file.close();
  }
}

/** Connections that have just ended may still be visible for this long, in ms. */
const endingMs = 3000;
const pollMs = 250;

async function refuseConnected(url: string, connectWithin: number): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithin });
  client.on("error", () => {});
  await client.connect();
  try {
    const until = performance.now() + endingMs;
    for (let others = await othersThan(client); others.length > 0; others = await othersThan(client)) {
      if (performance.now() > until) throw new DatabaseInUse(`PostgreSQL’s ${others.join(", ")}`);
      await pause(pollMs);
    }
  } finally {
    await client.end();
  }
}

/** Other connections of this database user. Other users only watch, such as a monitor. */
async function othersThan(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ pid: number; program: string }>(
    `SELECT pid, coalesce(application_name, '') AS program FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()
     ORDER BY pid`,
  );
  return rows.map(({ pid, program }) => (program === "" ? `process ${pid}` : `process ${pid} (${program})`));
}

import { Pool } from "pg";
import { inject } from "vitest";

let lockPool: Pool | undefined;

/**
 * One connection per worker holds the locks of the databases that its tests have reserved. The
 * locks are released when the worker ends, however it ends.
 */
function connectLockPool(): Pool {
  if (lockPool) return lockPool;
  const connectionString = urlOf("postgres");
  lockPool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The run may stop PostgreSQL while a worker still runs.
  lockPool.on("error", () => {});
  return lockPool;
}

/** Sends a query to the run's server, in its database `postgres`, always on the same connection. */
export const ask = async (text: string, values: unknown[] = []) => (await connectLockPool().query(text, values)).rows;

/** The address of a database on the run's server. */
export const urlOf = (database: string): string => `${inject("postgres")}/${database}`;

/** Copies a database that has no connections. */
export const copyDatabase = (template: string, name: string) => ask(`CREATE DATABASE ${name} TEMPLATE ${template}`);

/** Drops a database and closes its connections. */
export const dropDatabase = (name: string) => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Whether the run's server has a database of this name. */
export const isThere = async (name: string): Promise<boolean> =>
  (await ask("SELECT 1 FROM pg_database WHERE datname = $1", [name])).length > 0;

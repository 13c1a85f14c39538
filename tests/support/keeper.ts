import { Pool } from "pg";
import { inject } from "vitest";

let lockPool: Pool | undefined;

/**
 * One connection for each worker holds the locks of what its tests have borrowed: they end with it,
 * whatever becomes of the worker.
 */
function connectLockPool(): Pool {
  if (lockPool) return lockPool;
  const connectionString = urlOf("postgres");
  lockPool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The run stops PostgreSQL while a worker may still be there.
  lockPool.on("error", () => {});
  return lockPool;
}

/** Asks the run's server, in its database `postgres`, always by the same connection. */
export const ask = async (text: string, values: unknown[] = []) => (await connectLockPool().query(text, values)).rows;

export const urlOf = (database: string): string => `${inject("postgres")}/${database}`;

/** Copies a database that nobody is connected to. */
export const copyDatabase = (template: string, name: string) => ask(`CREATE DATABASE ${name} TEMPLATE ${template}`);

export const dropDatabase = (name: string) => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

export const isThere = async (name: string): Promise<boolean> =>
  (await ask("SELECT 1 FROM pg_database WHERE datname = $1", [name])).length > 0;

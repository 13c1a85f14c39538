import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { migrate } from "./migrate.ts";
import type { Engine } from "./migrations/001-shop.ts";
import { listenForChanges, postgresDialect } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Db, Tables } from "./tables.ts";
import { outsideOnly } from "./transaction.ts";

export type OpenDatabase = {
  db: Db;
  engine: Engine;
  /** Changes when any process has changed what catalogue pages show. Takes microseconds. */
  catalogVersion(): number;
  /** Throws while the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

type DatabaseOptions = {
  url: string | undefined;
  directory: string;
  /** KiB of an SQLite file that reads keep in memory; 64 MiB where it is absent */
  readCacheKib?: number;
  /** ms that PostgreSQL may take to accept a connection; as long as the system waits where it is absent */
  connectWithin?: number;
};

const versions = new WeakMap<Db, () => number>();
const commits = new WeakMap<Db, () => unknown>();

/**
 * The version of the catalogue behind `db`; undefined inside a transaction, which may see what
 * nobody else does.
 */
export const catalogVersionOf = (db: Db): number | undefined => versions.get(db)?.();

/**
 * Changes after any commit of any process, and takes microseconds; undefined where the engine
 * cannot tell, and inside a transaction.
 */
export const lastCommitOf = (db: Db): unknown => commits.get(db)?.();

/**
 * Opens PostgreSQL at `url`, or SQLite in `directory` when there is none, and brings the schema up
 * to date.
 */
export async function openDatabase({ url, directory, readCacheKib, connectWithin }: DatabaseOptions): Promise<OpenDatabase> {
  const opened = url ? openPostgres(url, connectWithin) : openSqlite(directory, readCacheKib);
  try {
    await migrate(opened.db, opened.engine);
  } catch (error) {
    // The listener for changes would keep the process alive.
    await opened.close();
    throw error;
  }
  versions.set(opened.db, opened.catalogVersion);
  return opened;
}

const ping = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db);
};

function openPostgres(url: string, connectWithin: number | undefined): OpenDatabase {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, connectWithin), plugins: [outsideOnly] });
  let version = 0;
  const changed = () => {
    version += 1;
  };
  const stop = listenForChanges(url, changed, connectWithin);
  const close = async () => {
    await stop();
    await db.destroy();
  };
  return { db, engine: "postgres", catalogVersion: () => version, ping: () => ping(db), close };
}

function openSqlite(directory: string, readCacheKib: number | undefined): OpenDatabase {
  const { dialect, catalogVersion, lastCommit } = sqliteDialect(join(directory, "store.db"), readCacheKib);
  const db = new Kysely<Tables>({ dialect, plugins: [outsideOnly] });
  commits.set(db, lastCommit);
  return { db, engine: "sqlite", catalogVersion, ping: () => ping(db), close: () => db.destroy() };
}

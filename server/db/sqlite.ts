import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteIntrospector } from "kysely";
import { RowLocklessCompiler, SqliteDriver } from "./sqlite-driver.ts";

class FileAdapter extends SqliteAdapter {
  /**
   * Makes Kysely run all migrations in one transaction: all or none, in one process, and with one
   * write to the disk instead of a hundred.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  /**
   * Tells Kysely that reads need not wait for the transaction before them. The driver itself
   * serialises writers.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Kysely's SQLite dialect on `node:sqlite`, for the file at `path`. A missing file is created,
 * readable only by its owner. Reads outside transactions keep up to `readCacheKib` KiB of the file
 * in memory.
 */
export function sqliteDialect(
  path: string,
  readCacheKib = 65_536,
): {
  dialect: Dialect;
  catalogVersion: () => number;
  lastCommit: () => unknown;
  reader: DatabaseSync;
  probe: () => Promise<void>;
} {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = new SqliteDriver(path, readCacheKib);
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new RowLocklessCompiler(),
    createAdapter: () => new FileAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  const lastCommit = watcher(driver);
  return {
    dialect,
    catalogVersion: catalogVersion(driver, lastCommit),
    lastCommit,
    reader: driver.reader,
    probe: () => driver.probe(),
  };
}

/** How long (ms) one read of `data_version` is reused. */
const pollMs = 1;

/**
 * Watches `data_version`, which changes at any commit of another connection. Reading it takes 3 µs,
 * and once per ms is enough to see other processes' changes. This process's own commits are seen
 * immediately.
 */
function watcher(driver: SqliteDriver): () => unknown {
  const moved = driver.reader.prepare("PRAGMA data_version");
  let dataVersion: unknown;
  let looked = Number.NEGATIVE_INFINITY;
  driver.onCommit = () => {
    looked = Number.NEGATIVE_INFINITY;
  };
  return () => {
    const at = performance.now();
    if (at - looked < pollMs) return dataVersion;
    looked = at;
    dataVersion = moved.get()?.data_version;
    return dataVersion;
  };
}

/** The catalogue's version, read again only after a commit. */
function catalogVersion({ reader }: SqliteDriver, lastCommit: () => unknown): () => number {
  let stored: StatementSync | undefined;
  let seenCommit: unknown;
  let version = 0;
  return () => {
    const now = lastCommit();
    if (now === seenCommit) return version;
    stored ??= reader.prepare("SELECT version FROM catalog_version");
    version = Number(stored.get()?.version ?? 0);
    seenCommit = now;
    return version;
  };
}

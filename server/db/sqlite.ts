import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { StatementSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteIntrospector } from "kysely";
import { RowLocklessCompiler, SqliteDriver } from "./sqlite-driver.ts";

class FileAdapter extends SqliteAdapter {
  /**
   * Migrations run in one transaction: whole or not at all, by one process, and with one write to
   * the disk instead of a hundred.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  /**
   * Else Kysely would have every read wait until the transaction before it has ended; the driver
   * itself lets one writer in at a time.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Kysely's SQLite dialect on `node:sqlite`, for the file at `path` (made when absent, readable by
 * its owner alone). Reads outside transactions keep up to `readCacheKib` KiB of the file in memory.
 */
export function sqliteDialect(
  path: string,
  readCacheKib = 65_536,
): { dialect: Dialect; catalogVersion: () => number; lastCommit: () => unknown } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = new SqliteDriver(path, readCacheKib);
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new RowLocklessCompiler(),
    createAdapter: () => new FileAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  const lastCommit = watcher(driver);
  return { dialect, catalogVersion: catalogVersion(driver, lastCommit), lastCommit };
}

/** How long one look at `data_version` serves all who ask, in ms. */
const pollMs = 1;

/**
 * `data_version` moves at any commit of another connection and costs 3 µs to look at: once per ms
 * is enough for what other processes change, while a commit of this one is seen by whoever asks
 * after it.
 */
function watcher(driver: SqliteDriver): () => unknown {
  const moved = driver.reader.prepare("PRAGMA data_version");
  let seen: unknown;
  let looked = Number.NEGATIVE_INFINITY;
  driver.onCommit = () => {
    looked = Number.NEGATIVE_INFINITY;
  };
  return () => {
    const at = performance.now();
    if (at - looked < pollMs) return seen;
    looked = at;
    seen = moved.get()?.data_version;
    return seen;
  };
}

/** The catalogue's own version, read after a commit alone. */
function catalogVersion({ reader }: SqliteDriver, lastCommit: () => unknown): () => number {
  let stored: StatementSync | undefined;
  let seen: unknown;
  let version = 0;
  return () => {
    const now = lastCommit();
    if (now === seen) return version;
    stored ??= reader.prepare("SELECT version FROM catalog_version");
    version = Number(stored.get()?.version ?? 0);
    seen = now;
    return version;
  };
}

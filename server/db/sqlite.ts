import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Dialect, SqliteAdapter, SqliteIntrospector } from "kysely";
import { RowLocklessCompiler, SqliteDriver } from "./sqlite-driver.ts";

/** Migrations run in one transaction: whole or not at all, by one process, and with one write to the disk instead of a hundred. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect on `node:sqlite`, for the file at `path` (made when absent, readable by its owner alone). */
export function sqliteDialect(path: string): { dialect: Dialect; catalogVersion: () => number } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = new SqliteDriver(path);
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new RowLocklessCompiler(),
    createAdapter: () => new TransactionalDdl(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return { dialect, catalogVersion: catalogVersion(driver) };
}

/** `data_version` moves at any commit of another connection and costs 3 µs to look at; only then is the catalogue's own version read. */
function catalogVersion({ reader }: SqliteDriver): () => number {
  const moved = reader.prepare("PRAGMA data_version");
  let seen: unknown;
  let version = 0;
  return () => {
    const now = moved.get()?.data_version;
    if (now === seen) return version;
    version = Number(reader.prepare("SELECT version FROM catalog_version").get()?.version ?? 0);
    seen = now;
    return version;
  };
}

import { open } from "node:fs/promises";
import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Db } from "./tables.ts";

/**
 * SQLite checkpoints its write-ahead log after this many pages. The shop's own limit is 1000 pages,
 * so the writers of the shop never have to do the checkpoint.
 */
const pages = 500;

/**
 * While `work` runs, this process commits without waiting for the disk. Commits survive a crash of
 * the process, but a power cut may lose the last ones. All are on the disk once this function
 * resolves. Only for a process that takes no payments.
 */
export async function withRelaxedSync<Value>(db: Db, work: () => Promise<Value>): Promise<Value> {
  if (engineOf(db) !== "sqlite") return await work();
  await sql`PRAGMA synchronous = NORMAL`.execute(db);
  await sql.raw(`PRAGMA wal_autocheckpoint = ${pages}`).execute(db);
  try {
    return await work();
  } finally {
    await sql`PRAGMA synchronous = FULL`.execute(db);
    await sql`PRAGMA wal_autocheckpoint = 1000`.execute(db);
    await syncLog(db);
  }
}

/** Syncs the log. Its checkpointed part is already on the disk. */
async function syncLog(db: Db): Promise<void> {
  const { rows } = await sql<{ file: string }>`SELECT file FROM pragma_database_list WHERE name = 'main'`.execute(db);
  const log = await open(`${rows[0]?.file}-wal`, "r+");
  try {
    await log.sync();
  } finally {
    await log.close();
  }
}

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { type Entry, tarOf } from "../../server/backup/archive.ts";
import { formatVersion, type Manifest, manifestPath } from "../../server/backup/manifest.ts";
import { encodeRows } from "../../server/backup/rows.ts";
import { columnsOf, copiedTables, type Rows, rowsOf, writtenAnew } from "../../server/db/copy-rows.ts";
import { engineOf } from "../../server/db/engine.ts";
import { appliedMigrations } from "../../server/db/migrate.ts";
import type { Db, Tx } from "../../server/db/tables.ts";
import { readSnapshot } from "../../server/db/transaction.ts";

/** The path of a new file, in a folder that is removed when the test ends. */
export async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "shop.tar.gz");
}

async function readRows(tx: Tx, table: string): Promise<Rows> {
  const all: Rows[number][] = [];
  for await (const batch of rowsOf(tx, table)) all.push(...batch);
  return all;
}

const ownColumns = (row: Rows[number]) => Object.entries(row).filter(([name]) => name !== "copied_row");

/** Every row of every table of the shop, in a fixed order. */
export const allRows = (db: Db): Promise<Record<string, string[]>> =>
  readSnapshot(db, async (tx) => {
    const all: Record<string, string[]> = {};
    for (const table of await copiedTables(tx))
      all[table] = (await readRows(tx, table)).map((row) => JSON.stringify(ownColumns(row).sort())).sort();
    return all;
  });

/**
 * Every row except those that a restore changes itself: the next order's number, and the mark that
 * a comparison with the gateway is due.
 */
export async function keptRows(db: Db): Promise<Record<string, string[]>> {
  const { counter, gateway_sweep, ...rows } = await allRows(db);
  return rows;
}

/** The tables of `writtenAnew` whose rows can be read: SQLite's word list is left out. */
async function derivedTables(tx: Tx): Promise<string[]> {
  const query =
    engineOf(tx) === "postgres"
      ? sql<{
          name: string;
        }>`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`
      : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`;
  return (await query.execute(tx)).rows.map(({ name }) => name).filter((name) => writtenAnew.has(name));
}

export type BackedUpTable = { name: string; columns: readonly string[]; rows: Rows };
export type BackupContents = Pick<Manifest, "engine" | "migrations"> & { format?: number; tables: BackedUpTable[] };

/**
 * A backup's contents as written by a release that does not know which tables of this schema are
 * rebuilt.
 */
export const contentsByEarlierRelease = (db: Db): Promise<BackupContents> =>
  readSnapshot(db, async (tx) => {
    const tables: BackedUpTable[] = [];
    for (const name of await derivedTables(tx)) {
      const { rows } = await sql<Rows[number]>`SELECT * FROM ${sql.table(name)}`.execute(tx);
      tables.push({ name, columns: await columnsOf(tx, name), rows });
    }
    for (const name of await copiedTables(tx))
      tables.push({ name, columns: await columnsOf(tx, name), rows: await readRows(tx, name) });
    return { engine: engineOf(tx), migrations: await appliedMigrations(tx), tables };
  });

/** Writes such a backup to a file, with a file of the shop next to its tables. */
export async function writeBackup(
  { format = formatVersion, engine, migrations, tables }: BackupContents,
  file: Entry,
): Promise<string> {
  const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  const encoded = tables.map((table) => ({ ...table, bytes: encodeRows(table.rows, table.columns) }));
  const manifest: Manifest = {
    format,
    version: "0.1.0",
    engine,
    createdAt: "2027-01-01T00:00:00.000Z",
    migrations,
    tables: encoded.map(({ name, columns, rows, bytes }) => ({
      name,
      columns: [...columns],
      rows: rows.length,
      sha256: hashOf(bytes),
    })),
    files: [{ path: file.path, bytes: file.bytes.length, sha256: hashOf(file.bytes) }],
  };
  const entries = [
    file,
    ...encoded.flatMap(({ name, rows, bytes }) => (rows.length > 0 ? [{ path: `tables/${name}/0000001.ndjson`, bytes }] : [])),
    { path: manifestPath, bytes: Buffer.from(JSON.stringify(manifest)) },
  ];
  const path = await newPath();
  await pipeline(Readable.from(tarOf(toAsync(entries), 0)), createGzip(), createWriteStream(path));
  return path;
}

async function* toAsync(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

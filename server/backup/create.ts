import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { columnsOf, copiedTables, rowsOf, withoutTimeouts } from "../db/copy-rows.ts";
import { engineOf } from "../db/engine.ts";
import { appliedMigrations } from "../db/migrate.ts";
import type { Db, Tx } from "../db/tables.ts";
import { readSnapshot } from "../db/transaction.ts";
import { newShortId } from "../ids.ts";
import { release } from "../release.ts";
import { type Entry, tarOf } from "./archive.ts";
import { formatVersion, isStoredPath, type Manifest, manifestPath } from "./manifest.ts";
import { encodeRows } from "./rows.ts";
import { type StoreOptions, storesOf } from "./stores.ts";

type Source = StoreOptions & { db: Db; now: number };

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/**
 * The contents of a backup: the files, then the tables, then the manifest, which this function
 * fills. The files may be read after the database's snapshot began: every file that the snapshot
 * names exists by then, and pictures may be removed later but never change.
 */
async function* contentsOf(tx: Tx, source: Source, manifest: Manifest): AsyncGenerator<Entry> {
  for (const { folder, store } of storesOf(source, manifest.engine)) {
    for (const path of (await store.list()).map((name) => `${folder}/${name}`).filter(isStoredPath)) {
      const bytes = await store.read(path.slice(folder.length + 1));
      // The shop may have removed the picture meanwhile, so the backup does not contain it.
      if (!bytes) continue;
      manifest.files.push({ path, bytes: bytes.length, sha256: hashOf(bytes) });
      yield { path, bytes };
    }
  }
  for (const name of await copiedTables(tx)) yield* tableOf(tx, name, manifest);
  yield { path: manifestPath, bytes: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) };
}

async function* tableOf(tx: Tx, name: string, manifest: Manifest): AsyncGenerator<Entry> {
  const columns = await columnsOf(tx, name);
  const hash = createHash("sha256");
  let rows = 0;
  let batches = 0;
  for await (const batch of rowsOf(tx, name)) {
    const bytes = encodeRows(batch, columns);
    hash.update(bytes);
    rows += batch.length;
    batches += 1;
    yield { path: `tables/${name}/${String(batches).padStart(7, "0")}.ndjson`, bytes };
  }
  manifest.tables.push({ name, columns, rows, sha256: hash.digest("hex") });
}

type OnInterrupt = (clean: () => void) => () => void;

/**
 * Writes the state of the whole shop at one moment to a new file at `path`, while the shop runs.
 * The file has another name until it is complete, so an existing `path` is always complete. Only
 * its owner can read it, since it contains shoppers' data. A signal removes the unfinished file.
 */
export async function createBackup(source: Source, path: string, onInterrupt: OnInterrupt): Promise<Manifest> {
  const unfinished = `${path}.${newShortId()}.tmp`;
  const file = await open(unfinished, "wx", 0o600);
  const leave = onInterrupt(() => rmSync(unfinished, { force: true }));
  try {
    const manifest = await readSnapshot(source.db, async (tx) => {
      await withoutTimeouts(tx);
      const emptyManifest: Manifest = {
        format: formatVersion,
        version: release,
        engine: engineOf(tx),
        createdAt: new Date(source.now).toISOString(),
        migrations: await appliedMigrations(tx),
        tables: [],
        files: [],
      };
      const blocks = Readable.from(tarOf(contentsOf(tx, source, emptyManifest), source.now));
      await pipeline(blocks, createGzip(), file.createWriteStream({ flush: true }));
      return emptyManifest;
    });
    await rename(unfinished, path);
    return manifest;
  } finally {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    leave();
  }
}

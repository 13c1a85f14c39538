import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { copiedTables, insertRows, withoutTimeouts } from "../db/copy-rows.ts";
import { dropSchema, withDeferredKeys } from "../db/empty-schema.ts";
import { engineOf } from "../db/engine.ts";
import { knownMigrations, migrateIn } from "../db/migrate.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { writeWhole } from "../media/write-whole.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readArchive } from "./archive.ts";
import { foldersOf, type Manifest } from "./manifest.ts";
import { decodeRows } from "./rows.ts";
import { tableAt, verifyBackup } from "./verify.ts";

type Target = { db: Db; dataDir: string };

/** What a shop of one's own has; a new database has none of it. */
const telling = ["product", "customer", "checkout", "orders"] as const;

async function isEmpty(reader: Db | Tx): Promise<boolean> {
  for (const table of telling) {
    if (await reader.selectFrom(table).select("id").limit(1).executeTakeFirst()) return false;
  }
  return true;
}

const occupied = refuse(
  "invalid",
  "this shop has products, customers, or orders: stop it, and add --replace to put the backup in their place",
);

/** In the order in which they were written: `copiedTables`. */
async function insertAll(tx: Tx, path: string, manifest: Manifest, skipped: ReadonlySet<string>): Promise<void> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  for await (const entry of readArchive(path)) {
    const table = tableAt(entry.path);
    if (table === undefined || skipped.has(table)) continue;
    await insertRows(tx, table, decodeRows(entry.bytes, columns.get(table) ?? []));
  }
}

/** Files of earlier builds are in the database on PostgreSQL alone. */
const keptAssets = new Set(["asset", "asset_build", "asset_build_file"]);

/**
 * In one transaction: the schema of the backup's time, its rows, then the migrations since. Whatever
 * fails leaves the database as it was.
 */
const replaceRows = (db: Db, path: string, manifest: Manifest, mayReplace: boolean): Promise<Outcome<Manifest>> =>
  transactOutcome(db, async (tx) => {
    const engine = engineOf(tx);
    await withoutTimeouts(tx);
    if (!mayReplace && !(await isEmpty(tx))) return occupied;
    await dropSchema(tx);
    await migrateIn(tx, engine, manifest.migrations);
    for (const table of await copiedTables(tx)) await tx.deleteFrom(table as "counter").execute();
    await withDeferredKeys(tx, () => insertAll(tx, path, manifest, engine === "sqlite" ? keptAssets : new Set()));
    await migrateIn(tx, engine, knownMigrations(engine));
    return ok(manifest);
  });

/** Pictures have names of their own: a shop that does not know them yet does not show them. */
async function writeFiles(path: string, dataDir: string, folders: readonly string[]): Promise<void> {
  for await (const entry of readArchive(path)) {
    if (!folders.some((folder) => entry.path.startsWith(`${folder}/`))) continue;
    const place = join(dataDir, entry.path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeWhole(place, entry.bytes);
  }
}

/** What the shop had before and the backup has not, such as other customers' pictures. */
async function removeOtherFiles(dataDir: string, { files }: Manifest, folders: readonly string[]): Promise<void> {
  const restored = new Set(files.map(({ path }) => path));
  for (const folder of folders) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((each) => each.isFile())) {
      const place = join(entry.parentPath, entry.name);
      if (!restored.has(relative(dataDir, place).split(sep).join("/"))) await rm(place, { force: true });
    }
  }
}

/**
 * Restores a backup, after it was read whole and found whole. Refuses a shop that has data of its
 * own unless `mayReplace`, and a backup of a later program. The shop must not run meanwhile.
 */
export async function restoreBackup({ db, dataDir }: Target, path: string, mayReplace: boolean): Promise<Outcome<Manifest>> {
  const verified = await verifyBackup(path);
  if (!verified.ok) return refuse(verified.code, `${path} ${verified.error}`);
  const manifest = verified.value;
  const engine = engineOf(db);
  const known = new Set(knownMigrations(engine));
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    return refuse("invalid", `${path} was made by a later version of this program (${unknown}): restore it with that version`);
  if (!mayReplace && !(await isEmpty(db))) return occupied;
  const folders = foldersOf(engine);
  // Before the rows that name them: a shop without its pictures would be restored by half.
  await writeFiles(path, dataDir, folders);
  const restored = await replaceRows(db, path, manifest, mayReplace);
  if (restored.ok) await removeOtherFiles(dataDir, manifest, folders);
  return restored;
}

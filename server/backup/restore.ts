import { copiedTables, insertRows, withoutTimeouts } from "../db/copy-rows.ts";
import { dropSchema, withDeferredKeys } from "../db/empty-schema.ts";
import { engineOf } from "../db/engine.ts";
import { knownMigrations, migrateIn } from "../db/migrate.ts";
import { rebuildSaleEntries } from "../db/sale-entries.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readArchive } from "./archive.ts";
import type { Manifest } from "./manifest.ts";
import { decodeRows } from "./rows.ts";
import { type NamedStore, type StoreOptions, storesOf } from "./stores.ts";
import { tableAt, verifyBackup } from "./verify.ts";

type Target = StoreOptions & { db: Db };

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
    await rebuildSaleEntries(tx);
    return ok(manifest);
  });

/** Pictures have names of their own: a shop that does not know them yet does not show them. */
async function writeFiles(path: string, stores: readonly NamedStore[]): Promise<void> {
  for await (const entry of readArchive(path)) {
    const named = stores.find(({ folder }) => entry.path.startsWith(`${folder}/`));
    if (named) await named.store.write(entry.path.slice(named.folder.length + 1), entry.bytes);
  }
}

/** What the shop had before and the backup has not, such as other customers' pictures. */
async function removeOtherFiles({ files }: Manifest, stores: readonly NamedStore[]): Promise<void> {
  const restored = new Set(files.map(({ path }) => path));
  for (const { folder, store } of stores) {
    for (const name of await store.list()) if (!restored.has(`${folder}/${name}`)) await store.remove(name);
  }
}

/**
 * Restores a backup, after it was read whole and found whole. Refuses a shop that has data of its
 * own unless `mayReplace`, and a backup of a later program. The shop must not run meanwhile.
 */
export async function restoreBackup({ db, ...places }: Target, path: string, mayReplace: boolean): Promise<Outcome<Manifest>> {
  const verified = await verifyBackup(path);
  if (!verified.ok) return refuse(verified.code, `${path} ${verified.error}`);
  const manifest = verified.value;
  const engine = engineOf(db);
  const known = new Set(knownMigrations(engine));
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    return refuse("invalid", `${path} was made by a later version of this program (${unknown}): restore it with that version`);
  if (!mayReplace && !(await isEmpty(db))) return occupied;
  const stores = storesOf(places, engine);
  // Before the rows that name them: a shop without its pictures would be restored by half.
  await writeFiles(path, stores);
  const restored = await replaceRows(db, path, manifest, mayReplace);
  if (restored.ok) await removeOtherFiles(manifest, stores);
  return restored;
}

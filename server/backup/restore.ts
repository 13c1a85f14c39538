import { columnsOf, copiedTables, insertRows, type Rows, withoutTimeouts } from "../db/copy-rows.ts";
import { dropSchema, withDeferredKeys } from "../db/empty-schema.ts";
import { type Engine, engineOf } from "../db/engine.ts";
import { knownMigrations, migrateIn } from "../db/migrate.ts";
import { baseName } from "../db/migrations.ts";
import { rebuildSaleEntries } from "../db/sale-entries.ts";
import type { Db, Tx } from "../db/tables.ts";
import { dryRun, transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readArchive } from "./archive.ts";
import type { Manifest } from "./manifest.ts";
import { decodeRows } from "./rows.ts";
import { addedTo, missingFrom, type TableColumns } from "./schema-difference.ts";
import { type NamedStore, type StoreOptions, storesOf } from "./stores.ts";
import { tableAt, verifyBackup } from "./verify.ts";

/**
 * The target of a restore. `restored` is called in the restoring transaction, after the schema has
 * become this release's schema.
 */
type Target = StoreOptions & { db: Db; restored: (tx: Tx) => Promise<void> };

/**
 * The backup's manifest, and the tables and columns that were left out because no migration creates
 * them (schema-difference.ts).
 */
export type RestoredShop = Manifest & { leftOut: readonly string[] };

/** Tables that have rows only in a used shop; they are empty in a new database. */
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

/** The rows, reduced to the columns that the table has in this database. */
const pickColumns = (rows: Rows, columns: readonly string[]): Rows =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

/**
 * Inserts the backup's rows in their written order (`copiedTables`). Skips tables and columns that
 * `newTables` lacks: an operator's own tables, and derived tables that an older release also
 * copied.
 */
async function insertAll(tx: Tx, path: string, manifest: Manifest, newTables: TableColumns): Promise<void> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  for await (const entry of readArchive(path)) {
    const table = tableAt(entry.path);
    const newColumns = table === undefined ? undefined : newTables.get(table);
    if (table === undefined || newColumns === undefined || (engineOf(tx) === "sqlite" && keptAssets.has(table))) continue;
    await insertRows(tx, table, pickColumns(decodeRows(entry.bytes, columns.get(table) ?? []), newColumns));
  }
}

/** Tables for files of earlier builds; only PostgreSQL has them. */
const keptAssets = new Set(["asset", "asset_build", "asset_build_file"]);

/** Creates an empty schema as it was at the time of the backup. */
async function makeSchema(tx: Tx, { migrations }: Manifest): Promise<void> {
  await withoutTimeouts(tx);
  await dropSchema(tx);
  await migrateIn(tx, engineOf(tx), migrations);
}

async function tablesOf(tx: Tx): Promise<TableColumns> {
  const tables = new Map<string, readonly string[]>();
  for (const table of await copiedTables(tx)) tables.set(table, await columnsOf(tx, table));
  return tables;
}

/** The tables in the schema at the time of the backup. The database stays unchanged. */
const tablesAt = (db: Db, manifest: Manifest): Promise<TableColumns> =>
  dryRun(db, async (tx) => {
    await makeSchema(tx, manifest);
    return await tablesOf(tx);
  });

/**
 * Replaces all rows in one transaction: creates the schema as it was at the time of the backup,
 * inserts the backup's rows, and runs the later migrations. A failure leaves the database
 * unchanged.
 */
const replaceRows = (
  { db, restored }: Pick<Target, "db" | "restored">,
  path: string,
  manifest: Manifest,
  mayReplace: boolean,
): Promise<Outcome<RestoredShop>> =>
  transactOutcome<Outcome<RestoredShop>>(db, async (tx) => {
    if (!mayReplace && !(await isEmpty(tx))) return occupied;
    await makeSchema(tx, manifest);
    const newTables = await tablesOf(tx);
    for (const table of newTables.keys()) await tx.deleteFrom(table as "counter").execute();
    await withDeferredKeys(tx, () => insertAll(tx, path, manifest, newTables));
    await migrateIn(tx, engineOf(tx), knownMigrations(engineOf(tx)));
    await rebuildSaleEntries(tx);
    await restored(tx);
    return ok({ ...manifest, leftOut: addedTo(newTables, manifest.tables) });
  });

/**
 * Writes the pictures. Each has a unique name, so a shop does not show a picture before its rows
 * contain the name.
 */
async function writeFiles(path: string, stores: readonly NamedStore[]): Promise<void> {
  for await (const entry of readArchive(path)) {
    const store = stores.find(({ folder }) => entry.path.startsWith(`${folder}/`));
    if (store) await store.store.write(entry.path.slice(store.folder.length + 1), entry.bytes);
  }
}

/**
 * Removes earlier files of the shop that the backup does not contain, such as other customers'
 * pictures.
 */
async function removeOtherFiles({ files }: Manifest, stores: readonly NamedStore[]): Promise<void> {
  const restored = new Set(files.map(({ path }) => path));
  for (const { folder, store } of stores) {
    for (const name of await store.list()) if (!restored.has(`${folder}/${name}`)) await store.remove(name);
  }
}

/**
 * The reason why this release's migrations cannot create the database of the backup; undefined if
 * they can.
 */
function migrationFault({ migrations }: Manifest, engine: Engine): string | undefined {
  const knownNames = knownMigrations(engine);
  if (!migrations.includes(baseName)) return "holds a database from before 0.1.0, which no release can restore";
  const later = migrations.find((name) => !knownNames.includes(name));
  if (later !== undefined)
    return `holds a database that a later release had changed (${later}): restore it with that release or a later one`;
  const missing = knownNames.find((name, at) => at < migrations.length && !migrations.includes(name));
  return missing === undefined ? undefined : `holds a database that lacks the migration ${missing} and has later ones`;
}

/**
 * Restores a backup after reading and checking all of it. Refuses if the shop has its own data,
 * unless `mayReplace`. Also refuses a backup of a database that this release's migrations cannot
 * create, for example one that a later release changed. The shop must not run meanwhile.
 */
export async function restoreBackup(
  { db, restored: onRestored, ...places }: Target,
  path: string,
  mayReplace: boolean,
): Promise<Outcome<RestoredShop>> {
  const verified = await verifyBackup(path);
  if (!verified.ok) return refuse(verified.code, `${path} ${verified.error}`);
  const manifest = verified.value;
  const engine = engineOf(db);
  const refuseFile = (fault: string) => refuse("invalid", `${path} ${fault}; nothing was changed`);
  const fault = migrationFault(manifest, engine);
  if (fault !== undefined) return refuseFile(fault);
  if (!mayReplace && !(await isEmpty(db))) return occupied;
  const missing = missingFrom(await tablesAt(db, manifest), manifest.tables);
  if (missing !== undefined) return refuseFile(missing);
  const stores = storesOf(places, engine);
  // Files are written before the rows that name them. Otherwise a failure would leave a shop
  // without its pictures.
  await writeFiles(path, stores);
  const restored = await replaceRows({ db, restored: onRestored }, path, manifest, mayReplace);
  if (restored.ok) await removeOtherFiles(manifest, stores);
  return restored;
}

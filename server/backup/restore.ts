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

/** `restored` is called in the transaction that restores, once the schema is this release's. */
type Target = StoreOptions & { db: Db; restored: (tx: Tx) => Promise<void> };

/**
 * The backup's manifest, and the tables and columns that were left out because no migration makes
 * them (schema-difference.ts).
 */
export type RestoredShop = Manifest & { leftOut: readonly string[] };

/** Tables that only a shop in use has rows in: in a new database they are empty. */
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

/** The rows with only the columns that the table has here. */
const pickColumns = (rows: Rows, columns: readonly string[]): Rows =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

/**
 * Inserts the backup's rows in their written order (`copiedTables`). Skips tables and columns that
 * `newTables` lacks: an operator's own tables, and derived tables that a release older than its
 * schema copied too.
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

/** Tables with files of earlier builds, which only PostgreSQL has. */
const keptAssets = new Set(["asset", "asset_build", "asset_build_file"]);

/** Makes an empty schema of the backup's time. */
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

/** The tables of the schema of the backup's time. The database stays unchanged. */
const tablesAt = (db: Db, manifest: Manifest): Promise<TableColumns> =>
  dryRun(db, async (tx) => {
    await makeSchema(tx, manifest);
    return await tablesOf(tx);
  });

/**
 * Replaces the rows in one transaction: makes the schema of the backup's time, inserts its rows,
 * then runs the later migrations. A failure leaves the database unchanged.
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
 * Writes the pictures. Each has a unique name: a shop whose rows do not name it yet does not show
 * it.
 */
async function writeFiles(path: string, stores: readonly NamedStore[]): Promise<void> {
  for await (const entry of readArchive(path)) {
    const store = stores.find(({ folder }) => entry.path.startsWith(`${folder}/`));
    if (store) await store.store.write(entry.path.slice(store.folder.length + 1), entry.bytes);
  }
}

/**
 * Removes files that the shop had before but the backup does not contain, such as other customers'
 * pictures.
 */
async function removeOtherFiles({ files }: Manifest, stores: readonly NamedStore[]): Promise<void> {
  const restored = new Set(files.map(({ path }) => path));
  for (const { folder, store } of stores) {
    for (const name of await store.list()) if (!restored.has(`${folder}/${name}`)) await store.remove(name);
  }
}

/**
 * Why this release's migrations cannot make the database that was backed up; undefined if they can.
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
 * Restores a backup after it was read to its end and found whole. Refuses a shop with data of its
 * own unless `mayReplace`, and a backup of a database that this release's migrations do not make,
 * such as one that a later release had changed. The shop must not run meanwhile.
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
  // Files come before the rows that name them: otherwise a failure would leave a shop without its
  // pictures.
  await writeFiles(path, stores);
  const restored = await replaceRows({ db, restored: onRestored }, path, manifest, mayReplace);
  if (restored.ok) await removeOtherFiles(manifest, stores);
  return restored;
}

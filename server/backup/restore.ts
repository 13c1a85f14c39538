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

/** The backup's manifest, and what of it no migration makes (schema-difference.ts): that was left out. */
export type RestoredShop = Manifest & { leftOut: readonly string[] };

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

/** Of the columns that the table has here. */
const keptOf = (rows: Rows, columns: readonly string[]): Rows =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

/**
 * In the order in which they were written: `copiedTables`. What `made` has not is left out: a release that ran
 * on a schema later than its own also copied tables that are written anew, and all copy an operator's own.
 */
async function insertAll(tx: Tx, path: string, manifest: Manifest, made: TableColumns): Promise<void> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  for await (const entry of readArchive(path)) {
    const table = tableAt(entry.path);
    const kept = table === undefined ? undefined : made.get(table);
    if (table === undefined || kept === undefined || (engineOf(tx) === "sqlite" && keptAssets.has(table))) continue;
    await insertRows(tx, table, keptOf(decodeRows(entry.bytes, columns.get(table) ?? []), kept));
  }
}

/** Files of earlier builds are in the database on PostgreSQL alone. */
const keptAssets = new Set(["asset", "asset_build", "asset_build_file"]);

/** An empty schema of the backup's time. */
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

/** The tables of that schema. The database stays as it is. */
const tablesAt = (db: Db, manifest: Manifest): Promise<TableColumns> =>
  dryRun(db, async (tx) => {
    await makeSchema(tx, manifest);
    return await tablesOf(tx);
  });

/**
 * In one transaction: the schema of the backup's time, its rows, then the migrations since. Whatever
 * fails leaves the database as it was.
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
    const made = await tablesOf(tx);
    for (const table of made.keys()) await tx.deleteFrom(table as "counter").execute();
    await withDeferredKeys(tx, () => insertAll(tx, path, manifest, made));
    await migrateIn(tx, engineOf(tx), knownMigrations(engineOf(tx)));
    await rebuildSaleEntries(tx);
    await restored(tx);
    return ok({ ...manifest, leftOut: addedTo(made, manifest.tables) });
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

/** Why the database that was backed up cannot be made by this release's migrations, if it cannot. */
function migrationFault({ migrations }: Manifest, engine: Engine): string | undefined {
  const known = knownMigrations(engine);
  if (!migrations.includes(baseName)) return "holds a database from before 0.1.0, which no release can restore";
  const later = migrations.find((name) => !known.includes(name));
  if (later !== undefined)
    return `holds a database that a later release had changed (${later}): restore it with that release or a later one`;
  const missing = known.find((name, at) => at < migrations.length && !migrations.includes(name));
  return missing === undefined ? undefined : `holds a database that lacks the migration ${missing} and has later ones`;
}

/**
 * Restores a backup, after it was read whole and found whole. Refuses a shop that has data of its own
 * unless `mayReplace`, and a backup of a database that this release's migrations do not make, such as one
 * that a later release had changed. The shop must not run meanwhile.
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
  // Before the rows that name them: a shop without its pictures would be restored by half.
  await writeFiles(path, stores);
  const restored = await replaceRows({ db, restored: onRestored }, path, manifest, mayReplace);
  if (restored.ok) await removeOtherFiles(manifest, stores);
  return restored;
}

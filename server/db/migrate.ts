import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Engine } from "./engine.ts";
import { failureOf, isBusyFile } from "./failure.ts";
import { applyOneByOne, type OneByOneOptions } from "./migrate-one-by-one.ts";
import { baseName, migrations } from "./migrations.ts";
import { EarlierDatabase, recordingRequirement, refuseLaterSchema, type SchemaMigration } from "./schema-requirements.ts";
import type { Db, Tx } from "./tables.ts";

const migrationTableName = "kysely_migration";

/** The migrations that this program knows, in their order. */
export const knownMigrations = (engine: Engine): string[] => Object.keys(migrations(engine)).sort();

/** The migrations that were applied to this database, in their order. */
export async function appliedMigrations(reader: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)} order by name`.execute(reader);
  return rows.map(({ name }) => name);
}

/** The migrations that were applied to this database; none if it has no such table yet. */
async function appliedSoFar(db: Db): Promise<string[]> {
  try {
    return await appliedMigrations(db);
  } catch (error) {
    if (failureOf(error) !== undefined) throw error;
    return [];
  }
}

/**
 * The missing migrations. A later release may have applied more migrations. They normally only add
 * to the schema, so this release can still run on it. Throws LaterSchemaError if one of them
 * removed something that this release needs. Throws EarlierDatabase for a database from before the
 * first release.
 */
async function missingMigrations(db: Db, names: readonly string[]): Promise<string[]> {
  const applied = await appliedSoFar(db);
  if (applied.length > 0 && !applied.includes(baseName)) throw new EarlierDatabase();
  if (applied.some((name) => !names.includes(name))) await refuseLaterSchema(db, names);
  return names.filter((name) => !applied.includes(name));
}

/**
 * How long a start waits while another process migrates an SQLite file, in ms; the same as on
 * PostgreSQL.
 */
const waitMs = 3_600_000;

/**
 * Retries while another process migrates. Each wait for SQLite's lock lasts a few seconds
 * (group-commit.ts). On PostgreSQL, the migrator's own lock does the waiting.
 */
async function whileAnotherMigrates<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusyFile(error) || Date.now() > until) throw error;
    }
  }
}

const recordingRequirements = (all: Record<string, SchemaMigration>, names: readonly string[]): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, each]) => (names.includes(name) ? [[name, recordingRequirement(name, each)]] : [])),
  );

/**
 * Applies the missing migrations of `byName` in one transaction and returns their names. If `db` is
 * a transaction, uses it; otherwise begins a new one.
 */
async function apply(db: Kysely<unknown>, byName: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => byName }, migrationTableName });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** The missing migrations of this database by name, in their order. */
export async function pendingMigrations(db: Db, engine: Engine): Promise<Record<string, SchemaMigration>> {
  const all = migrations(engine);
  const missing = await missingMigrations(db.withoutPlugins(), knownMigrations(engine));
  return Object.fromEntries(missing.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}

type MigrateOptions = OneByOneOptions & {
  /**
   * called with the missing migrations of a database in use, before they are applied; if it throws,
   * the schema stays unchanged
   */
  onMigrating?: (names: readonly string[]) => void;
};

/**
 * Brings the schema up to date under the engine's lock. If two processes start together, the later
 * one waits, and each migration is applied once. If nothing is missing, one query shows it. All
 * migrations run in one transaction, except on a PostgreSQL database in use. Returns the migrations
 * that this call applied.
 */
export async function migrate(db: Db, engine: Engine, options: MigrateOptions = {}): Promise<string[]> {
  const names = knownMigrations(engine);
  const plain = db.withoutPlugins();
  const missing = await missingMigrations(plain, names);
  if (missing.length === 0) return [];
  const isInUse = missing.length < names.length;
  if (isInUse) options.onMigrating?.(missing);
  const recordedMigrations = recordingRequirements(migrations(engine), names);
  if (isInUse && engine === "postgres") return await applyOneByOne(plain, recordedMigrations, migrationTableName, options);
  return await whileAnotherMigrates(() => apply(plain as Kysely<unknown>, recordedMigrations));
}

/** Applies these migrations in the caller's transaction, such as those of an older backup. */
export const migrateIn = (tx: Tx, engine: Engine, names: readonly string[]): Promise<string[]> =>
  apply(tx as Db as Kysely<unknown>, recordingRequirements(migrations(engine), names));

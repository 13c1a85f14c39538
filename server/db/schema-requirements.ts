import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./tables.ts";

/**
 * A migration only adds, so that the last release runs on the new schema. Otherwise it names in
 * `needs` the migration since which programs do not use the removed part. That migration is of an
 * earlier release: an unused part is removed a release later.
 */
export type SchemaMigration = Migration & { needs?: string };

/** No migration of this release can make the database fit for it. */
export abstract class UnfitSchema extends Error {}

/** A later release changed the database in a way with which this release cannot work. */
export class LaterSchemaError extends UnfitSchema {
  override readonly name = "LaterSchemaError";
  constructor({ migration, needs }: SchemaRequirement) {
    super(
      `the database was changed by a later release (${migration}), and needs a release that has ${needs}: start that one or a later one, or restore a backup from before`,
    );
  }
}

/** The program made the database before its first release. */
export class EarlierDatabase extends UnfitSchema {
  override readonly name = "EarlierDatabase";
  constructor() {
    super("this database is from before 0.1.0, and no release can update it: set DATABASE_URL or DATA_DIR to a new place");
  }
}

/**
 * The database is in use and lacks migrations, and the caller asked for no change of the schema.
 */
export class OlderSchemaError extends Error {
  override readonly name = "OlderSchemaError";
  constructor(missing: number) {
    const text = missing === 1 ? "1 migration is" : `${missing} migrations are`;
    super(`${text} missing: run npm run store -- migrate first`);
  }
}

/** The database has no schema yet. */
export class NoShop extends Error {
  constructor() {
    super("there is no shop in this database: set DATABASE_URL or DATA_DIR as for the shop");
  }
}

/** The requirement on programs since a migration; both values are names of migrations. */
type SchemaRequirement = { migration: string; needs: string };

/**
 * Makes a migration that removes something also record the migration that programs have to know
 * from then on.
 */
export const recordingRequirement = (name: string, { needs, ...migration }: SchemaMigration): Migration =>
  needs === undefined
    ? migration
    : {
        async up(db: Kysely<unknown>): Promise<void> {
          await migration.up(db);
          await sql`INSERT INTO schema_requirement (migration, needs) VALUES (${name}, ${needs})`.execute(db);
        },
      };

/**
 * Throws if an unknown migration removed something that this program may use. A program that knows
 * the migrations in `names` runs on everything that was only added.
 */
export async function refuseLaterSchema(db: Db, names: readonly string[]): Promise<void> {
  const requirements = await db.selectFrom("schema_requirement").selectAll().orderBy("migration").execute();
  const unmet = requirements.find(({ needs }) => !names.includes(needs));
  if (unmet) throw new LaterSchemaError(unmet);
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./tables.ts";

/**
 * A migration only adds, so that the last release runs on the new schema, unless it names in `needs`
 * the migration since which programs do without what it takes away. That one is of an earlier
 * release: what is not used any more goes a release later.
 */
export type SchemaMigration = Migration & { needs?: string };

/** No migration of this release makes the database one that it can work with. */
export abstract class UnfitSchema extends Error {}

/** The database was changed by a later release in a way that this one cannot work with. */
export class LaterSchemaError extends UnfitSchema {
  override readonly name = "LaterSchemaError";
  constructor({ migration, needs }: SchemaRequirement) {
    super(
      `the database was changed by a later release (${migration}), and needs a release that has ${needs}: start that one or a later one, or restore a backup from before`,
    );
  }
}

/** The database was made by the program before its first release. */
export class EarlierDatabase extends UnfitSchema {
  override readonly name = "EarlierDatabase";
  constructor() {
    super("this database is from before 0.1.0, and no release can update it: set DATABASE_URL or DATA_DIR to a new place");
  }
}

/** The database is in use, and lacks migrations: whoever asks for no change of the schema gets none. */
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

/** What the database requires of programs since a migration; both are names. */
type SchemaRequirement = { migration: string; needs: string };

/** A migration that takes something away also records what programs have to know from then on. */
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
 * Throws where a migration that this program does not know took something away that it may use. A
 * program that knows the migrations in `names` runs on whatever else was only added.
 */
export async function refuseLaterSchema(db: Db, names: readonly string[]): Promise<void> {
  const requirements = await db.selectFrom("schema_requirement").selectAll().orderBy("migration").execute();
  const unmet = requirements.find(({ needs }) => !names.includes(needs));
  if (unmet) throw new LaterSchemaError(unmet);
}

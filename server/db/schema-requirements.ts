import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./tables.ts";

/**
 * A migration normally only adds to the schema, so that the last release still runs on the new
 * schema. A migration may remove a part one release after the part's last use. It then names an
 * earlier migration in `needs`: programs that know the earlier migration no longer use the part.
 */
export type SchemaMigration = Migration & { needs?: string };

/** The database cannot be made fit for this release by its migrations. */
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

/** The database was made before the program's first release. */
export class EarlierDatabase extends UnfitSchema {
  override readonly name = "EarlierDatabase";
  constructor() {
    super("this database is from before 0.1.0, and no release can update it: set DATABASE_URL or DATA_DIR to a new place");
  }
}

/**
 * The database is in use and lacks migrations, but the caller does not allow a change of the
 * schema.
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

/** The migration that programs have to know (`needs`) since another `migration` was applied. */
type SchemaRequirement = { migration: string; needs: string };

/** Makes a migration with `needs` also store this requirement for programs. */
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
 * Throws if an unknown migration removed something that this program may use. Unknown migrations
 * that only added something do not matter.
 */
export async function refuseLaterSchema(db: Db, names: readonly string[]): Promise<void> {
  const requirements = await db.selectFrom("schema_requirement").selectAll().orderBy("migration").execute();
  const unmet = requirements.find(({ needs }) => !names.includes(needs));
  if (unmet) throw new LaterSchemaError(unmet);
}

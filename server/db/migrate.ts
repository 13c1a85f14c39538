import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type Engine, shopMigration } from "./migrations/001-shop.ts";
import type { Db } from "./tables.ts";

/** Applied in the order of their numbers, each once; never edited after they have been released. */
const migrations = (engine: Engine): Record<string, Migration> => ({
  "001-shop": shopMigration(engine),
});

/** Brings the schema up to date, under the engine's lock: two processes that start together apply each migration once. */
export async function migrate(db: Db, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db: db.withoutPlugins() as Kysely<unknown>,
    provider: { getMigrations: async () => migrations(engine) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

import { type Kysely, sql } from "kysely";
import type { Engine } from "../../server/db/engine.ts";
import type { SchemaMigration } from "../../server/db/schema-requirements.ts";

const run = (...texts: string[]): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

/**
 * Migrations like those of later releases: a table, a column, three tables that are locked one
 * after the other, and an index.
 */
const later = (engine: Engine): Record<string, SchemaMigration> => ({
  "900-visits": run(`CREATE TABLE test_visit (id TEXT PRIMARY KEY)${engine === "sqlite" ? " STRICT" : ""}`),
  "901-areas": run("ALTER TABLE state_rule ADD COLUMN test_area TEXT"),
  "902-taxes": run(
    "ALTER TABLE checkout ADD COLUMN test_tax TEXT",
    "ALTER TABLE order_line ADD COLUMN test_tax TEXT",
    "ALTER TABLE orders ADD COLUMN test_tax TEXT NOT NULL DEFAULT 'none'",
  ),
  "903-tries": run("CREATE INDEX test_try_by_time ON counted_try (at, id)"),
});

export const laterNames = Object.keys(later("sqlite"));

type Migrations = typeof import("../../server/db/migrations.ts");

/**
 * The shop's migrations and additional ones that no release has, for tests of how migrations are
 * applied.
 */
export const withLater = (original: Migrations): Migrations => ({
  ...original,
  migrations: (engine) => ({ ...original.migrations(engine), ...later(engine) }),
});

import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

const tables = `
CREATE TABLE promo_batch (
  id TEXT PRIMARY KEY,
  promo_id TEXT NOT NULL REFERENCES promo(id),
  prefix TEXT NOT NULL,
  size INT8 NOT NULL CHECK (size > 0),
  made_by TEXT NOT NULL,
  made_at INT8 NOT NULL,
  ended_at INT8
);
CREATE INDEX promo_batch_by_promo ON promo_batch (promo_id, made_at);
CREATE TABLE promo_code (
  code TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES promo_batch(id)
);
CREATE INDEX promo_code_by_batch ON promo_code (batch_id, code);
ALTER TABLE checkout ADD COLUMN batch_code TEXT;
ALTER TABLE promo_redemption ADD COLUMN batch_code TEXT REFERENCES promo_code(code);
CREATE UNIQUE INDEX promo_redemption_of_code ON promo_redemption (batch_code) WHERE batch_code IS NOT NULL;
`;

/** SQLite's STRICT tables name the 64-bit integer otherwise than PostgreSQL. */
const dialects: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) => text.replaceAll("INT8", "INTEGER").replaceAll("\n);", "\n) STRICT;"),
  postgres: (text) => text.replaceAll("INT8", "BIGINT"),
};

/** Batches of single-use codes of a promo; a code has at most one redemption. */
export const promoBatches = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of dialects[engine](tables)
      .split(";\n")
      .filter((text) => text.trim() !== ""))
      await sql.raw(statement).execute(db);
  },
});

import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

const tables = `
CREATE TABLE exchange (
  checkout_id TEXT PRIMARY KEY REFERENCES checkout(id),
  order_id TEXT NOT NULL REFERENCES orders(id),
  order_number INT8 NOT NULL,
  units TEXT NOT NULL,
  amount INT8 NOT NULL CHECK (amount >= 0),
  begun_at INT8 NOT NULL,
  done_at INT8
);
CREATE INDEX exchange_by_order ON exchange (order_id);
CREATE INDEX exchange_unpaid ON exchange (begun_at) WHERE done_at IS NULL;
CREATE TABLE exchange_line (
  checkout_id TEXT NOT NULL REFERENCES exchange(checkout_id),
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  edit_n INT8,
  PRIMARY KEY (checkout_id, line_id)
);
`;

/** SQLite's STRICT tables name the 64-bit integer otherwise than PostgreSQL. */
const dialects: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) => text.replaceAll("INT8", "INTEGER").replaceAll("\n);", "\n) STRICT;"),
  postgres: (text) => text.replaceAll("INT8", "BIGINT"),
};

/** Phone orders that exchange units of an earlier order, with the units that are given back. */
export const exchanges = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of dialects[engine](tables)
      .split(";\n")
      .filter((text) => text.trim() !== ""))
      await sql.raw(statement).execute(db);
    await sql`ALTER TABLE orders ADD COLUMN is_exchange ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")} NOT NULL DEFAULT 0`.execute(
      db,
    );
  },
});

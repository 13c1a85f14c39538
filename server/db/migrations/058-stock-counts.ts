import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  "ALTER TABLE stock_movement ADD COLUMN reason TEXT",
  "ALTER TABLE stock_movement ADD COLUMN note TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE stock_movement ADD COLUMN actor TEXT",
  "ALTER TABLE stock_movement ADD COLUMN undoes TEXT",
  "ALTER TABLE stock_movement ADD COLUMN sheet_id TEXT",
  `CREATE TABLE count_sheet (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  with_unshipped INT8 NOT NULL CHECK (with_unshipped IN (0, 1)),
  created_by TEXT NOT NULL,
  created_at INT8 NOT NULL,
  ended_by TEXT,
  ended_at INT8
)`,
  "CREATE INDEX count_sheet_by_time ON count_sheet (created_at, id)",
  `CREATE TABLE count_line (
  sheet_id TEXT NOT NULL REFERENCES count_sheet (id),
  variant_id TEXT NOT NULL REFERENCES variant (id),
  position INT8 NOT NULL,
  counted INT8 CHECK (counted >= 0),
  expected INT8,
  counted_by TEXT,
  counted_at INT8,
  PRIMARY KEY (sheet_id, variant_id)
)`,
  "CREATE INDEX count_line_by_position ON count_line (sheet_id, position)",
  "CREATE INDEX count_line_by_variant ON count_line (variant_id)",
  // The list of stock is read by name; a scanner looks for a code.
  "CREATE INDEX product_by_any_name ON product (lower(name), id)",
  "CREATE INDEX variant_by_any_sku ON variant (lower(sku)) WHERE sku <> ''",
  "CREATE INDEX variant_by_any_barcode ON variant (barcode) WHERE barcode <> ''",
];

/**
 * Why units of a variant were moved and by whom, and the sheets on which they are counted. Reasons
 * and states are listed by the tables' types, not by a CHECK: each new one would have the table
 * written anew.
 */
export const stockCountsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});

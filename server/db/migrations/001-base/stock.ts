import { neverChanged, type Part } from "./part.ts";

/** Movements of stock, and the sheets for counting it. */
export const stock: Part = {
  tables: `
-- Why units moved, and who moved them. Reasons are listed by the table's type, not by a CHECK.
CREATE TABLE stock_movement (
  id TEXT PRIMARY KEY,
  variant_id TEXT NOT NULL REFERENCES variant(id),
  kind TEXT NOT NULL CHECK (kind IN ('initial','set','sold','restocked')),
  units INT8 NOT NULL,
  order_id TEXT,
  at INT8 NOT NULL,
  reason TEXT,
  note TEXT NOT NULL DEFAULT '',
  actor TEXT,
  undoes TEXT,
  sheet_id TEXT
);
CREATE INDEX stock_movement_by_time ON stock_movement (variant_id, at);

-- A sheet on which staff count units.
CREATE TABLE count_sheet (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  with_unshipped INT8 NOT NULL CHECK (with_unshipped IN (0, 1)),
  created_by TEXT NOT NULL,
  created_at INT8 NOT NULL,
  ended_by TEXT,
  ended_at INT8
);
CREATE INDEX count_sheet_by_time ON count_sheet (created_at, id);

CREATE TABLE count_line (
  sheet_id TEXT NOT NULL REFERENCES count_sheet(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  position INT8 NOT NULL,
  counted INT8 CHECK (counted >= 0),
  expected INT8,
  counted_by TEXT,
  counted_at INT8,
  PRIMARY KEY (sheet_id, variant_id)
);
CREATE INDEX count_line_by_position ON count_line (sheet_id, position);
CREATE INDEX count_line_by_variant ON count_line (variant_id);
`,
  own: neverChanged("stock_movement"),
};

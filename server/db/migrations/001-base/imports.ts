import type { Part } from "./part.ts";

/** Imports of products: their files, progress and findings. */
export const imports: Part = {
  tables: `
CREATE TABLE product_import (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff(id),
  request_id TEXT NOT NULL,
  name TEXT NOT NULL,
  size INT8 NOT NULL DEFAULT 0,
  options TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL,
  slot INT8 UNIQUE CHECK (slot = 1),
  format TEXT NOT NULL DEFAULT '',
  total INT8 NOT NULL DEFAULT 0,
  position INT8 NOT NULL DEFAULT 0,
  round INT8 NOT NULL DEFAULT 0,
  findings TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  failure TEXT NOT NULL DEFAULT '',
  created_at INT8 NOT NULL,
  began_at INT8,
  ended_at INT8
);
CREATE INDEX product_import_by_time ON product_import (created_at, id);

CREATE TABLE product_import_part (
  import_id TEXT NOT NULL REFERENCES product_import(id),
  position INT8 NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (import_id, position)
);

CREATE TABLE product_import_line (
  import_id TEXT NOT NULL REFERENCES product_import(id),
  step TEXT NOT NULL,
  number INT8 NOT NULL,
  kind TEXT NOT NULL,
  line INT8,
  product TEXT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (import_id, step, number)
);
`,
};

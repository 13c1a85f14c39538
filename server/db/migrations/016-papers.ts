import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { postgresTriggersOf, sqliteTriggersOf } from "./001-base/page-changes.ts";
import type { Rule } from "./001-base/watched.ts";

const paper = (integer: string) => `
  title TEXT NOT NULL,
  lot TEXT NOT NULL DEFAULT '',
  key TEXT NOT NULL,
  file_name TEXT NOT NULL,
  bytes ${integer} NOT NULL`;

const tables = (integer: string): readonly string[] => [
  `CREATE TABLE product_paper (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),${paper(integer)},
  is_current ${integer} NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
  added_at ${integer} NOT NULL
)`,
  `CREATE TABLE order_paper (
  order_id TEXT NOT NULL REFERENCES orders(id),
  product_id TEXT NOT NULL,
  position ${integer} NOT NULL,${paper(integer)},
  PRIMARY KEY (order_id, product_id, position)
)`,
];

const indexes = [
  "CREATE INDEX product_paper_of_product ON product_paper (product_id)",
  "CREATE INDEX product_paper_by_key ON product_paper (key)",
  "CREATE INDEX order_paper_by_key ON order_paper (key)",
];

/** A change of a product's papers is a change of the product's page. */
const rules: readonly Rule[] = [
  {
    subject: (row) => `'details:' || ${row}.product_id`,
    columns: ["id", "product_id", "title", "lot", "key", "file_name", "bytes", "is_current", "added_at"],
  },
];

/** PDFs about products, and the copies of their rows that orders keep. */
export const papers = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const created = engine === "sqlite" ? tables("INTEGER").map((text) => `${text} STRICT`) : tables("BIGINT");
    const triggers = engine === "sqlite" ? sqliteTriggersOf("product_paper", rules) : postgresTriggersOf("product_paper", rules);
    for (const statement of [...created, ...indexes, ...triggers]) await sql.raw(statement).execute(db);
  },
});

import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { postgresTriggersOf, sqliteTriggersOf } from "./001-base/page-changes.ts";
import type { Rule } from "./001-base/watched.ts";

const tables = [
  `CREATE TABLE collection (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    intro TEXT NOT NULL DEFAULT '',
    seo_title TEXT NOT NULL DEFAULT '',
    seo_description TEXT NOT NULL DEFAULT '',
    chosen_by TEXT NOT NULL CHECK (chosen_by IN ('hand', 'rule')),
    label TEXT,
    value_picks TEXT NOT NULL DEFAULT '[]',
    price_min INT8,
    price_max INT8,
    newer_days INT8
  )`,
  `CREATE TABLE collection_product (
    collection_id TEXT NOT NULL REFERENCES collection(id),
    product_id TEXT NOT NULL REFERENCES product(id),
    position INT8 NOT NULL,
    PRIMARY KEY (collection_id, product_id)
  )`,
];

const dialects: Readonly<Record<Engine, (table: string) => string>> = {
  sqlite: (table) => `${table.replaceAll("INT8", "INTEGER")} STRICT`,
  postgres: (table) => table.replaceAll("INT8", "BIGINT"),
};

/** The tables that pages show, with rules that name the subject of each change. */
export const watchedCollections: Readonly<Record<string, readonly Rule[]>> = {
  collection: [
    {
      subject: () => "'collection'",
      columns: [
        ...["id", "slug", "name", "intro", "seo_title", "seo_description", "chosen_by"],
        ...["label", "value_picks", "price_min", "price_max", "newer_days"],
      ],
    },
  ],
  collection_product: [{ subject: () => "'collection'", columns: ["collection_id", "product_id", "position"] }],
};

const triggersOf = { sqlite: sqliteTriggersOf, postgres: postgresTriggersOf } as const;

/** A change of a product's label or creation time also reaches the index in memory. */
const indexed: Readonly<Record<Engine, string>> = {
  sqlite: `CREATE TRIGGER assortment_product_collected AFTER UPDATE OF label, created_at ON product
    WHEN OLD.label IS NOT NEW.label OR OLD.created_at IS NOT NEW.created_at
    BEGIN
      INSERT INTO assortment_change (subject, changed_in)
      VALUES (NEW.id, (SELECT coalesce(max(changed_in), 0) + 1 FROM assortment_change))
      ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;
    END`,
  postgres: `CREATE TRIGGER assortment_product_collected AFTER UPDATE ON product FOR EACH ROW
    WHEN (OLD.label IS DISTINCT FROM NEW.label OR OLD.created_at IS DISTINCT FROM NEW.created_at)
    EXECUTE FUNCTION note_product_change()`,
};

/** Collections of products that the owner chooses by hand, in an order, or by a rule. */
export const collections = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const triggers = Object.entries(watchedCollections).flatMap(([table, rules]) => triggersOf[engine](table, rules));
    const index = "CREATE INDEX collection_product_by_product ON collection_product (product_id)";
    for (const statement of [...tables.map(dialects[engine]), index, ...triggers, indexed[engine]])
      await sql.raw(statement).execute(db);
  },
});

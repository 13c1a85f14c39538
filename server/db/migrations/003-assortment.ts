import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Each process has in memory what listings need (catalog/current-catalog.ts). Here triggers record
 * which product changed and when, whoever wrote: one row for each product however often it changes,
 * and one for all categories and attributes together, so nothing has to be deleted.
 *
 * "When" counts changes on SQLite, where writers come one by one. On PostgreSQL it is the writer's
 * transaction, since transactions do not end in the order in which they began: `settled` is the
 * first that may still be running, and its changes are read until it has ended. `until` leaves out
 * the numbers of another server, where a dump came from.
 */
const tables = (engine: Engine): string[] => {
  const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
  return [
    `CREATE TABLE assortment_change (subject TEXT PRIMARY KEY, changed_in ${integer} NOT NULL)${engine === "sqlite" ? " STRICT" : ""}`,
    "CREATE INDEX assortment_change_in ON assortment_change (changed_in)",
  ];
};

/** The subject of a changed category, attribute or value. */
const vocabulary = "'vocabulary'";

/** The columns that listings depend on. */
const listed = ["name", "category_id", "published", "price_start", "popularity"];

const recordInSqlite = (subject: string) =>
  `INSERT INTO assortment_change (subject, changed_in)
   VALUES (${subject}, (SELECT coalesce(max(changed_in), 0) + 1 FROM assortment_change))
   ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;`;

const onSqlite = (name: string, event: string, table: string, subject: string) =>
  `CREATE TRIGGER assortment_${table}_${name} AFTER ${event} ON ${table} BEGIN ${recordInSqlite(subject)} END`;

const sqliteTriggers = [
  "CREATE VIEW assortment_clock AS SELECT coalesce(max(changed_in), 0) + 1 AS settled, coalesce(max(changed_in), 0) + 1 AS until FROM assortment_change",
  onSqlite("added", "INSERT", "product", "NEW.id"),
  onSqlite("removed", "DELETE", "product", "OLD.id"),
  `CREATE TRIGGER assortment_product_changed AFTER UPDATE OF ${listed.join(", ")} ON product
   WHEN ${listed.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}
   BEGIN ${recordInSqlite("NEW.id")} END`,
  onSqlite("added", "INSERT", "product_attribute", "NEW.product_id"),
  onSqlite("removed", "DELETE", "product_attribute", "OLD.product_id"),

  `CREATE TRIGGER assortment_product_attribute_changed AFTER UPDATE ON product_attribute
   BEGIN ${recordInSqlite("OLD.product_id")} ${recordInSqlite("NEW.product_id")} END`,
  ...["category", "attribute", "attribute_value"].flatMap((table) =>
    ["INSERT", "UPDATE", "DELETE"].map((event) => onSqlite(event.toLowerCase(), event, table, vocabulary)),
  ),
];

const onPostgres = (name: string, events: string, table: string, note: string) =>
  `CREATE TRIGGER assortment_${table}_${name} AFTER ${events} ON ${table} ${note}`;

const transaction = "pg_current_xact_id()::text::bigint";

const postgresTriggers = [
  `CREATE VIEW assortment_clock AS SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled,
   pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS until`,
  `CREATE FUNCTION note_assortment_change(changed TEXT) RETURNS void LANGUAGE sql AS $$
     INSERT INTO assortment_change AS noted (subject, changed_in) VALUES (changed, ${transaction})
     ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in WHERE noted.changed_in <> excluded.changed_in
   $$`,
  `CREATE FUNCTION note_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_assortment_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION note_product_attribute_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP <> 'INSERT' THEN PERFORM note_assortment_change(OLD.product_id); END IF;
     IF TG_OP <> 'DELETE' THEN PERFORM note_assortment_change(NEW.product_id); END IF;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION note_vocabulary_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN PERFORM note_assortment_change(${vocabulary}); RETURN NULL; END $$`,
  onPostgres("moved", "INSERT OR DELETE", "product", "FOR EACH ROW EXECUTE FUNCTION note_product_change()"),
  onPostgres(
    "changed",
    "UPDATE",
    "product",
    `FOR EACH ROW WHEN (${listed.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ")}) EXECUTE FUNCTION note_product_change()`,
  ),
  onPostgres(
    "changed",
    "INSERT OR UPDATE OR DELETE",
    "product_attribute",
    "FOR EACH ROW EXECUTE FUNCTION note_product_attribute_change()",
  ),
  ...["category", "attribute", "attribute_value"].map((table) =>
    onPostgres("changed", "INSERT OR UPDATE OR DELETE", table, "FOR EACH STATEMENT EXECUTE FUNCTION note_vocabulary_change()"),
  ),
];

/**
 * Listings no longer sort in the database; rankings (best sellers, most viewed, newest, premium)
 * do, and a starting process reads one narrow index instead of every description.
 */
const indexes = [
  "DROP INDEX product_by_name",
  "DROP INDEX product_by_price",
  "CREATE INDEX product_by_listing ON product (id, published, category_id, price_start, popularity, name)",
  "CREATE INDEX product_by_units ON product (published, units_90 DESC, id)",
  "CREATE INDEX product_by_views ON product (published, views_30 DESC, id)",
  "CREATE INDEX product_by_age ON product (published, created_at DESC, id)",
  "CREATE INDEX product_premium ON product (published, popularity DESC, id) WHERE premium = 1",
  "CREATE INDEX review_stars ON review (product_id, published, stars)",
];

/** Adds the record of changed products, the triggers that write it, and the listings' indexes. */
export const assortmentMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const triggers = engine === "sqlite" ? sqliteTriggers : postgresTriggers;
    for (const text of [...tables(engine), ...triggers, ...indexes]) await sql.raw(text).execute(db);
  },
});

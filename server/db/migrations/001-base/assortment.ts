import type { Part } from "./part.ts";

/** The columns of a product that listings depend on. */
const listed = ["name", "category_id", "published", "price_start", "popularity"];

/** The subject of a changed category, attribute or value. */
const vocabulary = "'vocabulary'";
const vocabularyTables = ["category", "attribute", "attribute_value"];

/** Whether a variant is in stock, since listings can be limited to products in stock. */
const sells = (row: string) => `(${row}.active = 1 AND ${row}.on_hand > ${row}.reserved)`;
const turned = `${sells("OLD")} <> ${sells("NEW")}`;

const recordInSqlite = (subject: string) =>
  `INSERT INTO assortment_change (subject, changed_in)
   VALUES (${subject}, (SELECT coalesce(max(changed_in), 0) + 1 FROM assortment_change))
   ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;`;

const onSqlite = (name: string, event: string, table: string, subject: string, when = "") =>
  `CREATE TRIGGER assortment_${table}_${name} AFTER ${event} ON ${table} ${when} BEGIN ${recordInSqlite(subject)} END`;

const sqlite = [
  `CREATE VIEW assortment_clock AS
   SELECT coalesce(max(changed_in), 0) + 1 AS settled, coalesce(max(changed_in), 0) + 1 AS until FROM assortment_change`,
  onSqlite("added", "INSERT", "product", "NEW.id"),
  onSqlite("removed", "DELETE", "product", "OLD.id"),
  onSqlite(
    "changed",
    `UPDATE OF ${listed.join(", ")}`,
    "product",
    "NEW.id",
    `WHEN ${listed.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}`,
  ),
  onSqlite("added", "INSERT", "product_attribute", "NEW.product_id"),
  onSqlite("removed", "DELETE", "product_attribute", "OLD.product_id"),
  `CREATE TRIGGER assortment_product_attribute_changed AFTER UPDATE ON product_attribute
   BEGIN ${recordInSqlite("OLD.product_id")} ${recordInSqlite("NEW.product_id")} END`,
  onSqlite("added", "INSERT", "variant", "NEW.product_id", `WHEN ${sells("NEW")}`),
  onSqlite("removed", "DELETE", "variant", "OLD.product_id", `WHEN ${sells("OLD")}`),
  onSqlite("changed", "UPDATE OF active, on_hand, reserved", "variant", "NEW.product_id", `WHEN ${turned}`),
  ...vocabularyTables.flatMap((table) =>
    ["INSERT", "UPDATE", "DELETE"].map((event) => onSqlite(event.toLowerCase(), event, table, vocabulary)),
  ),
];

const onPostgres = (name: string, events: string, table: string, rest: string) =>
  `CREATE TRIGGER assortment_${table}_${name} AFTER ${events} ON ${table} ${rest}`;

const transaction = "pg_current_xact_id()::text::bigint";
const differs = listed.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ");

const postgres = [
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
  `CREATE FUNCTION note_variants_added() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_assortment_change(product_id) FROM (SELECT DISTINCT product_id FROM added a WHERE ${sells("a")} ORDER BY 1) AS noted;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION note_variant_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_assortment_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END);
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION note_vocabulary_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN PERFORM note_assortment_change(${vocabulary}); RETURN NULL; END $$`,
  onPostgres("moved", "INSERT OR DELETE", "product", "FOR EACH ROW EXECUTE FUNCTION note_product_change()"),
  onPostgres("changed", "UPDATE", "product", `FOR EACH ROW WHEN (${differs}) EXECUTE FUNCTION note_product_change()`),
  onPostgres(
    "changed",
    "INSERT OR UPDATE OR DELETE",
    "product_attribute",
    "FOR EACH ROW EXECUTE FUNCTION note_product_attribute_change()",
  ),
  onPostgres(
    "added",
    "INSERT",
    "variant",
    "REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_variants_added()",
  ),
  onPostgres("removed", "DELETE", "variant", `FOR EACH ROW WHEN (${sells("OLD")}) EXECUTE FUNCTION note_variant_change()`),
  onPostgres(
    "changed",
    "UPDATE OF active, on_hand, reserved",
    "variant",
    `FOR EACH ROW WHEN (${turned}) EXECUTE FUNCTION note_variant_change()`,
  ),
  ...vocabularyTables.map((table) =>
    onPostgres("changed", "INSERT OR UPDATE OR DELETE", table, "FOR EACH STATEMENT EXECUTE FUNCTION note_vocabulary_change()"),
  ),
];

/**
 * Each process keeps in memory the data that listings need (catalog/current-catalog.ts). Triggers
 * record which product changed and when, whichever program wrote. Each product has one row however
 * often it changes, and all categories and attributes share one row, so nothing has to be deleted.
 *
 * The time is a count of changes on SQLite, which has one writer at a time. On PostgreSQL it is the
 * number of the writer's transaction, and transactions may end in another order than they begin.
 * `settled` is the first transaction that may still be running; its changes are read until it has
 * ended. `until` leaves out numbers that a dump brought from another server.
 */
export const assortment: Part = {
  tables: `
CREATE TABLE assortment_change (
  subject TEXT PRIMARY KEY,
  changed_in INT8 NOT NULL
);
CREATE INDEX assortment_change_in ON assortment_change (changed_in);
`,
  own: { sqlite, postgres },
};

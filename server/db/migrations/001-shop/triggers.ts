/**
 * Triggers hold what must not depend on each writer: a changed price, stock state, banner or review
 * invalidates cached pages (decisions §4), a completed checkout cannot change (I16), nor can an
 * order line or a ledger entry (I10, I8). A stock state is the quantity a cacheable page may show:
 * exact up to 5, else 6.
 */
const shown = (row: string) =>
  `(CASE WHEN ${row}.on_hand - ${row}.reserved > 5 THEN 6 ELSE ${row}.on_hand - ${row}.reserved END)`;

const differs = (is: string, columns: readonly string[]) =>
  columns.map((column) => `OLD.${column} ${is} NEW.${column}`).join(" OR ");

const watchedColumns: Record<string, readonly string[]> = {
  category: ["slug", "name", "intro", "position"],
  product: [
    "slug",
    "name",
    "category_id",
    "brand",
    "description",
    "label",
    "published",
    "premium",
    "price_start",
    "price_stop",
    "popularity",
  ],
  variant: ["product_id", "name", "sku", "options", "price", "compare_at", "position", "picture", "active"],
  attribute: ["slug", "name", "position"],
  attribute_value: ["slug", "name", "position"],
  product_attribute: ["product_id", "value_id"],
  product_media: ["product_id", "position", "kind", "key", "alt"],
  review: ["product_id", "author", "stars", "title", "body", "published", "at"],
  banner: [
    "page",
    "position",
    "background_url",
    "background_alt",
    "title",
    "subtitle",
    "cta_text",
    "cta_link",
    "image_url",
    "image_alt",
    "active",
  ],
  state_rule: ["country", "area", "category_id", "product_id"],
};

const changed = (is: string, table: string, columns: readonly string[]) =>
  table === "variant" ? `${differs(is, columns)} OR ${shown("OLD")} <> ${shown("NEW")}` : differs(is, columns);

const increaseVersion = "BEGIN UPDATE catalog_version SET version = version + 1 WHERE id = 1; END;";

const sqliteWatch = Object.entries(watchedColumns).flatMap(([table, columns]) => [
  `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} ${increaseVersion}`,
  `CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} ${increaseVersion}`,
  `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} WHEN ${changed("IS NOT", table, columns)} ${increaseVersion}`,
]);

const refusal = (text: string) => `BEGIN SELECT RAISE(ABORT, '${text}'); END;`;

const ofCompleted = (row: string) => `(SELECT state FROM checkout WHERE id = ${row}.checkout_id) = 'completed'`;

const frozenParts = ["checkout_line", "checkout_address"];

export const sqliteTriggers: readonly string[] = [
  ...sqliteWatch,
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE ON checkout WHEN OLD.state = 'completed' ${refusal("a completed checkout does not change")}`,
  `CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = 'completed' ${refusal("a completed checkout does not change")}`,
  ...frozenParts.flatMap((table) =>
    [
      ["INSERT", "NEW"],
      ["UPDATE", "OLD"],
      ["DELETE", "OLD"],
    ].map(
      ([event, row]) =>
        `CREATE TRIGGER ${table}_frozen_${event} BEFORE ${event} ON ${table} WHEN ${ofCompleted(row ?? "")} ${refusal("a completed checkout does not change")}`,
    ),
  ),
  ...["order_line", "ledger_entry", "stock_movement"].flatMap((table) =>
    ["UPDATE", "DELETE"].map(
      (event) => `CREATE TRIGGER ${table}_kept_${event} BEFORE ${event} ON ${table} ${refusal(`${table} is written once`)}`,
    ),
  ),
];

const postgresWatch = Object.entries(watchedColumns).flatMap(([table, columns]) => [
  `CREATE TRIGGER ${table}_added AFTER INSERT OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_change()`,
  `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${changed("IS DISTINCT FROM", table, columns)}) EXECUTE FUNCTION tell_catalog_change()`,
]);

export const postgresTriggers: readonly string[] = [
  `CREATE FUNCTION tell_catalog_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('catalog_changed', ''); RETURN NULL; END $$`,
  `CREATE FUNCTION refuse_completed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a completed checkout does not change'; END $$`,
  `CREATE FUNCTION refuse_part_of_completed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF (SELECT state FROM checkout WHERE id = COALESCE(OLD.checkout_id, NEW.checkout_id)) = 'completed' THEN
       RAISE EXCEPTION 'a completed checkout does not change';
     END IF;
     IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     RETURN NEW;
   END $$`,
  `CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME; END $$`,
  ...postgresWatch,
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE OR DELETE ON checkout FOR EACH ROW WHEN (OLD.state = 'completed') EXECUTE FUNCTION refuse_completed()`,
  ...frozenParts.map(
    (table) =>
      `CREATE TRIGGER ${table}_frozen BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_part_of_completed()`,
  ),
  ...["order_line", "ledger_entry", "stock_movement"].map(
    (table) => `CREATE TRIGGER ${table}_kept BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()`,
  ),
];

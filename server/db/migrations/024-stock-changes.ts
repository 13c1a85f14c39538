import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Listings can be narrowed to what is in stock: whether a product is changes with its variants,
 * which are recorded as the changes of products are (003-assortment).
 */
const sells = (row: string) => `(${row}.active = 1 AND ${row}.on_hand > ${row}.reserved)`;
const turned = `${sells("OLD")} <> ${sells("NEW")}`;

const recordInSqlite = (subject: string) =>
  `INSERT INTO assortment_change (subject, changed_in)
   VALUES (${subject}, (SELECT coalesce(max(changed_in), 0) + 1 FROM assortment_change))
   ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;`;

const sqlite = [
  `CREATE TRIGGER assortment_variant_added AFTER INSERT ON variant WHEN ${sells("NEW")}
   BEGIN ${recordInSqlite("NEW.product_id")} END`,
  `CREATE TRIGGER assortment_variant_removed AFTER DELETE ON variant WHEN ${sells("OLD")}
   BEGIN ${recordInSqlite("OLD.product_id")} END`,
  `CREATE TRIGGER assortment_variant_changed AFTER UPDATE OF active, on_hand, reserved ON variant WHEN ${turned}
   BEGIN ${recordInSqlite("NEW.product_id")} END`,
];

const postgres = [
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
  `CREATE TRIGGER assortment_variant_added AFTER INSERT ON variant REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION note_variants_added()`,
  `CREATE TRIGGER assortment_variant_removed AFTER DELETE ON variant
   FOR EACH ROW WHEN (${sells("OLD")}) EXECUTE FUNCTION note_variant_change()`,
  `CREATE TRIGGER assortment_variant_changed AFTER UPDATE OF active, on_hand, reserved ON variant
   FOR EACH ROW WHEN (${turned}) EXECUTE FUNCTION note_variant_change()`,
];

export const stockChangesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});

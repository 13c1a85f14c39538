import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const categoryRules: readonly Rule[] = [
  { subject: own("category", "id"), columns: ["id", "slug", "name", "intro", "position"] },
  { subject: () => "'header'", columns: ["slug", "name", "position", "has_products"] },
];

const fill = `UPDATE category SET has_products = 1
   WHERE EXISTS (SELECT 1 FROM product WHERE category_id = category.id AND published = 1)`;

const set = "UPDATE category SET has_products = 1 WHERE id = NEW.category_id AND has_products = 0;";
const unset = `UPDATE category SET has_products = 0 WHERE id = OLD.category_id AND has_products = 1
   AND NOT EXISTS (SELECT 1 FROM product WHERE category_id = OLD.category_id AND published = 1);`;
const moved = "(OLD.published <> NEW.published OR OLD.category_id <> NEW.category_id)";

const sqlite = [
  `CREATE TRIGGER product_category_added AFTER INSERT ON product WHEN NEW.published = 1 BEGIN ${set} END`,
  `CREATE TRIGGER product_category_entered AFTER UPDATE OF published, category_id ON product
   WHEN NEW.published = 1 AND ${moved} BEGIN ${set} END`,
  `CREATE TRIGGER product_category_left AFTER UPDATE OF published, category_id ON product
   WHEN OLD.published = 1 AND ${moved} BEGIN ${unset} END`,
  `CREATE TRIGGER product_category_removed AFTER DELETE ON product WHEN OLD.published = 1 BEGIN ${unset} END`,
];

/**
 * Whoever takes a category's last product waits for those that are bringing one, and they for whoever
 * takes one: else each would decide without seeing what the other did. An update without rows would run
 * the table's other triggers, so none is made.
 */
const postgres = [
  `CREATE FUNCTION category_entered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     PERFORM 1 FROM category WHERE id = NEW.category_id FOR KEY SHARE;
     IF EXISTS (SELECT 1 FROM category WHERE id = NEW.category_id AND has_products = 0) THEN ${set} END IF;
     RETURN NULL; END $$`,
  `CREATE FUNCTION category_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT EXISTS (SELECT 1 FROM product WHERE category_id = OLD.category_id AND published = 1) THEN
       PERFORM 1 FROM category WHERE id = OLD.category_id FOR UPDATE;
       ${unset}
     END IF;
     RETURN NULL; END $$`,
  `CREATE TRIGGER product_category_added AFTER INSERT ON product FOR EACH ROW
   WHEN (NEW.published = 1) EXECUTE FUNCTION category_entered()`,
  `CREATE TRIGGER product_category_entered AFTER UPDATE OF published, category_id ON product FOR EACH ROW
   WHEN (NEW.published = 1 AND ${moved}) EXECUTE FUNCTION category_entered()`,
  `CREATE TRIGGER product_category_left AFTER UPDATE OF published, category_id ON product FOR EACH ROW
   WHEN (OLD.published = 1 AND ${moved}) EXECUTE FUNCTION category_left()`,
  `CREATE TRIGGER product_category_removed AFTER DELETE ON product FOR EACH ROW
   WHEN (OLD.published = 1) EXECUTE FUNCTION category_left()`,
];

/** Which categories have a public product, kept by triggers: a shop's header begins with them. */
export const headerCategoriesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    const texts = [
      `ALTER TABLE category ADD COLUMN has_products ${integer} NOT NULL DEFAULT 0`,
      fill,
      ...(engine === "sqlite" ? sqlite : postgres),
      ...remakeTriggers(engine, "category", categoryRules),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Of all products that one statement takes from a category, the first that finds none left says so; for
 * the others nothing is looked up. PostgreSQL runs the trigger for each of them.
 */
const once = `CREATE OR REPLACE FUNCTION category_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF EXISTS (SELECT 1 FROM category WHERE id = OLD.category_id AND has_products = 1)
        AND NOT EXISTS (SELECT 1 FROM product WHERE category_id = OLD.category_id AND published = 1) THEN
       PERFORM 1 FROM category WHERE id = OLD.category_id FOR UPDATE;
       UPDATE category SET has_products = 0 WHERE id = OLD.category_id AND has_products = 1
         AND NOT EXISTS (SELECT 1 FROM product WHERE category_id = OLD.category_id AND published = 1);
     END IF;
     RETURN NULL; END $$`;

/** SQLite's trigger updates no row twice, and its index has no rows of before. */
export const categoryLeftOnceMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    if (engine === "postgres") await sql.raw(once).execute(db);
  },
});

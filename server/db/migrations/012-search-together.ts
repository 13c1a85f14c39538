import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** The columns that the search index is made of. */
const found = "name, brand, category_id, published";
const of = (row: string) =>
  found
    .split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ");

/**
 * PostgreSQL indexes all products of one statement together: one takes about as long as a hundred.
 */
const postgres = [
  "DROP TRIGGER product_search_added ON product",
  "DROP TRIGGER product_search_changed ON product",
  `CREATE FUNCTION search_added() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN PERFORM search_again(ARRAY(SELECT id FROM added)); RETURN NULL; END $$`,
  `CREATE FUNCTION search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE ids text[] := ARRAY(SELECT n.id FROM after n JOIN before o ON o.id = n.id WHERE (${of("o")}) IS DISTINCT FROM (${of("n")}));
   BEGIN
     IF cardinality(ids) > 0 THEN PERFORM search_again(ids); END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER product_search_added AFTER INSERT ON product REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION search_added()`,
  `CREATE TRIGGER product_search_changed AFTER UPDATE ON product REFERENCING OLD TABLE AS before NEW TABLE AS after
   FOR EACH STATEMENT EXECUTE FUNCTION search_changed()`,
  "DROP FUNCTION search_product",
];

/** Changes PostgreSQL's triggers; on SQLite it does nothing. */
export const searchTogetherMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    if (engine === "postgres") for (const text of postgres) await sql.raw(text).execute(db);
  },
});

import { foldFunction } from "./folding.ts";

const tables = [
  "CREATE TABLE product_search (product_id TEXT PRIMARY KEY REFERENCES product(id) ON DELETE CASCADE, words tsvector NOT NULL)",
  "CREATE INDEX product_search_by_word ON product_search USING gin (words)",
  // Every word that was ever in the index, for corrections. The index itself shows which words are
  // still used.
  `CREATE TABLE search_word (word TEXT COLLATE "C" PRIMARY KEY)`,
];

/**
 * Splits texts like FTS5: words consist of letters and digits, and case and accents do not count.
 * The database's own locale may know only ASCII letters, so a collation for all of Unicode is used
 * if there is one.
 */
const split = `DO $do$
DECLARE letters text := COALESCE((
  SELECT collname FROM pg_collation
  WHERE collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ORDER BY collname = 'pg_c_utf8' DESC LIMIT 1
), 'default');
BEGIN
  EXECUTE format($make$
    CREATE FUNCTION search_words(line text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $body$
      SELECT COALESCE(array_agg(DISTINCT left(word, 60)), '{}') FROM regexp_split_to_table(search_fold(line) COLLATE %1$I, '[^[:alnum:]]+' COLLATE %1$I) AS word
      WHERE word <> ''
    $body$ $make$, letters);
END $do$`;

/**
 * Indexes products again. First locks the products, their categories and their attribute values. A
 * concurrent change of these has then either ended, and this function sees it, or it waits and
 * later indexes the products itself.
 */
const reindex = `CREATE FUNCTION search_again(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM product WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM 1 FROM category WHERE id IN (SELECT category_id FROM product WHERE id = ANY(ids)) ORDER BY id FOR SHARE;
  PERFORM 1 FROM attribute_value WHERE id IN (SELECT value_id FROM product_attribute WHERE product_id = ANY(ids)) ORDER BY id FOR SHARE;
  DELETE FROM product_search USING product WHERE product_id = ANY(ids) AND id = product_id AND published = 0;
  INSERT INTO product_search (product_id, words)
    SELECT p.id, array_to_tsvector(search_words(concat_ws(' ', p.name, p.brand, c.name, (
      SELECT string_agg(v.name, ' ') FROM product_attribute a JOIN attribute_value v ON v.id = a.value_id WHERE a.product_id = p.id))))
    FROM product p JOIN category c ON c.id = p.category_id WHERE p.id = ANY(ids) AND p.published = 1
    ON CONFLICT (product_id) DO UPDATE SET words = EXCLUDED.words WHERE product_search.words <> EXCLUDED.words;
  INSERT INTO search_word (word)
    SELECT DISTINCT word FROM product_search s, unnest(tsvector_to_array(s.words)) AS word
    WHERE s.product_id = ANY(ids) AND word !~ '[0-9]' AND length(word) > 2 ORDER BY word
    ON CONFLICT DO NOTHING;
END $$`;

const calling = (name: string, products: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM search_again(${products}); RETURN NULL; END $$`;

/** The columns of a product from which its words come. */
const wordsOf = (row: string) => `${row}.name, ${row}.brand, ${row}.category_id, ${row}.published`;

// All products of one statement are indexed together, since a hundred take about as long as one.
const functions = [
  calling("search_added", "ARRAY(SELECT id FROM added)"),
  `CREATE FUNCTION search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE ids text[] := ARRAY(
     SELECT n.id FROM after n JOIN before o ON o.id = n.id WHERE (${wordsOf("o")}) IS DISTINCT FROM (${wordsOf("n")})
   );
   BEGIN
     IF cardinality(ids) > 0 THEN PERFORM search_again(ids); END IF;
     RETURN NULL;
   END $$`,
  calling("search_picked", "ARRAY(SELECT DISTINCT product_id FROM picked)"),
  calling("search_repicked", "ARRAY[OLD.product_id, NEW.product_id]"),
  calling("search_category", "ARRAY(SELECT id FROM product WHERE category_id = NEW.id)"),
  calling("search_value", "ARRAY(SELECT product_id FROM product_attribute WHERE value_id = NEW.id)"),
];

const triggers = [
  `CREATE TRIGGER product_search_added AFTER INSERT ON product REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION search_added()`,
  `CREATE TRIGGER product_search_changed AFTER UPDATE ON product REFERENCING OLD TABLE AS before NEW TABLE AS after
   FOR EACH STATEMENT EXECUTE FUNCTION search_changed()`,
  // Runs once for all values that one statement adds to a product.
  `CREATE TRIGGER product_search_value_added AFTER INSERT ON product_attribute REFERENCING NEW TABLE AS picked
   FOR EACH STATEMENT EXECUTE FUNCTION search_picked()`,
  `CREATE TRIGGER product_search_value_removed AFTER DELETE ON product_attribute REFERENCING OLD TABLE AS picked
   FOR EACH STATEMENT EXECUTE FUNCTION search_picked()`,
  "CREATE TRIGGER product_search_value_changed AFTER UPDATE ON product_attribute FOR EACH ROW EXECUTE FUNCTION search_repicked()",
  `CREATE TRIGGER product_search_category AFTER UPDATE OF name ON category FOR EACH ROW
   WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION search_category()`,
  `CREATE TRIGGER product_search_value AFTER UPDATE OF name ON attribute_value FOR EACH ROW
   WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION search_value()`,
];

const near = (query: string) =>
  `CREATE FUNCTION search_near(asked text) RETURNS SETOF text LANGUAGE sql STABLE AS $near$ SELECT word FROM search_word ${query} $near$`;

/**
 * Finds the indexed words that are nearest to a misspelled word. If the extension pg_trgm is
 * missing and cannot be added, only words with the same first letter are considered.
 */
const nearest = `DO $do$ BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX search_word_by_trigram ON search_word USING gist (word gist_trgm_ops);
    ${near("ORDER BY word <-> asked LIMIT 60")};
  EXCEPTION WHEN OTHERS THEN
    ${near("WHERE word ^@ left(asked, 1)")};
  END;
END $do$`;

export const postgresIndex: readonly string[] = [...tables, foldFunction, split, reindex, ...functions, ...triggers, nearest];

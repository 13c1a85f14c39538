import { folded } from "./folding.ts";

/** The view that FTS5's triggers read, with folded words, and the index made again from it. */
export const sqliteWords: readonly string[] = [
  "DROP VIEW product_text",
  `CREATE VIEW product_text AS
   SELECT id, product_id, ${folded.sqlite("line")} AS words FROM (
     SELECT s.id, s.product_id, p.name || ' ' || p.brand || ' ' || c.name || ' ' || COALESCE((
       SELECT group_concat(v.name, ' ') FROM product_attribute a JOIN attribute_value v ON v.id = a.value_id WHERE a.product_id = p.id
     ), '') AS line
     FROM product p JOIN category c ON c.id = p.category_id JOIN product_search s ON s.product_id = p.id
     WHERE p.published = 1
   )`,
  "INSERT INTO product_words (product_words) VALUES ('delete-all')",
  "INSERT INTO product_words (rowid, words) SELECT id, words FROM product_text",
];

/** The same splitting as before, of folded words; a collation that knows the letters of all of Unicode where there is one. */
const split = `DO $do$
DECLARE letters text := COALESCE((
  SELECT collname FROM pg_collation
  WHERE collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ORDER BY collname = 'pg_c_utf8' DESC LIMIT 1
), 'default');
BEGIN
  EXECUTE format($make$
    CREATE OR REPLACE FUNCTION search_words(line text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $body$
      SELECT COALESCE(array_agg(DISTINCT left(word, 60)), '{}') FROM regexp_split_to_table(search_fold(line) COLLATE %1$I, '[^[:alnum:]]+' COLLATE %1$I) AS word
      WHERE word <> ''
    $body$ $make$, letters);
END $do$`;

export const postgresWords: readonly string[] = [split, "SELECT search_again(ARRAY(SELECT id FROM product))"];

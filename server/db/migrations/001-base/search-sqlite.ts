import { folded } from "./folding.ts";

/**
 * An FTS5 index of the words of each published product; it does not store the texts. Its row ids
 * come from `product_search`, since a table's implicit row ids may change when the database is
 * dumped and restored. No id is used twice, so a process may cache ids.
 */
const tables = [
  "CREATE TABLE product_search (id INTEGER PRIMARY KEY AUTOINCREMENT, product_id TEXT NOT NULL UNIQUE) STRICT",
  `CREATE VIRTUAL TABLE product_words USING fts5(words, content='', contentless_delete=1, prefix='2 3',
   tokenize='unicode61 remove_diacritics 2')`,
  // Each word of the index once, for corrections.
  "CREATE VIRTUAL TABLE search_word USING fts5vocab(product_words, 'row')",
  `CREATE VIEW product_text AS
   SELECT id, product_id, ${folded.sqlite("line")} AS words FROM (
     SELECT s.id, s.product_id, p.name || ' ' || p.brand || ' ' || c.name || ' ' || COALESCE((
       SELECT group_concat(v.name, ' ') FROM product_attribute a JOIN attribute_value v ON v.id = a.value_id WHERE a.product_id = p.id
     ), '') AS line
     FROM product p JOIN category c ON c.id = p.category_id JOIN product_search s ON s.product_id = p.id
     WHERE p.published = 1
   )`,
];

const removeFromIndex = (products: string) =>
  `DELETE FROM product_words WHERE rowid IN (SELECT id FROM product_search WHERE product_id IN (${products}));`;
const list = (products: string) =>
  `INSERT INTO product_words (rowid, words) SELECT id, words FROM product_text WHERE product_id IN (${products});`;
const replaceRows = (products: string) => `BEGIN ${removeFromIndex(products)} ${list(products)} END`;

const triggers = [
  `CREATE TRIGGER product_search_added AFTER INSERT ON product
   BEGIN INSERT INTO product_search (product_id) VALUES (NEW.id); ${list("NEW.id")} END`,
  `CREATE TRIGGER product_search_changed AFTER UPDATE OF name, brand, category_id, published ON product
   WHEN OLD.name <> NEW.name OR OLD.brand <> NEW.brand OR OLD.category_id <> NEW.category_id OR OLD.published <> NEW.published
   ${replaceRows("NEW.id")}`,
  `CREATE TRIGGER product_search_removed AFTER DELETE ON product
   BEGIN ${removeFromIndex("OLD.id")} DELETE FROM product_search WHERE product_id = OLD.id; END`,
  `CREATE TRIGGER product_search_value_added AFTER INSERT ON product_attribute ${replaceRows("NEW.product_id")}`,
  `CREATE TRIGGER product_search_value_removed AFTER DELETE ON product_attribute ${replaceRows("OLD.product_id")}`,
  `CREATE TRIGGER product_search_value_changed AFTER UPDATE ON product_attribute ${replaceRows("OLD.product_id, NEW.product_id")}`,
  `CREATE TRIGGER product_search_category AFTER UPDATE OF name ON category WHEN OLD.name <> NEW.name
   ${replaceRows("SELECT id FROM product WHERE category_id = NEW.id")}`,
  `CREATE TRIGGER product_search_value AFTER UPDATE OF name ON attribute_value WHEN OLD.name <> NEW.name
   ${replaceRows("SELECT product_id FROM product_attribute WHERE value_id = NEW.id")}`,
];

export const sqliteIndex: readonly string[] = [...tables, ...triggers];

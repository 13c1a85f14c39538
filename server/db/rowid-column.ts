/**
 * For a table of SQLite without row numbers, which the last release reads by them when it backs up the newer
 * schema: it then gets the first rows, and whoever restores them writes the table anew.
 */
export const rowidColumn = (table: string): string =>
  `ALTER TABLE ${table} ADD COLUMN rowid INTEGER GENERATED ALWAYS AS (1) VIRTUAL`;

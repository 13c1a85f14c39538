import { sql } from "kysely";
import type { Db } from "../../server/db/tables.ts";
import type { Engine } from "../support/database.ts";

type Column = { table: string; column: string; type: string; required: boolean; filled: boolean };
/** A rule for a table's rows: a check, a key, or a reference. `on` are its columns, with commas. */
type Rule = { table: string; rule: string; on: string | null };

/** The parts of the schema that a program may rely on. */
export type SchemaShape = { columns: Column[]; rules: Rule[] };

const sqlite = {
  columns: `SELECT m.name AS "table", c.name AS "column", c.type, c."notnull" AS required, c.dflt_value IS NOT NULL AS filled
    FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%'`,
  rules: `SELECT m.name AS "table", 'reference of ' || f."from" || ' to ' || f."table" AS rule, f."from" AS "on"
      FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'
    UNION ALL SELECT m.name, 'key ' || i.name, (SELECT group_concat(x.name) FROM pragma_index_info(i.name) x)
      FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND i."unique" = 1`,
};

const postgres = {
  columns: `SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable = 'NO' AS required,
      column_default IS NOT NULL OR is_identity = 'YES' AS filled
    FROM information_schema.columns WHERE table_schema = current_schema()`,
  rules: `SELECT conrelid::regclass::text AS "table", 'constraint ' || conname AS rule,
      (SELECT string_agg(attname, ',') FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS "on" FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype <> 'n' AND conrelid <> 0
    UNION ALL SELECT indrelid::regclass::text, 'key ' || indexrelid::regclass,
      (SELECT string_agg(attname, ',') FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey)) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE indisunique AND c.relnamespace = current_schema()::regnamespace`,
};

/** Reads the shape from the database, because only the database has all of it. */
export async function schemaShape(db: Db, engine: Engine): Promise<SchemaShape> {
  const queries = engine === "sqlite" ? sqlite : postgres;
  const columns = await sql.raw<Column>(queries.columns).execute(db);
  const rules = await sql.raw<Rule>(queries.rules).execute(db);
  return { columns: columns.rows.map((row) => ({ ...row, required: !!row.required, filled: !!row.filled })), rules: rules.rows };
}

const columnName = ({ table, column }: Column) => `${table}.${column}`;

/**
 * Sentences about each change in `after` that could break a program written for `before`; none if
 * there are only additions.
 */
export function narrowings(before: SchemaShape, after: SchemaShape): string[] {
  const now = new Map(after.columns.map((column) => [columnName(column), column]));
  const tables = new Set(before.columns.map(({ table }) => table));
  const was = new Set(before.columns.map(columnName));
  const rules = new Set(before.rules.map(({ table, rule }) => `${table} ${rule}`));
  const lost = before.columns.filter((column) => !now.has(columnName(column))).map((column) => `${columnName(column)} is gone`);
  const changed = before.columns.flatMap((column) => {
    const other = now.get(columnName(column));
    if (!other) return [];
    if (other.type !== column.type) return [`${columnName(column)} has another type`];
    const isStricter = other.required && !other.filled && (!column.required || column.filled);
    return isStricter ? [`${columnName(column)} must be given now`] : [];
  });
  const added = after.columns.filter((column) => tables.has(column.table) && !was.has(columnName(column)));
  const needed = added
    .filter(({ required, filled }) => required && !filled)
    .map((column) => `${columnName(column)} must be given`);
  // An earlier program never writes a new column, so a rule about new columns alone holds.
  const isOnNew = ({ table, on }: Rule) => on?.split(",").every((column) => !was.has(`${table}.${column}`)) ?? false;
  const stricter = after.rules
    .filter((rule) => tables.has(rule.table) && !rules.has(`${rule.table} ${rule.rule}`) && !isOnNew(rule))
    .map(({ table, rule }) => `${table} has a new ${rule}`);
  return [...lost, ...changed, ...needed, ...stricter];
}

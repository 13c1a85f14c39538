import type { Client } from "pg";

/** SQL for PostgreSQL that empties a used database. */
export type EmptyingSql = {
  /** selects a hash of the schema and of which triggers are enabled */
  schema: string;
  /** the hash that `schema` selects on the migrated schema */
  asNew: string;
  /** deletes all rows and inserts the migrations' rows again */
  empty: string;
};

const own = "relnamespace = 'public'::regnamespace";

/** Object ids equal the template's ids in each copy, so the hash can include them. */
const schema = `SELECT md5(concat(
  (SELECT string_agg(concat_ws(' ', oid, relname, relkind, relhastriggers), ',' ORDER BY oid) FROM pg_class WHERE ${own}),
  (SELECT string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped), ',' ORDER BY attrelid, attnum)
   FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE ${own}),
  (SELECT string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
  (SELECT string_agg(concat_ws(' ', oid, conname, convalidated), ',' ORDER BY oid) FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace),
  (SELECT string_agg(concat_ws(' ', oid, md5(prosrc)), ',' ORDER BY oid) FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace)
)) AS schema`;

const tables = `SELECT relname AS name FROM pg_class WHERE ${own} AND relkind = 'r' AND relname NOT LIKE 'kysely_%'`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Deletes all rows without running triggers, since the shop never deletes some of these rows.
 * TRUNCATE writes new files, which for a small table takes ten times as long as DELETE. Tables that
 * never held a row cost nothing.
 */
const takeOut = `SET session_replication_role = replica;
  DO $$
  DECLARE used record;
  BEGIN FOR used IN SELECT quote_ident(relname) AS name, pg_relation_size(oid) AS bytes FROM pg_class
    WHERE ${own} AND relkind = 'r' AND relname NOT LIKE 'kysely_%' AND pg_relation_size(oid) > 0 LOOP
    IF used.bytes > 131072 THEN EXECUTE 'TRUNCATE ' || used.name || ' CASCADE';
    ELSE EXECUTE 'DELETE FROM ' || used.name; END IF;
  END LOOP; END $$;`;

/** Returns the SQL that inserts the migrations' rows again and resets the counters. */
async function putBack(template: Client): Promise<string> {
  const names: { name: string }[] = (await template.query(tables)).rows;
  const inserts: string[] = [];
  for (const { name } of names) {
    const { rows } = await template.query(`SELECT json_agg(t)::text AS rows FROM "${name}" t`);
    const json = rows[0]?.rows;
    if (json)
      inserts.push(
        `INSERT INTO "${name}" OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::"${name}", ${quote(json)});`,
      );
  }
  const sequences = await template.query(
    `SELECT sequencename AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS called FROM pg_sequences`,
  );
  const counts = sequences.rows.map(({ name, value, called }) => `SELECT setval('"${name}"', ${value}, ${called});`);
  return [...inserts, ...counts, "SET session_replication_role = DEFAULT;"].join("\n");
}

/** Reads from a new migrated database how its copies are emptied. */
export async function readEmptying(template: Client): Promise<EmptyingSql> {
  const { rows } = await template.query(schema);
  return { schema, asNew: rows[0].schema, empty: `${takeOut}\n${await putBack(template)}` };
}

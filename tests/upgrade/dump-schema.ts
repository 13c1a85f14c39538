import { sql } from "kysely";
import type { Db } from "../../server/db/tables.ts";
import type { Engine } from "../support/database.ts";

const ofSqlite = "SELECT type || ' ' || name AS name, sql AS text FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'";
const ofPostgres = `
  SELECT 'column ' || table_name || '.' || column_name AS name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS text
    FROM information_schema.columns WHERE table_schema = current_schema()
  UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
  UNION ALL SELECT 'trigger ' || t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT tgisinternal
  UNION ALL SELECT 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace`;

/** Every object of the schema by name. */
export async function dumpSchema(db: Db, engine: Engine): Promise<Record<string, string | null>> {
  const query = engine === "sqlite" ? ofSqlite : ofPostgres;
  const { rows } = await sql.raw<{ name: string; text: string | null }>(query).execute(db);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text] as const).sort());
}

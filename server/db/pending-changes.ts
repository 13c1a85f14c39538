import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Engine } from "./engine.ts";
import { pendingMigrations } from "./migrate.ts";
import type { SchemaMigration } from "./schema-requirements.ts";
import type { Db } from "./tables.ts";

/** The effect of a migration on an existing table; `rows` is the table's current number of rows. */
type TouchedTable = { table: string; does: "indexed" | "changed" | "read" | "altered"; rows: number };

/** `touched` is undefined if it is unknown before the migration is applied. */
export type PendingChange = { name: string; needs: string | undefined; touched: TouchedTable[] | undefined };

const name = '(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(\\w+)"?';
const patterns: readonly (readonly [TouchedTable["does"], RegExp])[] = [
  ["altered", /^\s*UPDATE sqlite_schema\b[\s\S]*\bname = '(\w+)'/i],
  ["indexed", new RegExp(`^\\s*CREATE (?:UNIQUE )?INDEX [^(]*?\\bON ${name}`, "i")],
  ["changed", new RegExp(`^\\s*(?:UPDATE|DELETE FROM) ${name}`, "i")],
  ["altered", new RegExp(`^\\s*(?:ALTER|DROP) TABLE ${name}`, "i")],
  ["read", new RegExp(`^\\s*(?:INSERT INTO|CREATE TABLE)\\b[\\s\\S]*?\\bSELECT\\b[\\s\\S]*?\\bFROM ${name}`, "i")],
];

/** The table that a statement touches, and how. */
function touchedBy(text: string): { table: string; does: TouchedTable["does"] } | undefined {
  for (const [does, pattern] of patterns) {
    const table = pattern.exec(text)?.[1];
    if (table !== undefined) return { table, does };
  }
  return undefined;
}

/** A database connection that only runs reads, and records all other statements instead. */
function recording(db: Db, engine: Engine): { recorder: Kysely<unknown>; texts: string[] } {
  const texts: string[] = [];
  const executeQuery = async <Rows>(query: CompiledQuery): Promise<QueryResult<Rows>> => {
    if (/^\s*(select\b|pragma [^=]*$)/i.test(query.sql))
      return await db.executeQuery<Rows>(CompiledQuery.raw(query.sql, [...query.parameters]));
    texts.push(query.sql);
    return { rows: [] };
  };
  const connection: DatabaseConnection = {
    executeQuery,
    async *streamQuery<Rows>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Rows>> {
      yield await executeQuery<Rows>(query);
    },
  };
  const nothing = async () => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  const { adapter } = db.getExecutor();
  const recorder = new Kysely<unknown>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createQueryCompiler: () => (engine === "postgres" ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createIntrospector: () => db.introspection,
    },
  });
  return { recorder, texts };
}

/** The number of a table's rows; undefined for a table that an earlier pending migration adds. */
async function rowsOf(db: Db, table: string): Promise<number | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some((each) => each.name === table)) return undefined;
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function touchedTables(db: Db, engine: Engine, migration: SchemaMigration): Promise<TouchedTable[] | undefined> {
  const { recorder, texts } = recording(db, engine);
  try {
    await migration.up(recorder);
  } catch {
    // The migration read a table that an earlier pending migration would have added.
    return undefined;
  }
  const tables = new Map<string, TouchedTable>();
  for (const touched of texts.map(touchedBy)) {
    if (!touched || tables.has(`${touched.does} ${touched.table}`)) continue;
    const rows = await rowsOf(db, touched.table);
    if (rows !== undefined) tables.set(`${touched.does} ${touched.table}`, { ...touched, rows });
  }
  return [...tables.values()];
}

/** The effects of the missing migrations, in their order. Changes nothing. */
export async function pendingChanges(db: Db, engine: Engine): Promise<PendingChange[]> {
  const plain = db.withoutPlugins();
  const changes: PendingChange[] = [];
  for (const [each, migration] of Object.entries(await pendingMigrations(db, engine)))
    changes.push({ name: each, needs: migration.needs, touched: await touchedTables(plain, engine, migration) });
  return changes;
}

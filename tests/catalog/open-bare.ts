import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { postgresDialect } from "../../server/db/postgres.ts";
import { sqliteDialect } from "../../server/db/sqlite.ts";
import type { Db, Tables } from "../../server/db/tables.ts";
import type { Engine } from "./open-catalog.ts";

async function asOwnerOfTheServer(statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: `${inject("postgres")}/postgres` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database without tables. With `extensions: false`, its user may only create tables. */
async function barePostgres(extensions: boolean): Promise<string> {
  const name = `bare_${randomBytes(8).toString("hex")}`;
  await asOwnerOfTheServer([`CREATE DATABASE ${name} TEMPLATE template0`, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`]);
  onTestFinished(() => asOwnerOfTheServer([`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`]));
  const url = new URL(`${inject("postgres")}/${name}`);
  const owner = new Client({ connectionString: url.href });
  await owner.connect();
  await owner.query(`GRANT ALL ON SCHEMA public TO ${name}`);
  await owner.end();
  if (!extensions) [url.username, url.password] = [name, name];
  return url.href;
}

/** A database whose migrations the test runs itself. */
export async function openBare(engine: Engine, { extensions = true } = {}): Promise<Db> {
  const directory = await mkdtemp(join(tmpdir(), "bare-"));
  const dialect =
    engine === "postgres"
      ? postgresDialect(await barePostgres(extensions)).dialect
      : sqliteDialect(join(directory, "store.db")).dialect;
  const db = new Kysely<Tables>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await rm(directory, { recursive: true, force: true });
  });
  return db;
}

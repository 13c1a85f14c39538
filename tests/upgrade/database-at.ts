import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { dropSchema } from "../../server/db/empty-schema.ts";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import type { Engine } from "../support/database.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { laterNames } from "./with-later.ts";

/** The location of a test's database. */
export type Place = { directory: string; url: string | undefined };

/** A location without a database; on PostgreSQL, with a database without tables. */
export async function emptyPlace(engine: Engine): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), "shop-upgrade-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  onTestFinished(async () => {
    await postgres?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  const place = { directory, url: postgres?.url };
  if (postgres) {
    const opened = await openDatabase({ ...place, asItIs: true });
    await transact(opened.db, dropSchema);
    await opened.close();
  }
  return place;
}

/** Opens a database without changing its schema, until the test ends. */
export async function openAsItIs(place: Place): Promise<OpenDatabase> {
  const opened = await openDatabase({ ...place, asItIs: true });
  onTestFinished(() => opened.close());
  return opened;
}

const upTo = (last: string, names: readonly string[]): string[] => names.slice(0, names.indexOf(last) + 1);

/** A database with the migrations up to `last`, by default those of this release. */
export async function placeAt(engine: Engine, last?: string): Promise<Place> {
  const place = await emptyPlace(engine);
  const released = knownMigrations(engine).filter((name) => !laterNames.includes(name));
  const names = last === undefined ? released : upTo(last, knownMigrations(engine));
  const opened = await openDatabase({ ...place, asItIs: true });
  await transact(opened.db, (tx) => migrateIn(tx, engine, names));
  await opened.close();
  return place;
}

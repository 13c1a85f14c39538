import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { knownMigrations, migrateIn, pendingMigrations } from "../../server/db/migrate.ts";
import { baseName } from "../../server/db/migrations.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "./database-at.ts";
import { narrowings, schemaShape } from "./schema-shape.ts";

/** The restrictions by which a schema change would break an earlier program. */
async function narrowingsOf(db: Db, engine: (typeof engines)[number], change: () => Promise<unknown>): Promise<string[]> {
  const before = await schemaShape(db, engine);
  await change();
  return narrowings(before, await schemaShape(db, engine));
}

describe.each(engines)("migrations since release 0.1.0, on %s", (engine) => {
  const names = knownMigrations(engine);

  test("each only adds, unless the last release does without what it takes away", async () => {
    const { db } = await openAsItIs(await placeAt(engine, baseName));
    const since = Object.entries(await pendingMigrations(db, engine));
    expect(since.map(([name]) => name)).toEqual(names.slice(1));
    for (const [name, { needs }] of since) {
      const found = await narrowingsOf(db, engine, () =>
        transact(db, (tx) => migrateIn(tx, engine, names.slice(0, names.indexOf(name) + 1))),
      );
      if (needs === undefined) expect([name, found]).toEqual([name, []]);
      else expect([name, names.includes(needs)]).toEqual([name, true]);
    }
  });

  test.each([
    ["ALTER TABLE product RENAME COLUMN name TO title", ["product.name is gone", "product.title must be given"]],
    ["DROP TABLE asset_build_file", ["asset_build_file.build is gone", "asset_build_file.path is gone"]],
    ["ALTER TABLE asset_build_file RENAME TO build_file", ["asset_build_file.build is gone", "asset_build_file.path is gone"]],
    ["ALTER TABLE quote DROP COLUMN terms", ["quote.terms is gone"]],
    ["CREATE UNIQUE INDEX asset_build_at ON asset_build (served_at)", ["asset_build has a new key asset_build_at"]],
    ["ALTER TABLE asset_build ADD COLUMN machine TEXT NOT NULL DEFAULT ''", []],
    ["ALTER TABLE asset_build ADD COLUMN machine TEXT", []],
    ["ALTER TABLE asset_build ADD COLUMN machine TEXT REFERENCES asset_build(build)", []],
    ["CREATE INDEX asset_build_at ON asset_build (served_at)", []],
  ])("%s is seen for what it is", async (text, expected) => {
    const { db } = await openAsItIs(await placeAt(engine));
    expect(await narrowingsOf(db, engine, () => sql.raw(text).execute(db))).toEqual(expected);
  });
});

test("on PostgreSQL, a column that must be given and a new check are seen too", async () => {
  const { db } = await openAsItIs(await placeAt("postgres"));
  const change = (text: string) => narrowingsOf(db, "postgres", () => sql.raw(text).execute(db));
  expect(await change("ALTER TABLE asset_build ADD COLUMN machine TEXT NOT NULL")).toEqual(["asset_build.machine must be given"]);
  expect(await change("ALTER TABLE asset_build ALTER COLUMN served_at TYPE TEXT")).toEqual([
    "asset_build.served_at has another type",
  ]);
  expect(await change("ALTER TABLE quote ALTER COLUMN terms SET NOT NULL")).toEqual(["quote.terms must be given now"]);
  expect(await change("ALTER TABLE asset ADD CONSTRAINT short CHECK (path <> '')")).toEqual(["asset has a new constraint short"]);
});

import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { appliedMigrations, knownMigrations } from "../../server/db/migrate.ts";
import { engines } from "../support/database.ts";
import { emptyPlace, openAsItIs, placeAt } from "./database-at.ts";
import { dumpSchema } from "./dump-schema.ts";
import { laterCommand } from "./store-command.ts";
import { laterNames } from "./with-later.ts";

vi.mock("../../server/db/migrations.ts", async (original) => (await import("./with-later.ts")).withLater(await original()));

describe.each(engines)("a command of this release on a database of the previous one, on %s", (engine) => {
  const names = knownMigrations(engine);

  test("is refused, and leaves the schema as it is; a backup can be made of it, and restored", async () => {
    const place = await placeAt(engine);
    const { db } = await openAsItIs(place);
    await sql`INSERT INTO counted_try (id, kind, subject, at) VALUES ('t1', 'sign-in', 'a', 1)`.execute(db);
    const was = await dumpSchema(db, engine);

    for (const args of [["fsck"], ["orders", "show", "1001"]])
      expect(await laterCommand(place, ...args)).toEqual({
        status: 3,
        out: "",
        err: `Stopped: ${laterNames.length} migrations are missing: run npm run store -- migrate first.\n`,
      });
    const file = join(place.directory, "shop.tar.gz");
    expect(await laterCommand(place, "backup", file)).toMatchObject({ status: 0, err: "" });
    expect(await dumpSchema(db, engine)).toEqual(was);
    expect(await appliedMigrations(db)).toEqual(names.filter((name) => !laterNames.includes(name)));

    const other = await emptyPlace(engine);
    expect(await laterCommand(other, "restore", file)).toMatchObject({ status: 0, err: "" });
    const restored = await openAsItIs(other);
    expect(await appliedMigrations(restored.db)).toEqual(names);
    expect((await sql`SELECT id FROM counted_try`.execute(restored.db)).rows).toEqual([{ id: "t1" }]);
  });
});

test("a command that asks about a shop makes none in an empty database of PostgreSQL", async () => {
  const place = await emptyPlace("postgres");
  const { db } = await openAsItIs(place);
  const was = await dumpSchema(db, "postgres");
  for (const args of [["fsck"], ["sweep"], ["jobs"], ["backup", join(place.directory, "shop.tar.gz")]])
    expect(await laterCommand(place, ...args)).toEqual({
      status: 3,
      out: "",
      err: "Stopped: there is no shop in this database: set DATABASE_URL or DATA_DIR as for the shop.\n",
    });
  expect(await dumpSchema(db, "postgres")).toEqual(was);
});

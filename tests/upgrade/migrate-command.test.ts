import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { appliedMigrations, knownMigrations } from "../../server/db/migrate.ts";
import { baseName } from "../../server/db/migrations.ts";
import { openDatabase } from "../../server/db/open.ts";
import { engines } from "../support/database.ts";
import { runShop } from "../support/running-shop.ts";
import { emptyPlace, openAsItIs, type Place, placeAt } from "./database-at.ts";
import { dumpSchema } from "./dump-schema.ts";
import { laterCommand } from "./store-command.ts";
import { laterNames as missing } from "./with-later.ts";

vi.mock("../../server/db/migrations.ts", async (original) => (await import("./with-later.ts")).withLater(await original()));

const migrateCommand = (place: Place, ...args: string[]) => laterCommand(place, "migrate", ...args);

const insertTry = (n: number) => sql`INSERT INTO counted_try (id, kind, subject, at) VALUES (${`t${n}`}, 'sign-in', 'a', ${n})`;

describe.each(engines)("npm run store -- migrate, on %s", (engine) => {
  const names = knownMigrations(engine);

  test("--dry-run names what is missing, with the rows it concerns, and changes nothing; without it, it is applied once", async () => {
    const place = await placeAt(engine);
    const { db } = await openAsItIs(place);
    for (const n of [1, 2, 3]) await insertTry(n).execute(db);
    const was = await dumpSchema(db, engine);

    const dry = await migrateCommand(place, "--dry-run");

    expect(dry).toMatchObject({ status: 0, err: "" });
    expect(
      dry.out
        .split("\n")
        .slice(0, -2)
        .map((line) => line.split(":")[0]),
    ).toEqual(missing);
    expect(dry.out).toContain("indexed counted_try (3 rows)");
    expect(dry.out).toContain(`${missing.length} migrations would be applied; nothing was changed.\n`);
    expect(await dumpSchema(db, engine)).toEqual(was);

    expect(await migrateCommand(place)).toEqual({
      status: 0,
      err: "",
      out: [...missing, `${missing.length} migrations applied.`, ""].join("\n"),
    });
    expect(await appliedMigrations(db)).toEqual(names);
    for (const args of [[], ["--dry-run"]])
      expect(await migrateCommand(place, ...args)).toEqual({ status: 0, err: "", out: "The database is up to date.\n" });
  });

  test("a database that a later release has changed too far is refused, and left as it is", async () => {
    const place = await placeAt(engine, names.at(-1) ?? "");
    const { db } = await openAsItIs(place);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(db);
    await sql`INSERT INTO schema_requirement (migration, needs) VALUES ('999-later', '998-before')`.execute(db);
    for (const args of [[], ["--dry-run"]])
      expect(await migrateCommand(place, ...args)).toEqual({
        status: 1,
        out: "",
        err: expect.stringMatching(
          /^Refused: the database was changed by a later release \(999-later\), and needs .* 998-before/,
        ),
      });
  });

  test("a start waits while another process migrates, longer than for any other lock", async () => {
    const place = await placeAt(engine);
    const release = await holdMigrations(place);
    const started: string[] = [];

    const starting = openDatabase(place).then(async ({ close }) => {
      started.push("ready");
      await close();
    });
    // This is longer than the 5 s after which the shop gives up waiting for any other lock.
    await new Promise((resolve) => setTimeout(resolve, 6500));
    expect(started).toEqual([]);
    await release();
    await starting;

    const { db } = await openAsItIs(place);
    expect(await appliedMigrations(db)).toEqual(names);
  });

  test("a database from before the first release is refused, and left as it is", async () => {
    const place = await placeAt(engine, baseName);
    const { db } = await openAsItIs(place);
    await sql`UPDATE kysely_migration SET name = '001-shop'`.execute(db);
    const was = await dumpSchema(db, engine);
    const words = "this database is from before 0.1.0, and no release can update it: set DATABASE_URL or DATA_DIR to a new place";
    for (const args of [[], ["--dry-run"]])
      expect(await migrateCommand(place, ...args)).toEqual({ status: 1, out: "", err: `Refused: ${words}.\n` });
    for (const args of [["fsck"], ["backup", join(place.directory, "shop.tar.gz")]])
      expect(await laterCommand(place, ...args)).toEqual({ status: 1, out: "", err: `Stopped: ${words}.\n` });
    const env = { SEED: "none", ...(place.url && { DATABASE_URL: place.url }) };
    await expect(runShop(env, place.directory)).rejects.toThrow(words);
    expect(await dumpSchema(db, engine)).toEqual(was);
  });

  test("a command that names no database, or has words too many, changes nothing", async () => {
    const place = await emptyPlace(engine);
    expect(await migrateCommand(place, "now")).toMatchObject({ status: engine === "sqlite" ? 3 : 2, out: "" });
    expect(await migrateCommand(place, "--now")).toMatchObject({ status: engine === "sqlite" ? 3 : 2, out: "" });
    if (engine === "sqlite") {
      expect(await migrateCommand(place)).toMatchObject({ status: 3, err: expect.stringContaining("There is no database in") });
      expect(existsSync(join(place.directory, "store.db"))).toBe(false);
    } else {
      const dry = await migrateCommand(place, "--dry-run");
      expect([dry.status, dry.out.split("\n").length]).toEqual([0, names.length + 2]);
      expect(await migrateCommand(place)).toMatchObject({ status: 0, err: "" });
    }
  });
});

/** Holds the lock of a migrating process until the returned function is called. */
async function holdMigrations({ directory, url }: Place): Promise<() => Promise<void>> {
  if (url === undefined) {
    const file = new DatabaseSync(join(directory, "store.db"));
    file.exec("BEGIN IMMEDIATE");
    onTestFinished(() => file.close());
    return async () => file.exec("ROLLBACK");
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  // The migrator's own lock (kysely).
  await client.query("SELECT pg_advisory_lock(3853314791062309107)");
  return async () => void (await client.query("SELECT pg_advisory_unlock(3853314791062309107)"));
}

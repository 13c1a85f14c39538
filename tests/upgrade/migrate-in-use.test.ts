import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { MigrationBlocked } from "../../server/db/failure.ts";
import { lockHolderOf } from "../../server/db/lock-holder.ts";
import { appliedMigrations, knownMigrations, migrate } from "../../server/db/migrate.ts";
import { openAsItIs, type Place, placeAt } from "./database-at.ts";
import { laterNames } from "./with-later.ts";

vi.mock("../../server/db/migrations.ts", async (original) => (await import("./with-later.ts")).withLater(await original()));

const names = knownMigrations("postgres");
/** This migration alters checkout, then order_line, then orders. */
const altering = "902-taxes";
/**
 * The last applied migration before the test. Two migrations follow: `901-areas`, which alters only
 * state_rule, and `902-taxes`.
 */
const twoBefore = "900-visits";

/** Opens a connection of a program that uses the database during the migration. */
async function connect({ url }: Place, name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves once a migration waits for a table. */
async function untilWaitedFor(client: Client, table: string): Promise<void> {
  const query = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass AND mode = 'AccessExclusiveLock'`;
  while ((await client.query(query)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("a migration that meets a deadlock with a checkout is tried again, and neither is lost", async () => {
  const place = await placeAt("postgres", twoBefore);
  const [shopper, observer] = [await connect(place, "shop"), await connect(place, "observer")];
  // In a deadlock, PostgreSQL ends the statement whose `deadlock_timeout` passes first. This must
  // be the migration's statement, even on a slow machine. So the shopper's timeout is 10 minutes
  // and the migration's is 5 s.
  await shopper.query("SET deadlock_timeout = '10min'");
  const alter = (change: string) =>
    observer.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END $$`);
  await alter("SET deadlock_timeout = 5000");
  onTestFinished(async () => void (await alter("RESET deadlock_timeout")));
  const { db } = await openAsItIs(place);
  await shopper.query("INSERT INTO counter (name, value) VALUES ('tested', 1)");
  await shopper.query("BEGIN");
  await shopper.query("UPDATE counter SET value = 2 WHERE name = 'tested'");
  await shopper.query("SELECT * FROM order_line");

  const migrating = migrate(db, "postgres");
  await untilWaitedFor(observer, "order_line");
  // The migration has locked this table, and waits for the table that this transaction has read.
  await shopper.query("SELECT * FROM checkout");
  await shopper.query("COMMIT");

  expect(await migrating).toEqual(names.slice(names.indexOf(twoBefore) + 1));
  expect(await appliedMigrations(db)).toEqual(names);
  expect((await observer.query("SELECT value FROM counter WHERE name = 'tested'")).rows).toEqual([{ value: "2" }]);
});

test("a migration whose table is held is given up in words; the shop goes on meanwhile, and the next try goes on", async () => {
  const place = await placeAt("postgres", twoBefore);
  const { db } = await openAsItIs(place);
  const [report, shopper, observer] = [
    await connect(place, "report"),
    await connect(place, "shop"),
    await connect(place, "observer"),
  ];
  await report.query("BEGIN");
  await report.query("SELECT * FROM order_line");
  // This limit is shorter than that of the shop's own statements (postgres.ts).
  await shopper.query("SET lock_timeout = 4000");

  const applied: string[] = [];
  const migrating = migrate(db, "postgres", { retryForMs: 3500, onApplied: (name) => applied.push(name) }).catch(
    (error) => error,
  );
  await untilWaitedFor(observer, "order_line");
  let isOver = false;
  void migrating.then(() => {
    isOver = true;
  });
  while (!isOver) for (const table of ["checkout", "order_line"]) await shopper.query(`SELECT * FROM ${table}`);

  const error = await migrating;
  expect(error).toBeInstanceOf(MigrationBlocked);
  expect(error.message).toMatch(
    /^migration 902-taxes could not lock its tables within 4 s: table order_line was held by PostgreSQL's process \d+ \(report, in a transaction for \d+ s, idle in transaction\)\. The migration applied before it stays, /,
  );
  expect(applied).toEqual(["901-areas"]);
  expect((await appliedMigrations(db)).at(-1)).toBe("901-areas");

  await report.query("COMMIT");
  expect(await migrate(db, "postgres")).toEqual(names.slice(names.indexOf(altering)));
});

test("of a table that another user holds only the process is told: PostgreSQL says no more", async () => {
  const place = await placeAt("postgres", twoBefore);
  const [report, admin] = [await connect(place, "report"), await connect(place, "admin")];
  await admin.query("CREATE ROLE shop_alone LOGIN PASSWORD 'alone'");
  onTestFinished(async () => void (await admin.query("DROP OWNED BY shop_alone; DROP ROLE shop_alone")));
  await admin.query("GRANT USAGE ON SCHEMA public TO shop_alone; GRANT ALL ON order_line TO shop_alone");
  const url = String(Object.assign(new URL(place.url ?? ""), { username: "shop_alone", password: "alone" }));
  const shop = await connect({ ...place, url }, "shop");
  const { db } = await openAsItIs({ ...place, url });
  await report.query("BEGIN");
  await report.query("SELECT * FROM order_line");
  const { rows } = await shop.query("SELECT pg_backend_pid() AS pid");
  const waiting = shop.query("BEGIN; LOCK TABLE order_line; COMMIT");
  await untilWaitedFor(admin, "order_line");

  expect(await lockHolderOf(db, rows[0].pid)).toMatch(/^table order_line was held by PostgreSQL's process \d+ \(report\)$/);

  await report.query("ROLLBACK");
  await waiting;
});

test("two processes that migrate a database in use apply each migration once", async () => {
  const place = await placeAt("postgres");
  const [one, other] = [await openAsItIs(place), await openAsItIs(place)];
  const applied = (await Promise.all([one, other].map(({ db }) => migrate(db, "postgres")))).flat();
  expect(applied.sort()).toEqual(laterNames);
  expect(await appliedMigrations(one.db)).toEqual(names);
});

import { Kysely, sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { postgresDialect } from "../../server/db/postgres.ts";
import type { Tables } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { freshPostgresDatabase, inDatabase } from "../support/postgres.ts";
import { newFolder } from "./new-folder.ts";

async function openShop() {
  const { url, drop } = await freshPostgresDatabase(inject("postgres"));
  onTestFinished(drop);
  const { db, close } = await openDatabase({ url, directory: await newFolder("prepared-") });
  onTestFinished(close);
  const counter = () => db.selectFrom("counter").selectAll().where("name", "=", "order").executeTakeFirstOrThrow();
  const addColumn = (name: string) => inDatabase(url, (client) => client.query(`ALTER TABLE counter ADD COLUMN ${name} TEXT`));
  return { db, counter, addColumn };
}

test("a statement that comes again is prepared, and one that comes once is not", async () => {
  const { db, counter } = await openShop();
  const prepared = async () => {
    const { rows } = await db.connection().execute(async (connection) => {
      // All statements run on one connection, whose prepared statements the view shows.
      for (let use = 0; use < 4; use++)
        await connection.selectFrom("counter").select("value").where("name", "=", "order").execute();
      await connection.selectFrom("counter").select("name").where("value", "=", 1).execute();
      return await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(connection);
    });
    return rows.map(({ statement }) => statement);
  };

  expect(await prepared()).toEqual(['select "value" from "counter" where "name" = $1']);
  expect(await counter()).toMatchObject({ name: "order" });
});

test("a column that a newer release adds meanwhile fails no query of this one", async () => {
  const { db, counter, addColumn } = await openShop();
  for (let use = 0; use < 4; use++) await counter();

  await addColumn("added");
  expect(await counter()).toMatchObject({ name: "order", added: null });

  for (let use = 0; use < 4; use++) await counter();
  await addColumn("added_later");
  const inTransaction = await transact(db, async (tx) => {
    await tx.updateTable("counter").set({ value: 2000 }).where("name", "=", "order").execute();
    return await tx.selectFrom("counter").selectAll().where("name", "=", "order").executeTakeFirstOrThrow();
  });
  expect(inTransaction).toMatchObject({ value: 2000, added_later: null });
});

test("what a transaction changes after a read or at once is undone with it, and another one may do nothing", async () => {
  const { db, counter } = await openShop();
  const before = await counter();
  const failing = (first: "read" | "change") =>
    transact(db, async (tx) => {
      if (first === "read") await tx.selectFrom("counter").selectAll().where("name", "=", "order").forUpdate().execute();
      await tx.updateTable("counter").set({ value: 1_000_000 }).where("name", "=", "order").execute();
      throw new Error("undo");
    });

  await expect(failing("read")).rejects.toThrow("undo");
  await expect(failing("change")).rejects.toThrow("undo");
  expect(await transact(db, async () => "nothing")).toBe("nothing");
  await expect(transact(db, () => Promise.reject(new Error("nothing to undo")))).rejects.toThrow("nothing to undo");
  expect(await counter()).toEqual(before);
});

test("the lock of a transaction's first read holds until its end", async () => {
  const { db } = await openShop();
  const order: string[] = [];
  const locked = Promise.withResolvers<void>();
  const first = transact(db, async (tx) => {
    await tx.selectFrom("counter").selectAll().where("name", "=", "order").forUpdate().execute();
    locked.resolve();
    // This waits until another connection waits for the row.
    const waiting = sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()`;
    while ((await waiting.execute(tx)).rows.length === 0) await sql`SELECT pg_sleep(0.01)`.execute(tx);
    order.push("first");
  });
  await locked.promise;
  const second = transact(db, async (tx) => {
    await tx.selectFrom("counter").selectAll().where("name", "=", "order").forUpdate().execute();
    order.push("second");
  });

  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test("a statement that begins with a common table expression is prepared too", async () => {
  const { db } = await openShop();
  const prepared = await db.connection().execute(async (connection) => {
    for (let use = 0; use < 4; use++)
      await connection
        .with("orders_count", () => connection.selectFrom("counter").select("value").where("name", "=", "order"))
        .selectFrom("orders_count")
        .selectAll()
        .execute();
    return await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(connection);
  });
  expect(prepared.rows.map(({ statement }) => statement.slice(0, 19))).toEqual(['with "orders_count"']);
});

test("a change of what pages show is told as soon as it is committed, before who made it goes on", async () => {
  const { url, drop } = await freshPostgresDatabase(inject("postgres"));
  onTestFinished(drop);
  let told = 0;
  const { dialect } = postgresDialect(url, { onChange: () => (told += 1) });
  const db = new Kysely<Tables>({ dialect });
  onTestFinished(() => db.destroy());
  const hide = (writer: Kysely<Tables>) => writer.updateTable("product").set({ name: "Other" }).execute();

  await db.selectFrom("product").select("name").execute();
  await db.updateTable("job").set({ run_at: 1 }).execute();
  expect(told).toBe(0);
  await hide(db);
  expect(told).toBe(1);
  await db.transaction().execute(async (tx) => {
    await hide(tx);
    await tx.selectFrom("product").select("name").execute();
    expect(told).toBe(1);
  });
  expect(told).toBe(2);
  await db.transaction().execute((tx) => tx.selectFrom("product").select("name").execute());
  expect(told).toBe(2);
});

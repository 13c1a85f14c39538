import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
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
      // All on one connection, whose statements the view shows.
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

import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "./database-at.ts";
import { soldRows } from "./sold-rows.ts";

test.each(engines)("on %s, lines and variants of before have what reports read, and lines stay written once", async (engine) => {
  const { db } = await openAsItIs(await placeAt(engine, "079-list-indexes"));
  for (const row of soldRows) await sql.raw(row).execute(db);
  await transact(db, (tx) => migrateIn(tx, engine, knownMigrations(engine)));

  const line = await db.selectFrom("order_line").select("sold_at").executeTakeFirstOrThrow();
  const variant = await db.selectFrom("variant").select("category_id").executeTakeFirstOrThrow();
  expect([line.sold_at, variant.category_id]).toEqual([777, "c"]);
  for (const change of ["UPDATE order_line SET sold_at = 1", "UPDATE order_line SET net = 1", "DELETE FROM order_line"])
    await expect(sql.raw(change).execute(db)).rejects.toThrow("order_line is written once");
});

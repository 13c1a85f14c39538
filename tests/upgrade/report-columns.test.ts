import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "./database-at.ts";

const rows = [
  "INSERT INTO category (id, slug, name) VALUES ('c', 'c', 'C')",
  "INSERT INTO product (id, slug, name, category_id, created_at, updated_at) VALUES ('p', 'p', 'P', 'c', 1, 1)",
  "INSERT INTO variant (id, product_id, key, name, price, on_hand) VALUES ('v', 'p', 'v', 'V', 100, 3)",
  "INSERT INTO checkout (id, state, order_id, created_at, updated_at, expires_at) VALUES ('k', 'completed', 'o', 1, 1, 1)",
  `INSERT INTO orders (id, number, checkout_id, email, email_norm, subtotal, discount, shipping, tax, total, shipping_method, placed_at)
   VALUES ('o', 1, 'k', 'a@b.example', 'a@b.example', 100, 0, 0, 0, 100, 'Ground', 777)`,
  `INSERT INTO order_line (id, order_id, position, product_id, variant_id, product_slug, product_name, variant_name, quantity,
     unit_price, discount, tax, net) VALUES ('l', 'o', 0, 'p', 'v', 'p', 'P', 'V', 1, 100, 0, 0, 100)`,
];

test.each(engines)("on %s, lines and variants of before have what reports read, and lines stay written once", async (engine) => {
  const { db } = await openAsItIs(await placeAt(engine, "079-list-indexes"));
  for (const row of rows) await sql.raw(row).execute(db);
  await transact(db, (tx) => migrateIn(tx, engine, knownMigrations(engine)));

  const line = await db.selectFrom("order_line").select("sold_at").executeTakeFirstOrThrow();
  const variant = await db.selectFrom("variant").select("category_id").executeTakeFirstOrThrow();
  expect([line.sold_at, variant.category_id]).toEqual([777, "c"]);
  for (const change of ["UPDATE order_line SET sold_at = 1", "UPDATE order_line SET net = 1", "DELETE FROM order_line"])
    await expect(sql.raw(change).execute(db)).rejects.toThrow("order_line is written once");
});

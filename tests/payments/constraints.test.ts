import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Db, Tables } from "../../server/db/tables.ts";
import { refusedRow } from "../../server/db/transaction.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { cards, expectInOrder, shopperAt } from "./shopper.ts";

/** A paid order with a promo code, and another checkout whose card was declined. */
async function soldShop(engine: Engine): Promise<Db> {
  const shop = await openShop({ engine });
  const declined = await shopperAt(shop, { email: "b@example.com" });
  expect((await declined.pay(cards.declined, { key: "press", formKey: "form" })).status).toBe(402);
  expect((await (await shopperAt(shop, { promo: "ONCEEACH" })).pay()).status).toBe(200);
  await expectInOrder(shop);
  await changeAfterSale(shop.shop.db);
  return shop.shop.db;
}

/** Reduces one of the order's lines, and refunds the difference. */
async function changeAfterSale(db: Db): Promise<void> {
  const line = await db.selectFrom("order_line").select(["id", "order_id"]).executeTakeFirstOrThrow();
  const part = { order_id: line.order_id, n: 1, line_id: line.id, quantity: 1, net: 1, tax: 0 };
  const refund = { order_id: line.order_id, n: 1, key: "refund", state: "refunded" as const, decided_at: 2 };
  const money = { amount: 1, products: 1, shipping: 0, tax: 0, owed: 0, actor: "owner", requested_at: 1 };
  await db
    .insertInto("order_edit")
    .values({ ...part, actor: "owner", at: 1 })
    .execute();
  await db
    .insertInto("order_refund")
    .values({ ...refund, ...money })
    .execute();
  await db
    .insertInto("order_refund")
    .values({ ...refund, ...money, n: 2, key: "requested", state: "requested", decided_at: null })
    .execute();
  await db.insertInto("order_refund_line").values(part).execute();
}

type Row = Record<string, unknown>;

/** Writes a copy of the first row that `where` finds, with some columns changed. */
async function copy(db: Db, table: keyof Tables, where: string, change: Row): Promise<void> {
  const { rows } = await sql<Row>`SELECT * FROM ${sql.table(table)} WHERE ${sql.raw(where)} LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no ${table} to copy`);
  await db
    .insertInto(table)
    .values({ ...row, ...change } as never)
    .execute();
}

const run = (text: string) => (db: Db) => sql.raw(text).execute(db);
const copied =
  (table: keyof Tables, where: string, ...changes: Row[]) =>
  async (db: Db) => {
    for (const change of changes) await copy(db, table, where, change);
  };

const [id, n, key, order_id] = ["a-1", 7, "k-1", "o-1"];
const attempt = { id, n, key, order_id };

/**
 * The error of the trigger that protects completed checkouts. Without the trigger, the foreign key
 * would allow a completed checkout to be deleted together with its order.
 */
const frozen = "a completed checkout does not change";

/** Writes that the shop's code never makes, and that no other program can make either. */
const refused: readonly [rule: string, what: string, write: (db: Db) => Promise<unknown>][] = [
  ["I1", "more held than is on hand", run("UPDATE variant SET reserved = on_hand + 1 WHERE id = 'v-1'")],
  ["I1", "less held than nothing", run("UPDATE variant SET reserved = -1 WHERE id = 'v-1'")],
  ["I3", "a second order of one checkout", copied("orders", "TRUE", { id: "o-1", number: 5000 })],
  [
    "I4",
    "two undecided attempts",
    copied(
      "attempt",
      "state = 'declined'",
      { ...attempt, state: "created" },
      { ...attempt, id: "a-2", n: 8, key: "k-2", order_id: "o-2", state: "unknown" },
    ),
  ],
  ["I5", "two attempts for one order", copied("attempt", "state = 'captured'", { id, n, key, state: "declined" })],
  ["I6", "two attempts under one key", copied("attempt", "state = 'declined'", { id, n, order_id })],
  ["I6", "two attempts of one number", copied("attempt", "state = 'declined'", { id, key, order_id })],
  ["I7", "an order whose sums do not add up", run("UPDATE orders SET total = total + 1")],
  ["I7", "a line whose sums do not add up", copied("order_line", "TRUE", { id: "l-1", position: 9, net: 1 })],
  ["I7", "an amount below nothing", copied("attempt", "state = 'declined'", { ...attempt, amount: -1 })],
  ["I8", "an event booked twice", copied("ledger_entry", "account = 'tax'", { id: "e-1" })],
  ["I8", "an entry rewritten", run("UPDATE ledger_entry SET amount = 0 WHERE account = 'tax'")],
  ["I8", "an entry removed", run("DELETE FROM ledger_entry")],
  ["I2", "a movement of stock rewritten", run("UPDATE stock_movement SET units = 9")],
  ["I2", "a movement of stock removed", run("DELETE FROM stock_movement")],
  ["I9", "a promo used beyond its limit", run("UPDATE promo SET used = 2 WHERE code = 'ONEUSE'")],
  ["I9", "a promo used less than never", run("UPDATE promo SET used = -1 WHERE code = 'ONEUSE'")],
  ["I9", "two redemptions by one checkout", copied("promo_redemption", "TRUE", { id: "r-1", once_email: null })],
  [
    "I9",
    "two redemptions by one mail",
    async (db) => {
      const other = await db.selectFrom("checkout").select("id").where("email", "=", "b@example.com").executeTakeFirstOrThrow();
      await copy(db, "promo_redemption", "TRUE", { id: "r-1", checkout_id: other.id });
    },
  ],
  ["I10", "an order line rewritten", run("UPDATE order_line SET product_name = 'Another'")],
  ["I10", "an order line removed", run("DELETE FROM order_line")],
  ["I10", "an edit rewritten", run("UPDATE order_edit SET quantity = 2")],
  ["I10", "an edit removed", run("DELETE FROM order_edit")],
  ["I7", "a refund's amount rewritten", run("UPDATE order_refund SET amount = 2, products = 2 WHERE key = 'requested'")],
  ["I7", "a refund decided twice", run("UPDATE order_refund SET state = 'withdrawn' WHERE key = 'refund'")],
  ["I7", "a refund removed", run("DELETE FROM order_refund WHERE key = 'requested'")],
  ["I7", "a refunded line rewritten", run("UPDATE order_refund_line SET net = 2")],
  ["I7", "a refunded line removed", run("DELETE FROM order_refund_line")],
  ["I12", "two confirmation mails", copied("job", "kind = 'confirmation-mail'", { id: "j-1" })],
  [
    "I13",
    "two units of a gift",
    run("UPDATE checkout_line SET gift = 1, quantity = 2 WHERE checkout_id IN (SELECT id FROM checkout WHERE state = 'open')"),
  ],
  [
    "I14",
    "two orders of one number",
    async (db) => {
      const other = await db.selectFrom("checkout").select("id").where("email", "=", "b@example.com").executeTakeFirstOrThrow();
      await copy(db, "orders", "TRUE", { id: "o-1", checkout_id: other.id });
    },
  ],
  ["I16", "a completed checkout changed", run("UPDATE checkout SET email = 'c@example.com' WHERE state = 'completed'")],
  ["I16", "a completed checkout removed", run("DELETE FROM checkout WHERE state = 'completed'")],
  ["I16", "a completed checkout's line changed", run("UPDATE checkout_line SET quantity = 3")],
  ["I16", "a completed checkout's line removed", run("DELETE FROM checkout_line")],
  [
    "I16",
    "a line added to a completed checkout",
    copied("checkout_line", "checkout_id IN (SELECT id FROM checkout WHERE state = 'completed')", {
      id: "cl-1",
      variant_id: "v-1",
    }),
  ],
  ["I16", "a completed checkout's address changed", run("UPDATE checkout_address SET city = 'Dallas'")],
  ["I16", "an open checkout that has an order", run("UPDATE checkout SET order_id = 'o-1' WHERE state = 'open'")],
  ["presses", "two attempts of one Idempotency-Key", copied("idempotency_key", "TRUE", { at: 1 })],
  ["presses", "two attempts of one form", copied("form_key", "TRUE", { at: 1 })],
];

describe.each(engines)("the tables themselves, on %s", (engine) => {
  test("refuse what would break a rule of the checkout, whoever writes it", async () => {
    const db = (await soldShop(engine)).withoutPlugins();
    const answers: [string, string, string][] = [];

    for (const [rule, what, write] of refused) {
      const answer = await db
        .transaction()
        .execute(async (tx) => {
          await write(tx);
          throw new Error("it was written");
        })
        .catch((error: Error) => (refusedRow(error) === undefined || error.message.includes(frozen) ? error.message : "refused"));
      answers.push([rule, what, answer]);
    }

    expect(answers).toEqual(
      refused.map(([rule, what]) => [
        rule,
        what,
        what.includes("a completed checkout") ? expect.stringContaining(frozen) : "refused",
      ]),
    );
  });
});

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { cards, expectInOrder, quoteNow, shopperAt } from "./shopper.ts";

/**
 * A shop with two orders and a decline. Its triggers and constraints, which would refuse the
 * damage, are removed, as someone with access to the database could do.
 */
async function soldShop(engine: Engine): Promise<TestShop> {
  const shop = await openShop({ engine, stock: { "v-1": 10, "v-2": 20, "v-9": 10 } });
  await (await shopperAt(shop, { promo: "ONCEEACH" })).pay(cards.declined);
  await (await shopperAt(shop, { promo: "ONCEEACH", lines: [{ variantId: "v-2", quantity: 2 }] })).pay();
  const generous = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 7 }], email: "b@example.com" });
  const call = { checkoutId: generous.checkoutId, giftProductId: "p-9" };
  expect((await generous.browser.post("/storefront/checkout/line", call)).status).toBe(200);
  expect((await generous.pay(cards.good, { quote: await quoteNow(generous) })).status).toBe(200);
  await expectInOrder(shop);
  await unguard(shop);
  return shop;
}

async function unguard({ shop }: TestShop): Promise<void> {
  if (shop.engine === "sqlite") {
    const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'trigger'`.execute(shop.db);
    for (const { name } of rows) await sql`DROP TRIGGER ${sql.ref(name)}`.execute(shop.db);
    await sql`PRAGMA foreign_keys = OFF`.execute(shop.db);
    await sql`PRAGMA ignore_check_constraints = ON`.execute(shop.db);
    return;
  }
  await sql`DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT conrelid::regclass AS owner, conname FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.owner, found.conname); END LOOP;
    FOR found IN SELECT tablename AS owner FROM pg_tables WHERE schemaname = 'public'
    LOOP EXECUTE format('ALTER TABLE %I DISABLE TRIGGER ALL', found.owner); END LOOP; END $$`.execute(shop.db);
}

const orphan = (state: string) =>
  `INSERT INTO orphan_authorization (ref, id, key, reason, amount, state, authorized_at, found_at, updated_at)
   VALUES ('stray', 'x', 'k', 'foreign', 100, '${state}', 1, 1, 1)`;

/**
 * One damage in SQL, and the rules that must detect it. A unique key that prevents the damage is
 * dropped first.
 */
const damage: readonly [rules: readonly string[], what: string, statements: readonly string[]][] = [
  [["I1", "I2"], "more held than there is", ["UPDATE variant SET reserved = on_hand + 1 WHERE id = 'v-1'"]],
  [["I2"], "stock that appeared by itself", ["UPDATE variant SET on_hand = on_hand + 1 WHERE id = 'v-1'"]],
  [["I2"], "stock that was never released", ["UPDATE variant SET reserved = 1 WHERE id = 'v-1'"]],
  [
    ["I2"],
    "stock taken for another order",
    ["UPDATE stock_movement SET order_id = 'other' WHERE kind = 'sold' AND variant_id = 'v-9'"],
  ],
  [
    ["I16"],
    "an order that adds to an order that there is not",
    ["UPDATE orders SET supplement_of = 'none' WHERE number = (SELECT MAX(number) FROM orders)"],
  ],
  [
    ["I3"],
    "an order whose checkout goes on",
    ["UPDATE checkout SET state = 'open', order_id = NULL WHERE email = 'b@example.com'"],
  ],
  [["I4"], "a checkout that waits for nobody", ["UPDATE checkout SET state = 'paying' WHERE state = 'open'"]],
  [["I4"], "an attempt that nobody waits for", ["UPDATE attempt SET state = 'sent' WHERE state = 'declined'"]],
  [
    ["I5"],
    "an order that nobody paid for",
    ["UPDATE attempt SET order_id = 'other' WHERE state = 'captured' AND amount > 10000"],
  ],
  [
    ["I5"],
    "an order paid by a declined card",
    ["UPDATE attempt SET state = 'declined', refusal_code = 'no' WHERE state = 'captured' AND amount > 10000"],
  ],
  [["I7"], "another amount than was authorized", ["UPDATE attempt SET amount = amount + 1 WHERE state = 'captured'"]],
  [
    ["I7"],
    "another total than was shown",
    ["UPDATE quote SET total = total - 1 WHERE id IN (SELECT quote_id FROM checkout WHERE state = 'completed')"],
  ],
  [["I7", "I10"], "lines that do not sum up", ["UPDATE order_line SET tax = tax + 1 WHERE variant_id = 'v-9'"]],
  [["I8"], "days that are not summed up", ["UPDATE sale_sum_mark SET until = 40000"]],
  [["I8"], "a line that was sold at another time", ["UPDATE order_line SET sold_at = sold_at + 1"]],
  [["I8"], "units that lie in no category", ["UPDATE variant SET category_id = NULL WHERE id = 'v-9'"]],
  [["I8"], "an entry without its counterpart", ["DELETE FROM ledger_entry WHERE account = 'tax'"]],
  [["I8"], "more given back than taken", ["UPDATE ledger_entry SET amount = -amount WHERE event = 'captured'"]],
  [["I8"], "a capture that was never booked", ["DELETE FROM ledger_entry WHERE event = 'captured'"]],
  [
    ["I8"],
    "money without an order that is booked by half",
    [
      orphan("returning"),
      "INSERT INTO orphan_ledger_entry (id, ref, event, account, amount, at) VALUES ('x', 'stray', 'authorized', 'held', 100, 1)",
    ],
  ],
  [
    ["I8"],
    "money without an order that is still held after its return",
    [
      orphan("voided"),
      "INSERT INTO orphan_ledger_entry (id, ref, event, account, amount, at) VALUES ('x', 'stray', 'authorized', 'held', 100, 1)",
      "INSERT INTO orphan_ledger_entry (id, ref, event, account, amount, at) VALUES ('y', 'stray', 'authorized', 'cardholder', -100, 1)",
    ],
  ],
  [["I8"], "a payment that nobody refunds any more", ["UPDATE attempt SET state = 'refunding' WHERE state = 'captured'"]],
  [["I9"], "a promo used more often than it was redeemed", ["UPDATE promo SET used = used + 1 WHERE code = 'ONCEEACH'"]],
  [["I9"], "a promo beyond its limit", ["UPDATE promo SET usage_limit = 0 WHERE code = 'ONCEEACH'"]],
  [
    ["I9"],
    "the same mail twice",
    [
      "INSERT INTO promo_redemption (id, promo_id, checkout_id, email_norm, state, at) SELECT 'x', 'promo-once', id, 'ada@example.com', 'used', 1 FROM checkout WHERE email = 'b@example.com'",
      "UPDATE promo SET used = used + 1 WHERE code = 'ONCEEACH'",
    ],
  ],
  [["I9"], "a redemption left pending", ["UPDATE promo_redemption SET state = 'pending'"]],
  [["I10"], "an order line renamed", ["UPDATE order_line SET product_name = 'Another' WHERE variant_id = 'v-9'"]],
  [
    ["I11"],
    "products that may not be sold there",
    ["INSERT INTO state_rule (id, country, area, product_id) VALUES ('x', 'US', 'TX', 'p-2')"],
  ],
  [
    ["I12"],
    "an order without its mail",
    ["DELETE FROM job WHERE kind = 'confirmation-mail'", "DELETE FROM order_event WHERE kind = 'confirmation mailed'"],
  ],
  [["I13", "I10"], "a gift that was paid for", ["UPDATE order_line SET unit_price = 1, net = 1 WHERE gift = 1"]],
  [
    ["I13"],
    "a gift that was not earned",
    ["UPDATE attempt SET snapshot = REPLACE(snapshot, '\"giftFrom\":10000', '\"giftFrom\":99999')"],
  ],
  [["I14"], "a counter set back", ["UPDATE counter SET value = 1000"]],
  [["I15"], "a card number in a name", ["UPDATE order_address SET last_name = '4242 4242 4242 4242'"]],
  [["I15"], "more than four digits of a card", ["UPDATE attempt SET last4 = '424242'"]],
  [["I16", "I2"], "a completed checkout with other products", ["UPDATE checkout_line SET quantity = 3 WHERE variant_id = 'v-9'"]],
  [["I16"], "a completed checkout with another mail", ["UPDATE checkout SET email = 'c@example.com' WHERE state = 'completed'"]],
];

/** Runs the statements, returns the subjects of the breaches found, and undoes the damage. */
const aboutsIn =
  ({ shop: { db } }: TestShop) =>
  async (...statements: string[]): Promise<string[]> =>
    await db
      .withoutPlugins()
      .transaction()
      .execute(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx);
        throw new Undone((await findBreaches(tx)).map(({ about }) => about));
      })
      .catch((error: Undone) => error.seen);

describe.each(engines)("what breaks a rule of the checkout is found, on %s", (engine) => {
  test("each kind of damage by its own rule", async () => {
    const shop = await soldShop(engine);
    const { db } = shop.shop;
    const found: [string, string[]][] = [];

    for (const [, what, statements] of damage) {
      const seen = await db
        .withoutPlugins()
        .transaction()
        .execute(async (tx) => {
          for (const statement of statements) await sql.raw(statement).execute(tx);
          const breaches = await findBreaches(tx);
          throw new Undone([...new Set(breaches.map(({ invariant }) => invariant))]);
        })
        .catch((error: Undone) => error.seen);
      found.push([what, seen]);
    }

    expect(found.map(([what, seen]) => [what, seen.filter((rule) => damageOf(what).includes(rule))])).toEqual(
      damage.map(([rules, what]) => [what, expect.arrayContaining([rules[0]])]),
    );
    expect(await findBreaches(db)).toEqual([]);
  });

  test("what a cancelation left undone, and what was sent unpaid, is told in words", async () => {
    const abouts = aboutsIn(await soldShop(engine));
    const canceled = "UPDATE orders SET state = 'canceled', canceled_at = 1 WHERE promo_code IS NOT NULL";
    const stock = "units that were canceled, edited out, or returned for sale were restocked once, and no others were";
    const money = "a canceled order keeps no money: it was returned, or a job is about to return it";
    const promo = "an order counts as a use of its promo code, and a canceled one does not";
    const job = (kind: string, state: string) =>
      `INSERT INTO job (id, kind, subject, state, run_at, created_at) SELECT 'x', '${kind}', id, '${state}', 0, 0 FROM orders WHERE promo_code IS NOT NULL`;

    expect(await abouts(canceled)).toEqual([stock, money, promo]);
    expect(await abouts(canceled, job("void", "waiting"))).toEqual([stock, promo]);
    expect(await abouts(canceled, job("void", "failed"))).toEqual([stock, money, promo]);
    expect(await abouts("DELETE FROM promo_redemption", "UPDATE promo SET used = 0")).toEqual([promo]);
    expect(
      await abouts(
        "INSERT INTO stock_movement (id, variant_id, kind, units, order_id, at) SELECT 'x', 'v-9', 'restocked', 1, order_id, 1 FROM order_line WHERE gift = 1",
        "UPDATE variant SET on_hand = on_hand + 1 WHERE id = 'v-9'",
      ),
    ).toEqual([stock]);
    expect(await abouts("UPDATE orders SET state = 'fulfilled'")).toEqual([]);
    expect(
      await abouts("UPDATE orders SET state = 'fulfilled'", "UPDATE attempt SET state = 'finalized' WHERE amount > 10000"),
    ).toEqual(["the ledger agrees with the payments", "nothing ships before its payment is charged"]);
  });

  test("what is wrong with a promo code's uses is told in words", async () => {
    const abouts = aboutsIn(await soldShop(engine));
    const redeemedBy = (email: string) =>
      `INSERT INTO promo_redemption (id, promo_id, checkout_id, email_norm, state, at) SELECT 'x', 'promo-once', id, '${email}', 'used', 1 FROM checkout WHERE email = 'b@example.com'`;
    const used = (by: number) => `UPDATE promo SET used = used + ${by} WHERE code = 'ONCEEACH'`;
    const counted = "an order counts as a use of its promo code, and a canceled one does not";
    const within = "a promo code's uses equal its redemptions and stay within its limit";

    expect(await abouts(used(1))).toEqual([within]);
    expect(await abouts(redeemedBy("b@example.com"), used(1))).toEqual([counted]);
    expect(await abouts(redeemedBy("ada@example.com"), used(1))).toEqual([counted, "nobody used a one-time promo code twice"]);
    expect(await abouts("UPDATE promo_redemption SET state = 'pending'")).toEqual([
      "a redemption is used with an order, or pending with a payment in progress",
    ]);
  });

  test("what an edit, a refund or a return left wrong is told in words", async () => {
    const abouts = aboutsIn(await soldShop(engine));
    const gift = "FROM order_line WHERE gift = 1";
    const bought = "FROM orders WHERE promo_code IS NOT NULL";
    const returned = (units: number) =>
      `INSERT INTO order_return (id, order_id, n, line_id, quantity, state, actor, asked_at, changed_at) SELECT 'x', order_id, 1, id, ${units}, 'asked', 'owner', 1, 1 ${gift}`;
    const edited = (tax: number) =>
      `INSERT INTO order_edit (order_id, n, line_id, quantity, net, tax, actor, at) SELECT order_id, 1, id, 1, 0, ${tax}, 'owner', 1 FROM order_line WHERE unit_price = 2000 AND quantity = 2`;
    const refund = (state: string, amount: number) =>
      `INSERT INTO order_refund (order_id, n, key, state, amount, products, shipping, tax, owed, actor, requested_at) SELECT id, 1, id || '-r1', '${state}', ${amount}, ${amount}, 0, 0, 0, 'owner', 1 ${bought}`;
    const job = (state: string) =>
      `INSERT INTO job (id, kind, subject, state, run_at, created_at) SELECT 'x', 'refund', id || '-r1', '${state}', 0, 0 ${bought}`;
    const entry = (account: string, amount: number) =>
      `INSERT INTO ledger_entry (id, order_id, event, account, amount, at) SELECT '${account}', id, 'edited:1', '${account}', ${amount}, 1 ${bought}`;
    const stock = "units that were canceled, edited out, or returned for sale were restocked once, and no others were";
    const booked = "edits and refunds are booked in the ledger as they were agreed";
    const due = "what was charged less what went back equals the order's total after its edits less the refunds granted";

    const reported = "what reports sum up equals the ledger";

    expect(await abouts(returned(1))).toEqual([]);
    expect(await abouts(returned(2))).toEqual(["no more of an order line was edited out, refunded, or returned than was sold"]);
    expect(await abouts(returned(1), "UPDATE order_return SET restocked = 1")).toEqual([stock]);
    expect(await abouts(edited(0))).toEqual([stock]);
    expect(await abouts(edited(1))).toEqual([stock, booked]);
    // The triggers are off here, including those that maintain the reports.
    expect(await abouts(entry("receivable", -100), entry("revenue", 100))).toEqual([due, reported]);
    expect(await abouts(refund("refunded", 100))).toEqual([booked]);
    expect(await abouts(refund("requested", 100), job("waiting"))).toEqual([]);
    for (const without of [[], [job("failed")]])
      expect(await abouts(refund("requested", 100), ...without)).toEqual(["a requested refund is about to be made"]);
    const refunding = "UPDATE attempt SET state = 'refunding' WHERE amount < 10000 AND state = 'captured'";
    const unrequested = "a payment is being refunded as long as a refund of its order is requested";
    expect(await abouts(refunding, refund("requested", 100), job("waiting"))).toEqual([]);
    expect(await abouts(refunding, refund("requested", 100))).toEqual(["a requested refund is about to be made"]);
    for (const left of [[], [job("waiting")], [job("done")], [refund("withdrawn", 100)]])
      expect(await abouts(refunding, ...left)).toEqual([unrequested]);
    expect(await abouts(refunding, refund("requested", 100).replace(bought, "FROM orders WHERE promo_code IS NULL"))).toEqual(
      expect.arrayContaining([unrequested]),
    );
    expect(await abouts(refund("requested", 99_999), job("waiting"))).toEqual([
      "every ledger event balances, and no more is refunded than was paid",
    ]);
  });

  test("the gateway's transactions and ours are compared both ways (I6)", async () => {
    const shop = await soldShop(engine);
    const { db, gateway } = shop.shop;
    const breaches = async (service = gateway) =>
      (await findGatewayBreaches(db, service, { pause: async () => {} }))?.map(({ row }) => [row.gateway, row.shop]);
    const listing = await gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
    if (listing.status !== "listed") throw new Error("the gateway listed no transactions");
    const [amount = 0] = listing.transactions.filter(({ kind }) => kind === "capture").map(({ amountCents }) => amountCents);
    const sold = listing.transactions.filter(({ state }) => state === "captured").map(({ key }) => key.replace(":cap", ""));
    const withTransactions = (change: (key: string) => boolean) => ({
      ...gateway,
      list: async () => ({ ...listing, transactions: listing.transactions.filter(({ key }) => change(key)) }),
    });

    expect(await breaches(withTransactions((key) => !key.startsWith(sold[0] ?? "")))).toEqual([
      ["nothing", `captured ${amount}`],
    ]);
    const { created_at: paidAt } = await db
      .selectFrom("attempt")
      .select("created_at")
      .where("state", "=", "captured")
      .orderBy("created_at")
      .executeTakeFirstOrThrow();
    const late = (completeUntil: number) => ({ ...gateway, list: async () => ({ ...listing, transactions: [], completeUntil }) });
    expect(await breaches(late(paidAt))).toEqual([]);
    expect(await breaches(late(paidAt + 1))).not.toEqual([]);
    await db
      .updateTable("attempt")
      .set({ key: "lost" })
      .where("key", "=", sold[0] ?? "")
      .execute();
    expect(await breaches()).toEqual([
      [`captured ${amount}`, "unknown"],
      ["nothing", `captured ${amount}`],
    ]);
    await db
      .updateTable("attempt")
      .set({ key: sold[0] ?? "", amount: amount + 1 })
      .where("key", "=", "lost")
      .execute();
    expect(await breaches()).toEqual([[`captured ${amount}`, `captured ${amount + 1}`]]);
    await db
      .updateTable("attempt")
      .set({ amount, state: "voided" })
      .where("key", "=", sold[0] ?? "")
      .execute();
    expect(await breaches()).toEqual([[`captured ${amount}`, `voided ${amount}`]]);
    const silent = { ...gateway, list: async () => ({ status: "unknown" }) as never };
    expect(await breaches(silent)).toBeUndefined();
  });
});

class Undone extends Error {
  readonly seen: string[];
  constructor(seen: string[]) {
    super("undone");
    this.seen = seen;
  }
}

const damageOf = (wanted: string) => damage.find(([, what]) => what === wanted)?.[0] ?? [];

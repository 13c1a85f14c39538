import { type RawBuilder, sql } from "kysely";
import { Client } from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { withStatementLimit } from "../../server/db/statement-limit.ts";
import type { Db, Tx } from "../../server/db/tables.ts";
import { readSnapshot, transact } from "../../server/db/transaction.ts";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { atGateway, callOf, expectInOrder, quick, shopperAt } from "../payments/shopper.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const timeout = 120_000;

async function opened(): Promise<Db> {
  const database = await freshPostgresDatabase(inject("postgres"));
  const { db, close } = await openDatabase({ url: database.url, directory: "" });
  onTestFinished(async () => {
    await close();
    await database.drop();
  });
  return db;
}

const one = async <Row>(reader: Db | Tx, query: RawBuilder<Row>): Promise<Row | undefined> =>
  (await query.execute(reader)).rows[0];
const limitOf = async (reader: Db | Tx) =>
  (await one(reader, sql<{ statement_timeout: string }>`SHOW statement_timeout`))?.statement_timeout;

test("the server knows how long a statement may take, by who sends it, and commands of the owner's take as long as they take", {
  timeout,
}, async () => {
  const db = await opened();

  expect(await limitOf(db)).toBe("0");
  expect(await withStatementLimit(7777, () => limitOf(db))).toBe("7777ms");
  expect(await withStatementLimit(120_000, () => limitOf(db))).toBe("2min");
  expect(await withStatementLimit(7777, () => transact(db, limitOf))).toBe("7777ms");
  expect(await withStatementLimit(6666, () => readSnapshot(db, limitOf))).toBe("6666ms");
  await withStatementLimit(5555, () => transact(db, () => Promise.reject(new Error("undone")))).catch(() => {});
  expect(await withStatementLimit(6666, () => limitOf(db))).toBe("6666ms");
  expect(await limitOf(db)).toBe("0");
});

test("a statement that takes longer is ended by the server, and its connection goes on", { timeout }, async () => {
  const db = await opened();
  const pid = () => withStatementLimit(100, () => one(db, sql`SELECT pg_backend_pid() AS pid`));
  const before = await pid();

  const ended = withStatementLimit(100, () => sql`SELECT pg_sleep(1000)`.execute(db));

  await expect(ended).rejects.toMatchObject({ code: "57014" });
  expect(await pid()).toEqual(before);
});

/**
 * A connection that takes locks, and cancels statements that wait for them, like their limits
 * would.
 */
async function rivalOf({ databaseUrl = "" }: TestShop) {
  const rival = new Client({ connectionString: databaseUrl });
  await rival.connect();
  const end = () => rival.end();
  const endWaiting = async () => {
    await rival.query("SELECT pg_stat_clear_snapshot()");
    const { rowCount } = await rival.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount ?? 0;
  };
  return { rival, end, endWaiting };
}

test("a form whose statement took too long is answered 503 in words", { timeout }, async () => {
  const shop = await openShop({ engine: "postgres", pays: false });
  const shopper = await shopperAt(shop);
  const { rival, end, endWaiting } = await rivalOf(shop);
  await rival.query("BEGIN");
  await rival.query("SELECT id FROM checkout WHERE id = $1 FOR UPDATE", [shopper.checkoutId]);

  const answer = shopper.browser.post("/storefront/checkout/email", {
    checkoutId: shopper.checkoutId,
    email: "ada@example.com",
  });
  await vi.waitFor(async () => expect(await endWaiting()).toBeGreaterThan(0));

  const { status, body } = await answer;
  expect([status, body]).toMatchObject([503, { error: "something went wrong please try later", code: "unavailable" }]);
  await rival.query("ROLLBACK");
  await end();
});

test("a payment whose statements took too long after the charge is still being processed, and becomes one order", {
  timeout,
}, async () => {
  let lock = async () => {};
  const shop = await openShop({
    engine: "postgres",
    failpoint: (name) => (name === "g.after_charge" ? lock() : Promise.resolve()),
  });
  const shopper = await shopperAt(shop);
  const { rival, end, endWaiting } = await rivalOf(shop);
  lock = async () => {
    lock = async () => {};
    await rival.query("BEGIN");
    await rival.query("LOCK TABLE attempt");
  };

  const outcome = pay(shop.shop, callOf(shop, shopper), quick);
  let isOver = false;
  void outcome.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await endWaiting();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  expect(await outcome).toMatchObject({ ok: false, code: "paying", error: "Your payment is still being processed." });
  await rival.query("ROLLBACK");
  await end();
  shop.pass(2 * quick.deadline + quick.lease + 1);
  await reconcile(shop.shop, quick);
  await expectInOrder(shop);
  expect(await shop.shop.db.selectFrom("orders").select("checkout_id").execute()).toEqual([{ checkout_id: shopper.checkoutId }]);
  expect(await atGateway(shop, "authorize")).toHaveLength(1);
});

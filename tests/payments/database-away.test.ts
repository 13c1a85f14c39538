import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { lockFile } from "../support/file-lock.ts";
import { inDatabase } from "../support/postgres.ts";
import { type Engine, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, callOf, expectInOrder, quick, shopperAt } from "./shopper.ts";

const points = ["p.before_commit", "p.after_commit", "g.after_charge", "f.before_commit", "f.after_commit"];
const moment = 600;

/** The shop's own connections to its PostgreSQL database. */
const backendsOf = (shop: TestShop): Promise<number[]> =>
  inDatabase(shop.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    return rows.map(({ pid }) => pid as number);
  });

/** Causes trouble with the database; the result ends the trouble. */
type Trouble = (shop: TestShop) => Promise<() => Promise<unknown> | unknown>;

const troubles: readonly [engine: Engine, name: string, at: readonly string[], trouble: Trouble][] = [
  [
    "postgres",
    "hangs for a moment",
    points,
    async (shop) => {
      const stopped = await backendsOf(shop);
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
      setTimeout(() => {
        for (const pid of stopped) process.kill(pid, "SIGCONT");
      }, moment);
      return () => {};
    },
  ],
  [
    "sqlite",
    "is locked by another program for a moment",
    ["p.after_commit", "g.after_charge", "f.after_commit"],
    async (shop) => {
      const other = new DatabaseSync(join(shop.directory, "store.db"));
      await lockFile(other);
      setTimeout(() => {
        other.exec("ROLLBACK");
        other.close();
      }, moment);
      return () => {};
    },
  ],
];

describe("a database that is away while a shopper pays", () => {
  test.each(troubles)(
    "%s: it %s, and the payment waits for it, is answered with its order, and is charged once",
    async (engine, _name, at, trouble) => {
      let begin: (() => Promise<void>) | undefined;
      let place = "";
      const shop = await openShop({
        engine,
        stock: { "v-2": 100 },
        failpoint: async (name) => {
          if (name !== place || !begin) return;
          const now = begin;
          begin = undefined;
          await now();
        },
      });
      for (const [nth, point] of at.entries()) {
        const shopper = await shopperAt(shop, { email: `ada-${nth}@example.com` });
        let end: () => Promise<unknown> | unknown = () => {};
        place = point;
        begin = async () => {
          end = await trouble(shop);
        };

        // The payment waits for the database, and the shopper gets an order.
        const heard = await pay(shop.shop, callOf(shop, shopper), quick);
        expect([point, heard, begin]).toEqual([point, { ok: true, value: { orderId: expect.any(String) } }, undefined]);
        await end();

        shop.pass(2 * quick.deadline + quick.lease + 1);
        await reconcile(shop.shop, quick);
        await expectInOrder(shop);
        const orders = () =>
          shop.shop.db.selectFrom("orders").select("id").where("checkout_id", "=", shopper.checkoutId).execute();
        if (heard.ok && "orderId" in heard.value) expect([point, await orders()]).toEqual([point, [{ id: heard.value.orderId }]]);
        expect([point, (await shopper.pay()).status]).toEqual([point, 200]);
        expect([point, (await orders()).length]).toEqual([point, 1]);
      }
      await expectInOrder(shop);
      expect(await atGateway(shop, "capture")).toHaveLength(at.length);
    },
  );
});

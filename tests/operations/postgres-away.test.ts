import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { atGateway, expectInOrder, quick, shopperAt } from "../payments/shopper.ts";
import { frozenLine } from "../support/frozen-line.ts";
import { freshPostgresDatabase, startPostgres } from "../support/postgres.ts";
import { openShop } from "../support/shop.ts";

const timeout = 240_000;
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 90_000, interval: 50 });

/** A database that can become silent, and come back. */
type Outage = { url: string; begin: () => void; end: () => void };

/** A separate server whose processes can be paused. */
async function stoppable(): Promise<Outage> {
  const server = await startPostgres();
  const database = await freshPostgresDatabase(server.url);
  const stopped = new Set<number>();
  const end = () => {
    for (const id of stopped) process.kill(id, "SIGCONT");
    stopped.clear();
  };
  onTestFinished(async () => {
    end();
    await server.stop();
  });
  const begin = () => {
    for (const id of server.processes()) {
      process.kill(id, "SIGSTOP");
      stopped.add(id);
    }
  };
  return { url: database.url, begin, end };
}

/** A network that drops all packets. */
async function swallowing(): Promise<Outage> {
  const database = await freshPostgresDatabase(inject("postgres"));
  const line = await frozenLine(database.url);
  onTestFinished(async () => {
    line.end();
    await database.drop();
  });
  return { url: line.url, begin: () => line.freeze(), end: line.thaw };
}

describe.each([
  ["PostgreSQL is stopped", stoppable],
  ["the network to it swallows what is sent", swallowing],
] as const)("while %s", (_name, outage) => {
  test("pages are served, forms and payments are answered in words, and all of it heals, the payment as one order", {
    timeout,
  }, async () => {
    const { url, begin, end } = await outage();
    let charged = async () => {};
    const shop = await openShop({
      env: { DATABASE_URL: url },
      failpoint: (name) => (name === "g.after_charge" ? charged() : Promise.resolve()),
    });
    onTestFinished(end);
    const statusOf = async (path: string) => (await fetch(`${shop.url}${path}`)).status;
    const [shopper, other] = [await shopperAt(shop), await shopperAt(shop)];
    const seen = productPath("product-1");
    const before = await (await fetch(`${shop.url}${seen}`)).text();
    expect(await statusOf("/readyz")).toBe(200);
    // The card is charged, but nothing about it can be written any more.
    charged = async () => {
      charged = async () => {};
      begin();
    };

    const paying = shopper.pay();
    await until(async () => expect(await statusOf("/readyz")).toBe(503));
    expect(await statusOf("/healthz")).toBe(200);
    await until(async () => {
      const page = await fetch(`${shop.url}${seen}`);
      expect([page.status, page.headers.get("cache-status")]).toEqual([200, expect.stringContaining("database-silent")]);
      expect(await page.text()).toBe(before);
    });
    const email = { checkoutId: other.checkoutId, email: "ada@example.com" };
    const form = await other.browser.post("/storefront/checkout/email", email);
    expect([form.status, form.body]).toMatchObject([
      503,
      { error: "something went wrong please try later", code: "unavailable" },
    ]);
    for (const _ of Array(5)) await other.browser.post("/storefront/checkout/email", email);
    const payment = await paying;
    expect([payment.status, payment.body]).toMatchObject([
      409,
      { code: "paying", error: "Your payment is still being processed." },
    ]);

    end();

    await until(async () => {
      expect(await statusOf("/readyz")).toBe(200);
      expect((await other.browser.post("/storefront/checkout/email", email)).status).toBe(200);
      expect((await fetch(`${shop.url}${seen}`)).headers.get("cache-status")).toBeNull();
    });
    const told = (msg: string) => shop.log.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
    await until(async () => expect(told("the database responds again")).toHaveLength(1));
    expect(told("the database responds again")[0].refused).toBeGreaterThanOrEqual(6);
    // Each kind of failure is logged once, however many requests and timers failed.
    for (const msg of ["request failed", "timer failed"]) expect(told(msg).length).toBeLessThanOrEqual(2);
    shop.pass(2 * quick.deadline + quick.lease + 60_000);
    await until(async () => {
      await reconcile(shop.shop, quick);
      const orders = await shop.shop.db.selectFrom("orders").select("checkout_id").execute();
      expect(orders).toEqual([{ checkout_id: shopper.checkoutId }]);
    });
    await expectInOrder(shop);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
  });
});

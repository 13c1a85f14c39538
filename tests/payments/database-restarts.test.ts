import { expect, onTestFinished, test } from "vitest";
import { paymentPath, stepPath } from "../../server/checkout/paths.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { processingText } from "../../server/payments/rules/attempt.ts";
import { isProof } from "../support/long-form.ts";
import { freshPostgresDatabase, inDatabase, startPostgres } from "../support/postgres.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { atGateway, cardForm, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";

const places = ["p.before_commit", "p.after_commit", "g.after_charge", "f.before_commit", "f.after_commit"];

/** A shop whose database connections all break the next time that it reaches a place. */
async function breakingShop() {
  let broken: string | undefined;
  const shop = await openShop({
    engine: "postgres",
    failpoint: async (name) => {
      if (name !== broken) return;
      broken = undefined;
      await inDatabase(shop.databaseUrl ?? "", (client) =>
        client.query(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        ),
      );
    },
  });
  const breakAt = (name: string) => {
    broken = name;
  };
  return { shop, breakAt };
}

/** Lets the request's lease end, and runs the reconciler. */
async function find(shop: TestShop): Promise<void> {
  shop.pass(quick.lease + 1);
  await reconcile(shop.shop, quick);
}

const ordersOf = async ({ shop }: TestShop) => (await shop.db.selectFrom("orders").select("id").execute()).map(({ id }) => id);

const stillProcessing = { error: processingText, code: "paying", data: { formKey: expect.any(String) } };

/**
 * The shopper has paid or is told that the payment is still processed. Afterwards there is at most
 * one order, and no money without an order.
 */
async function expectFound(shop: TestShop, shopper: Shopper, answer: Awaited<ReturnType<Shopper["pay"]>>): Promise<void> {
  expect([200, 409]).toContain(answer.status);
  if (answer.status === 409) expect(answer.body).toEqual(stillProcessing);
  expect([200, 303]).toContain((await shopper.browser.get(stepPath("payment", shopper.checkoutId))).status);
  await find(shop);
  const [order] = await ordersOf(shop);
  if (answer.status === 200) expect(answer.body).toEqual({ data: { orderId: order } });
  await expectInOrder(shop);
  expect((await shopper.pay()).status).toBe(200);
  expect(await ordersOf(shop)).toHaveLength(1);
  expect(await atGateway(shop, "authorize")).toHaveLength(1);
  await expectInOrder(shop);
}

test.each(places)("a payment whose database breaks off at %s is paid or found again, and never an error", async (place) => {
  const { shop, breakAt } = await breakingShop();
  const shopper = await shopperAt(shop, { promo: "ONEUSE" });
  breakAt(place);

  const answer = await shopper.pay();

  // The gateway's answer is written as soon as the database is back.
  if (place === "p.before_commit") expect(answer.status).toBe(409);
  if (["g.after_charge", "f.before_commit", "f.after_commit"].includes(place)) expect(answer.status).toBe(200);
  await expectFound(shop, shopper, answer);
});

test("with scripts off the form leads to the page that waits", async () => {
  const { shop, breakAt } = await breakingShop();
  const shopper = await shopperAt(shop);
  breakAt("p.before_commit");

  const fields = { checkoutId: shopper.checkoutId, quote: shopper.quote, sameAsShipping: "true", ...cardForm() };
  const { status, headers } = await shopper.browser.form(paymentPath, fields);

  // Since nothing was written, the shop may already show the card form again.
  if (status === 303) expect(headers.get("location")).toBe(stepPath("payment", shopper.checkoutId));
  else expect(status).toBe(409);
  expect(await atGateway(shop, "authorize")).toEqual([]);
});

if (isProof) {
  test("payments under way while PostgreSQL restarts are paid or found again", { timeout: 600_000 }, async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    for (let round = 0; round < 2 * places.length; round++) {
      const place = places[round % places.length];
      const database = await freshPostgresDatabase(server.url);
      const reached = Promise.withResolvers<void>();
      const shop = await openShop({
        engine: "postgres",
        env: { DATABASE_URL: database.url },
        failpoint: async (name) => {
          if (name === place) reached.resolve();
        },
      });
      const shopper = await shopperAt(shop, { promo: "ONEUSE" });

      const [answer] = await Promise.all([shopper.pay(), reached.promise.then(server.restart)]);

      await expectFound(shop, shopper, answer);
    }
  });
}

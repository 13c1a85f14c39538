import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { moneyStateOf } from "../../server/orders/ledger.ts";
import { pay } from "../../server/payments/pay.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { atGateway, callOf, cards, expectInOrder, quick, shopperAt } from "./shopper.ts";

const keyOf = async ({ shop }: TestShop) => (await shop.db.selectFrom("attempt").select("key").executeTakeFirstOrThrow()).key;
const keysAtGateway = async (shop: TestShop, kind: "capture" | "void") => (await atGateway(shop, kind)).map(({ key }) => key);

describe.each(engines)("a process that dies while it is paid, on %s", (engine) => {
  test("before the payment was prepared: nothing is left (K0)", async () => {
    const { shop, crashAt, states, payAndCrash, restart } = await crashingShop(engine);
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });
    crashAt("p.before_commit");

    await payAndCrash(shopper);

    expect(await states()).toEqual([]);
    await expectInOrder(shop);
    await restart();
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("before the gateway was asked: stock and promo are released, and the shopper may pay again (K1)", async () => {
    const { shop, crashAt, states, payAndCrash, restart } = await crashingShop(engine);
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });
    crashAt("p.after_commit");

    await payAndCrash(shopper);

    expect(await states()).toEqual(["created"]);
    await expectInOrder(shop);
    await restart();
    expect(await states()).toEqual(["not_found"]);
    await expectInOrder(shop);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("after the gateway approved: the order is written with that one authorisation (K3)", async () => {
    const { shop, crashAt, states, orders, payAndCrash, restart } = await crashingShop(engine);
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });
    crashAt("g.after_charge");

    await payAndCrash(shopper);

    expect([await states(), await orders()]).toEqual([["sent"], []]);
    await restart();
    expect(await orders()).toHaveLength(1);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect((await shopper.pay()).body).toEqual({ data: { orderId: (await orders())[0] } });
    await expectInOrder(shop);
  });

  test("after a decline: it is a decline, and the checkout is open again (K3)", async () => {
    const { shop, crashAt, states, payAndCrash, restart } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("g.after_charge");

    await payAndCrash(shopper, cards.declined);
    await restart();

    expect(await states()).toEqual(["declined"]);
    await expectInOrder(shop);
  });

  test("while the order was written: it is written later, from the snapshot (K4)", async () => {
    const { shop, crashAt, states, orders, payAndCrash, restart } = await crashingShop(engine);
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 3 }] });
    crashAt("f.before_commit", 2 + quick.retries.length);

    await payAndCrash(shopper);

    expect([await states(), await orders()]).toEqual([["authorized"], []]);
    await shop.shop.db.updateTable("variant").set({ price: 99_00 }).where("id", "=", "v-2").execute();
    await restart();
    const { total } = await shop.shop.db.selectFrom("orders").select("total").executeTakeFirstOrThrow();
    expect(total).toBe(shopper.total);
    await expectInOrder(shop);
  });

  test("a moment's trouble while the order is written is got over without the shopper hearing of it (K4)", async () => {
    const { shop, crashAt } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("f.before_commit", 1);

    expect((await pay(shop.shop, callOf(shop, shopper), quick)).ok).toBe(true);
    await expectInOrder(shop);
  });

  test("an approval that could not be stored with its order is stored by itself (K4)", async () => {
    const { shop, crashAt, states, payAndCrash, restart } = await crashingShop(engine);
    const findings = () => shop.shop.db.selectFrom("attempt").select(["auth_ref", "brand", "last4"]).executeTakeFirstOrThrow();
    crashAt("f.before_commit", 2 + quick.retries.length);
    await payAndCrash(await shopperAt(shop));
    expect(await states()).toEqual(["authorized"]);
    const stored = await findings();
    expect(stored).toEqual({ auth_ref: expect.stringMatching(/./), brand: "visa", last4: "4242" });

    await restart();

    // The queue of the restarted shop may already have charged the payment.
    expect(await states()).toEqual([expect.stringMatching(/^(?:finalized|captured)$/)]);
    expect(await findings()).toEqual(stored);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("after the order was written: the next press answers it, and the confirmation page clears the cookie (K5)", async () => {
    const { shop, crashAt, orders, payAndCrash } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("f.after_commit");

    await payAndCrash(shopper);

    const [orderId] = await orders();
    expect(shopper.browser.jar.get("checkoutId")).toBe(shopper.checkoutId);
    expect((await shopper.browser.get(`/storefront/checkout/confirmation/${orderId}/`)).status).toBe(200);
    expect(shopper.browser.jar.has("checkoutId")).toBe(false);
    expect((await shopper.pay()).body).toEqual({ data: { orderId } });
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test.each(["cap.before", "cap.after"])("around the capture, at %s: it is taken once (K6, K7)", async (place) => {
    const { shop, crashAt, states, orders } = await crashingShop(engine);
    crashAt(place);
    await (await shopperAt(shop)).pay();
    await shop.runJobs();
    expect(await states()).toEqual(["finalized"]);

    shop.pass(3000);

    await expectInOrder(shop);
    expect(await states()).toEqual(["captured"]);
    expect(await keysAtGateway(shop, "capture")).toEqual([`${await keyOf(shop)}:cap`]);
    expect(await moneyStateOf(shop.shop.db, (await orders())[0] ?? "")).toBe("paid");
  });

  test.each(["void.before", "void.after"])("around letting money go, at %s: it is let go once (K8)", async (place) => {
    const { shop, crashAt, states } = await crashingShop(engine);
    crashAt(place);
    expect((await (await shopperAt(shop)).pay(cards.partial)).status).toBe(402);
    await shop.runJobs();
    expect(await states()).toEqual(["voiding"]);

    shop.pass(3000);

    await expectInOrder(shop);
    expect(await states()).toEqual(["voided"]);
    expect(await keysAtGateway(shop, "void")).toEqual([`${await keyOf(shop)}:void`]);
  });

  test("after the confirmation was sent: it is the same email again, not a second one (K10)", async () => {
    const { shop, crashAt } = await crashingShop(engine);
    crashAt("mail.after");
    await (await shopperAt(shop)).pay();
    await shop.runJobs();

    shop.pass(3000);

    await expectInOrder(shop);
    expect(await readdir(join(shop.directory, "outbox"))).toHaveLength(1);
    const jobs = await shop.shop.db
      .selectFrom("job")
      .select(["kind", "state", "tries"])
      .where("kind", "=", "confirmation-mail")
      .execute();
    expect(jobs).toEqual([{ kind: "confirmation-mail", state: "done", tries: 2 }]);
  });

  test("a checkout that has an order already cannot get a second one: the money is let go and the owner is told", async () => {
    const { shop, crashAt, states, payAndCrash, restart } = await crashingShop(engine);
    const [paid, stuck] = [await shopperAt(shop), await shopperAt(shop)];
    await paid.pay();
    crashAt("f.before_commit", 2 + quick.retries.length);
    await payAndCrash(stuck);
    const { id } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await shop.shop.db
      .updateTable("checkout")
      .set({ state: "completed", order_id: `${id}-x` })
      .where("id", "=", stuck.checkoutId)
      .execute();

    await restart();
    await shop.runJobs();

    expect(await states()).toEqual(["captured", "voided"]);
    expect(shop.log.join("")).toContain("an authorized payment cannot become an order");
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
  });
});

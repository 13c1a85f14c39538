import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { requestCancelation } from "../../server/orders/cancelation.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import { orderPath } from "../../server/orders/paths.ts";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";
import { sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const at = Date.UTC(2026, 0, 10);
const nobody = async () => {};

/** An order that Ann has paid. It has a line of three units and a line of one unit. */
async function paidOrder({ shop }: TestShop) {
  const order = await placed(shop.db, { at, customerId: "ann", lines: [lineOf(2, 3), lineOf(3)] });
  await transact(shop.db, (tx) => bookCaptured(tx, order.id, 9760, at));
  const lines = await shop.db
    .selectFrom("order_line")
    .select("id")
    .where("order_id", "=", order.id)
    .orderBy("position")
    .execute();
  const [three = "", one = ""] = lines.map(({ id }) => id);
  return { ...order, three, one };
}
const stateOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("orders").select(["state", "shipment_count"]).where("id", "=", id).executeTakeFirstOrThrow();
const unitsSent = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("order_shipment_line").select(["n", "quantity"]).orderBy("n").orderBy("quantity").execute()).map(
    ({ n, quantity }) => [n, quantity],
  );

test("all that was paid for is taken out of an order whose gift has shipped: it can't be canceled any more", async () => {
  const shop = await shopWithCustomer({ engine: "sqlite" });
  const { db } = shop.shop;
  const gift = { ...lineOf(3), gift: true, unitPrice: 0, net: 0 };
  const { id } = await placed(db, { at, customerId: "ann", lines: [lineOf(2), gift], shipping: 0, tax: 0, total: 2000 });
  await transact(db, (tx) => bookCaptured(tx, id, 2000, at));
  const lines = await db.selectFrom("order_line").select("id").where("order_id", "=", id).orderBy("position").execute();
  const [paid = "", free = ""] = lines.map((line) => line.id);
  await fulfilOrder(db, { orderId: id, lines: [{ lineId: free }], now: at + 1 });

  const edited = await editOrder(db, { orderId: id, lineId: paid, quantity: 0, actor: "owner" }, at + 2);

  expect(edited).toMatchObject({ ok: true, value: { removed: 1, total: 0 } });
  expect(await stateOf(shop, id)).toMatchObject({ state: "fulfilled" });
});

describe.each(engines)("an order that goes out in parts, on %s", (engine) => {
  test("counts as shipped once nothing is left; each part has its email, and the shopper sees both", async () => {
    const shop = await shopWithCustomer({ engine });
    const { db } = shop.shop;
    const { id, number, three } = await paidOrder(shop);
    const ups = { carrier: "UPS", tracking: "1Z1" };

    const part = await fulfilOrder(db, { orderId: id, lines: [{ lineId: three, quantity: 2 }], shipment: ups, now: at + 1 });
    expect(part).toEqual({ ok: true, value: { number, n: 1, isComplete: false } });
    expect(await stateOf(shop, id)).toEqual({ state: "placed", shipment_count: 1 });
    const browser = shop.browser();
    await signIn(browser);
    const half = (await browser.get(orderPath(id))).text;
    expect(half).toContain("Partly shipped");
    expect(half).toContain("Shipped in part: 2 × Product 2, Variant 2 (UPS 1Z1)");
    expect(half).not.toContain("Changed your mind?");

    const tooMany = await fulfilOrder(db, { orderId: id, lines: [{ lineId: three, quantity: 2 }], now: at + 2 });
    expect(tooMany).toMatchObject({ ok: false, code: "exceeds_order" });
    const rest = await fulfilOrder(db, { orderId: id, now: at + 3 });
    expect(rest).toEqual({ ok: true, value: { number, n: 2, isComplete: true } });
    expect(await stateOf(shop, id)).toEqual({ state: "fulfilled", shipment_count: 2 });
    expect(await unitsSent(shop)).toEqual([
      [1, 2],
      [2, 1],
      [2, 1],
    ]);
    const mails = await sentEmails(shop);
    const partly = mails.find(({ subject }) => subject.endsWith("shipped in part"));
    expect(partly?.text).toMatch(/In this package: 2 .+ Product 2, Variant 2\./);
    expect(partly?.text).toContain("Carrier: UPS. Tracking number: 1Z1.");
    const last = mails.filter(({ subject }) => subject.endsWith(": shipped"));
    expect(last).toHaveLength(1);
    expect(last[0]?.text).toMatch(/In this package: 1 .+ Product 2, Variant 2; 1 .+ Product 3, Variant 3\./);
    expect((await browser.get(orderPath(id))).text).toContain(": 2 × Product 2, Variant 2. UPS");
  });

  test("an order that goes out at once has an email without a list", async () => {
    const shop = await shopWithCustomer({ engine });
    const { id } = await paidOrder(shop);
    expect(await fulfilOrder(shop.shop.db, { orderId: id, now: at + 1 })).toMatchObject({ ok: true });
    const mail = (await sentEmails(shop)).find(({ subject }) => subject.endsWith(": shipped"));
    expect(mail?.text).toContain("has shipped to");
    expect(mail?.text).not.toContain("In this package");
  });

  test("two who ship the same units at one moment ship them once", async () => {
    const shop = await shopWithCustomer({ engine });
    const { id, three } = await paidOrder(shop);
    const ship = () => fulfilOrder(shop.shop.db, { orderId: id, lines: [{ lineId: three, quantity: 2 }], now: at + 1 });

    const outcomes = await Promise.all([ship(), ship(), ship()]);

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await unitsSent(shop)).toEqual([[1, 2]]);
  });

  test("it can neither be canceled nor asked to be, and what has shipped is not taken out", async () => {
    const shop = await shopWithCustomer({ engine });
    const { db } = shop.shop;
    const { id, number, three, one } = await paidOrder(shop);
    await fulfilOrder(db, { orderId: id, lines: [{ lineId: three, quantity: 2 }], now: at + 1 });

    expect(await cancelForShop(db, id, at + 2, nobody)).toMatchObject({ code: "order_closed" });
    const who = { customerId: "ann", email: "ann@example.com" };
    const request = { orderId: id, orderNumber: number, userEmail: "ann@example.com", reason: reasons[0] };
    expect(await requestCancelation(db, who, request, at + 2)).toMatchObject({
      code: "order_closed",
      error: "Part of this order has already shipped.",
    });
    const edit = (lineId: string, quantity: number) => editOrder(db, { orderId: id, lineId, quantity, actor: "owner" }, at + 3);
    expect(await edit(three, 1)).toMatchObject({ code: "exceeds_order", error: expect.stringContaining("2 of “Product 2") });
    expect(await stateOf(shop, id)).toEqual({ state: "placed", shipment_count: 1 });
    expect(await edit(one, 0)).toMatchObject({ ok: true });
    expect(await stateOf(shop, id)).toMatchObject({ state: "placed" });
    // Nothing is left to ship.
    expect(await edit(three, 2)).toMatchObject({ ok: true });
    expect(await stateOf(shop, id)).toMatchObject({ state: "fulfilled" });
  });
});

import { describe, expect, test } from "vitest";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";
import { addCustomer, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { expectInOrder, shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";
import { cancel, eventsOf, give, jobsOf, orderOf } from "./cancelation-fixture.ts";

const path = "/storefront/api/cancel-order/";

/** A shop with a customer's order, and the signed-in browser. */
async function shopWithOrder(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  await addCustomer(shop, "ann", { email: "Ann@example.com" });
  expect((await (await shopperAt(shop, { email: "ann@example.com" })).pay()).status).toBe(200);
  await give(shop, "ann");
  const browser = shop.browser();
  await signIn(browser);
  const order = await orderOf(shop);
  const form = { orderNumber: order.number, orderId: order.id, userEmail: "ann@example.com", reason: reasons[1] };
  return { shop, browser, order, form };
}

describe.each(engines)("a request to cancel, on %s", (engine) => {
  test("sets the flag and keeps the reason, moves no money, and is told to shopper and owner by mail (requirements 235, 236)", async () => {
    const { shop, browser, order, form } = await shopWithOrder({ engine, env: { OWNER_MAIL: "owner@example.com" } });
    await shop.runJobs();

    const answer = await browser.post(path, { ...form, userEmail: " ANN@Example.com " });

    expect([answer.status, answer.body]).toEqual([200, { status: "ok" }]);
    expect(await orderOf(shop)).toMatchObject({ state: "placed", cancelation_requested: 1, cancel_reason: reasons[1] });
    expect((await eventsOf(shop, order.id)).filter(([kind]) => kind.startsWith("cancel"))).toEqual([
      ["cancelation requested", reasons[1]],
    ]);
    expect(await jobsOf(shop, "void", "refund")).toEqual([]);
    const sent = (await sentEmails(shop)).filter(({ subject }) => subject.includes("cancellation requested"));
    expect(sent.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      "ann@example.com Your order 1001 at Leaf & Vessel: cancellation requested",
      "owner@example.com Order 1001: cancellation requested at Leaf & Vessel",
    ]);
    expect(sent.find(({ to }) => to.startsWith("owner"))?.text).toContain(reasons[1]);
    await expectInOrder(shop);
  });

  test("that comes again, also all at once, is answered the same and noted once; the first reason stays", async () => {
    const { shop, browser, order, form } = await shopWithOrder({ engine });

    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post(path, form)));
    answers.push(await browser.post(path, { ...form, reason: "other" }));

    for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: "ok" }]);
    expect(await orderOf(shop)).toMatchObject({ cancel_reason: reasons[1] });
    expect((await eventsOf(shop, order.id)).filter(([kind]) => kind === "cancelation requested")).toHaveLength(1);
    await shop.runJobs();
    expect(await jobsOf(shop, "cancelation-requested-mail")).toEqual(["cancelation-requested-mail done"]);
  });

  test("comes too late for an order that was canceled or sent", async () => {
    const { shop, browser, order, form } = await shopWithOrder({ engine });
    expect((await cancel(shop, order.id)).ok).toBe(true);

    const answer = await browser.post(path, form);

    expect([answer.status, answer.body]).toEqual([409, { error: "This order has already been canceled.", code: "order_closed" }]);
    const zeros = { ...form, orderNumber: "1001", orderId: "a\u0000b" };
    expect([(await browser.form(path, zeros)).status, (await browser.post(path, zeros)).status]).toEqual([400, 400]);
    await shop.shop.db.updateTable("orders").set({ state: "fulfilled" }).execute();
    expect((await browser.post(path, form)).body).toEqual({ error: "This order has already shipped.", code: "order_closed" });
    expect(await orderOf(shop)).toMatchObject({ cancelation_requested: 0, cancel_reason: null });
  });
});

describe("who may request a cancelation", () => {
  test("the customer of the order alone, by the right number and mail, which choose nothing (requirements 235, 246)", async () => {
    const { shop, browser, form } = await shopWithOrder();
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    const statusOf = async (change: object) => (await browser.post(path, { ...form, ...change })).status;

    expect((await bob.post(path, form)).status).toBe(404);
    expect((await bob.post(path, { ...form, userEmail: "bob@example.com" })).status).toBe(404);
    expect((await shop.browser().post(path, form)).status).toBe(401);
    expect((await browser.call("POST", path, form, { csrf: false })).status).toBe(403);
    expect(await statusOf({ orderNumber: form.orderNumber + 1 })).toBe(404);
    expect(await statusOf({ orderId: "unknown" })).toBe(404);
    expect(await statusOf({ orderId: "a\u0000b" })).toBe(400);
    expect(await statusOf({ userEmail: "bob@example.com" })).toBe(400);
    expect(await statusOf({ reason: "because" })).toBe(400);
    expect(await statusOf({ reason: undefined })).toBe(400);

    expect(await orderOf(shop)).toMatchObject({ cancelation_requested: 0, cancel_reason: null });
  });

  test("a guest with the mailed link's grant, on that browser, for an hour, and for the request only (requirement 235)", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop, { email: "Guest@example.com" });
    await shopper.pay();
    const order = await orderOf(shop);
    const guest = shop.browser();
    await guest.token();
    const visitor = guest.jar.get("visitor")?.split(".")[0] ?? "";
    const until = shop.shop.now() + 3_600_000;
    await shop.shop.db.insertInto("order_grant").values({ visitor, order_id: order.id, until }).execute();
    const form = { orderNumber: order.number, orderId: order.id, userEmail: "guest@example.com", reason: "other" };

    expect((await shopper.browser.post(path, form)).status).toBe(401);
    expect((await guest.delete(`/storefront/api/orders/${order.id}`)).status).toBe(401);
    expect((await guest.post(path, { ...form, userEmail: "ann@example.com" })).status).toBe(400);
    expect((await guest.post(path, form)).body).toEqual({ status: "ok" });
    shop.pass(3_600_001);
    expect((await guest.post(path, form)).status).toBe(401);

    expect((await orderOf(shop)).cancelation_requested).toBe(1);
    const email = (await sentEmails(shop)).find(({ subject }) => subject.includes("cancellation requested"));
    expect([email?.to, email?.link]).toEqual(["Guest@example.com", expect.stringContaining("/storefront/orders/status/?token=")]);
  });

  test("a native form goes back to the order's page or where it wanted to go on this shop; without the final slash too", async () => {
    const { browser, order, form } = await shopWithOrder();
    const fields = { ...form, orderNumber: String(form.orderNumber) };

    const back = await browser.form(path, fields);
    const on = await browser.form("/storefront/api/cancel-order", { ...fields, next: "/storefront/dashboard/" });
    const away = await browser.form(path, { ...fields, next: "//evil.example" });

    const page = `/storefront/dashboard/orders/${order.id}/`;
    const places = [back, on, away].map(({ status, headers }) => [status, headers.get("location")]);
    expect(places).toEqual([
      [303, page],
      [303, "/storefront/dashboard/"],
      [303, page],
    ]);
  });
});

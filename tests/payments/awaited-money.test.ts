import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { overdueOrders } from "../../server/orders/means.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { settleRefund } from "../../server/payments/settle-refund.ts";
import { staffOrderPath, staffPath } from "../../server/staff/paths.ts";
import { act, seenIn } from "../staff/act-on-order.ts";
import { addOwnRole, signedInAs, staffBrowser, tokenIn } from "../staff/staff-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { day, moneyOf, openMeansShop, placeBy, recordPaid, setMeans, stateOf, stockOf } from "./means-fixture.ts";
import { atGateway, expectInOrder } from "./shopper.ts";

const eventsOf = async ({ shop }: TestShop, { id }: { id: string }) =>
  (
    await shop.db
      .selectFrom("order_event")
      .select(["kind", "note"])
      .where("order_id", "=", id)
      .orderBy("at")
      .orderBy("id")
      .execute()
  ).map(({ kind, note }) => `${kind}: ${note}`);

const pass = async (shop: TestShop, ms: number) => {
  shop.pass(ms);
  await shop.runJobs();
};

const reminders = async (shop: TestShop) =>
  (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("how to pay"));

const overdue = async ({ shop }: TestShop) => (await overdueOrders(shop.db, shop.now(), 10)).map(({ number }) => number);

describe.each(engines)("money that is awaited, on %s", (engine) => {
  test("staff records it in parts, with a day and a note, never more than is owed", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);

    expect((await recordPaid(shop, order, 1000, { paymentNote: "ref 77" })).status).toBe(303);
    expect(await moneyOf(shop, order)).toBe("part_paid");
    await expectInOrder(shop);
    const owner = await signedInAs(shop, "staff-owner");
    const more = await act(owner, order.number, "payment", { paid: `${order.total / 100}`, day: "2026-01-02" });
    expect(more.status).toBe(422);
    expect(more.text).toContain("That is more than is still to be paid.");
    const rest = { paid: ((order.total - 1000) / 100).toFixed(2), day: "2026-01-02" };
    expect((await act(owner, order.number, "payment", rest)).status).toBe(303);
    expect(await moneyOf(shop, order)).toBe("paid");
    expect((await eventsOf(shop, order)).filter((event) => event.startsWith("payment recorded"))).toEqual([
      expect.stringMatching(/^payment recorded: \$10\.00 on \w+ \d+, \d{4}, ref 77$/),
      expect.stringContaining("on January 2, 2026"),
    ]);
    expect((await owner.get(staffOrderPath(order.number))).text).toContain("Mark as shipped");
    await expectInOrder(shop);
    await pass(shop, 11 * day);
    expect(await stateOf(shop, order)).toBe("placed");
    expect(await reminders(shop)).toEqual([]);
    await expectInOrder(shop);
  });

  test("one page records it once: the second press is outdated, and a future day is refused", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    const owner = await staffBrowser(shop, "owner");
    const page = await owner.get(staffOrderPath(order.number));
    const form = { _csrf: tokenIn(page), seen: seenIn(page.text), paid: "1", day: "2026-01-02" };
    const action = `${staffOrderPath(order.number)}payment/`;
    expect((await owner.form(action, { ...form, day: "2999-01-01" })).status).toBe(422);
    expect((await owner.form(action, form)).status).toBe(303);
    expect((await owner.form(action, form)).status).toBe(409);
    expect((await eventsOf(shop, order)).filter((event) => event.startsWith("payment recorded"))).toHaveLength(1);
  });

  test("who may not refund may not record it", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    const packer = await staffBrowser(shop, await addOwnRole(shop, "packer", ["orders:read", "orders:ship"]));
    const page = await packer.get(staffOrderPath(order.number));
    expect(page.text).not.toContain("Record this payment");
    const form = { _csrf: tokenIn(page), seen: "0", paid: "1", day: "2026-01-02" };
    expect((await packer.form(`${staffOrderPath(order.number)}payment/`, form)).status).toBe(403);
    expect(await moneyOf(shop, order)).toBe("awaiting");
  });

  test("one reminder at half the term; unpaid at its end, the order is canceled, restocked, and told", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    await pass(shop, 5 * day - 60_000);
    expect(await reminders(shop)).toEqual([]);
    await pass(shop, 120_000);
    expect(await reminders(shop)).toMatchObject([{ text: expect.stringContaining("account 4711") }]);
    // The last day to pay is over a day after the term.
    await pass(shop, 5 * day);
    expect([await stateOf(shop, order), await stockOf(shop)]).toEqual(["placed", 8]);

    await pass(shop, day);

    expect([await stateOf(shop, order), await stockOf(shop), await moneyOf(shop, order)]).toEqual(["canceled", 10, "voided"]);
    expect(await reminders(shop)).toHaveLength(1);
    expect(await eventsOf(shop, order)).toContain("canceled: not paid in time");
    const [told] = (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("canceled"));
    expect(told?.text).toContain("did not arrive in time");
    await expectInOrder(shop);
  });

  test("paid in part it stays, stands on Today, and its rest can still be recorded", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    await recordPaid(shop, order, 1000);
    expect(await overdue(shop)).toEqual([]);
    await pass(shop, 11 * day);
    expect([await stateOf(shop, order), await overdue(shop)]).toEqual(["placed", [order.number]]);
    const owner = await signedInAs(shop, "staff-owner");
    const later = await placeBy(shop);
    const today = (await owner.get(staffPath)).text;
    expect(today).toContain("order not paid in full in time");
    const [, href = ""] = /href="([^"]+)"><strong>1<\/strong> order not paid in full in time/.exec(today) ?? [];
    const listed = await owner.get(href.replaceAll("&#x3D;", "="));
    expect(listed.text).toContain(`href="${staffOrderPath(order.number)}"`);
    expect(listed.text).not.toContain(`href="${staffOrderPath(later.number)}"`);
    await act(owner, order.number, "payment", { paid: ((order.total - 1000) / 100).toFixed(2), day: "2026-01-02" });
    expect(await overdue(shop)).toEqual([]);
    await expectInOrder(shop);
  });

  test("what shipped before it was paid stays, and stands on Today", async () => {
    const shop = await openMeansShop(engine, { shipsUnpaid: true });
    const order = await placeBy(shop);
    const owner = await staffBrowser(shop, "owner");
    expect((await act(owner, order.number, "fulfilment", { how: "all" })).status).toBe(303);
    await pass(shop, 11 * day);
    expect([await stateOf(shop, order), await overdue(shop)]).toEqual(["fulfilled", [order.number]]);
    await expectInOrder(shop);
  });

  test("canceled by staff, what was paid is owed back; staff records that, and the gateway is never asked", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    await recordPaid(shop, order, 1000);
    const { db, now } = shop.shop;
    const agreed = { shown: 1000 };
    expect(await cancelForShop(db, order.id, now(), returnPromoUse, "owner", agreed)).toMatchObject({ ok: true });
    expect(await db.selectFrom("order_refund").select(["state", "amount"]).execute()).toEqual([
      { state: "requested", amount: 1000 },
    ]);
    await expectInOrder(shop);
    const owner = await signedInAs(shop, "staff-owner");
    expect((await owner.get(staffOrderPath(order.number))).text).toContain("To be paid back");
    expect((await owner.get(staffPath)).text).toContain("order with money to pay back without a card");
    const settled = await settleRefund(shop.shop, { orderId: order.id, n: 1, note: "wire 12", actor: "owner" });
    expect(settled).toEqual({ ok: true, value: { by: "other means", amount: 1000 } });
    expect(await moneyOf(shop, order)).toBe("refunded");
    expect(await atGateway(shop, "refund")).toEqual([]);
    await expectInOrder(shop);
  });

  test("a refund waits until it is paid in full; an edit lowers what is awaited, and what is too much goes back", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    const { db, now } = shop.shop;
    await recordPaid(shop, order, order.total - 100);
    const wish = { amount: 100 };
    expect(await refundOrder(db, { orderId: order.id, wish, actor: "owner" }, now())).toMatchObject({
      ok: false,
      code: "unpaid",
    });
    const line = await db.selectFrom("order_line").select("id").where("order_id", "=", order.id).executeTakeFirstOrThrow();
    const edited = await editOrder(db, { orderId: order.id, lineId: line.id, quantity: 1, actor: "owner" }, now());
    expect(edited).toMatchObject({ ok: true, value: { refund: `${order.id}-r1` } });
    expect(await overdue(shop)).toEqual([]);
    await expectInOrder(shop);
    await settleRefund(shop.shop, { orderId: order.id, n: 1, note: "cash", actor: "owner" });
    await expectInOrder(shop);
    expect(await refundOrder(db, { orderId: order.id, wish, actor: "owner" }, now())).toMatchObject({ ok: true });
    await expectInOrder(shop);
  });

  test.each([
    [
      "more than was owed",
      "INSERT INTO ledger_entry (id, order_id, event, account, amount, at) SELECT 'x' || account, order_id, 'paid:9', account, CASE WHEN account = 'manual' THEN 999999 ELSE -999999 END, 1 FROM ledger_entry WHERE event = 'placed' AND account IN ('manual', 'receivable')",
    ],
    [
      "money in the gateway's account",
      "INSERT INTO ledger_entry (id, order_id, event, account, amount, at) SELECT 'x' || account, order_id, 'captured', CASE WHEN account = 'manual' THEN 'gateway' ELSE account END, CASE WHEN account = 'manual' THEN 1 ELSE -1 END, 1 FROM ledger_entry WHERE event = 'placed' AND account IN ('manual', 'receivable')",
    ],
    ["no means", "DELETE FROM order_means"],
    ["a wait that is over while money is owed", "UPDATE order_means SET settled_at = 1"],
    ["money kept of a canceled order", "UPDATE orders SET state = 'canceled', canceled_at = 1"],
    ["goods that left unpaid", "UPDATE orders SET state = 'fulfilled', fulfilled_at = 1"],
  ])("fsck finds %s", async (_, text) => {
    const shop = await openMeansShop(engine);
    await placeBy(shop);
    await shop.runJobs();
    await sql.raw(text).execute(shop.shop.db);
    expect((await findBreaches(shop.shop.db)).map(({ invariant, about }) => `${invariant} ${about}`)).toContainEqual(
      expect.stringContaining("I8 money without a card"),
    );
  });

  test("fsck finds an order without its payment, and leaves it out of the comparison with the gateway", async () => {
    const shop = await openMeansShop(engine);
    await placeBy(shop);
    await setMeans(shop, "transfer", { active: false });
    await expectInOrder(shop);
    await sql`UPDATE attempt SET state = 'declined' WHERE kind = 'manual'`.execute(shop.shop.db);
    expect((await findBreaches(shop.shop.db)).map(({ invariant }) => invariant)).toContain("I5");
  });
});

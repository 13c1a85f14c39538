import { describe, expect, test } from "vitest";
import { methodPath } from "../../server/checkout/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { dollars } from "../../server/money.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { readLineProgress } from "../../server/orders/line-progress.ts";
import { type RefundWish, refundOrder } from "../../server/orders/refund.ts";
import { takeReturn } from "../../server/orders/return.ts";
import { type GiveBackResult, unanswered } from "../../server/payments/gateways/gateway.ts";
import { recordRestore, refuseUncompared } from "../../server/payments/restored.ts";
import { settleRefund } from "../../server/payments/settle-refund.ts";
import { returnByKey } from "../../server/payments/sweep/decide.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { orderOf } from "../orders/cancelation-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { openCancelFixture } from "./cancel-fixture.ts";
import { charge } from "./gateways-live.ts";
import { atGateway, expectInOrder, quoteNow, shopperAt } from "./shopper.ts";

const declined: GiveBackResult = {
  status: "declined",
  ref: "",
  amountCents: 0,
  code: "account_closed",
  avs: null,
  cvv: null,
  brand: null,
  last4: null,
  retryable: false,
} as GiveBackResult;

/** One charged order of 7090 cents, and functions that move its money from several sides. */
async function openPaid(engine: Engine) {
  const fixture = await openCancelFixture(engine);
  const { shop } = fixture;
  const { db, now, gateway } = shop.shop;
  const order = await fixture.place();
  await fixture.runDue();
  const attempt = await db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
  const captureRef = attempt.capture_ref ?? "";
  return {
    fixture,
    db,
    order,
    gateway,
    attempt,
    ask: (wish: RefundWish) => refundOrder(db, { orderId: order.id, wish, actor: "owner" }, now()),
    settle: (n = 1) => settleRefund(shop.shop, { orderId: order.id, n, note: "check", actor: "owner" }),
    answers: (result: GiveBackResult) => {
      shop.shop.gateway = { ...gateway, giveBack: async () => result };
    },
    answersAgain: () => {
      shop.shop.gateway = gateway;
    },
    /** A refund that the shop does not know about. */
    unknown: (key: string, amountCents: number) => gateway.giveBack({ key, authRef: "", captureRef, amountCents }),
    ownKey: (n: number) => `${attempt.key}:ref:${order.id}-r${n}`,
    restored: () => transact(db, (tx) => recordRestore(tx, now())),
    sweep: () => sweepNow(shop.shop),
    open: () => db.selectFrom("job").select(["kind", "failure"]).where("state", "<>", "done").execute(),
    refunds: () => db.selectFrom("order_refund").select(["state", "amount"]).orderBy("n").execute(),
    state: async () => (await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state,
  };
}

describe.each(engines)("a refund that was refused, on %s", (engine) => {
  test.each([3000, 5000, 7090])(
    "is withdrawn once its %d cents went back at the dashboard, although as much is left, and can't be settled as well",
    async (amount) => {
      const { fixture, ask, answers, answersAgain, unknown, sweep, settle, open, refunds } = await openPaid(engine);
      answers(declined);
      expect((await ask({ amount })).ok).toBe(true);
      await fixture.runDue();
      await unknown("dashboard-1", amount);
      expect(await sweep()).toMatchObject({ refundsBooked: [{ amount }] });
      expect(await refunds()).toMatchObject([{ state: "withdrawn" }, { state: "refunded" }]);

      expect(await settle()).toMatchObject({ ok: false, code: "order_closed" });

      answersAgain();
      await fixture.runDue();
      expect(await open()).toEqual([]);
      expect(await refunds()).toEqual([
        { state: "withdrawn", amount },
        { state: "refunded", amount },
      ]);
      await fixture.clean();
    },
  );

  test("gives its units and what was returned to the refund of the same amount at the dashboard: nothing ships or is refunded again", async () => {
    const { fixture, db, order, ask, answers, answersAgain, unknown, sweep, refunds } = await openPaid(engine);
    const { now } = fixture.shop.shop;
    const { id: lineId, quantity } = await db.selectFrom("order_line").selectAll().executeTakeFirstOrThrow();
    expect((await fulfilOrder(db, { orderId: order.id, lines: [{ lineId, quantity: quantity - 1 }], now: now() })).ok).toBe(true);
    answers(declined);
    const returning = { orderId: order.id, lines: [{ lineId, quantity: 1 }], actor: "owner", end: "restocked" } as const;
    expect((await takeReturn(db, returning, now())).ok).toBe(true);
    await fixture.runDue();
    const [{ amount } = { amount: 0 }] = await refunds();
    await unknown("dashboard-1", amount);
    await sweep();

    expect(await refunds()).toEqual([
      { state: "withdrawn", amount },
      { state: "refunded", amount },
    ]);
    expect(await db.selectFrom("order_return").select("state").execute()).toEqual([{ state: "refunded" }]);
    const [progress] = await readLineProgress(db, order.id);
    expect(progress?.unrefunded.units).toBe(quantity - 1);
    answersAgain();
    expect(await ask({ lines: [{ lineId, quantity }] })).toMatchObject({ ok: false, code: "exceeds_order" });
    await fixture.runDue();
    await fixture.clean();
  });

  test("is withdrawn in place of being settled where its money had gone back before this release", async () => {
    const { fixture, db, order, ask, answers, unknown, sweep, settle, refunds } = await openPaid(engine);
    answers(declined);
    await ask({ amount: 5000 });
    await fixture.runDue();
    // The refund looks as if it were being sent, so the sweep leaves it alone.
    await db.updateTable("order_refund").set({ sent_at: 1 }).where("order_id", "=", order.id).execute();
    await unknown("dashboard-1", 5000);
    await sweep();
    expect(await refunds()).toMatchObject([{ state: "requested" }, { state: "refunded" }]);

    expect(await settle()).toMatchObject({ ok: false, error: expect.stringContaining("gone back to the card already") });

    expect(await refunds()).toMatchObject([{ state: "withdrawn" }, { state: "refunded" }]);
    await fixture.clean();
  });

  test("is withdrawn as well where its answer was lost, and the rest goes back when the order is canceled", async () => {
    const { fixture, db, order, ask, answers, answersAgain, unknown, sweep, settle, refunds, state } = await openPaid(engine);
    answers(unanswered("timeout"));
    await ask({ amount: 5000 });
    await fixture.runDue();
    await db.updateTable("job").set({ run_at: 4e12 }).where("state", "=", "waiting").execute();
    answersAgain();
    await unknown("dashboard-1", 5000);
    await sweep();
    fixture.shop.pass(60_000);
    expect(await state()).toBe("refunding");

    expect(await settle()).toMatchObject({ ok: false, error: expect.stringContaining("gone back to the card already") });

    expect([await state(), await refunds()]).toMatchObject(["part_refunded", [{ state: "withdrawn" }, { state: "refunded" }]]);
    await fixture.clean();
    await fixture.cancel(order);
    expect(await fixture.end(order)).toMatchObject({ attempt: "refunded", refunded: [2090] });
  });

  test("leaves no job behind where the whole payment went back before this release", async () => {
    const { fixture, db, order, ask, answers, unknown, sweep, open, refunds } = await openPaid(engine);
    answers(declined);
    await ask({ all: true });
    await fixture.runDue();
    await db.updateTable("order_refund").set({ sent_at: 1 }).where("order_id", "=", order.id).execute();
    await unknown("dashboard-1", order.total);
    await sweep();

    // The second round sends the email about the withdrawn refund.
    for (let round = 0; round < 2; round++) await fixture.runDue();

    expect([await open(), await refunds()]).toMatchObject([[], [{ state: "withdrawn" }, { state: "refunded" }]]);
    await fixture.clean();
  });

  test("and settled is booked all the same when the gateway makes it late", async () => {
    const { fixture, ask, answers, answersAgain, unknown, ownKey, settle, sweep } = await openPaid(engine);
    answers(declined);
    await ask({ amount: 1000 });
    await fixture.runDue();
    answersAgain();
    expect(await settle()).toMatchObject({ ok: true, value: { by: "other means" } });
    await unknown(ownKey(1), 1000);

    expect(await sweep()).toMatchObject({ refundsBooked: [{ amount: 1000 }] });
    expect(await sweep()).toMatchObject({ refundsBooked: [] });
    await fixture.clean();
  });

  test("is not settled while its call may be under way, nor a day long after a clock that went back", async () => {
    const { fixture, db, ask, settle } = await openPaid(engine);
    await ask({ amount: 1000 });
    const { now } = fixture.shop.shop;
    const sentAt = (at: number) => db.updateTable("order_refund").set({ sent_at: at }).execute();
    await db.updateTable("attempt").set({ state: "refunding" }).execute();
    await db
      .updateTable("job")
      .set({ tries: 1, failure: "the gateway answered unknown: timeout" })
      .where("kind", "=", "refund")
      .execute();
    await sentAt(now());
    expect(await settle()).toMatchObject({ ok: false, code: "outcome_unknown" });

    await sentAt(now() + 86_400_000);
    expect(await settle()).toMatchObject({ ok: true });
  });

  test("holds up no cancelation after another, whose answer was lost, was settled", async () => {
    const { fixture, db, order, ask, answers, answersAgain, settle, state } = await openPaid(engine);
    answers(declined);
    await ask({ amount: 500 });
    await fixture.runDue();
    answers(unanswered("timeout"));
    await ask({ amount: 1000 });
    await db.updateTable("job").set({ run_at: 0 }).where("subject", "=", `${order.id}-r2`).execute();
    await fixture.shop.runJobs();
    fixture.shop.pass(60_000);
    await db.updateTable("job").set({ run_at: 4e12 }).where("subject", "=", `${order.id}-r2`).execute();
    expect(await state()).toBe("refunding");
    answersAgain();

    expect(await settle(2)).toMatchObject({ ok: true });

    expect(await state()).toBe("part_refunded");
    expect((await fixture.cancel(order)).ok).toBe(true);
    await db.updateTable("job").set({ run_at: 0 }).where("kind", "=", "void").execute();
    await fixture.shop.runJobs();
    expect(await db.selectFrom("job").select("failure").where("kind", "=", "void").execute()).toEqual([{ failure: "" }]);
  });
});

describe("the owner is told of a refund that was withdrawn", () => {
  const owner = "owner@example.com";

  async function openWithOwner() {
    const paid = await openPaid("sqlite");
    const { shop } = paid.fixture;
    shop.shop.config = { ...shop.shop.config, ownerMail: owner };
    const notices = async () => {
      for (let round = 0; round < 2; round++) await paid.fixture.runDue();
      const emails = await emailsIn(shop.directory);
      return emails.filter(({ to, subject }) => to === owner && subject.includes("withdrawn")).map(({ text }) => text);
    };
    const toShopper = async () =>
      (await emailsIn(shop.directory)).filter(({ to, subject }) => to !== owner && subject.includes("refunded"));
    return { ...paid, notices, toShopper };
  }

  test("which they had asked for: once, while the shopper reads once that the money went back", async () => {
    const { fixture, ask, answers, answersAgain, unknown, sweep, notices, toShopper } = await openWithOwner();
    answers(declined);
    await ask({ amount: 5000 });
    await fixture.runDue();
    await unknown("dashboard-1", 5000);
    await sweep();
    answersAgain();

    const told = await notices();

    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/the refund of \$50\.00 was withdrawn, since .+ gone back in another way.+ There is nothing to do\./);
    expect(told[0]).not.toContain("keeps trying");
    expect((await toShopper()).map(({ subject }) => subject)).toEqual([expect.stringContaining("$50.00 refunded")]);
    await fixture.clean();
  });

  test("with what has not gone back, which the shop does not refund by itself; what was returned waits for it", async () => {
    const { fixture, order, ask, answers, answersAgain, unknown, sweep, notices } = await openWithOwner();
    const { db, now } = fixture.shop.shop;
    expect((await fulfilOrder(db, { orderId: order.id, now: now() })).ok).toBe(true);
    const { id: lineId } = await db.selectFrom("order_line").select("id").executeTakeFirstOrThrow();
    answers(declined);
    const returning = { orderId: order.id, lines: [{ lineId }], actor: "owner", end: "restocked" } as const;
    expect((await takeReturn(db, returning, now())).ok).toBe(true);
    await fixture.runDue();
    const [asked] = await db.selectFrom("order_refund").select(["amount", "state"]).execute();
    await unknown("dashboard-1", 3000);
    await sweep();
    answersAgain();
    const returned = async () => (await db.selectFrom("order_return").select("state").execute()).map(({ state }) => state);
    expect([asked?.state, await returned()]).toEqual(["requested", ["restocked"]]);

    const told = await notices();

    const due = (asked?.amount ?? 0) - 3000;
    expect(told).toEqual([expect.stringMatching(/was withdrawn, since some of that money has gone back in another way/)]);
    expect(told[0]).toContain(`${dollars(due)} of it has not gone back`);
    expect((await ask({ amount: due })).ok).toBe(true);
    await fixture.runDue();
    expect(await returned()).toEqual(["refunded"]);
    await fixture.clean();
  });

  test("which was refused, with what is still due; not of one of the shop’s own that was never tried", async () => {
    const { fixture, order, answers, answersAgain, unknown, sweep, notices, toShopper } = await openWithOwner();
    expect((await fixture.cancel(order)).ok).toBe(true);
    await fixture.runDue();
    await unknown("dashboard-1", 1000);
    await sweep();
    expect(await fixture.shop.shop.db.selectFrom("order_refund").select("state").orderBy("n").execute()).toMatchObject([
      { state: "withdrawn" },
      { state: "refunded" },
      { state: "requested" },
    ]);
    answers(declined);
    expect(await notices()).toEqual([]);
    await unknown("dashboard-2", 90);
    await sweep();
    answersAgain();

    const told = await notices();

    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/the refund of \$60\.90 was withdrawn, .+ \$60\.00 is still due, and is being refunded\./);
    expect((await toShopper()).map(({ subject }) => /\$[\d.]+/.exec(subject)?.[0]).sort()).toEqual(["$0.90", "$10.00", "$60.00"]);
    await fixture.clean();
  });
});

describe.each(engines)("after a restore, on %s", (engine) => {
  test.each([[[2]], [[1, 3]], [[3, 1]]])(
    "no refund gets the key of refunds %j, which were made after the backup",
    async (made) => {
      const { fixture, unknown, ownKey, restored, sweep, ask } = await openPaid(engine);
      for (const n of made) await unknown(ownKey(n), 1000);
      await restored();
      expect((await sweep()).status).toBe("swept");

      for (let n = 0; n < 3; n++) expect((await ask({ amount: 1000 })).ok).toBe(true);
      for (let round = 0; round < 2; round++) await fixture.runDue();

      expect(await atGateway(fixture.shop, "refund")).toHaveLength(made.length + 3);
      await fixture.clean();
    },
  );

  test("refunds wait for the comparison as long as one that was made waits for its charge to be booked", async () => {
    const fixture = await openCancelFixture(engine);
    const { db, now, gateway } = fixture.shop.shop;
    const order = await fixture.place();
    // The backup was made before the charge, so only the gateway knows the charge and a refund.
    const { key, auth_ref } = await db.selectFrom("attempt").select(["key", "auth_ref"]).executeTakeFirstOrThrow();
    const charged = await gateway.capture({ key: `${key}:cap`, authRef: auth_ref ?? "", amountCents: order.total });
    if (charged.status !== "approved") throw new Error("it was not charged");
    await gateway.giveBack({ key: `${key}:ref:${order.id}-r1`, authRef: "", captureRef: charged.ref, amountCents: 1000 });
    await transact(db, (tx) => recordRestore(tx, now()));

    expect(await sweepNow(fixture.shop.shop)).toMatchObject({ refundsBooked: [] });
    expect(await refuseUncompared(db)).toMatchObject({ ok: false });

    await fixture.runDue();
    expect(await sweepNow(fixture.shop.shop)).toMatchObject({ refundsBooked: [{ amount: 1000 }] });
    expect(await refuseUncompared(db)).toBeUndefined();
    await fixture.clean();
  });
});

test("a gift does not ship alone after all that was sold has been refunded", async () => {
  const shop = await openShop();
  const { db, now } = shop.shop;
  const shopper = await shopperAt(shop, { lines: [{ variantId: "v-3", quantity: 4 }] });
  const { checkoutId } = shopper;
  await shopper.browser.post("/storefront/checkout/line", { checkoutId, giftProductId: "p-9" });
  await shopper.browser.post(methodPath, { checkoutId, shippingMethodId: "overnight" });
  expect((await shopper.pay(undefined, { quote: await quoteNow(shopper) })).status).toBe(200);
  await shop.runJobs();
  const { id: orderId } = await orderOf(shop);
  const [{ id: lineId } = { id: "" }] = await db.selectFrom("order_line").select("id").where("gift", "=", 0).execute();
  const refunded = await refundOrder(db, { orderId, wish: { lines: [{ lineId }] }, actor: "owner" }, now());
  expect(refunded).toMatchObject({ ok: true, value: { leavesNothing: true } });

  expect(await fulfilOrder(db, { orderId, now: now() })).toMatchObject({
    ok: false,
    error: expect.stringContaining("cancel it"),
  });
  await expectInOrder(shop);
});

test("money that was returned is neither returned nor noted again", async () => {
  const shop = await openShop();
  const { db, gateway, now } = shop.shop;
  await gateway.authorize({ ...charge("till-1"), amountCents: 700 });
  await sweepNow(shop.shop);
  expect(await returnByKey(db, "till-1", now())).toMatchObject({ ok: true });
  expect(await returnByKey(db, "till-1", now())).toMatchObject({ ok: false, error: "this payment is being returned already" });
  await shop.runJobs();
  expect(await returnByKey(db, "till-1", now())).toMatchObject({ ok: false, error: "this payment was returned before" });
});

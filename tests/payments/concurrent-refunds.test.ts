import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { type RefundWish, refundOrder } from "../../server/orders/refund.ts";
import { takeReturn } from "../../server/orders/return.ts";
import { type Outcome, ok } from "../../server/outcome.ts";
import { takeOverRefund } from "../../server/payments/gateway-refund.ts";
import { findGatewayBreaches } from "../../server/payments/invariants.ts";
import { sentEmails } from "../identity/customer-fixture.ts";
import { eventsOf, orderOf } from "../orders/cancelation-fixture.ts";
import { engines } from "../support/shop.ts";
import { type CancelFixture, gaveBack, letGo, type Order, openCancelFixture, waiting } from "./cancel-fixture.ts";
import { atGateway, cards } from "./shopper.ts";

const actor = "owner";

const lineOf = async ({ shop }: CancelFixture, { id }: Order) =>
  (await shop.shop.db.selectFrom("order_line").select("id").where("order_id", "=", id).executeTakeFirstOrThrow()).id;

const refund = ({ shop }: CancelFixture, { id }: Order, wish: RefundWish) =>
  refundOrder(shop.shop.db, { orderId: id, wish, actor }, shop.shop.now());

async function edit(fixture: CancelFixture, order: Order, quantity: number) {
  const { db, now } = fixture.shop.shop;
  return await editOrder(db, { orderId: order.id, lineId: await lineOf(fixture, order), quantity, actor }, now());
}

async function giveBack(fixture: CancelFixture, order: Order, quantity: number) {
  const { db, now } = fixture.shop.shop;
  const lines = [{ lineId: await lineOf(fixture, order), quantity }];
  return await takeReturn(db, { orderId: order.id, lines, actor, end: "restocked" }, now());
}

const onHand = async ({ shop }: CancelFixture) =>
  (await shop.shop.db.selectFrom("variant").select("on_hand").executeTakeFirstOrThrow()).on_hand;

/** Removes the pause between the two comparisons that `findGatewayBreaches` makes. */
const atOnce = { pause: async () => {} };

/** The price of one of the order's three units with tax: $20.00 and 8.25 %. */
const unit = 2165;

/**
 * Starts rivals while another connection locks the order's row. The lock is released when all
 * rivals wait for it, so each begins before any ends.
 */
async function rivals<Value>(
  { shop: { shop } }: CancelFixture,
  { id }: Order,
  starts: readonly (() => Promise<Value>)[],
): Promise<Value[]> {
  const { db, engine } = shop;
  const outside = AsyncLocalStorage.snapshot();
  const started = await transact(db, async (tx) => {
    await tx.selectFrom("orders").select("id").where("id", "=", id).forUpdate().execute();
    const running = starts.map((start) => outside(start));
    if (engine === "postgres") await outside(() => waiting(shop, starts.length));
    return { running };
  });
  return await Promise.all(started.running);
}

const codes = (outcomes: readonly Outcome<unknown>[]) => outcomes.map((each) => (each.ok ? "ok" : each.code)).sort();

describe.each(engines)("refunds, edits and returns of one order on %s", (engine) => {
  test("of two refunds that together exceed the charge one is made, and of many never more than it", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();
    await fixture.runDue();

    const two = await rivals(fixture, order, [
      () => refund(fixture, order, { amount: order.total - 500 }),
      () => refund(fixture, order, { amount: order.total - 500 }),
    ]);

    expect(codes(two)).toEqual(["exceeds_order", "ok"]);
    const lineId = await lineOf(fixture, order);
    const wishes: RefundWish[] = [{ amount: 300 }, { amount: 300 }, { all: true }, { lines: [{ lineId, quantity: 1 }] }];
    const many = await rivals(
      fixture,
      order,
      wishes.map((wish) => () => refund(fixture, order, wish)),
    );
    expect(codes(many)).toContain("exceeds_order");
    const { refunded } = await fixture.end(order);
    expect(refunded.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(order.total);
    expect(refunded).toContain(order.total - 500);
  });

  test("two for which the gateway is asked at once break no rule at any step, and each is made once", async () => {
    const fixture = await openCancelFixture(engine);
    const { at, clean, elsewhere } = fixture;
    const order = await fixture.place();
    await fixture.runDue();
    for (const amount of [500, 700]) expect((await refund(fixture, order, { amount })).ok).toBe(true);
    const make = (n: number, amount: number) => elsewhere("refund", order, { subject: `${order.id}-r${n}`, amount });
    at("refund.before", async () => {
      at("refund.before", clean);
      at("refund.after", clean);
      await make(2, 700);
      await clean();
    });

    await expect(make(1, 500)).rejects.toThrow("another refund came between");

    await clean();
    const { attempt, refunded } = await fixture.end(order);
    expect([attempt, refunded.toSorted((a, b) => a - b)]).toEqual(["part_refunded", [500, 700]]);
  });

  test("units that are refunded at the moment when they ship are either sent or in stock again, never both", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();
    await fixture.runDue();
    const lineId = await lineOf(fixture, order);

    const all = await rivals<Outcome<unknown>>(fixture, order, [
      () => refund(fixture, order, { lines: [{ lineId, quantity: 2 }] }),
      () => fixture.fulfil(order),
      () => refund(fixture, order, { lines: [{ lineId, quantity: 1 }] }),
    ]);

    expect(all.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(2);
    const { refunded } = await fixture.end(order);
    expect(refunded.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(3 * unit);
    const shipped = await fixture.shop.shop.db.selectFrom("order_shipment_line").select("quantity").execute();
    // If all was refunded before anything shipped, the cancelation returns the last units to stock.
    if (shipped.length === 0) expect((await fixture.cancel(order)).ok).toBe(true);
    await fixture.end(order);
    expect((await onHand(fixture)) + shipped.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(100);
  });

  test("the same units are refunded once, and what their refund leaves goes back when the order is canceled", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();
    await fixture.runDue();
    const lines = [{ lineId: await lineOf(fixture, order), quantity: 2 }];

    const outcomes = await rivals(fixture, order, [
      () => refund(fixture, order, { lines }),
      () => refund(fixture, order, { lines }),
    ]);
    expect(codes(outcomes)).toEqual(["exceeds_order", "ok"]);
    const both = await rivals<Outcome<unknown>>(fixture, order, [
      () => refund(fixture, order, { amount: 100 }),
      () => fixture.cancel(order),
    ]);

    expect(codes(both)).toEqual(["ok", "ok"]);
    const ending = await fixture.end(order);
    // Jobs run concurrently, so the gateway may book the refunds in any order.
    const refunded = ending.refunded.toSorted((a, b) => a - b);
    expect({ ...ending, refunded }).toEqual(gaveBack(order, 100, order.total - 2 * unit - 100, 2 * unit));
    expect(await refund(fixture, order, { all: true })).toMatchObject({ ok: false, code: "exceeds_order" });
    expect(await onHand(fixture)).toBe(100);
  });

  test("an edit is captured less, or refunded, whenever it meets the capture", async () => {
    const fixture = await openCancelFixture(engine);
    const { at, elsewhere, place, end } = fixture;
    const { shop } = fixture.shop;
    const { gateway } = shop;
    const asked: number[] = [];
    const capture: typeof gateway.capture = async (wanted) => {
      asked.push(wanted.amountCents);
      return await gateway.capture(wanted);
    };
    shop.gateway = { ...gateway, capture };
    const ended = async (order: Order) => {
      const { captured, refunded, voided, order: state } = await end(order);
      return { captured, refunded, voided, state };
    };
    const placed = { voided: [], state: "placed" };

    const before = await place();
    expect((await edit(fixture, before, 2)).ok).toBe(true);
    expect(await ended(before)).toEqual({ ...placed, captured: [before.total - unit], refunded: [] });

    for (const [point, card] of [
      ["cap.before", cards.good],
      ["cap.after", cards.good],
      ["cap.before", cards.captureDropped],
    ] as const) {
      const order = await place(card);
      asked.length = 0;
      at(point, () => edit(fixture, order, 2));
      await elsewhere("capture", order).catch(() => {});
      await fixture.clean();
      expect([point, await ended(order)]).toEqual([point, { ...placed, captured: [order.total], refunded: [unit] }]);
      // Every try of the capture asks for the same amount, since the gateway accepts a repeated key
      // only with the same amount.
      expect(new Set(asked)).toEqual(new Set([order.total]));
    }

    const rival = await place();
    const [edited] = await rivals<Outcome<unknown>>(fixture, rival, [
      () => edit(fixture, rival, 1),
      () => elsewhere("capture", rival).then(() => ok(undefined)),
    ]);
    expect(edited?.ok).toBe(true);
    const { captured, refunded } = await ended(rival);
    expect([captured, refunded]).toEqual(
      captured[0] === rival.total ? [[rival.total], [2 * unit]] : [[rival.total - 2 * unit], []],
    );
  });

  test("of two edits, and of an edit and a cancelation, nothing is taken out twice", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();

    const edits = await rivals(fixture, order, [() => edit(fixture, order, 2), () => edit(fixture, order, 2)]);
    expect(codes(edits)).toEqual(["exceeds_order", "ok"]);
    const both = await rivals<Outcome<unknown>>(fixture, order, [() => edit(fixture, order, 1), () => fixture.cancel(order)]);

    expect([
      ["ok", "ok"],
      ["ok", "order_closed"],
    ]).toContainEqual(codes(both));
    expect(await fixture.end(order)).toEqual(letGo(order));
    expect(await onHand(fixture)).toBe(100);
    expect(await edit(fixture, order, 1)).toMatchObject({ ok: false, code: "order_closed" });
  });

  test("a canceled order takes no returns, a shipped one is not canceled, and units come back once", async () => {
    const fixture = await openCancelFixture(engine);
    const canceled = await fixture.place();
    await fixture.runDue();
    expect(
      codes(
        await rivals<Outcome<unknown>>(fixture, canceled, [() => fixture.cancel(canceled), () => giveBack(fixture, canceled, 1)]),
      ),
    ).toEqual(["ok", "order_closed"]);
    const shipped = await fixture.place();
    await fixture.runDue();
    expect((await fixture.fulfil(shipped)).ok).toBe(true);

    const outcomes = await rivals(fixture, shipped, [() => giveBack(fixture, shipped, 2), () => giveBack(fixture, shipped, 2)]);

    expect(codes(outcomes)).toEqual(["exceeds_order", "ok"]);
    expect(await fixture.cancel(shipped)).toMatchObject({ ok: false, code: "order_closed" });
    expect(await fixture.end(shipped)).toMatchObject({ order: "fulfilled", money: "part_refunded", refunded: [2 * unit] });
    expect(await onHand(fixture)).toBe(99);
  });
});

describe.each(engines)("a refund at the gateway's own dashboard on %s", (engine) => {
  async function chargedOrder() {
    const fixture = await openCancelFixture(engine);
    const { shop } = fixture;
    const order = await fixture.place();
    await fixture.runDue();
    const attempt = async () =>
      await shop.shop.db.selectFrom("attempt").selectAll().where("order_id", "=", order.id).executeTakeFirstOrThrow();
    const atDashboard = async (key: string, amountCents: number) => {
      const captureRef = (await attempt()).capture_ref ?? "";
      const result = await shop.shop.gateway.giveBack({ key, authRef: "", captureRef, amountCents });
      expect(result).toMatchObject({ status: "refunded" });
      return { key, amountCents, ref: result.ref ?? "" };
    };
    const takeOver = async (found: { key: string; amountCents: number; ref: string }) =>
      await takeOverRefund(shop.shop.db, await attempt(), found, shop.shop.now());
    return { fixture, shop, order, atDashboard, takeOver };
  }

  test("is taken into the ledger once, with the gateway as its actor, and its shopper is emailed", async () => {
    const { fixture, shop, order, atDashboard, takeOver } = await chargedOrder();
    const found = await atDashboard("dashboard-1", 500);
    expect(await findGatewayBreaches(shop.shop.db, shop.shop.gateway, atOnce)).toHaveLength(1);

    expect(await Promise.all([takeOver(found), takeOver(found)])).toEqual(expect.arrayContaining([ok(true), ok(false)]));

    expect(await takeOver(found)).toEqual(ok(false));
    const [own] = await atGateway(shop, "capture");
    expect(await takeOver(own ?? found)).toEqual(ok(false));
    expect(await takeOver({ key: "dashboard-2", amountCents: order.total, ref: "none" })).toMatchObject({
      ok: false,
      code: "unpaid",
    });
    await fixture.clean();
    const more = await atDashboard("dashboard-3", 300);
    expect(await findGatewayBreaches(shop.shop.db, shop.shop.gateway, atOnce)).toHaveLength(1);
    expect(await takeOver(more)).toEqual(ok(true));
    expect(await fixture.end(order)).toMatchObject({ attempt: "part_refunded", money: "part_refunded", refunded: [] });
    expect((await sentEmails(shop)).filter(({ subject }) => subject.includes("$5.00 refunded"))).toHaveLength(1);
    const event = shop.shop.db.selectFrom("order_event").select("actor").where("kind", "=", "refunded");
    expect(await event.execute()).toEqual([{ actor: "gateway" }, { actor: "gateway" }]);
    expect(await refund(fixture, order, { all: true })).toMatchObject({ ok: true, value: { amount: order.total - 800 } });
    expect(await fixture.end(order)).toMatchObject({ money: "refunded", refunded: [order.total - 800] });
  });

  test("makes way for none of ours twice: what does not fit any more is withdrawn, and the rest goes back", async () => {
    const { fixture, shop, order, atDashboard, takeOver } = await chargedOrder();
    await fixture.cancel(order);
    await fixture.elsewhere("void", order);

    expect(await takeOver(await atDashboard("dashboard-1", 500))).toEqual(ok(true));

    expect(await fixture.end(order)).toEqual(gaveBack(order, order.total - 500));
    const kinds = (await eventsOf(shop, order.id)).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === "refund withdrawn")).toHaveLength(1);
  });

  test("comes before an edit's refund: the rest of what the edit took off still goes back", async () => {
    const { fixture, shop, order, atDashboard, takeOver } = await chargedOrder();
    expect((await edit(fixture, order, 1)).ok).toBe(true);

    expect(await takeOver(await atDashboard("dashboard-1", order.total - 1000))).toEqual(ok(true));

    expect(await fixture.end(order)).toMatchObject({ order: "placed", money: "refunded", refunded: [1000] });
    expect((await orderOf(shop, order.id)).refund_count).toBe(3);
  });
});

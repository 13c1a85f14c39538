import { describe, expect, test } from "vitest";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { declinedText, laterText, processingText } from "../../server/payments/rules/attempt.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, callOf, cards, expectInOrder, quick, shopperAt } from "./shopper.ts";

const attempts = ({ shop }: TestShop) => shop.db.selectFrom("attempt").select(["n", "state"]).orderBy("n").execute();
const stateOf = async ({ shop }: TestShop, id: string) =>
  (await shop.db.selectFrom("checkout").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const heldOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").executeTakeFirstOrThrow()).reserved;

describe.each(engines)("answers of the gateway that get lost, on %s", (engine) => {
  test("an approval whose answer was lost is found in the gateway's transactions and becomes the order", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const paid = await pay(shop.shop, callOf(shop, shopper, cards.droppedAfter), quick);

    expect(paid).toEqual({ ok: true, value: { orderId: expect.any(String) } });
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test.each([
    ["401 after the charge", cards.unauthorized],
    ["a decline of an authorized payment", cards.contradict],
  ])("%s is looked up, and becomes the order", async (_what, card) => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const paid = await pay(shop.shop, callOf(shop, shopper, card), quick);

    expect(paid).toEqual({ ok: true, value: { orderId: expect.any(String) } });
    expect(await atGateway(shop, "authorize")).toMatchObject([{ state: expect.stringMatching(/authorized|captured/) }]);
    await expectInOrder(shop);
  });

  test("while nobody knows, the shopper is told to try later, the stock stays held, and nothing is charged again", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });

    const unsure = await pay(shop.shop, callOf(shop, shopper, cards.droppedBefore), quick);

    expect(unsure).toEqual({ ok: false, code: "outcome_unknown", error: laterText });
    expect([await stateOf(shop, shopper.checkoutId), await heldOf(shop), await attempts(shop)]).toEqual([
      "paying",
      1,
      [{ n: 1, state: "unknown" }],
    ]);
    expect(await pay(shop.shop, callOf(shop, shopper), quick)).toEqual({ ok: false, code: "outcome_unknown", error: laterText });
    expect(await atGateway(shop, "authorize")).toEqual([]);
    await expectInOrder(shop);

    shop.pass(2 * quick.deadline);
    await reconcile(shop.shop, quick);

    expect([await stateOf(shop, shopper.checkoutId), await heldOf(shop), await attempts(shop)]).toEqual([
      "open",
      0,
      [{ n: 1, state: "not_found" }],
    ]);
    await expectInOrder(shop);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a press on Pay clears up what an earlier one left, and then tries its own card", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await pay(shop.shop, callOf(shop, shopper, cards.droppedBefore), quick);
    shop.pass(2 * quick.deadline);

    const paid = await pay(shop.shop, callOf(shop, shopper), quick);

    expect(paid.ok).toBe(true);
    expect((await attempts(shop)).map(({ state }) => state)).toEqual(["not_found", expect.stringMatching(/finalized|captured/)]);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("a press on Pay that clears up an approval answers its order and leaves the new card alone", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    expect((await pay(shop.shop, callOf(shop, shopper, cards.lookupDown), { ...quick, lookups: [1, 1] })).ok).toBe(false);
    expect((await attempts(shop))[0]?.state).toBe("unknown");
    // The third look-up is refused as well; the fourth is answered.
    expect((await pay(shop.shop, callOf(shop, shopper, cards.declined), quick)).ok).toBe(false);

    const paid = await pay(shop.shop, callOf(shop, shopper, cards.declined), quick);

    expect(paid.ok).toBe(true);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("whoever waits hears the outcome that the first one hears, also that nobody knows", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(shop.shop, callOf(shop, shopper, cards.droppedBefore), quick)),
    );

    expect(answers).toEqual(Array(8).fill({ ok: false, code: "outcome_unknown", error: laterText }));
    expect(await attempts(shop)).toHaveLength(1);
  });

  test("whoever waits too long is told that the payment is still being processed, and starts none", async () => {
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const hold = async (name: string) => {
      if (name !== "g.after_charge") return;
      reached.resolve();
      await go.promise;
    };
    const shop = await openShop({ engine, failpoint: hold });
    const shopper = await shopperAt(shop);
    const first = pay(shop.shop, callOf(shop, shopper), quick);
    await reached.promise;

    const second = await pay(shop.shop, callOf(shop, shopper), { ...quick, timeoutMs: 50 });

    expect(second).toEqual({ ok: false, code: "paying", error: processingText });
    go.resolve();
    expect((await first).ok).toBe(true);
    await expectInOrder(shop);
  });

  test("an approval that comes after the attempt was given up is let go", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const { gateway } = shop.shop;
    // This process pauses after "sent" for so long that another one considers the attempt dead.
    const meanwhile = async () => {
      shop.pass(100_000);
      await reconcile(shop.shop, quick);
    };
    const authorize: typeof gateway.authorize = async (call) => await meanwhile().then(() => gateway.authorize(call));

    const answer = await pay({ ...shop.shop, gateway: { ...gateway, authorize } }, callOf(shop, shopper), quick);

    expect(answer).toEqual({ ok: false, code: "failed", error: laterText });
    await expectInOrder(shop);
    expect((await attempts(shop))[0]?.state).toBe("voided");
    expect(await atGateway(shop, "void")).toHaveLength(1);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a decline whose answer was lost is a decline", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    expect(await pay(shop.shop, callOf(shop, shopper, "9999990000000147"), quick)).toEqual({
      ok: false,
      code: "declined",
      error: declinedText,
    });
    await expectInOrder(shop);
  });
});

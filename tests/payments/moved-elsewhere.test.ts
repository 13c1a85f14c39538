import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import type { Gateway } from "../../server/payments/gateways/gateway.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { openCancelFixture } from "./cancel-fixture.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "./shopper.ts";

const day = 24 * 3_600_000;

const attemptsOf = ({ shop }: TestShop) => shop.db.selectFrom("attempt").select(["state", "capture_amount"]).execute();
const openMoneyJobs = ({ shop }: TestShop) =>
  shop.db
    .selectFrom("job")
    .select("kind")
    .where("kind", "in", ["capture", "void", "refund"])
    .where("state", "<>", "done")
    .execute();

/** Does something at the gateway's own dashboard right before the shop's first capture. */
function beforeCapture(shop: TestShop, work: (gateway: Gateway, call: Parameters<Gateway["capture"]>[0]) => Promise<unknown>) {
  const { gateway } = shop.shop;
  let isFirst = true;
  const capture: Gateway["capture"] = async (call) => {
    if (isFirst) await work(gateway, call);
    isFirst = false;
    return await gateway.capture(call);
  };
  shop.shop.gateway = { ...gateway, capture };
  return () => {
    shop.shop.gateway = gateway;
  };
}

describe.each(engines)("money that was moved at the gateway's own dashboard, on %s", (engine) => {
  test("a capture there is the order's, and goes back when the order is canceled", async () => {
    const shop = await openShop({ engine, env: { OWNER_MAIL: "owner@example.com" } });
    const end = beforeCapture(shop, (gateway, call) => gateway.capture({ ...call, key: "dashboard-1" }));
    const shopper = await shopperAt(shop);
    expect((await shopper.pay()).status).toBe(200);
    await shop.runJobs();
    end();
    expect(await attemptsOf(shop)).toEqual([{ state: "captured", capture_amount: shopper.total }]);
    await expectInOrder(shop);

    const { db, now } = shop.shop;
    const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(db, id, now(), returnPromoUse);
    await shop.runJobs();
    expect(await atGateway(shop, "refund")).toMatchObject([{ status: "approved", amountCents: shopper.total }]);
    await expectInOrder(shop);
    expect((await emailsIn(shop.directory)).filter(({ text }) => /was not charged/.test(text))).toEqual([]);
  });

  test("of an order that is canceled, a void there ends it, as its own would", async () => {
    const { shop, place, cancel, runDue, clean } = await openCancelFixture(engine);
    const order = await place();
    const [held] = await atGateway(shop, "authorize");
    await shop.shop.gateway.giveBack({
      key: "dashboard-1",
      authRef: held?.ref ?? "",
      captureRef: null,
      amountCents: order.total,
    });
    await cancel(order);
    await runDue();
    expect(await attemptsOf(shop)).toMatchObject([{ state: "voided" }]);
    expect(await openMoneyJobs(shop)).toEqual([]);
    await clean();
  });

  test("a partial approval that the gateway captured by itself goes back", async () => {
    const shop = await openShop({ engine });
    const { gateway } = shop.shop;
    const authorize: Gateway["authorize"] = async (call) => {
      const result = await gateway.authorize(call);
      if (result.status === "approved")
        await gateway.capture({ key: `${call.key}:own`, authRef: result.ref, amountCents: result.amountCents });
      return result;
    };
    shop.shop.gateway = { ...gateway, authorize };
    expect((await (await shopperAt(shop)).pay(cards.partial)).status).toBe(402);
    await shop.runJobs();
    const [taken] = await atGateway(shop, "authorize");
    expect(taken).toMatchObject({ state: "refunded", refundedCents: taken?.capturedCents });
    expect(await attemptsOf(shop)).toMatchObject([{ state: "refunded" }]);
    expect(await openMoneyJobs(shop)).toEqual([]);
    shop.pass(day);
    expect(await sweepNow(shop.shop)).toMatchObject({ found: [], returning: [] });
    await expectInOrder(shop);
  });
});

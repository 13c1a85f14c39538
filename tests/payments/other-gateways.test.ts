import { describe, expect, test } from "vitest";
import type { Authorization } from "../../server/payments/gateways/gateway.ts";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { openShop } from "../support/shop.ts";
import { cardOf } from "./gateways-live.ts";
import { atGateway, callOf, cards, countedDeclines, quick, shopperAt } from "./shopper.ts";

const stateOf = async ({ shop }: Awaited<ReturnType<typeof openShop>>) =>
  (await shop.db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state;

describe("gateways that work otherwise than the built-in one", () => {
  test("a token of the gateway's own is taken instead of a card where the gateway knows tokens, and nowhere else", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const call = { checkoutId: shopper.checkoutId, quote: shopper.quote, paymentDetails: { token: "tok_ada" } };
    const refused = await shopper.browser.post("/storefront/checkout/payment", call);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ error: "We accept cards by number only.", code: "invalid" }),
    ]);

    const { gateway } = shop.shop;
    const seen: unknown[] = [];
    const authorize = (authorization: Authorization) => {
      seen.push(authorization.means);
      return gateway.authorize({ ...authorization, means: { card: cardOf(cards.good) } });
    };
    shop.shop.gateway = { ...gateway, capabilities: { ...gateway.capabilities, tokens: true }, authorize };

    expect((await shopper.browser.post("/storefront/checkout/payment", call)).status).toBe(200);
    expect(seen).toEqual([{ token: "tok_ada" }]);
  });

  test("one that takes the money at once is not asked to capture it, and gives it back by a refund", async () => {
    const shop = await openShop();
    const { gateway } = shop.shop;
    const refunds: { key: string; amountCents: number }[] = [];
    const refund: typeof gateway.refund = async ({ key, captureRef, amountCents }) => {
      refunds.push({ key, amountCents });
      return {
        status: "approved",
        ref: captureRef,
        amountCents,
        code: "approved",
        avs: null,
        cvv: null,
        brand: null,
        last4: null,
        retryable: false,
      };
    };
    shop.shop.gateway = { ...gateway, capabilities: { ...gateway.capabilities, auth: false, sale: true }, refund };
    const paid = await shopperAt(shop);

    expect((await paid.pay()).status).toBe(200);
    await shop.runJobs();
    expect([await stateOf(shop), await atGateway(shop, "capture")]).toEqual(["captured", []]);
    expect((await (await shopperAt(shop)).pay(cards.partial)).status).toBe(402);
    await shop.runJobs();

    const taken = (await atGateway(shop, "authorize")).find(({ amountCents }) => amountCents < paid.total);
    expect(refunds).toEqual([{ key: expect.stringMatching(/-1:void$/), amountCents: taken?.amountCents }]);
    expect(await atGateway(shop, "void")).toEqual([]);
  });

  test("one without keys is asked by the reference that went with the charge", async () => {
    const shop = await openShop();
    const { gateway } = shop.shop;
    const lookups: unknown[] = [];
    const lookup: typeof gateway.lookup = (wanted) => {
      lookups.push(wanted);
      return gateway.lookup(wanted);
    };
    shop.shop.gateway = { ...gateway, capabilities: { ...gateway.capabilities, lookup: "order_id" }, lookup };
    const shopper = await shopperAt(shop);

    expect((await pay(shop.shop, callOf(shop, shopper, cards.droppedAfter), quick)).ok).toBe(true);
    expect(lookups).toEqual([
      { orderRef: expect.stringMatching(`^[a-z]{10}-${shopper.checkoutId}-1$`), deadlineMs: quick.deadline },
    ]);
  });

  test("one that cannot be asked leaves a lost answer to its owner, and never charges again", async () => {
    const shop = await openShop();
    const { gateway } = shop.shop;
    shop.shop.gateway = { ...gateway, capabilities: { ...gateway.capabilities, lookup: "none" } };
    const shopper = await shopperAt(shop);

    expect((await pay(shop.shop, callOf(shop, shopper, cards.droppedAfter), quick)).ok).toBe(false);
    shop.pass(1_000_000);
    await reconcile(shop.shop, quick);

    expect(await stateOf(shop)).toBe("unknown");
    expect((await pay(shop.shop, callOf(shop, shopper), quick)).ok).toBe(false);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
  });

  test("a call that the gateway refuses is no decline: the shopper is told to try later, and no try is counted", async () => {
    const shop = await openShop();
    const { gateway } = shop.shop;
    const shopper = await shopperAt(shop);
    const refused = {
      status: "error",
      ref: null,
      amountCents: null,
      code: "unauthorized",
      avs: null,
      cvv: null,
      brand: null,
      last4: null,
      retryable: false,
    } as const;
    shop.shop.gateway = { ...gateway, authorize: async () => refused };

    const answer = await shopper.pay();

    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ error: "something went wrong please try later", code: "failed" }),
    ]);
    expect(await countedDeclines(shop)).toEqual([]);
    shop.shop.gateway = gateway;
    expect((await shopper.pay()).status).toBe(200);
  });

  test("one that captures another amount than was authorized is no capture: its job fails", async () => {
    const shop = await openShop();
    const { gateway } = shop.shop;
    const capture: typeof gateway.capture = async (call) => {
      const captured = await gateway.capture({ ...call, amountCents: call.amountCents - 1 });
      return captured.status === "approved" ? captured : Promise.reject(new Error("the gateway was to capture"));
    };
    shop.shop.gateway = { ...gateway, capture };
    await (await shopperAt(shop)).pay();

    await shop.runJobs();

    const { state } = await shop.shop.db.selectFrom("attempt").select("state").executeTakeFirstOrThrow();
    expect(state).toBe("finalized");
    const { failure } = await shop.shop.db
      .selectFrom("job")
      .select("failure")
      .where("kind", "=", "capture")
      .executeTakeFirstOrThrow();
    expect(failure).toBe("the gateway moved another amount");
  });
});

import { describe, expect, test } from "vitest";
import type { Authorization } from "../../server/payments/gateways/gateway.ts";
import { openShop } from "../support/shop.ts";
import { cardOf } from "./gateways-live.ts";
import { cards, countedDeclines, shopperAt } from "./shopper.ts";

const _stateOf = async ({ shop }: Awaited<ReturnType<typeof openShop>>) =>
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

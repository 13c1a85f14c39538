import { describe, expect, test } from "vitest";
import { applyVerdict } from "../../server/payments/apply-verdict.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { decide } from "./review.ts";
import { atGateway, cards, expectInOrder, quick, shopperAt } from "./shopper.ts";

const attemptOf = ({ shop }: TestShop) => shop.db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
const reservedOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").executeTakeFirstOrThrow()).reserved;

describe.each(engines)("a payment that the gateway holds for review, on %s", (engine) => {
  const heldAt = async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const answer = await shopper.pay(cards.held);
    await shop.runJobs();
    return { shop, shopper, answer };
  };

  test("is no order yet: its stock stays held, the cart is free, and the shopper is told once", async () => {
    const { shop, shopper, answer } = await heldAt();

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code: "held" })]);
    expect(answer.headers.getSetCookie().join("\n")).toMatch(/checkoutId=;/);
    expect((await attemptOf(shop)).state).toBe("held");
    expect(await reservedOf(shop)).toBe(1);
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toEqual([]);
    await expectInOrder(shop);
    const page = await shopper.browser.get(`/storefront/checkout/payment/${shopper.checkoutId}`);
    expect(page.text).toContain("We’re checking your payment, and email you");
    expect((await shopper.pay()).body).toMatchObject({ code: "held" });
    shop.pass(600_000);
    await reconcile(shop.shop, quick);
    await shop.runJobs();
    expect((await emailsIn(shop.directory)).map(({ subject }) => subject)).toEqual([
      "Your payment at Leaf & Vessel is being checked",
    ]);
  });

  test("becomes the order when it is approved", async () => {
    const { shop } = await heldAt();

    await decide(shop, true);

    expect((await attemptOf(shop)).state).toBe("captured");
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("gives its stock back when it is refused, and the shopper is told", async () => {
    const { shop } = await heldAt();

    await decide(shop, false);

    expect((await attemptOf(shop)).state).toBe("declined");
    expect(await reservedOf(shop)).toBe(0);
    expect((await emailsIn(shop.directory)).map(({ subject }) => subject)).toContain(
      "Your payment at Leaf & Vessel was not accepted",
    );
    await expectInOrder(shop);
  });

  test("goes back if the gateway approves it after it was refused here", async () => {
    const { shop } = await heldAt();
    const { code, avs, cvv, brand, last4, ...attempt } = await attemptOf(shop);
    const findings = { code: code ?? "", avs, cvv, brand, last4 };
    await applyVerdict(shop.shop, { ...attempt, ...findings }, { is: "refused", findings });
    await decide(shop, true);
    shop.pass(2 * 3_600_000);

    expect(await sweepNow(shop.shop)).toMatchObject({ status: "swept", returning: [expect.any(String)] });
    await shop.runJobs();

    expect((await atGateway(shop, "authorize")).map(({ state }) => state)).toEqual(["voided"]);
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toEqual([]);
    await expectInOrder(shop);
  });
});

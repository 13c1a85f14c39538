import { describe, expect, onTestFinished, test } from "vitest";
import { pageCancelPath, pageReturnPath } from "../../server/checkout/paths.ts";
import type { GatewaySettings } from "../../server/config.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import type { CardPage } from "../../server/payments/rules/attempt.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { startEmulator } from "./authorize-net/emulator.ts";
import { payOnPage } from "./authorize-net/pay-on-page.ts";
import { attemptsOf, heldUnits, hostedShop, pageIn, press, stateOf } from "./hosted-shop.ts";
import { expectInOrder, quick, quoteNow, type Shopper, shopperAt } from "./shopper.ts";
import { StripeEmulator } from "./stripe/emulator.ts";
import { payOn as payAtStripe } from "./stripe/fixture.ts";

type Vendor = {
  settings: GatewaySettings;
  /** pays on the page; the address that it then leads to, or what else it answers */
  pay: (page: CardPage, card: string) => Promise<unknown>;
  /** two cards that are approved */
  cards: [string, string];
  /** cuts the line before the next page's address arrives */
  losePage: () => void;
  /** whether a page can be paid on after the shopper gave it up */
  staysOpen: boolean;
};

const minute = 60_000;
const returnUrl = ({ checkoutId }: Shopper) => `http://shop.test${pageReturnPath(checkoutId)}`;

const vendors: [string, () => Promise<Vendor>][] = [
  [
    "Authorize.Net",
    async () => {
      const emulator = await startEmulator();
      onTestFinished(emulator.close);
      const { url, login, secret } = emulator;
      return {
        settings: { adapter: "authorize-net", url, login, secret },
        pay: async (page, card) => (await payOnPage({ ...page, until: 0 }, card)).location,
        cards: ["4111111111111111", "4007000000027"],
        losePage: () => emulator.fail("getHostedPaymentPageRequest", "cut_after"),
        staysOpen: true,
      };
    },
  ],
  [
    "Stripe",
    async () => {
      const stripe = await new StripeEmulator().start();
      onTestFinished(() => stripe.stop());
      return {
        settings: { adapter: "stripe", url: stripe.url, secret: stripe.secretKey },
        pay: (page, card) => payAtStripe(page.address, card),
        cards: ["4242424242424242", "4242424242424242"],
        losePage: () => stripe.spoil("create_session", "cut_after"),
        staysOpen: false,
      };
    },
  ],
];

describe.each(vendors)("the shop with a page of %s", (_name, openVendor) => {
  const opened = async () => {
    const vendor = await openVendor();
    const shop = await hostedShop({ gateway: vendor.settings });
    const shopper = await shopperAt(shop);
    const comesBack = () => shopper.browser.get(pageReturnPath(shopper.checkoutId));
    const orders = () => shop.shop.db.selectFrom("orders").select("id").execute();
    return { vendor, shop, shopper, comesBack, orders };
  };

  test("charges an order that is paid on it, and gives the money back", async () => {
    const { vendor, shop, shopper, comesBack, orders } = await opened();
    expect(await vendor.pay(pageIn(await press(shopper)), vendor.cards[0])).toBe(returnUrl(shopper));
    await comesBack();
    await expectInOrder(shop);
    expect(await stateOf(shop)).toBe("captured");

    const [order] = await orders();
    const { db, now } = shop.shop;
    expect((await refundOrder(db, { orderId: order?.id ?? "", wish: { all: true }, actor: "owner" }, now())).ok).toBe(true);
    await shop.runJobs();
    expect(await stateOf(shop)).toBe("refunded");
    await expectInOrder(shop);
  });

  test("frees the stock of a shopper who leaves it, and gives back what is paid on it afterwards", async () => {
    const { vendor, shop, shopper, comesBack, orders } = await opened();
    const left = pageIn(await press(shopper));
    await shopper.browser.get(pageCancelPath(shopper.checkoutId));
    expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);

    expect((await vendor.pay(left, vendor.cards[0])) === returnUrl(shopper)).toBe(vendor.staysOpen);
    const next = pageIn(await press({ ...shopper, quote: await quoteNow(shopper) }));
    expect(await vendor.pay(next, vendor.cards[1])).toBe(returnUrl(shopper));
    await comesBack();
    shop.pass(2 * minute);
    await sweepNow(shop.shop);
    await expectInOrder(shop);

    expect((await orders()).length).toBe(1);
    expect((await attemptsOf(shop)).map(({ state }) => state)).toEqual([vendor.staysOpen ? "voided" : "not_found", "captured"]);
  });

  test("asks no second page of a press whose answer was lost, and charges nothing for it (K13)", async () => {
    const { vendor, shop, shopper, orders } = await opened();
    vendor.losePage();
    expect((await press(shopper)).body).toMatchObject({ code: "outcome_unknown" });
    shop.pass(2 * minute);
    await reconcile(shop.shop, quick);

    expect([await stateOf(shop), await heldUnits(shop), await orders()]).toEqual(["not_found", 0, []]);
    await expectInOrder(shop);
  });
});

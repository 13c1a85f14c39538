import { describe, expect, test } from "vitest";
import { emailPath, paymentPath, stepPath } from "../../server/checkout/paths.ts";
import { pay } from "../../server/payments/pay.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, callOf, cardForm, cards, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";

const pageAt = async (
  { browser, checkoutId }: Shopper,
  step: "contact" | "shipping" | "shipping_method" | "payment" = "payment",
) => await browser.get(stepPath(step, checkoutId));
const leadsTo = ({ status, headers }: Awaited<ReturnType<typeof pageAt>>) => [status, headers.get("location")];

const waitingWords = "We are waiting for your bank";

/** Presses Pay without waiting for the answer; the gateway answers when the test says so. */
async function pressAndLeave(shop: TestShop, shopper: Shopper, card: string) {
  const answered = Promise.withResolvers<void>();
  const gatewayCalled = Promise.withResolvers<void>();
  const { gateway } = shop.shop;
  shop.shop.gateway = {
    ...gateway,
    authorize: async (call) => {
      gatewayCalled.resolve();
      await answered.promise;
      return await gateway.authorize(call);
    },
  };
  const paid = shopper.pay(card);
  await gatewayCalled.promise;
  return async () => {
    answered.resolve();
    return await paid;
  };
}

describe.each(engines)("a payment under way, on %s", (engine) => {
  test("reload, Back and a second tab wait for the bank, without a card form; then the order is there", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const answer = await pressAndLeave(shop, shopper, cards.good);

    const waiting = await pageAt(shopper);
    expect([waiting.status, textOf(pageOf(waiting), "h1")]).toEqual([200, waitingWords]);
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(pageOf(waiting).querySelector("[name=cardNumber], form[action*=payment]")).toBeNull();
    expect(pageOf(waiting).querySelector("main a[href*='/checkout/payment/']")?.textContent.trim()).toBe("Check again");

    await answer();
    const { id } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    expect(leadsTo(await pageAt(shopper))).toEqual([303, stepPath("confirmation", id)]);
    await expectInOrder(shop);
  });

  test("the other steps lead to it, and the cart links to it and offers no checkout", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const answer = await pressAndLeave(shop, shopper, cards.good);
    const here = stepPath("payment", shopper.checkoutId);

    for (const step of ["contact", "shipping", "shipping_method"] as const)
      expect(leadsTo(await pageAt(shopper, step))).toEqual([303, here]);
    const late = await shopper.browser.form(emailPath, { checkoutId: shopper.checkoutId, email: "eve@example.com" });
    expect(leadsTo(late)).toEqual([303, here]);
    const cart = pageOf(await shopper.browser.get("/storefront/cart/"));
    expect(textOf(cart, "main h2")).toBe(waitingWords);
    expect([...cart.querySelectorAll("main a")].map((link) => link.getAttribute("href"))).toEqual([here]);

    await answer();
    expect(leadsTo(await pageAt(shopper))[0]).toBe(303);
  });

  test("after a decline that nobody waited for, the card form says so until something is changed", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const answer = await pressAndLeave(shop, shopper, cards.declined);
    expect(textOf(pageOf(await pageAt(shopper)), "h1")).toBe(waitingWords);
    await answer();
    const showsDecline = async () => (await pageAt(shopper)).text.includes("Your card was declined");

    expect([await showsDecline(), await showsDecline()]).toEqual([true, true]);
    expect(pageOf(await pageAt(shopper)).querySelector("[name=cardNumber]")).not.toBeNull();
    shop.pass(1000);
    await shopper.browser.post(emailPath, { checkoutId: shopper.checkoutId, email: "eve@example.com" });
    expect(await showsDecline()).toBe(false);
  });
});

test("with scripts off a form that nobody can answer yet leads to the page that waits, and starts nothing", async () => {
  const shop = await openShop({ engine: "sqlite" });
  const shopper = await shopperAt(shop);
  await pay(shop.shop, callOf(shop, shopper, cards.droppedBefore), quick);

  const fields = { checkoutId: shopper.checkoutId, quote: shopper.quote, sameAsShipping: "true", ...cardForm() };
  const second = await shopper.browser.form(paymentPath, fields);

  expect(leadsTo(second)).toEqual([303, stepPath("payment", shopper.checkoutId)]);
  expect(textOf(pageOf(await pageAt(shopper)), "h1")).toBe(waitingWords);
  expect(await atGateway(shop, "authorize")).toEqual([]);
  await expectInOrder(shop);
});

import { describe, expect, test } from "vitest";
import { stepPath } from "../../server/checkout/paths.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { confirmationPath } from "../../server/orders/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop } from "../support/shop.ts";
import { moneyOf, openMeansShop, payBy, placeBy, setMeans, stateOf, stockOf, transfer } from "./means-fixture.ts";
import { atGateway, cardForm, expectInOrder, shopperAt } from "./shopper.ts";

describe.each(engines)("a payment method without a card, on %s", (engine) => {
  test("places the order, sells its stock, and asks no gateway; a repeated press is the same order", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);

    expect(await stockOf(shop)).toBe(8);
    expect(await moneyOf(shop, order)).toBe("awaiting");
    expect((await payBy(order.shopper, "transfer")).body).toEqual({ data: { orderId: order.id } });
    const attempts = await shop.shop.db.selectFrom("attempt").select(["kind", "state", "amount"]).execute();
    expect(attempts).toEqual([{ kind: "manual", state: "finalized", amount: order.total }]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    await expectInOrder(shop);
  });

  test("a card that comes along goes nowhere, and one that breaks the rules stops nothing", async () => {
    const shop = await openMeansShop(engine);
    const shopper = await shopperAt(shop);
    const answer = await payBy(shopper, "transfer", { paymentDetails: { ...cardForm("1234"), securityCode: "x" } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { orderId: expect.any(String) } });
    const { snapshot, last4 } = await shop.shop.db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
    expect([last4, snapshot.includes("Ada Shopper")]).toEqual([null, false]);
    await expectInOrder(shop);
  });

  test.each(["nonsense", "off"])("%s is refused in words, and sells nothing", async (means) => {
    const shop = await openMeansShop(engine);
    await setMeans(shop, "off", { active: false });
    const shopper = await shopperAt(shop);
    const message = "This payment method is not offered any more. Choose another one.";
    expect((await payBy(shopper, means)).body).toMatchObject({ data: { errors: [{ field: "means", message }] } });
    expect(await stockOf(shop)).toBe(10);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("an order keeps the words that it was placed with, which stand on the confirmation and in the email", async () => {
    const shop = await openMeansShop(engine);
    const order = await placeBy(shop);
    await setMeans(shop, "transfer", { name: "Wire", instructions: "Elsewhere.", active: false });
    await shop.runJobs();

    const page = await order.shopper.browser.get(confirmationPath(order.id));
    expect(page.text).toContain("<strong>account 4711</strong>");
    expect(page.text).toContain("Bank transfer");
    const [email] = (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("confirmation"));
    expect(email?.text).toContain("account 4711");
    expect(email?.text).toContain("Bank transfer");
    expect(email?.text).not.toContain("Elsewhere");
    await expectInOrder(shop);
  });

  test("packing waits for the money, unless the payment method says otherwise", async () => {
    const shop = await openMeansShop(engine);
    await setMeans(shop, "invoice", { name: "Invoice", shipsUnpaid: true });
    const [waits, ships] = [await placeBy(shop), await placeBy(shop, "invoice")];
    const fulfil = (orderId: string) => fulfilOrder(shop.shop.db, { orderId, now: shop.shop.now() });
    expect(await fulfil(waits.id)).toMatchObject({ ok: false, code: "unpaid", error: expect.stringContaining("not arrived") });
    expect(await fulfil(ships.id)).toMatchObject({ ok: true });
    expect([await stateOf(shop, waits), await stateOf(shop, ships)]).toEqual(["placed", "fulfilled"]);
    await expectInOrder(shop);
  });
});

describe("the payment page", () => {
  test("offers only the card, word for word, where no means is switched on", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const formOf = (html: string) => (/<h2>Card[\s\S]*<\/form>/.exec(html)?.[0] ?? "").replace(/value="[\w.-]{20,}"/g, "");
    const without = formOf((await shopper.browser.get(stepPath("payment", shopper.checkoutId))).text);
    await setMeans(shop, "transfer", { active: false });
    expect(formOf((await shopper.browser.get(stepPath("payment", shopper.checkoutId))).text)).toBe(without);
    expect(without).toContain("cardNumber");
    expect(without).toContain(">Pay<");
    expect(without).not.toContain('name="means"');
  });

  test("offers cards first, then the other payment methods, and keeps the choice when the form is refused", async () => {
    const shop = await openMeansShop("sqlite");
    await setMeans(shop, "check", { name: "Check", termDays: 1 });
    const shopper = await shopperAt(shop);
    const page = await shopper.browser.get(stepPath("payment", shopper.checkoutId));
    const names = [...page.text.matchAll(/name="means" value(?:="(\w*)")?/g)].map(([, value = ""]) => value);
    expect(names).toEqual(["", "transfer", "check"]);
    expect(page.text).toContain("Pay within 1 day after you order");
    expect(textOf(pageOf(page), ".form-actions button")).toMatch(/^Place order · \$\d+\.\d\d$/);

    const form = { checkoutId: shopper.checkoutId, quote: shopper.quote, sameAsShipping: "true" };
    await setMeans(shop, "transfer", { ...transfer, active: false });
    const refused = await shopper.browser.form("/storefront/checkout/payment", { ...form, means: "transfer" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="means-error"');
    await setMeans(shop, "transfer");
    const placed = await shopper.browser.form("/storefront/checkout/payment", { ...form, means: "transfer" });
    expect(placed.status).toBe(303);
    await expectInOrder(shop);
  });
});

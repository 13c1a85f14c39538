import { describe, expect, test } from "vitest";
import { methodPath, shippingPath, stepPath, totalsPath } from "../../server/checkout/paths.ts";
import { staffInvoicePath, staffOrderPath, staffPhoneOrderPath } from "../../server/staff/paths.ts";
import { addAutomatic } from "../checkout/promo-fixture.ts";
import { moneyOf, openMeansShop, recordPaid, stockOf } from "../payments/means-fixture.ts";
import { address, cardForm, expectInOrder } from "../payments/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { beginBy, fill, linkIn, payIn, stepBy } from "./phone-order-fixture.ts";
import { seenIn, send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const orderOf = ({ shop }: TestShop) => shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
const quoteIn = (text: string) => /name="quote" value="([^"]+)"/.exec(text)?.[1] ?? "no quote";

const percent = { discountKind: "percent", discount: "25", reason: "Late  delivery" };

describe.each(engines)("on %s", (engine) => {
  test("a discount and a shipping price of the staff are what the shopper sees, pays, and has on every paper", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id, { quantity: "3" });
    await stepBy(manager, id, "promo", { promoCode: "WELCOME10" });
    expect((await stepBy(manager, id, "discount", percent)).status).toBe(303);
    expect((await stepBy(manager, id, "shipping", { shippingPrice: "1.50" })).status).toBe(303);
    const page = (await manager.get(staffPhoneOrderPath(id))).text;
    for (const words of [
      "<dt>Discount (Late delivery)</dt><dd>−$15.00</dd>",
      "<dt>Shipping</dt><dd>$1.50</dd>",
      "Standard, $1.50",
    ])
      expect([words, page.includes(words)]).toEqual([words, true]);
    // A discount stands in place of a promo code, whoever enters the code.
    expect(page).not.toContain('value="WELCOME10"');
    const refused = await stepBy(manager, id, "promo", { promoCode: "WELCOME10" });
    expect([refused.status, refused.text.includes("so it takes no promo code")]).toEqual([422, true]);

    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    expect((await browser.get(stepPath("payment", id))).text).toContain("Late delivery");
    expect((await payIn(browser, id)).status).toBe(200);
    await test.runJobs();
    const order = await orderOf(test);
    const lines = await test.shop.db.selectFrom("order_line").select(["net", "discount", "tax"]).execute();
    const taxable = lines.reduce((sum, { net }) => sum + net, 0);
    expect([order.subtotal, order.discount, order.shipping, taxable, order.total]).toEqual([
      6000,
      1500,
      150,
      4500,
      4500 + 150 + order.tax,
    ]);
    expect([order.discount_reason, order.promo_code]).toEqual(["Late delivery", null]);
    expect(await test.shop.db.selectFrom("promo_redemption").select("id").execute()).toEqual([]);
    for (const path of [staffOrderPath(order.number), staffInvoicePath(order.number)])
      expect((await manager.get(path)).text).toContain("<dt>Discount (Late delivery)</dt><dd>−$15.00</dd>");
    const confirmation = (await browser.get(stepPath("confirmation", order.id))).text;
    expect(confirmation).toContain("Discount (Late delivery)");
    const mails = await emailsIn(test.directory);
    expect(mails.filter(({ text }) => text.includes("Discount (Late delivery)  -$15.00"))).toHaveLength(1);
    const file = await manager.get("/staff/orders.csv?columns=discount");
    expect(file.text).toContain("Late delivery");
    await expectInOrder(test);
  });

  test("what was agreed holds for the order as it was: another method, place, or product ends it", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id);
    await addAutomatic(test, { kind: "shipping", amount: 0 });
    await stepBy(manager, id, "shipping", { shippingPrice: "1.50" });
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("<dt>Shipping</dt><dd>$1.50</dd>");
    await stepBy(manager, id, "discount", percent);
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    const sums = async () => {
      const { data } = (await browser.get(`${totalsPath}?checkoutId=${id}`)).body as { data: Record<string, { amount: number }> };
      return [data.discount?.amount, data.shipping?.amount];
    };
    const choose = (shippingMethodId: string) => browser.post(methodPath, { checkoutId: id, shippingMethodId });
    await choose("standard");
    expect(await sums()).toEqual([10, 1.5]);
    await choose("overnight");
    expect(await sums()).toEqual([10, 29.95]);
    expect((await browser.get(stepPath("payment", id))).text).toContain("The usual prices apply now.");

    await stepBy(manager, id, "shipping", { shippingPrice: "1.50" });
    const elsewhere = { ...address, countryArea: "OR", postalCode: "97201", city: "Portland" };
    await browser.post(shippingPath, { checkoutId: id, shippingAddress: elsewhere, saveForLater: false });
    expect(await sums()).toEqual([10, 29.95]);
    const { id: lineId } = await test.shop.db.selectFrom("checkout_line").select("id").executeTakeFirstOrThrow();
    const grown = await browser.call("PUT", "/storefront/checkout/line/increase", { checkoutId: id, lineId, quantity: 1 });
    expect(grown.status).toBe(200);
    expect((await sums())[0]).toBe(0);
  });

  test("what the staff change of the price after the shopper saw it is never charged", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id);
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    const totals = await browser.get(`${totalsPath}?checkoutId=${id}`);
    const { quote } = (totals.body as { data: { quote: string } }).data;
    await stepBy(manager, id, "discount", { discountKind: "amount", discount: "5.95", reason: "Regular" });
    await stepBy(manager, id, "shipping", { shippingPrice: "11.90" });
    const refused = await browser.post("/storefront/checkout/payment", { checkoutId: id, quote, paymentDetails: cardForm() });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: "changed",
        data: expect.objectContaining({
          changes: expect.arrayContaining([{ field: "discount", old: "", new: "$5.95: Regular" }]),
        }),
      }),
    ]);
    expect(await test.shop.db.selectFrom("attempt").select("id").execute()).toEqual([]);
    await expectInOrder(test);
  });

  test("staff place a phone order without a payment now, and record its money when it comes", async () => {
    const test = await openMeansShop(engine);
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id);
    await stepBy(manager, id, "discount", { discountKind: "amount", discount: "10", reason: "Regular" });
    const page = await manager.get(staffPhoneOrderPath(id));
    const form = { quote: quoteIn(page.text), means: "transfer" };
    const unchosen = await stepBy(manager, id, "place", { ...form, means: "" });
    expect([unchosen.status, unchosen.text.includes("Choose how the order is paid.")]).toEqual([422, true]);
    // Whatever changed since the page was shown is not placed.
    const outdated = await stepBy(manager, id, "place", { ...form, quote: "another" });
    expect([outdated.status, outdated.text.includes("has changed since the page was opened")]).toEqual([409, true]);

    const fields = { _csrf: tokenIn(page), seen: seenIn(page), ...form };
    const presses = await Promise.all([1, 2].map(() => manager.form(`${staffPhoneOrderPath(id)}place/`, fields)));
    expect(presses.map(({ status }) => [303, 409].includes(status))).toEqual([true, true]);
    const order = await orderOf(test);
    expect([order.taken_by, order.visitor, order.discount, await moneyOf(test, order), await stockOf(test)]).toEqual([
      "staff:staff-manager",
      null,
      1000,
      "awaiting",
      8,
    ]);
    const placed = await test.shop.db.selectFrom("order_event").select("actor").where("kind", "=", "placed").execute();
    expect(placed).toEqual([{ actor: "staff:staff-manager" }]);
    expect((await manager.get(staffPhoneOrderPath(id))).headers.get("location")).toBe(staffOrderPath(order.number));
    const audit = await test.shop.db.selectFrom("audit_entry").select("action").execute();
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["discount set", "placed without payment"]));
    await test.runJobs();
    const told = (await emailsIn(test.directory)).map(({ text }) => text).join();
    expect(told).toContain("account 4711");
    expect((await recordPaid(test, order, order.total)).status).toBe(303);
    expect(await moneyOf(test, order)).toBe("paid");
    await expectInOrder(test);
  });
});

test("an order that costs nothing is placed without a payment method", async () => {
  const test = await openShop();
  const manager = await staffBrowser(test, "manager");
  const id = await beginBy(manager);
  await fill(manager, id);
  await stepBy(manager, id, "discount", { discountKind: "percent", discount: "100%", reason: "Replacement" });
  await stepBy(manager, id, "shipping", { shippingPrice: "0" });
  const page = (await manager.get(staffPhoneOrderPath(id))).text;
  expect(page).toContain("Nothing is to be paid");
  expect((await stepBy(manager, id, "place", { quote: quoteIn(page), means: "" })).status).toBe(303);
  expect((await orderOf(test)).total).toBe(0);
  await test.runJobs();
  await expectInOrder(test);
});

test("a discount needs a sum and a reason, is at most the products, and goes with an empty field", async () => {
  const test = await openShop();
  const manager = await staffBrowser(test, "manager");
  const id = await beginBy(manager);
  await fill(manager, id);
  const refusals: [Record<string, string>, string][] = [
    [{ discountKind: "percent", discount: "12.5", reason: "x" }, "whole percentage"],
    [{ discountKind: "percent", discount: "101", reason: "x" }, "whole percentage"],
    [{ discountKind: "amount", discount: "0", reason: "x" }, "amount in dollars"],
    [{ discountKind: "amount", discount: "5", reason: " \u200b " }, "Enter the reason."],
    [{ discountKind: "amount", discount: "5", reason: "r".repeat(101) }, "up to 100 characters"],
  ];
  for (const [fields, words] of refusals) {
    const answer = await stepBy(manager, id, "discount", fields);
    expect([fields, answer.status, answer.text.includes(words)]).toEqual([fields, 422, true]);
  }
  expect((await stepBy(manager, id, "shipping", { shippingPrice: "-1" })).status).toBe(422);
  await stepBy(manager, id, "discount", { discountKind: "amount", discount: "400", reason: "Too much" });
  expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("−$40.00");
  await stepBy(manager, id, "discount", { discountKind: "amount", discount: "", reason: "" });
  await stepBy(manager, id, "promo", { promoCode: "WELCOME10" });
  expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("−$4.00");
  const packer = await staffBrowser(test, "packer");
  expect((await send(packer, "/staff/security/", `${staffPhoneOrderPath(id)}discount/`, { seen: "0", ...percent })).status).toBe(
    403,
  );
});

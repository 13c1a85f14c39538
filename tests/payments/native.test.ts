import { describe, expect, test } from "vitest";
import { paymentPath, stepPath } from "../../server/checkout/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { openShop } from "../support/shop.ts";
import { address, atGateway, cardForm, cards, expectInOrder, type Shopper, shopperAt } from "./shopper.ts";
import { slowShop } from "./slow-shop.ts";

const elsewhere = {
  ...address,
  streetAddress1: "9 Cedar Court",
  city: "Toronto",
  postalCode: "M5V 2T6",
  country: "CA",
  countryArea: "ON",
};

/** Sends the payment page's own form, as a browser without scripts does. */
const pay = (shopper: Shopper, fields: Record<string, string> = {}) =>
  shopper.browser.form(paymentPath, {
    checkoutId: shopper.checkoutId,
    quote: shopper.quote,
    sameAsShipping: "true",
    ...cardForm(),
    cardName: "Augusta Byron",
    ...fields,
  });

const formKeyIn = (html: string) => /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("paying with scripts off", () => {
  test("one form sends the billing address and the card, and leads to the confirmation (requirements 24, 104, 108, 109)", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answer = await pay(shopper, { sameAsShipping: "false", ...elsewhere });

    expect(answer.status).toBe(303);
    const { id } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    expect(answer.headers.get("location")).toBe(`/storefront/checkout/confirmation/${id}/`);
    expect(shopper.browser.jar.has("checkoutId")).toBe(false);
    const billing = await shop.shop.db
      .selectFrom("order_address")
      .selectAll()
      .where("kind", "=", "billing")
      .executeTakeFirstOrThrow();
    expect(billing).toMatchObject({ street_address_1: "9 Cedar Court", country: "CA", country_area: "ON" });
    await expectInOrder(shop);
  });

  test("a broken billing address is told beside its field, the typed address is kept, the card is not (requirement 110)", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answer = await pay(shopper, { sameAsShipping: "false", ...elsewhere, postalCode: "nonsense" });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('id="postalCode-error"');
    expect(answer.text).toContain("9 Cedar Court");
    for (const secret of [cards.good, "4242 4242 4242 4242", 'value="123"', "Augusta Byron"])
      expect(answer.text.includes(secret)).toBe(false);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    await expectInOrder(shop);
  });

  test("a broken billing address does not hide what is wrong with the card", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answer = await pay(shopper, {
      sameAsShipping: "false",
      ...elsewhere,
      postalCode: "nonsense",
      cardNumber: "4242",
      securityCode: "",
    });

    expect(answer.status).toBe(422);
    for (const field of ["postalCode", "cardNumber", "securityCode"]) expect(answer.text).toContain(`id="${field}-error"`);
    expect(answer.text).not.toContain('id="expirationDate-error"');
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });

  test("what MM/YYYY and YYYY-MM say is understood, and nothing is clamped", async () => {
    const shop = await openShop();
    for (const [expirationDate, status] of [
      ["12/2030", 303],
      ["2030-12", 303],
      ["13/30", 422],
      ["12/20", 422],
      ["1230", 303],
      ["123", 422],
    ] as const)
      expect([expirationDate, (await pay(await shopperAt(shop), { expirationDate })).status]).toEqual([expirationDate, status]);
  });

  test("a declined card shows the page again, with the reason, the typed address and a way back (requirement 107)", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answer = await pay(shopper, { sameAsShipping: "false", ...elsewhere, cardNumber: cards.declined });

    expect(answer.status).toBe(402);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.text).toContain("Your card was declined. Check its details or use another card.");
    expect(answer.text).toContain("9 Cedar Court");
    expect(answer.text).toContain(`href="/storefront/checkout/shipping_method/${shopper.checkoutId}/"`);
    expect(answer.text.includes(cards.declined)).toBe(false);
    expect(answer.text.includes("Augusta Byron")).toBe(false);
    await expectInOrder(shop);
  });

  test("a wrong card number is told beside its field", async () => {
    const shop = await openShop();
    const answer = await pay(await shopperAt(shop), { cardNumber: "4242" });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('id="cardNumber-error"');
  });

  test("a changed total is shown beside the old one, under 409, and the page's new quote pays", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute();

    const answer = await pay(shopper);

    expect(answer.status).toBe(409);
    expect(answer.text).toContain("$27.60");
    expect(answer.text).toContain("$33.01");
    // The page shows the error exactly once. The notice has the focus, and it is above the Pay
    // button.
    const page = pageOf(answer);
    expect(page.querySelectorAll("main .notice")).toHaveLength(1);
    expect(textOf(page, ".notice")).toMatch(/^Your order total has changed\./);
    expect(page.querySelector(".notice")?.hasAttribute("autofocus")).toBe(true);
    expect(page.querySelector("h2 ~ .notice, section ~ .notice")).not.toBeNull();
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const quote = /name="quote" value="([a-f0-9]+)"/.exec(answer.text)?.[1] ?? "";
    expect(quote).not.toBe(shopper.quote);
    expect((await pay({ ...shopper, quote })).status).toBe(303);
    await expectInOrder(shop);
  });

  test("a stale token shows the page again with a fresh one, and nothing is charged", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answer = await pay(shopper, { _csrf: "stale", sameAsShipping: "false", ...elsewhere });

    expect(answer.status).toBe(403);
    expect(answer.text).toContain("9 Cedar Court");
    expect(answer.text.includes(cards.good)).toBe(false);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const fresh = /name="_csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? "";
    expect((await pay(shopper, { _csrf: fresh })).status).toBe(303);
  });

  test("two presses on the button are one payment, and both arrive at the confirmation", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);

    const answers = await Promise.all([pay(shopper), pay(shopper), pay(shopper)]);

    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect((await pay(shopper)).headers.get("location")).toBe(answers[0]?.headers.get("location"));
    await expectInOrder(shop);
  });

  test("each showing of the page has a key of its own, and a form that was sent twice is one payment", async () => {
    const { shop, charged } = await slowShop("sqlite");
    const shopper = await shopperAt(shop);
    const path = stepPath("payment", shopper.checkoutId);
    const [shown, other] = [formKeyIn((await shopper.browser.get(path)).text), formKeyIn((await shopper.browser.get(path)).text)];
    expect(shown).toMatch(/^[a-f0-9]{32}$/);
    expect(other).not.toBe(shown);
    const fields = { formKey: shown, cardNumber: cards.declined };
    const first = pay(shopper, fields);
    await charged;

    const answers = [await pay(shopper, fields), await first];

    expect(answers.map(({ status }) => status)).toEqual([402, 402]);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    const next = formKeyIn(answers[0]?.text ?? "");
    expect([shown, ""].includes(next)).toBe(false);
    expect((await pay(shopper, { formKey: next })).status).toBe(303);
    await expectInOrder(shop);
  });

  test("a page restored by Back, or a post that is reloaded, starts nothing: it comes back with a fresh key and asks to press again", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const fields = { formKey: "form-1", sameAsShipping: "false", ...elsewhere };
    expect((await pay(shopper, { ...fields, cardNumber: cards.declined })).status).toBe(402);

    const restored = await pay(shopper, fields);

    expect(restored.status).toBe(409);
    expect(restored.text).toContain("Your card was declined. Check its details or use another card.");
    expect(restored.text).toContain("Press Pay again to retry.");
    expect(restored.text).toContain("9 Cedar Court");
    expect(restored.text.includes(cards.good)).toBe(false);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    const fresh = formKeyIn(restored.text);
    expect(["form-1", ""].includes(fresh)).toBe(false);
    expect((await pay(shopper, { ...fields, formKey: fresh })).status).toBe(303);
    expect((await pay(shopper, fields)).status).toBe(303);
    expect(await atGateway(shop, "authorize")).toHaveLength(2);
    await expectInOrder(shop);
  });

  test("a form that met another total shows both totals again when it is sent once more", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const price = (cents: number) => shop.shop.db.updateTable("variant").set({ price: cents }).where("id", "=", "v-2").execute();
    await price(2500);
    expect((await pay(shopper, { formKey: "form-1" })).status).toBe(409);

    const again = await pay(shopper, { formKey: "form-1" });

    expect(again.status).toBe(409);
    expect(again.text).toContain("$27.60");
    expect(again.text).toContain("$33.01");
    await price(2000);
    const back = await pay(shopper, { formKey: "form-1" });
    expect([back.status, back.text.includes("Press Pay again")]).toEqual([409, true]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });

  test("a form without a key, such as one of an older page, is paid", async () => {
    const shop = await openShop();
    expect((await pay(await shopperAt(shop), { formKey: "" })).status).toBe(303);
  });

  test("a checkout that is not there answers 404", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    expect((await pay({ ...shopper, checkoutId: "0".repeat(32) })).status).toBe(404);
  });
});

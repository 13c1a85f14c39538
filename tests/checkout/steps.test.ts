import { describe, expect, test } from "vitest";
import {
  type CheckoutJson,
  dataOf,
  engines,
  errorOf,
  errorsOf,
  idaho,
  nobody,
  ontario,
  openOn,
  shopperIn,
  sqlOf,
  texas,
} from "./shopper.ts";

describe.each(engines)("the steps' calls on %s", (engine) => {
  test("the email is kept as it was entered, but for the spaces around it, and answered in JSON (requirements 56, 67, 68)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });

    const answer = await shopper.email(" Mary.Lee+Shop@Example.COM ");

    expect([answer.status, answer.text]).toEqual([200, '{"data":{"errors":[]}}']);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect((await shopper.find()).email).toBe("Mary.Lee+Shop@Example.COM");
  });

  test("an email that breaks the rule is answered beside its field, and nothing is kept (requirement 69)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });

    const answer = await shopper.email("mary@");

    expect(answer.status).toBe(200);
    expect(errorsOf(answer)).toEqual([{ field: "email", message: "Enter an email address like name@example.com." }]);
    expect((await shopper.find()).email).toBe("");
  });

  test("a shipping address is kept, tidied, with what analytics reports (requirements 57, 71, 81)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2, "v-2": 1 });

    const answer = await shopper.ship({ ...ontario, postalCode: "k1a0b1", firstName: " Mary " });

    expect(dataOf(answer)).toEqual({
      errors: [],
      analytics: {
        currency: "USD",
        value: 40,
        items: [
          { item_id: "v-1", item_name: "Product 1", item_variant: "Variant 1", item_category: "seeds", price: 10, quantity: 2 },
          { item_id: "v-2", item_name: "Product 2", item_variant: "Variant 2", item_category: "apparel", price: 20, quantity: 1 },
        ],
      },
    });
    expect((await shopper.find()).shippingAddress).toEqual(ontario);
  });

  test("analytics learns nothing that opens the checkout", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    expect((await shopper.ship()).text).not.toContain(shopper.checkoutId);
  });

  test("every rule that an address breaks is a field with its message (requirement 59)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });

    const answer = await shopper.ship({ ...texas, city: " ", postalCode: "K1A 0B1", countryArea: "ON" });

    expect(answer.status).toBe(200);
    expect(errorsOf(answer)).toEqual([
      { field: "city", message: "Enter your city." },
      { field: "countryArea", message: "Choose a state from the list." },
      { field: "postalCode", message: "Enter a ZIP code like 73301." },
    ]);
    expect((await shopper.find()).shippingAddress).toBeNull();
  });

  test("fields that are missing are fields left blank", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    expect(errorsOf(await shopper.ship({})).map(({ field }) => field)).toContain("firstName");
  });

  test("products that may not be sold in a state are refused at the field of the state", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });

    expect(errorsOf(await shopper.ship(idaho))).toEqual([
      { field: "countryArea", message: "“Product 1” can’t be sold in Idaho." },
    ]);

    const body = { checkoutId: shopper.checkoutId, lineId: (await shopper.line("v-1"))?.id };
    await shopper.browser.delete("/storefront/checkout/line/remove", body);
    expect(errorsOf(await shopper.ship(idaho))).toEqual([]);
  });

  test("the state's tax and the method's price come into the totals, on products after discount", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });
    await shopper.ship();
    await shopper.method();
    await shopper.addPromo("WELCOME10");

    const { subtotal, discount, shipping, tax, total } = await shopper.totals();

    // 8.25 % of $9.00 and of $18.00, each rounded half up
    expect([subtotal, discount, shipping, tax, total].map(({ amount }) => amount)).toEqual([30, 3, 5.95, 2.23, 35.18]);
    expect(
      (await shopper.find()).lines.map(({ totalPrice, amount }) => [totalPrice.net.amount, totalPrice.gross.amount, amount]),
    ).toEqual([
      [9, 9.74, 9.74],
      [18, 19.49, 19.49],
    ]);
  });

  test("a method is chosen among those that reach the address, and the answer is never empty (requirements 61, 82, 84)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.ship(ontario);

    expect(errorsOf(await shopper.method("overnight"))).toEqual([
      { field: "shippingMethodId", message: "Choose a shipping method." },
    ]);
    expect(errorsOf(await shopper.method("standard"))).toEqual([]);
    expect((await shopper.find()).shippingMethod).toMatchObject({ id: "standard", name: "Standard", price: { amount: 5.95 } });
  });

  test("a method cannot be chosen before there is an address", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    expect(errorsOf(await shopper.method())).toEqual([
      { field: "shippingMethodId", message: "Enter the shipping address first." },
    ]);
  });

  test("a method that does not reach a new address is asked for again", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.ship();
    await shopper.method("overnight");

    await shopper.ship(ontario);

    expect((await shopper.find()).shippingMethod).toBeNull();
  });

  test("a method is kept when a new address is within its reach", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.ship();
    await shopper.method("standard");
    await shopper.ship(ontario);
    expect((await shopper.find()).shippingMethod?.id).toBe("standard");
  });

  test("the billing address is the shipping address until another one is given (requirements 60, 87, 88, 89)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.ship();
    const bill = (billingAddress: object) => shopper.post("/storefront/checkout/billing", { billingAddress });

    expect((await shopper.find()).billingAddress).toEqual(texas);
    expect(errorsOf(await bill(ontario))).toEqual([]);
    expect((await shopper.find()).billingAddress).toEqual(ontario);
    expect(errorsOf(await bill(texas))).toEqual([]);

    await shopper.ship({ ...texas, city: "Dallas" });
    expect((await shopper.find()).billingAddress).toMatchObject({ city: "Dallas" });
  });

  test("a billing address is judged like any other, but a state's rules are about shipping (requirement 60)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    await shopper.ship();
    const bill = (billingAddress: object) => shopper.post("/storefront/checkout/billing", { billingAddress });

    expect(errorsOf(await bill({ ...texas, lastName: "" }))).toEqual([{ field: "lastName", message: "Enter your last name." }]);
    expect(errorsOf(await bill(idaho))).toEqual([]);
  });

  test("a guest's address that was saved prefills this browser's next checkout, until the box is left empty (requirement 72)", async () => {
    const shop = await openOn(engine);
    const first = await shopperIn(shop, { "v-2": 1 });
    await first.ship(texas, true);
    const kept = () => sqlOf(shop).selectFrom("saved_address").select(["street_address_1", "visitor"]).execute();

    expect(await kept()).toEqual([{ street_address_1: "12 Elm Street", visitor: expect.stringMatching(/^[a-f0-9]{32}$/) }]);
    const second = await shopperIn(shop, { "v-2": 1 }, first.browser);
    await second.email();
    const page = await second.page("shipping");
    expect(page.text).toContain('value="12 Elm Street"');

    await second.ship(texas, false);
    expect(await kept()).toEqual([]);
  });

  test("another browser is not prefilled", async () => {
    const shop = await openOn(engine);
    await (await shopperIn(shop, { "v-2": 1 })).ship(texas, true);
    const other = await shopperIn(shop, { "v-2": 1 });
    await other.email();
    expect((await other.page("shipping")).text).not.toContain("12 Elm Street");
  });

  test.each([
    ["email", { email: "a@b.c" }],
    ["shipping", { shippingAddress: texas, saveForLater: false }],
    ["billing", { billingAddress: texas }],
    ["shipping_method", { shippingMethodId: "standard" }],
  ])("%s of an unknown checkout is not found", async (step, body) => {
    const shop = await openOn(engine);
    const answer = await shop.browser().post(`/storefront/checkout/${step}`, { checkoutId: nobody, ...body });
    expect([answer.status, errorOf(answer)]).toEqual([404, "We couldn’t find that."]);
  });
});

describe("the token (requirements 61, 86, 247)", () => {
  const calls: [method: string, path: string, body: Record<string, unknown>][] = [
    ["POST", "/storefront/checkout/create", {}],
    ["POST", "/storefront/checkout/line", { variantId: "v-1" }],
    ["PUT", "/storefront/checkout/line/increase", { lineId: "x" }],
    ["PUT", "/storefront/checkout/line/decrease", { lineId: "x" }],
    ["DELETE", "/storefront/checkout/line/remove", { lineId: "x" }],
    ["POST", "/storefront/checkout/email", { email: "mary@example.com" }],
    ["POST", "/storefront/checkout/shipping", { shippingAddress: texas }],
    ["POST", "/storefront/checkout/billing", { billingAddress: texas }],
    ["POST", "/storefront/checkout/shipping_method", { shippingMethodId: "standard" }],
  ];

  test("is asked of every change but the two of the promo field (requirement 121)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperIn(shop, { "v-1": 1 });
    for (const [method, path, body] of calls) {
      const sent = { checkoutId: shopper.checkoutId, ...body };
      const answer = await shopper.browser.call(method, path, sent, { csrf: false });
      expect([path, answer.status, (answer.body as { code: string }).code]).toEqual([path, 403, "csrf"]);
    }
    expect(await shopper.find()).toMatchObject({ email: "", lines: [{ quantity: 1 }] } satisfies Partial<CheckoutJson> | object);
  });
});

import type { Document } from "happy-dom";
import { describe, expect, test } from "vitest";
import { removeGift, writeGift } from "../../server/checkout/gift-records.ts";
import { methodPath, shippingPath } from "../../server/checkout/paths.ts";
import type { MethodFields } from "../../server/checkout/rules/shipping-fields.ts";
import type { TaxFields } from "../../server/checkout/rules/tax-fields.ts";
import {
  readMethod,
  readZone,
  removeMethod,
  removeZone,
  writeMethod,
  writeMethodOrder,
  writeZone,
} from "../../server/checkout/shipping-records.ts";
import { simulateCheckout } from "../../server/checkout/simulate.ts";
import { readTax, writeTax } from "../../server/checkout/tax-records.ts";
import { transact } from "../../server/db/transaction.ts";
import { atGateway, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { engines, errorsOf, fieldValue, idaho, ontario, openOn, pageOf, shopperIn, texas, textOf } from "./shopper.ts";

const standard: MethodFields = {
  name: "Standard",
  description: "",
  zoneId: null,
  countries: ["CA", "US"],
  price: 595,
  rateBy: "flat",
  steps: [],
  freeFrom: 7500,
  daysFrom: null,
  daysTo: null,
  cutoff: null,
  active: true,
};
const texasTax: TaxFields = { ratePpm: 82_500, nexus: true, nexusFrom: null, taxShipping: false, ofCategories: {} };

const inShop = <Value>({ shop }: TestShop, work: Parameters<typeof transact<Value>>[1]) => transact(shop.db, work);
const setMethod = (shop: TestShop, fields: Partial<MethodFields>, id = "standard") =>
  inShop(shop, (tx) => writeMethod(tx, id, { ...standard, ...fields }));
const setZone = (shop: TestShop, id: string, places: string[]) => inShop(shop, (tx) => writeZone(tx, id, { name: id, places }));
const setTax = (shop: TestShop, fields: Partial<TaxFields>) =>
  inShop(shop, (tx) => writeTax(tx, "US-TX", { ...texasTax, ...fields }));
const apparel = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("category").select("id").where("slug", "=", "apparel").executeTakeFirstOrThrow()).id;
const messagesOf = (outcome: unknown) =>
  (outcome as { errors?: { field: string; message: string }[] }).errors?.map(({ message }) => message);

describe.each(engines)("shipping methods on %s", (engine) => {
  test("one by weight costs what all units weigh, one by subtotal what they cost after discount", async () => {
    const shop = await openOn(engine);
    await shop.shop.db.updateTable("variant").set({ grams: 400 }).execute();
    await setMethod(shop, {
      rateBy: "weight",
      freeFrom: null,
      steps: [
        { from: 801, price: 1200 },
        { from: 5000, price: 4000 },
      ],
    });
    const shopper = await shopperIn(shop, { "v-2": 2 });
    await shopper.email();
    await shopper.ship(texas);
    await shopper.method();
    const shipping = async () => (await shopper.totals()).shipping.amount;
    expect(await shipping()).toBe(5.95);
    await shopper.post("/storefront/checkout/line", { variantId: "v-2" });
    expect(await shipping()).toBe(12);

    await setMethod(shop, { rateBy: "subtotal", freeFrom: null, steps: [{ from: 5500, price: 300 }] });
    expect(await shipping()).toBe(3);
    await shopper.addPromo("WELCOME10");
    expect(await shipping()).toBe(5.95);
  });

  test("a zone's method is offered in its places alone; an area of another zone is not the country's", async () => {
    const shop = await openOn(engine);
    expect(await setZone(shop, "states", ["US"])).toMatchObject({ ok: true });
    expect(await setZone(shop, "far", ["US-AK", "US-TX"])).toMatchObject({ ok: true });
    await setMethod(shop, { zoneId: "states" });
    await setMethod(shop, { zoneId: "far", name: "Far away" }, "far-away");
    const { countries } = (await inShop(shop, (tx) => readMethod(tx, "far-away"))) ?? {};
    expect(countries).toEqual(["US"]);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.email();
    await shopper.ship(texas);

    expect(errorsOf(await shopper.method("standard"))).toEqual([
      { field: "shippingMethodId", message: "Choose a shipping method." },
    ]);
    expect((await shopper.method("far-away")).status).toBe(200);
    expect((await shopper.find()).shippingMethod?.id).toBe("far-away");
    // Nothing ships to this address, so the chosen method stays.
    expect(errorsOf(await shopper.ship(ontario))).toEqual([{ field: "country", message: "We don’t ship to this country." }]);
    expect((await shopper.find()).shippingMethod?.id).toBe("far-away");
    await shopper.ship(idaho);
    expect((await shopper.find()).shippingMethod).toBeNull();
  });

  test("a place is in one zone, and a zone with methods stays", async () => {
    const shop = await openOn(engine);
    await setZone(shop, "far", ["US-AK"]);
    expect(messagesOf(await setZone(shop, "other", ["US-AK"]))).toEqual([
      "Alaska, United States is in the zone “far”. Take it out there first.",
    ]);
    expect(messagesOf(await setZone(shop, "other", ["XX", "US-ZZ"]))).toEqual([
      "There is no place XX.",
      "There is no place US-ZZ.",
    ]);
    await setMethod(shop, { zoneId: "far" });
    expect(await inShop(shop, (tx) => removeZone(tx, "far"))).toMatchObject({ ok: false, code: "limit_reached" });
    await setMethod(shop, {});
    expect(await inShop(shop, (tx) => removeZone(tx, "far"))).toMatchObject({ ok: true });
    expect(await inShop(shop, (tx) => readZone(tx, "far"))).toBeUndefined();
  });

  test("one that is turned off while it is chosen: the shopper is told, and led to the method step", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await setMethod(shop, { active: false });

    const refused = await shopper.pay();

    expect(errorsOf(refused)).toEqual([
      {
        field: "shippingMethodId",
        message: "The shipping method you chose is no longer offered for your address. Choose another one.",
      },
    ]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const page = await shopper.browser.get(`/storefront/checkout/payment/${shopper.checkoutId}/`);
    expect([page.status, page.headers.get("location")]).toEqual([
      303,
      `/storefront/checkout/shipping_method/${shopper.checkoutId}/`,
    ]);
    const step = await shopper.browser.get(`/storefront/checkout/shipping_method/${shopper.checkoutId}/`);
    expect(step.text).toContain("The shipping method you chose is no longer offered");
    await setMethod(shop, { active: true });
    expect(errorsOf(await shopper.pay())).toEqual([{ field: "shippingMethodId", message: "Choose a shipping method." }]);
    await shopper.browser.post(methodPath, { checkoutId: shopper.checkoutId, shippingMethodId: "standard" });
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("one whose zone loses the shopper’s place while it is chosen is not taken", async () => {
    const shop = await openShop({ engine });
    await setZone(shop, "texas", ["US-TX"]);
    await setMethod(shop, { zoneId: "texas" });
    const shopper = await shopperAt(shop);
    await setZone(shop, "texas", ["US-AK"]);

    expect(errorsOf(await shopper.pay())).toEqual([
      {
        field: "shippingMethodId",
        message: "The shipping method you chose is no longer offered for your address. Choose another one.",
      },
    ]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });

  test("one that shoppers have chosen is not removed, and nonsense is refused", async () => {
    const shop = await openShop({ engine });
    await shopperAt(shop);
    expect(await inShop(shop, (tx) => removeMethod(tx, "standard"))).toMatchObject({ ok: false, code: "limit_reached" });
    expect(await inShop(shop, (tx) => removeMethod(tx, "overnight"))).toMatchObject({ ok: true });
    expect(messagesOf(await setMethod(shop, { rateBy: "weight", steps: [] }))).toEqual([
      "Enter each step as in the example, from the lowest on.",
    ]);
    expect(messagesOf(await setMethod(shop, { daysFrom: 5, daysTo: 2, price: -1 }))).toEqual([
      "Enter an amount in dollars, such as 5.95, or 0.",
      "The most days are fewer than the least.",
    ]);
  });
});

describe.each(engines)("the order of the methods on %s", (engine) => {
  async function atMethods(quantities: Record<string, number> = { "v-2": 1 }) {
    const shop = await openOn(engine);
    await inShop(shop, (tx) => writeMethodOrder(tx, []));
    const shopper = await shopperIn(shop, quantities);
    await shopper.email();
    await shopper.ship(texas);
    const offered = async () =>
      [...pageOf(await shopper.page("shipping_method")).querySelectorAll(".radio-card")].map((card) => {
        const name = card.querySelector(".radio-card__name")?.textContent;
        return card.querySelector("[checked]") ? `${name}, chosen` : name;
      });
    return { shop, shopper, offered };
  }

  test("is by what this checkout pays, the cheapest chosen first, until the owner sets one", async () => {
    const { shop, shopper, offered } = await atMethods();
    await setMethod(shop, { name: "Pickup", price: 400, freeFrom: null }, "z-pickup");
    await setMethod(
      shop,
      { name: "Heavy", price: 100, freeFrom: null, rateBy: "subtotal", steps: [{ from: 2000, price: 3000 }] },
      "a-heavy",
    );
    expect(await offered()).toEqual(["Pickup, chosen", "Standard", "Overnight", "Heavy"]);

    // From $75, Standard is free.
    await shopper.post("/storefront/checkout/line", { variantId: "v-2", quantity: 3 });
    expect(await offered()).toEqual(["Standard, chosen", "Pickup", "Overnight", "Heavy"]);

    await inShop(shop, (tx) => writeMethodOrder(tx, ["overnight", "a-heavy", "standard", "z-pickup"]));
    await setMethod(shop, { name: "New and free", price: 0 }, "b-new");
    expect(await offered()).toEqual(["Overnight, chosen", "Heavy", "Standard", "Pickup", "New and free"]);
  });

  test("never changes what was chosen, as long as it is offered", async () => {
    const { shop, shopper, offered } = await atMethods();
    await shopper.method("overnight");
    await setMethod(shop, { name: "Cheap", price: 1 }, "cheap");
    await shopper.ship({ ...texas, city: "Dallas" });

    expect(await offered()).toEqual(["Cheap", "Standard", "Overnight, chosen"]);
    expect((await shopper.find()).shippingMethod?.id).toBe("overnight");
  });

  test("is that of the sample cart, which free shipping by one method makes the cheapest", async () => {
    const { shop } = await atMethods();
    const fields = { kind: "shipping", amount: 0, starts_at: 0, ends_at: shop.shop.now() * 2 } as const;
    await shop.shop.db
      .insertInto("promo")
      .values({ id: "fast", code: "FAST", ...fields })
      .execute();
    await shop.shop.db.insertInto("promo_shipping_method").values({ promo_id: "fast", method_id: "overnight" }).execute();
    const lines = [{ variantId: "v-2", quantity: 1 }];
    const sample = { lines, code: "FAST", country: "US", area: "TX", methodId: undefined };
    const { methods, priced } = await simulateCheckout(shop.shop.db, sample, shop.shop.now());
    expect([methods.map(({ id }) => id), priced.method?.id, priced.shipping]).toEqual([
      ["overnight", "standard"],
      "overnight",
      0,
    ]);
    const { promoRefused } = await simulateCheckout(shop.shop.db, { ...sample, methodId: "standard" }, shop.shop.now());
    expect(promoRefused).toBe("FAST was removed. FAST applies to Overnight shipping only.");
  });
});

describe("the countries that the address step offers", () => {
  const optionsIn = (page: Document, name: string) =>
    [...page.querySelectorAll(`[name=${name}] option`)].map((option) => option.textContent ?? "");
  const open = async () => {
    const shop = await openOn("sqlite");
    await inShop(shop, (tx) => removeMethod(tx, "overnight"));
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.email();
    return { shop, shopper, page: async () => pageOf(await shopper.page("shipping")) };
  };

  test("are those that a method ships to, at once; another one that is posted is refused beside it, as it was typed", async () => {
    const { shop, shopper, page } = await open();
    expect(optionsIn(await page(), "country")).toEqual(["United States", "Canada"]);
    await setMethod(shop, { countries: ["CA"] });
    const first = await page();
    // A guest's address is saved in this browser.
    expect(textOf(first, "label.check")).toBe("Save this address on this device");
    expect([optionsIn(first, "country"), first.querySelector("[name=country]")?.getAttribute("aria-invalid")]).toEqual([
      ["Canada"],
      null,
    ]);
    const answer = await shopper.form(shippingPath, { ...texas, firstName: "Typed" });
    const again = pageOf(answer);
    expect(answer.status).toBe(422);
    expect(textOf(again, "#country-error")).toBe("We don’t ship to this country.");
    expect(optionsIn(again, "country")).toEqual(["United States (no shipping)", "Canada"]);
    expect([fieldValue(again, "firstName"), again.querySelector("[name=countryArea] [selected]")?.getAttribute("value")]).toEqual(
      ["Typed", "TX"],
    );
  });

  test("have the states that a zone reaches, and say which it does not; a stored address there is refused beside its state", async () => {
    const { shop, shopper, page } = await open();
    await shopper.ship(texas);
    await setZone(shop, "far", ["US-AK"]);
    await setMethod(shop, { zoneId: "far" });
    const stored = await page();
    expect(optionsIn(stored, "country")).toEqual(["United States"]);
    const areas = optionsIn(stored, "countryArea");
    expect([areas.includes("Alaska"), areas.includes("Texas (no shipping)")]).toEqual([true, true]);
    expect(textOf(stored, "#countryArea-error")).toBe("We don’t ship to this state.");
    expect(errorsOf(await shopper.ship(texas))).toEqual([{ field: "countryArea", message: "We don’t ship to this state." }]);
  });

  test("are all where nothing is shipped yet, and each says so", async () => {
    const { shop, page } = await open();
    await setMethod(shop, { active: false });
    expect(optionsIn(await page(), "country")).toEqual(["United States (no shipping)", "Canada (no shipping)"]);
  });
});

describe.each(engines)("taxes on %s", (engine) => {
  const taxOf = async (shop: TestShop) => {
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });
    await shopper.email();
    await shopper.ship(texas);
    await shopper.method();
    return (await shopper.totals()).tax.amount;
  };

  test("a category may be exempt, shipping taxed, and a state left out or begun on a day", async () => {
    const shop = await openOn(engine);
    expect(await taxOf(shop)).toBe(2.48);
    await setTax(shop, { ofCategories: { [await apparel(shop)]: 0 } });
    expect(await taxOf(shop)).toBe(0.83);
    await setTax(shop, { taxShipping: true });
    expect(await taxOf(shop)).toBe(2.97);
    await setTax(shop, { nexus: false });
    expect(await taxOf(shop)).toBe(0);
    await setTax(shop, { nexusFrom: shop.shop.now() + 1_000_000 });
    expect(await taxOf(shop)).toBe(0);
    shop.pass(1_000_000);
    expect(await taxOf(shop)).toBe(2.48);
  });

  test("an order whose shipping is taxed agrees with its payment, and is refunded whole", async () => {
    const shop = await openShop({ engine });
    await setTax(shop, { taxShipping: true });
    const shopper = await shopperAt(shop);
    expect((await shopper.pay()).status).toBe(200);
    const order = await shop.shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    expect([order.tax, order.shipping_tax]).toEqual([165 + 49, 49]);
    await expectInOrder(shop);
  });

  test("a tax is stored as it is, for places that there are", async () => {
    const shop = await openOn(engine);
    const fields = { ...texasTax, ofCategories: { [await apparel(shop)]: 10_000 }, taxShipping: true, nexusFrom: 5 };
    await setTax(shop, fields);
    expect(await inShop(shop, (tx) => readTax(tx, "US-TX"))).toEqual(fields);
    expect(messagesOf(await inShop(shop, (tx) => writeTax(tx, "US-XX", texasTax)))).toEqual(["Choose a state or province."]);
    expect(messagesOf(await setTax(shop, { ofCategories: { gone: 1 } }))).toEqual(["One of these categories is gone."]);
  });
});

/** The owner's changes between the page load and the press on Pay. */
const changes: [what: string, change: (shop: TestShop) => Promise<unknown>][] = [
  ["shipping that costs by weight now", (shop) => byWeight(shop)],
  ["free shipping from another value on", (shop) => setMethod(shop, { freeFrom: 100 })],
  ["a state without tax", (shop) => setTax(shop, { nexus: false })],
  ["a tax on shipping", (shop) => setTax(shop, { taxShipping: true })],
  ["a category's own tax", async (shop) => await setTax(shop, { ofCategories: { [await apparel(shop)]: 0 } })],
];

async function byWeight(shop: TestShop) {
  await shop.shop.db.updateTable("variant").set({ grams: 400 }).execute();
  return await setMethod(shop, { rateBy: "weight", steps: [{ from: 1, price: 900 }] });
}

describe.each(engines)("a rule that changes between the page and Pay, on %s", (engine) => {
  test.each(changes)("%s: 409 without a charge, and then the new total", async (_what, change) => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    expect(await change(shop)).toMatchObject({ ok: true });

    const refused = await shopper.pay();

    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, "changed"]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const { quote } = (refused.body as { data: { quote: string } }).data;
    expect((await shopper.pay(undefined, { quote })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a gift rule: what is not earned any more is not sent", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-3", quantity: 4 }] });
    await shopper.browser.post("/storefront/checkout/line", { checkoutId: shopper.checkoutId, giftProductId: "p-9" });
    const rule = { name: "", threshold: 10_000, active: true, productIds: ["p-9"] };
    expect(await inShop(shop, (tx) => writeGift(tx, "gift", { ...rule, threshold: 20_000 }))).toMatchObject({ ok: true });

    const refused = await shopper.pay();

    expect([refused.status, await atGateway(shop, "authorize")]).toEqual([409, []]);
    const { quote } = (refused.body as { data: { quote: string } }).data;
    expect((await shopper.pay(undefined, { quote })).status).toBe(200);
    expect(await shop.shop.db.selectFrom("order_line").selectAll().where("gift", "=", 1).execute()).toEqual([]);
    await inShop(shop, (tx) => removeGift(tx, "gift"));
    await expectInOrder(shop);
  });
});

import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { salesBy, taxByRate } from "../../server/orders/reports.ts";
import { sumUpSales } from "../../server/orders/sale-sums.ts";
import { pay } from "../../server/payments/pay.ts";
import { staffOrderAddressPath, staffOrderPath } from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { holdJobs, releaseJobs } from "../payments/cancel-fixture.ts";
import { address, atGateway, callOf, expectInOrder, shopperAt } from "../payments/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { type Engine, engines, openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";
import { invoiceOf } from "./invoice-page.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, sendSeen, staffBrowser } from "./staff-fixture.ts";

const { country: _country, countryArea: _area, ...lines } = address;
const nevada = { ...lines, streetAddress1: "3 Pine Road", city: "Reno", postalCode: "89501", place: "US-NV" };

/** Texas taxes 8.25% with shipping; Nevada taxes `ppm`, and ships for `price` cents. */
async function shopWith({ ppm = 40_000, price = 395, ...options }: TestShopOptions & { ppm?: number; price?: number } = {}) {
  const test = await openShop(options);
  const { db } = test.shop;
  await db.updateTable("tax_rate").set({ tax_shipping: 1 }).execute();
  await db.insertInto("tax_rate").values({ country: "US", area: "NV", rate_ppm: ppm, tax_shipping: 1 }).execute();
  await db.insertInto("shipping_zone").values({ id: "west", name: "West" }).execute();
  await db.insertInto("shipping_zone_place").values({ country: "US", area: "NV", zone_id: "west" }).execute();
  const method = { name: "Standard", countries: "US", free_from: null, position: 3 };
  await db
    .insertInto("shipping_method")
    .values({ ...method, id: "west", price, zone_id: "west" })
    .execute();
  return test;
}

/** Limits the standard method to Texas by a zone; methods without a zone ship everywhere. */
async function keepStandardInTexas({ shop: { db } }: TestShop): Promise<void> {
  await db.insertInto("shipping_zone").values({ id: "south", name: "South" }).execute();
  await db.insertInto("shipping_zone_place").values({ country: "US", area: "TX", zone_id: "south" }).execute();
  await db.updateTable("shipping_method").set({ zone_id: "south" }).where("id", "=", "standard").execute();
}

const ask = (staff: TestBrowser, number: number, fields: Record<string, string> = {}): Promise<Answer> =>
  sendSeen(staff, staffOrderAddressPath(number), { ...nevada, ...fields });
const agree = (staff: TestBrowser, number: number, asked: Answer) =>
  staff.form(staffOrderAddressPath(number), confirmationIn(asked).fields);
const areaOf = async ({ shop }: TestShop, orderId: string) =>
  (
    await shop.db
      .selectFrom("order_address")
      .select("country_area")
      .where("order_id", "=", orderId)
      .where("kind", "=", "shipping")
      .executeTakeFirstOrThrow()
  ).country_area;
const changesOf = ({ shop }: TestShop) => shop.db.selectFrom("order_readdress").selectAll().orderBy("n").execute();
const always = { from: 0, to: 9e12 };

async function ordered(engine?: Engine, options: Parameters<typeof shopWith>[0] = {}) {
  const test = await shopWith({ ...(engine && { engine }), ...options });
  await keepStandardInTexas(test);
  const order = await paidOrder(test);
  return { test, order, manager: await staffBrowser(test, "manager") };
}

describe.each(engines)("on %s", (engine) => {
  test("a charged order goes to another state: the sums are shown first, the fall is refunded once, and all books agree", async () => {
    const { test, order, manager } = await ordered(engine);
    const { db } = test.shop;
    const asked = await ask(manager, order.number);
    // Texas: 8.25% of $40.00 and of $5.95 are $3.30 and $0.49. Nevada: 4% of $40.00 and $3.95 are $1.60 and $0.16.
    expect([asked.status, confirmationIn(asked).words]).toEqual([
      200,
      expect.stringContaining(
        "tax goes from $3.79 to $1.76, shipping goes from $5.95 to $3.95, the total goes from $49.74 to $45.71. $4.03 goes back to Visa ending in 4242.",
      ),
    ]);
    expect([await areaOf(test, order.id), await changesOf(test)]).toEqual(["TX", []]);
    const done = await agree(manager, order.number, asked);
    expect([done.status, done.headers.get("location")]).toEqual([303, `${staffOrderAddressPath(order.number)}?notice=saved`]);
    expect((await agree(manager, order.number, asked)).status).toBe(409);
    await expectInOrder(test);
    expect((await atGateway(test, "refund")).map(({ amountCents }) => amountCents)).toEqual([403]);

    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("shipping address changed"));
    expect(mails).toHaveLength(1);
    for (const part of ["1 Fern Lane", "3 Pine Road, Reno", "$4.03 less there", "$45.71 now"])
      expect(mails[0]?.text).toContain(part);
    const staffPage = textOf(pageOf(await manager.get(staffOrderPath(order.number))), "main").replace(/\s+/g, " ");
    expect(staffPage).toMatch(/Shipping at the new address ?−\$2\.00 ?Tax at the new address ?−\$2\.03 ?Total now ?\$45\.71/);
    const { changes, payments } = await invoiceOf(manager, order.number);
    expect(changes).toEqual([
      "As ordered $45.95 $3.79 $49.74",
      "Shipping at the new address −$2.00 $0.00 −$2.00",
      "Tax at the new address $0.00 −$2.03 −$2.03",
      "Total now $43.95 $1.76 $45.71",
    ]);
    expect(payments).toEqual({ Paid: "$49.74", Refunded: "−$4.03", Kept: "$45.71" });
    expect((await manager.get("/staff/orders/")).text).toContain("$45.71");

    const [nevadaSales, ...others] = await salesBy(db, "area", always);
    expect([nevadaSales?.group, nevadaSales?.tax, nevadaSales?.shipping, nevadaSales?.total, others]).toEqual([
      "NV",
      176,
      395,
      4571,
      [],
    ]);
    const { rates } = await taxByRate(db, always);
    expect(rates.map(({ area, ppm, net, charged, back }) => [area, ppm, net, charged, back])).toEqual([
      ["NV", 40_000, 4395, 379, -203],
    ]);
    await sumUpSales(db, test.shop.now() + 10 * 86_400_000);
    expect((await taxByRate(db, always)).rates).toEqual(rates);
    const [file] = [(await manager.get("/staff/books.csv?rows=lines")).text.split("\r\n")];
    const cells = Object.fromEntries((file[0] ?? "").split(",").map((head, at) => [head, (file[1] ?? "").split(",")[at]]));
    expect(cells).toMatchObject({ "Tax state": "NV", "Tax rate": "4%", "Line tax rate": "4%", "Line tax given back": "-1.7" });
    expect(cells).toMatchObject({ "Tax owed": "1.76", Shipping: "3.95", Total: "45.71", Kept: "45.71", "Still owed": "0" });
  });

  test("of an order that is not charged yet, less is captured", async () => {
    const test = await shopWith({ engine });
    await keepStandardInTexas(test);
    const shopper = await shopperAt(test, { lines: [{ variantId: "v-2", quantity: 2 }] });
    await holdJobs(test);
    expect((await pay(test.shop, callOf(test, shopper))).ok).toBe(true);
    const { number } = await test.shop.db.selectFrom("orders").select("number").executeTakeFirstOrThrow();
    const manager = await staffBrowser(test, "manager");
    const asked = await ask(manager, number);
    expect(confirmationIn(asked).words).toContain("$4.03 less is charged to Visa ending in 4242.");
    expect((await agree(manager, number, asked)).status).toBe(303);
    await releaseJobs(test);
    await expectInOrder(test);
    expect((await atGateway(test, "capture")).map(({ amountCents }) => amountCents)).toEqual([4571]);
    expect(await atGateway(test, "refund")).toEqual([]);
  });

  test("it is not done twice, nor together with a cancelation or a shipment", async () => {
    const { test, order, manager } = await ordered(engine);
    const { db, now } = test.shop;
    const fields = confirmationIn(await ask(manager, order.number)).fields;
    const press = async () => (await manager.form(staffOrderAddressPath(order.number), fields)).status;
    const canceling = cancelForShop(db, order.id, now(), returnPromoUse);
    const [one, other, canceled] = await Promise.all([press(), press(), canceling]);
    expect([[one, other].filter((status) => status === 303).length <= 1, canceled.ok]).toEqual([true, true]);
    expect(await press()).toBe(409);
    // Two refunds of one payment at the same time may conflict; one of them then runs again later.
    for (const _ of [1, 2, 3]) {
      await test.runJobs();
      test.pass(3_600_000);
    }
    await expectInOrder(test);
    expect((await changesOf(test)).length).toBe([one, other].filter((status) => status === 303).length);
  });
});

test("killed before the end of the transaction nothing has changed, and after it the refund is made once", async () => {
  const crashes: string[] = [];
  const failpoint = async (name: string) => {
    if (crashes[0] === name) throw new Error(`died at ${crashes.shift()}`);
  };
  const { test, order, manager } = await ordered(undefined, { failpoint });
  const asked = await ask(manager, order.number);
  crashes.push("readdress.before_commit");
  expect((await agree(manager, order.number, asked)).status).toBe(500);
  await expectInOrder(test);
  expect([await areaOf(test, order.id), await changesOf(test)]).toEqual(["TX", []]);
  crashes.push("readdress.after_commit");
  expect((await agree(manager, order.number, asked)).status).toBe(500);
  await expectInOrder(test);
  expect((await agree(manager, order.number, asked)).status).toBe(409);
  await expectInOrder(test);
  expect([await areaOf(test, order.id), (await atGateway(test, "refund")).length]).toEqual(["NV", 1]);
});

test("where tax or shipping costs more, a method does not go, or goods may not go, nothing changes", async () => {
  for (const [options, words] of [
    [{ ppm: 90_000 }, "tax on “Product 2, Variant 2” is $3.60 instead of $3.30"],
    [{ price: 595 + 1 }, "shipping is $5.96 instead of $5.95"],
  ] as const) {
    const { test, order, manager } = await ordered(undefined, options);
    const refused = await ask(manager, order.number);
    expect([refused.status, refused.text.includes(words), refused.text]).toEqual([
      422,
      true,
      expect.stringContaining("Cancel the order and begin a phone order"),
    ]);
    expect([await areaOf(test, order.id), await changesOf(test)]).toEqual(["TX", []]);
  }
  const { test, order, manager } = await ordered();
  await test.shop.db.updateTable("shipping_method").set({ name: "Slow" }).where("id", "=", "west").execute();
  expect((await ask(manager, order.number)).text).toContain("“Standard” doesn’t ship there");
  await test.shop.db.updateTable("shipping_method").set({ name: "Standard" }).where("id", "=", "west").execute();
  const { product_id } = await test.shop.db.selectFrom("order_line").select("product_id").executeTakeFirstOrThrow();
  const rule = { id: "nevada", country: "US", area: "NV", product_id, category_id: null, allowed: 0, since: test.shop.now() };
  await test.shop.db.insertInto("state_rule").values(rule).execute();
  expect((await ask(manager, order.number)).text).toContain("“Product 2”");
  expect((await ask(manager, order.number, { shownShipping: "200", shownTax: "203", shownRefund: "403" })).status).toBe(422);
  await test.shop.db.deleteFrom("state_rule").execute();
  const editor = await staffBrowser(test, await addOwnRole(test, "address-editor", ["orders:read", "orders:edit"]));
  const notAllowed = await ask(editor, order.number, { shownShipping: "200", shownTax: "203", shownRefund: "403" });
  expect([notAllowed.status, notAllowed.text.includes("Only staff who may refund")]).toEqual([403, true]);
  expect([await areaOf(test, order.id), await changesOf(test)]).toEqual(["TX", []]);
  await expectInOrder(test);
});

test("other sums than shown, a postal code of another state, and a shipped order are refused", async () => {
  const { test, order, manager } = await ordered();
  const asked = await ask(manager, order.number);
  await test.shop.db.updateTable("tax_rate").set({ rate_ppm: 20_000 }).where("area", "=", "NV").execute();
  const changed = await agree(manager, order.number, asked);
  expect([changed.status, confirmationIn(changed).words]).toEqual([409, expect.stringContaining("tax goes from $3.79 to $0.88")]);
  const misplaced = await ask(manager, order.number, { postalCode: "73301" });
  expect([misplaced.status, misplaced.text.includes("is in Texas, not in Nevada")]).toEqual([422, true]);
  expect(await changesOf(test)).toEqual([]);
  await fulfilOrder(test.shop.db, { orderId: order.id, now: test.shop.now() });
  expect((await agree(manager, order.number, changed)).status).toBe(409);
  expect(await changesOf(test)).toEqual([]);
});

test("units taken out before and after, and a cancelation, give back what is left to the cent", async () => {
  const { test, order, manager } = await ordered();
  const { db, now } = test.shop;
  const take = async (quantity: number) =>
    expect((await editOrder(db, { orderId: order.id, lineId: order.lineId, quantity, actor: "owner" }, now())).ok).toBe(true);
  await take(1);
  await expectInOrder(test);
  const asked = await ask(manager, order.number);
  expect(confirmationIn(asked).words).toContain("tax goes from $2.14 to $0.96");
  expect((await agree(manager, order.number, asked)).status).toBe(303);
  await expectInOrder(test);
  const back = await ask(manager, order.number, { ...lines, place: "US-TX" });
  expect([back.status, back.text.includes("is $1.65 instead of $0.80")]).toEqual([422, true]);
  await cancelForShop(db, order.id, now(), returnPromoUse);
  await expectInOrder(test);
  expect((await atGateway(test, "refund")).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(4974);
  const [sales] = await salesBy(db, "area", always);
  expect([sales?.group, sales?.tax, sales?.net, sales?.total]).toEqual(["NV", 0, 0, 0]);
  const { rates, others } = await taxByRate(db, always);
  const tax = [...rates.map(({ charged, back: returned }) => charged + returned), ...others.map((other) => other.back)];
  expect(tax.reduce((sum, part) => sum + part, 0)).toBe(0);
});

test("a product that was taken out may stay forbidden where the rest goes", async () => {
  const test = await shopWith({ stock: { "v-2": 10, "v-3": 10 } });
  await keepStandardInTexas(test);
  const shopper = await shopperAt(test, {
    lines: [
      { variantId: "v-2", quantity: 1 },
      { variantId: "v-3", quantity: 1 },
    ],
  });
  expect((await shopper.pay()).status).toBe(200);
  await test.runJobs();
  const { id, number } = await test.shop.db.selectFrom("orders").select(["id", "number"]).executeTakeFirstOrThrow();
  const rule = { id: "nevada", country: "US", area: "NV", product_id: "p-3", category_id: null, allowed: 0, since: 0 };
  await test.shop.db.insertInto("state_rule").values(rule).execute();
  const manager = await staffBrowser(test, "manager");
  expect((await ask(manager, number)).text).toContain("“Product 3”");
  const line = test.shop.db.selectFrom("order_line").select("id").where("product_id", "=", "p-3");
  const { id: lineId } = await line.executeTakeFirstOrThrow();
  await editOrder(test.shop.db, { orderId: id, lineId, quantity: 0, actor: "owner" }, test.shop.now());
  expect((await agree(manager, number, await ask(manager, number))).status).toBe(303);
  await expectInOrder(test);
});

test("the shopper's page shows what the new address costs less", async () => {
  const { test, order, manager } = await ordered();
  await agree(manager, order.number, await ask(manager, order.number));
  await test.runJobs();
  const [mail] = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("shipping address changed"));
  const link = /https?:\/\/[^\s]+token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(link).toContain("/storefront/");
  const page = pageOf(await manager.get(staffOrderPath(order.number)));
  expect(textOf(page, ".history")).toContain("$4.03 less there");
});

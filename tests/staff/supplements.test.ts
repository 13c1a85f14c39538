import { describe, expect, test } from "vitest";
import { stepPath } from "../../server/checkout/paths.ts";
import { orderPath } from "../../server/orders/paths.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import {
  staffInvoicePath,
  staffOrderPath,
  staffOrdersPath,
  staffPhoneOrderPath,
  staffSlipPath,
  staffSupplementPath,
} from "../../server/staff/paths.ts";
import { addCustomer } from "../identity/customer-fixture.ts";
import { openMeansShop } from "../payments/means-fixture.ts";
import { expectInOrder } from "../payments/shopper.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { agreeTo } from "./act-on-order.ts";
import { paidOrder } from "./paid-order.ts";
import { linkIn, payIn, rowOf, stepBy } from "./phone-order-fixture.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

async function beginFor(staff: TestBrowser, number: number): Promise<string> {
  const begun = await send(staff, staffOrderPath(number), staffSupplementPath(number));
  return /phone-orders\/([a-f0-9]{32})\/$/.exec(begun.headers.get("location") ?? "")?.[1] ?? `none begun: ${begun.status}`;
}

const lastOrder = ({ shop }: TestShop) =>
  shop.db.selectFrom("orders").selectAll().orderBy("number", "desc").executeTakeFirstOrThrow();

const parentOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe.each(engines)("on %s", (engine) => {
  test("nothing is paid for an order that was canceled meanwhile", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const id = await beginFor(manager, parent.number);
    await stepBy(manager, id, "line", { variantId: "v-1", quantity: "1" });
    await stepBy(manager, id, "method", { shippingMethodId: "standard" });
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    expect((await agreeTo(manager, parent.number, "cancelation", {})).status).toBe(303);

    const refused = await payIn(browser, id);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: "order_closed" })]);
    expect((await lastOrder(test)).id).toBe(parent.id);
    await expectInOrder(test);
  });

  test("products are added to an order by an order of their own, and each of both names the other", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const before = await parentOf(test, parent.id);
    const manager = await staffBrowser(test, "manager");
    const id = await beginFor(manager, parent.number);
    const page = (await manager.get(staffPhoneOrderPath(id))).text;
    for (const words of [`order ${parent.number}</a>, and both can go in one parcel`, before.email, "1 Fern Lane"])
      expect([words, page.includes(words)]).toEqual([words, true]);
    expect((await manager.get(staffOrderPath(parent.number))).text).toContain(staffPhoneOrderPath(id));
    await stepBy(manager, id, "line", { variantId: "v-1", quantity: "1" });
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("<dt>Shipping</dt><dd>$5.95</dd>");
    await stepBy(manager, id, "shipping", { shippingPrice: "0" });
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    const texts = (await emailsIn(test.directory)).map(({ text }) => text.replace(/\s+/g, " "));
    const told = texts.filter((text) => text.includes(`It adds these products to your order ${parent.number}.`));
    expect(told).toEqual([expect.not.stringContaining("on the phone")]);
    expect((await browser.get(stepPath("payment", id))).status).toBe(200);
    expect((await payIn(browser, id)).status).toBe(200);
    await test.runJobs();

    const order = await lastOrder(test);
    expect([order.supplement_of, order.shipping, order.email]).toEqual([parent.id, 0, before.email]);
    expect(await parentOf(test, parent.id)).toEqual(before);
    const owner = await staffBrowser(test, "owner");
    const pages: [string, string][] = [
      [staffOrderPath(parent.number), `Order ${order.number}</a> adds products to this one`],
      [staffOrderPath(parent.number), `Products added: order ${order.number}`],
      [staffOrderPath(order.number), `adds products to <a href="${staffOrderPath(parent.number)}">order ${parent.number}`],
      [staffSlipPath(parent.number), `Belongs with <strong>order ${order.number}</strong> (Placed)`],
      [staffSlipPath(order.number), `Belongs with <strong>order ${parent.number}</strong> (Placed)`],
      [staffInvoicePath(parent.number), `Order ${order.number} adds products to this one.`],
      [staffInvoicePath(order.number), `This order adds products to order ${parent.number}.`],
      ["/staff/orders.csv?columns=adds", `,${parent.number}`],
    ];
    for (const [path, words] of pages)
      expect([path, words, (await owner.get(path)).text.includes(words)]).toEqual([path, words, true]);
    for (const number of [parent.number, order.number]) {
      const found = (await owner.get(`${staffOrdersPath}?q=${number}`)).text;
      expect([parent, order].map((each) => found.includes(`href="${staffOrderPath(each.number)}"`))).toEqual([true, true]);
    }
    // An order that adds to another takes no products itself.
    expect((await owner.get(staffOrderPath(order.number))).text).not.toContain(staffSupplementPath(order.number));
    expect((await send(owner, staffOrdersPath, staffSupplementPath(order.number))).status).toBe(409);
    await expectInOrder(test);

    await test.shop.db.updateTable("orders").set({ supplement_of: order.id }).where("id", "=", parent.id).execute();
    expect((await findBreaches(test.shop.db)).map(({ invariant }) => invariant)).toContain("I16");
  });

  test("it goes to the account of the first order, whose shopper sees both", async () => {
    const test = await openMeansShop(engine);
    const parent = await paidOrder(test);
    // The account's own address differs, so only the first order leads to it.
    await addCustomer(test, "c-1", { email: "own@example.com", email_norm: "own@example.com" });
    await test.shop.db.updateTable("orders").set({ customer_id: "c-1" }).where("id", "=", parent.id).execute();
    const manager = await staffBrowser(test, "manager");
    const id = await beginFor(manager, parent.number);
    await stepBy(manager, id, "line", { variantId: "v-1", quantity: "1" });
    await stepBy(manager, id, "method", { shippingMethodId: "standard" });
    const quote = /name="quote" value="([^"]+)"/.exec((await manager.get(staffPhoneOrderPath(id))).text)?.[1] ?? "";
    expect((await stepBy(manager, id, "place", { quote, means: "transfer" })).status).toBe(303);
    const order = await lastOrder(test);
    expect([order.customer_id, order.supplement_of]).toEqual(["c-1", parent.id]);
    const shopper = await beginSession(test, test.browser(), "c-1");
    const links = [
      [order, parent, "Added to"],
      [parent, order, "Products added in"],
    ] as const;
    for (const [one, other, words] of links)
      expect((await shopper.get(orderPath(one.id))).text).toContain(
        `<p>${words} <a href="${orderPath(other.id)}">order ${other.number}</a></p>`,
      );
    await test.runJobs();
    await expectInOrder(test);
  });
});

test("it begins without a method where the first order’s is no longer offered and others are", async () => {
  const test = await openShop();
  const { db } = test.shop;
  const parent = await paidOrder(test);
  await db.updateTable("shipping_method").set({ active: 0 }).where("id", "=", "standard").execute();
  await db
    .insertInto("shipping_method")
    .values({ id: "other", name: "Other", countries: "US", price: 100, free_from: null, position: 3 })
    .execute();
  const id = await beginFor(await staffBrowser(test, "manager"), parent.number);
  expect((await rowOf(test, id)).shipping_method_id).toBe(null);
});

test("nothing is added to a canceled order, nor by staff who may not edit orders", async () => {
  const test = await openShop();
  const { number } = await paidOrder(test);
  const packer = await staffBrowser(test, "packer");
  expect((await packer.get(staffOrderPath(number))).text).not.toContain("Add products");
  expect((await send(packer, "/staff/security/", staffSupplementPath(number))).status).toBe(403);
  const owner = await staffBrowser(test, "owner");
  expect((await agreeTo(owner, number, "cancelation", {})).status).toBe(303);
  expect((await send(owner, staffOrdersPath, staffSupplementPath(number))).status).toBe(409);
  expect((await send(owner, staffOrdersPath, staffSupplementPath(999_999))).status).toBe(404);
  expect(await test.shop.db.selectFrom("checkout").select("id").where("supplement_of", "is not", null).execute()).toEqual([]);
});

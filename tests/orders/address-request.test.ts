import { describe, expect, test } from "vitest";
import { ownerSource } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { noteDispute } from "../../server/orders/disputes.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { addressRequestPath, orderPath } from "../../server/orders/paths.ts";
import { recordRestore } from "../../server/payments/restored.ts";
import { erasePerson } from "../../server/personal-data/erase.ts";
import { exportPerson } from "../../server/personal-data/export.ts";
import { findSubject } from "../../server/personal-data/queries/subject.ts";
import {
  staffAddressRequestPath,
  staffOrderAddressPath,
  staffOrderPath,
  staffOrderReplacementPath,
  staffOrdersPath,
  staffPath,
  staffSlipPath,
} from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { addCustomer, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { address, expectInOrder } from "../payments/shopper.ts";
import { confirmationIn } from "../staff/order-confirmation.ts";
import { paidOrder } from "../staff/paid-order.ts";
import { seenIn, staffBrowser, tokenIn } from "../staff/staff-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { give } from "./cancelation-fixture.ts";

type Sold = Awaited<ReturnType<typeof paidOrder>>;

const houston = { ...address, streetAddress1: "2 Oak Avenue", city: "Houston", postalCode: "77001" };
const reno = { ...address, streetAddress1: "3 Pine Road", city: "Reno", postalCode: "89501", countryArea: "NV" };

/** A signed-in customer with a paid order, and the manager of the shop. */
async function annsOrder(engine?: Engine) {
  const shop = await openShop({ ...(engine && { engine }), env: { OWNER_MAIL: "owner@example.com" } });
  await addCustomer(shop, "ann", { email: "ada@example.com", email_norm: "ada@example.com" });
  const order = await paidOrder(shop);
  await give(shop, "ann");
  const browser = shop.browser();
  await signIn(browser, "ada@example.com");
  const stateOf = async () => (await shop.shop.db.selectFrom("address_request").select("state").executeTakeFirst())?.state;
  return { shop, order, browser, manager: await staffBrowser(shop, "manager"), stateOf };
}

const ask = (browser: TestBrowser, { id: orderId }: Sold, fields: Record<string, string> = houston) =>
  browser.form(addressRequestPath, { orderId, ...fields });
const withdraw = (browser: TestBrowser, { id: orderId }: Sold) =>
  browser.form(addressRequestPath, { orderId, _method: "DELETE" });
async function decide(staff: TestBrowser, { number }: Sold, fields: Record<string, string>) {
  const page = await staff.get(staffOrderPath(number));
  const sent = { _csrf: tokenIn(page), seen: seenIn(page), ...fields };
  return await staff.form(staffAddressRequestPath(number), sent);
}
const shownTo = async (browser: TestBrowser, { id }: Sold) =>
  textOf(pageOf(await browser.get(orderPath(id))), "#another-address").replace(/\s+/g, " ");
const streetOf = async ({ shop }: Awaited<ReturnType<typeof openShop>>) =>
  (await shop.db.selectFrom("order_address").select("street_address_1").where("kind", "=", "shipping").executeTakeFirstOrThrow())
    .street_address_1;

describe.each(engines)("on %s", (engine) => {
  test("a shopper asks, the staff see both addresses and change it in one press, and both get emails", async () => {
    const { shop, order, browser, manager, stateOf } = await annsOrder(engine);
    const asked = await ask(browser, order, { ...houston, addressNote: "We moved.\r\n<b>Sorry</b>" });
    expect([asked.status, asked.headers.get("location")]).toEqual([
      303,
      `${orderPath(order.id)}?notice=address-requested#another-address`,
    ]);
    expect((await ask(browser, order, { ...houston, addressNote: "We moved.\n<b>Sorry</b>" })).status).toBe(303);
    expect(await shownTo(browser, order)).toMatch(/Requested .*2 Oak Avenue.*Withdraw my request/);
    const forms = [...pageOf(await browser.get(orderPath(order.id))).querySelectorAll("#another-address form")];
    expect(forms.map((form) => form.getAttribute("action"))).toEqual([
      addressRequestPath,
      `${addressRequestPath}#another-address`,
    ]);
    expect((await manager.get(staffPath)).text).toContain("order with an address to decide");
    expect((await manager.get(`${staffOrdersPath}?state=address`)).text).toContain("Decide on the address");
    const page = pageOf(await manager.get(staffOrderPath(order.number)));
    const panel = page.querySelector("section[aria-labelledby=address-request]");
    const others = [...(panel?.querySelectorAll("strong") ?? [])].map(({ textContent }) => textContent);
    expect(others).toEqual(["2 Oak Avenue", "Houston", "77001"]);
    expect(panel?.textContent).toContain("We moved.");
    expect(page.querySelector("main")?.textContent).toContain("Shipping, in whole or in part, ends the request.");
    expect((await manager.get(staffSlipPath(order.number))).text).toContain("asks for another address");

    const accepted = await decide(manager, order, { how: "accept" });
    expect([accepted.status, await streetOf(shop), await stateOf()]).toEqual([303, "2 Oak Avenue", "accepted"]);
    expect((await decide(manager, order, { how: "accept" })).status).toBe(409);
    expect(await shownTo(browser, order)).toContain("We changed the shipping address of your order.");
    const mails = (await sentEmails(shop)).filter(({ subject }) => /address/.test(subject));
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `ada@example.com Your order ${order.number} at Leaf & Vessel: shipping address changed`,
      `owner@example.com Order ${order.number}: another address requested at Leaf & Vessel`,
    ]);
    expect(mails.find(({ to }) => to.startsWith("owner"))?.text).toMatch(/2 Oak Avenue[\s\S]*We moved/);
    await expectInOrder(shop);
  });

  test("a new request replaces the old one, and the shopper may withdraw it", async () => {
    const { order, browser, manager, stateOf, shop } = await annsOrder(engine);
    await ask(browser, order);
    await ask(browser, order, { ...houston, streetAddress1: "9 Elm Street" });
    const requests = await shop.shop.db.selectFrom("address_request").select("street_address_1").execute();
    expect(requests).toEqual([{ street_address_1: "9 Elm Street" }]);
    expect((await withdraw(browser, order)).status).toBe(303);
    expect((await withdraw(browser, order)).status).toBe(303);
    expect([await stateOf(), (await decide(manager, order, { how: "accept" })).status]).toEqual(["withdrawn", 409]);
    expect(await shownTo(browser, order)).not.toContain("9 Elm Street");
  });

  test("shipping a part and canceling end the request", async () => {
    for (const end of ["ship", "cancel"] as const) {
      const { shop, order, browser, stateOf } = await annsOrder(engine);
      await ask(browser, order);
      const lines = [{ lineId: order.lineId, quantity: 1 }];
      if (end === "ship") await fulfilOrder(shop.shop.db, { orderId: order.id, lines, now: shop.shop.now() });
      else await cancelForShop(shop.shop.db, order.id, shop.shop.now(), async () => {});
      expect([end, await stateOf(), (await ask(browser, order)).status]).toEqual([end, "ended", 409]);
    }
  });
});

test("a declined request is mailed with the reason, which is needed, and can be made again", async () => {
  const { shop, order, browser, manager, stateOf } = await annsOrder();
  await ask(browser, order);
  const blank = await decide(manager, order, { how: "decline", answer: " " });
  expect([blank.status, textOf(pageOf(blank), "#answer-error")]).toEqual([422, "Write to the shopper why you decline."]);
  expect((await decide(manager, order, { how: "decline", answer: "It is packed.\r\n<i>" })).status).toBe(303);
  expect([await stateOf(), await streetOf(shop)]).toEqual(["declined", "1 Fern Lane"]);
  expect(await shownTo(browser, order)).toMatch(/It is packed\. ?<i>/);
  const mail = (await sentEmails(shop)).find(({ subject }) => subject.includes("shipping address not changed"));
  expect([mail?.to, mail?.text.includes("It is packed.")]).toEqual(["ada@example.com", true]);
  await ask(browser, order);
  expect(await stateOf()).toBe("asked");
});

test("the form follows the rules of the checkout, and shows its errors beside the fields", async () => {
  const { shop, order, browser, stateOf } = await annsOrder();
  const errorOf = async (fields: Record<string, string>, field: string) => {
    const answer = await ask(browser, order, fields);
    return [answer.status, textOf(pageOf(answer), `#${field}-error`)];
  };
  expect(await errorOf({ ...houston, city: "" }, "city")).toEqual([422, "Enter your city."]);
  expect((await errorOf({ ...houston, addressNote: "a".repeat(501) }, "address-note"))[0]).toBe(422);
  expect(await errorOf({ ...reno, countryArea: "TX" }, "postalCode")).toEqual([
    422,
    "The ZIP code 89501 is in Nevada, not in Texas.",
  ]);
  expect((await ask(browser, order, { ...address })).text).toContain("already goes to this address");
  const rule = { id: "nevada", country: "US", area: "NV", product_id: "p-2", category_id: null, allowed: 0, since: 0 };
  await shop.shop.db.insertInto("state_rule").values(rule).execute();
  expect((await errorOf(reno, "countryArea"))[1]).toContain("“Product 2”");
  expect(await stateOf()).toBeUndefined();
  await shop.shop.db.deleteFrom("state_rule").execute();
  expect((await ask(browser, order, { ...reno, countryArea: "TX", acceptPostalCode: "true" })).status).toBe(303);
});

test("strangers, a wrong token, and more than ten requests in an hour are refused", async () => {
  const { shop, order, browser, stateOf } = await annsOrder();
  await addCustomer(shop, "bob", { email: "bob@example.com", email_norm: "bob@example.com" });
  const bob = shop.browser();
  await signIn(bob, "bob@example.com");
  expect((await bob.post(addressRequestPath, { orderId: order.id, ...houston })).status).toBe(404);
  expect((await shop.browser().post(addressRequestPath, { orderId: order.id, ...houston })).status).toBe(401);
  expect((await browser.form(addressRequestPath, { orderId: order.id, ...houston, _csrf: "wrong" })).status).toBe(403);
  expect(await stateOf()).toBeUndefined();
  for (let n = 1; n <= 10; n++) await ask(browser, order, { ...houston, streetAddress1: `${n} Oak Avenue` });
  expect((await ask(browser, order)).status).toBe(429);
});

test("another state leads to the sums, and one that costs more to a phone order with the address, in two presses", async () => {
  const { shop, order, browser, manager, stateOf } = await annsOrder();
  await ask(browser, order, reno);
  const asked = await decide(manager, order, { how: "accept" });
  expect([asked.status, confirmationIn(asked).words]).toEqual([200, expect.stringContaining("goes back to Visa")]);
  expect(await stateOf()).toBe("asked");
  await shop.shop.db.insertInto("tax_rate").values({ country: "US", area: "NV", rate_ppm: 90_000 }).execute();
  const refused = await decide(manager, order, { how: "accept" });
  const question = confirmationIn(refused);
  expect([refused.status, question.words]).toEqual([422, expect.stringContaining("Then a phone order begins")]);
  const refusedPage = pageOf(refused);
  const reason = refusedPage.querySelector("form#confirm")?.previousElementSibling?.textContent;
  expect(reason).toMatch(/There, .*No part of an order may cost more/s);
  expect(refused.text.split("No part of an order may cost more")).toHaveLength(2);
  const primary = [...refusedPage.querySelectorAll("main .button--danger, main .button--primary")];
  expect(primary.map(({ textContent }) => textContent)).toEqual([question.button]);
  const done = await manager.form(staffOrderReplacementPath(order.number), question.fields);
  expect(done.headers.get("location")).toMatch(/phone-orders\/[a-f0-9]{32}\/\?notice=replaced$/);
  const phoneOrder = pageOf(await manager.get(done.headers.get("location") ?? ""));
  expect(phoneOrder.querySelector("[name=streetAddress1]")?.getAttribute("value")).toBe("3 Pine Road");
  expect(await stateOf()).toBe("ended");
  await expectInOrder(shop);
});

test("another state is accepted with the shown sums", async () => {
  const { shop, order, browser, manager, stateOf } = await annsOrder();
  await ask(browser, order, reno);
  const { fields } = confirmationIn(await decide(manager, order, { how: "accept" }));
  expect((await manager.form(staffOrderAddressPath(order.number), fields)).status).toBe(303);
  expect([await stateOf(), await streetOf(shop)]).toEqual(["accepted", "3 Pine Road"]);
  await expectInOrder(shop);
});

test("a disputed payment keeps its order in its state, and so does a restored database that is not compared yet", async () => {
  const { shop, order, browser, manager, stateOf } = await annsOrder();
  const { db, now } = shop.shop;
  await ask(browser, order, reno);
  const { fields } = confirmationIn(await decide(manager, order, { how: "accept" }));
  await transact(db, (tx) => recordRestore(tx, now()));
  expect((await manager.form(staffOrderAddressPath(order.number), fields)).text).toContain("have not been compared");
  await transact(db, (tx) => noteDispute(tx, order.id, now()));
  expect((await manager.form(staffOrderAddressPath(order.number), fields)).text).toContain("disputed at the bank");
  expect([await stateOf(), await db.selectFrom("order_refund").select("amount").execute()]).toEqual(["asked", []]);
});

test("a request for the address that the order has got meanwhile is accepted without a change", async () => {
  const { shop, order, browser, manager, stateOf } = await annsOrder();
  await ask(browser, order);
  const { db } = shop.shop;
  const there = { street_address_1: houston.streetAddress1, city: houston.city, postal_code: houston.postalCode };
  await db.updateTable("order_address").set(there).where("order_id", "=", order.id).where("kind", "=", "shipping").execute();
  await decide(manager, order, { how: "accept" });
  expect(await stateOf()).toBe("accepted");
});

test("the export has the request, and an erasure empties it", async () => {
  const { shop, order, browser } = await annsOrder();
  await ask(browser, order, { ...houston, addressNote: "We moved." });
  const { db, now } = shop.shop;
  const subject = await findSubject(db, { customerId: "ann", email: "ada@example.com" });
  const exported = await exportPerson(db, subject, { publicUrl: "", now: now() });
  expect(exported).toMatchObject({
    addressRequests: [{ street_address_1: "2 Oak Avenue", note: "We moved.", state: "asked" }],
  });
  await fulfilOrder(db, { orderId: order.id, now: now() });
  await shop.runJobs();
  const erased = await erasePerson(db, shop.directory, { typed: "ada@example.com", source: ownerSource(), now: now() });
  expect(erased.ok).toBe(true);
  const rows = await db.selectFrom("address_request").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/Oak|Ada|We moved|77001/);
});

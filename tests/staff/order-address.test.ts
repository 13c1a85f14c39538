import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dollars } from "../../server/money.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import {
  staffOrderAddressPath,
  staffOrderPath,
  staffOrderReplacementPath,
  staffPhoneOrderPath,
} from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import { openTaxService } from "../checkout/tax-service-fixture.ts";
import { address, expectInOrder } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { linkIn, payIn, stepBy } from "./phone-order-fixture.ts";
import { addOwnRole, sendSeen, staffBrowser, tokenIn } from "./staff-fixture.ts";

const { country, countryArea, ...lines } = address;
const same = { ...lines, place: `${country}-${countryArea}` };
const change = (staff: TestBrowser, number: number, fields: Record<string, string>) =>
  sendSeen(staff, staffOrderAddressPath(number), { ...same, ...fields });
const cityOf = async ({ shop }: TestShop, orderId: string, kind: "shipping" | "billing" = "shipping") =>
  (await shop.db.selectFrom("order_address").select("city").where("order_id", "=", orderId).where("kind", "=", kind).execute())[0]
    ?.city;
const ledgerOf = ({ shop }: TestShop) => shop.db.selectFrom("ledger_entry").selectAll().orderBy("id").execute();
const houston = { streetAddress1: "2 Oak Avenue", city: "Houston", postalCode: "77001" };

describe.each(engines)("on %s", (engine) => {
  test("an unshipped order goes to another address of its state; history and shopper get both", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const booked = await ledgerOf(test);
    const manager = await staffBrowser(test, "manager");
    const changed = await change(manager, number, houston);
    expect([changed.status, changed.headers.get("location")]).toEqual([303, `${staffOrderAddressPath(number)}?notice=saved`]);
    expect([await cityOf(test, id), await cityOf(test, id, "billing")]).toEqual(["Houston", "Austin"]);
    await test.runJobs();
    const mail = (await emailsIn(test.directory)).find(({ subject }) => subject.includes("shipping address changed"));
    expect(mail?.to).toBe("ada@example.com");
    for (const part of ["From: Ada Shopper, 1 Fern Lane", "To: Ada Shopper, 2 Oak Avenue"]) expect(mail?.text).toContain(part);
    const page = pageOf(await manager.get(staffOrderPath(number)));
    const [latest] = [...page.querySelectorAll(".history li")].map((entry) => entry.textContent ?? "");
    for (const part of ["Shipping address changed", "1 Fern Lane", "2 Oak Avenue", "The manager"]) expect(latest).toContain(part);
    expect((await change(manager, number, houston)).status).toBe(303);
    await test.runJobs();
    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("shipping address changed"));
    expect([mails.length, await ledgerOf(test)]).toEqual([1, booked]);
    await expectInOrder(test);
  });

  test("a postal code of another state, and forbidden goods are refused with the reason", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const reno = { city: "Reno", postalCode: "89501" };
    const misplaced = await change(manager, number, reno);
    expect([misplaced.status, misplaced.text.includes("is in Nevada, not in Texas")]).toEqual([422, true]);
    const { product_id: productId } = await test.shop.db
      .selectFrom("order_line")
      .select("product_id")
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow();
    await test.shop.db
      .insertInto("state_rule")
      .values({
        id: "nevada",
        country: "US",
        area: "NV",
        product_id: productId,
        category_id: null,
        allowed: 0,
        since: test.shop.now(),
      })
      .execute();
    const forbidden = await change(manager, number, { ...reno, place: "US-NV" });
    expect(forbidden.text).toContain("“Product 2”");
    expect((await change(manager, number, { ...reno, acceptPostalCode: "1" })).text).toContain("“Product 2”");
    expect(await cityOf(test, id)).toBe("Austin");
    await test.shop.db.deleteFrom("state_rule").execute();
    expect((await change(manager, number, { ...reno, acceptPostalCode: "1" })).status).toBe(303);
    await expectInOrder(test);
  });

  test("what has shipped in part, and other permissions, change nothing", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    expect((await packer.get(staffOrderAddressPath(number))).status).toBe(403);
    expect((await packer.get(staffOrderPath(number))).text).not.toContain("Change the shipping address");
    const manager = await staffBrowser(test, "manager");
    const stale = pageOf(await manager.get(staffOrderAddressPath(number)));
    const hidden = (name: string) => stale.querySelector(`form.panel [name=${name}]`)?.getAttribute("value") ?? "";
    await fulfilOrder(test.shop.db, { orderId: id, now: test.shop.now(), lines: [{ lineId, quantity: 1 }] });
    expect((await manager.get(staffOrderAddressPath(number))).text).toContain("can’t be changed any more");
    const late = await manager.form(staffOrderAddressPath(number), {
      ...same,
      ...houston,
      _csrf: hidden("_csrf"),
      seen: hidden("seen"),
    });
    expect([late.status, await cityOf(test, id)]).toEqual([409, "Austin"]);
  });
});

test("where a tax service works the tax out by the ZIP code, the ZIP code stays", async () => {
  const service = await openTaxService();
  const test = await openShop({ env: { TAX_SERVICE_URL: service.url, TAX_SERVICE_SECRET: "s-3" } });
  const { id, number } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const refused = await change(manager, number, houston);
  expect([refused.status, refused.text.includes("works tax out by the ZIP code")]).toEqual([422, true]);
  expect((await change(manager, number, { streetAddress1: "2 Oak Avenue" })).status).toBe(303);
  expect(await cityOf(test, id)).toBe("Austin");
  await expectInOrder(test);
});

const reno = { streetAddress1: "3 Pine Road", city: "Reno", postalCode: "89501", place: "US-NV" };
const stateOf = async ({ shop }: TestShop, id: string) =>
  (await shop.db.selectFrom("orders").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
type PageElement = ReturnType<ReturnType<typeof pageOf>["querySelector"]>;
const hiddenIn = (form: PageElement | undefined) =>
  Object.fromEntries(
    [...(form?.querySelectorAll("input[type=hidden]") ?? [])].map((input) => [
      input.getAttribute("name") ?? "",
      input.getAttribute("value") ?? "",
    ]),
  );

test("an order for a state that costs more is canceled, and a phone order begins with its products, in two presses", async () => {
  const test = await openShop();
  await test.shop.db.insertInto("tax_rate").values({ country: "US", area: "NV", rate_ppm: 90_000 }).execute();
  const { id, number } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const refused = pageOf(await change(manager, number, reno));
  const button = refused.querySelector("button[formaction]");
  expect(button?.textContent).toBe("Cancel the order and begin a phone order");
  const path = button?.getAttribute("formaction")?.split("#")[0] ?? "";
  const asked = await manager.form(path, { ...hiddenIn(button?.closest("form")), ...same, ...reno });
  const question = pageOf(asked).querySelector("form#confirm");
  expect([asked.status, question?.textContent]).toEqual([
    200,
    expect.stringMatching(/2 × Product 2.*\$[\d.]+ goes back.*new address/s),
  ]);
  expect(await stateOf(test, id)).toBe("placed");

  const done = await manager.form(path, hiddenIn(question));
  expect([done.status, done.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/phone-orders\/[a-f0-9]{32}\/\?notice=replaced$/),
  ]);
  expect(await stateOf(test, id)).toBe("canceled");
  const page = pageOf(await manager.get(done.headers.get("location") ?? ""));
  const shownIn = (name: string) => page.querySelector(name)?.getAttribute("value");
  const fields = ["[name=email]", "[name=streetAddress1]", "[name=city]", "[name=postalCode]", "[name^=units-]"];
  expect(fields.map(shownIn)).toEqual(["ada@example.com", ...["3 Pine Road", "Reno", "89501", "2"]]);
  expect(page.querySelector("[name=shippingMethodId][checked]")?.getAttribute("value")).toBe("standard");
  const again = await manager.form(path, hiddenIn(question));
  expect(again.status).toBe(409);
  expect((await test.shop.db.selectFrom("checkout").select("id").where("taken_by", "is not", null).execute()).length).toBe(1);
  await test.runJobs();
  await expectInOrder(test);
});

/** Cancels an order for an address in Nevada; returns the id of the replacing phone order. */
async function replaceBy(manager: TestBrowser, number: number): Promise<string> {
  const asked = pageOf(await sendTo(manager, number, reno)).querySelector("form#confirm");
  const done = await manager.form(staffOrderReplacementPath(number), hiddenIn(asked));
  return /phone-orders\/([a-f0-9]{32})\//.exec(done.headers.get("location") ?? "")?.[1] ?? `none begun: ${done.status}`;
}

const relatedLinks = async (staff: TestBrowser, number: number) => {
  const panel = pageOf(await staff.get(staffOrderPath(number))).querySelector("[aria-labelledby=related]");
  return [...(panel?.querySelectorAll("p") ?? [])].flatMap((line) => {
    const href = line.querySelector("a")?.getAttribute("href");
    return href && line.textContent?.startsWith("Replace") ? [[line.textContent, href]] : [];
  });
};

test("the email of an order that is placed again says so, and what is refunded; any other cancelation's names no new order", async () => {
  const test = await openShop();
  const manager = await staffBrowser(test, "manager");
  const { number } = await paidOrder(test);
  await replaceBy(manager, number);
  const plain = await paidOrder(test);
  await cancelForShop(test.shop.db, plain.id, test.shop.now(), async () => {});
  await test.runJobs();
  const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes(": canceled"));
  const textOfOrder = (order: number) => mails.find(({ subject }) => subject.includes(`${order}`))?.text;
  const { total } = await test.shop.db
    .selectFrom("orders")
    .select("total")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  expect(textOfOrder(number)).toMatch(
    /place it again with the other address\..*email you a link to check and pay for the new order\./,
  );
  expect(textOfOrder(number)).toContain(`refund ${dollars(total)} to the card you paid with`);
  expect(textOfOrder(plain.number)).not.toContain("anew");
  const page = (await manager.get(staffOrderPath(number))).text;
  expect(page).toContain("Canceled to place it again with another address");
});

test("a canceled order and the phone order that replaces it link to each other, also once it is placed, and not once it is discarded", async () => {
  const test = await openShop();
  const manager = await staffBrowser(test, "manager");
  const { number } = await paidOrder(test);
  const id = await replaceBy(manager, number);
  const phoneOrder = pageOf(await manager.get(staffPhoneOrderPath(id)));
  expect(phoneOrder.querySelector(`a[href="${staffOrderPath(number)}"]`)?.parentElement?.textContent).toContain(
    `Replaces order ${number}`,
  );
  expect(await relatedLinks(manager, number)).toEqual([
    ["Replaced by a phone order with another address (not paid yet)", staffPhoneOrderPath(id)],
  ]);

  await stepBy(manager, id, "link");
  const browser = test.browser();
  await browser.get(await linkIn(test));
  expect((await payIn(browser, id)).status).toBe(200);
  const placed = await test.shop.db.selectFrom("orders").select("number").where("checkout_id", "=", id).executeTakeFirstOrThrow();
  expect(await relatedLinks(manager, number)).toEqual([
    [`Replaced by order ${placed.number} (Placed)`, staffOrderPath(placed.number)],
  ]);
  expect(await relatedLinks(manager, placed.number)).toEqual([[`Replaces order ${number} (Canceled)`, staffOrderPath(number)]]);
  await test.runJobs();
  await expectInOrder(test);

  const other = await paidOrder(test);
  await stepBy(manager, await replaceBy(manager, other.number), "discard");
  expect(await relatedLinks(manager, other.number)).toEqual([]);
});

test("a phone order that can't be filled is still begun, and the canceled order's note keeps the address", async () => {
  const test = await openShop();
  const { id, number } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const asked = pageOf(await sendTo(manager, number, reno)).querySelector("form#confirm");
  await sql`CREATE TRIGGER broken BEFORE INSERT ON checkout_address BEGIN SELECT RAISE(ABORT, 'broken disk'); END`.execute(
    test.shop.db,
  );
  const done = await manager.form(staffOrderReplacementPath(number), hiddenIn(asked));
  expect([done.status, done.headers.get("location")]).toEqual([303, expect.stringMatching(/notice=replaced$/)]);
  expect(await stateOf(test, id)).toBe("canceled");
  const page = pageOf(await manager.get(done.headers.get("location") ?? ""));
  expect(page.querySelector("[name=email]")?.getAttribute("value")).toBe("ada@example.com");
  expect((await manager.get(staffOrderPath(number))).text).toMatch(
    /Not all was taken over into the phone order\. The address: .*3 Pine Road, Reno/,
  );
  expect(test.log.join("")).toContain("broken disk");
});

test("nothing is canceled for an address to which its products may not go, or by those who may not do both", async () => {
  const test = await openShop();
  const { id, number } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { product_id } = await test.shop.db.selectFrom("order_line").select("product_id").executeTakeFirstOrThrow();
  const rule = { id: "nevada", country: "US", area: "NV", product_id, category_id: null, allowed: 0, since: test.shop.now() };
  await test.shop.db.insertInto("state_rule").values(rule).execute();
  const agreed = { shownRefund: "4500" };
  const forbidden = await sendTo(manager, number, { ...reno, ...agreed });
  expect([forbidden.status, forbidden.text.includes("“Product 2”")]).toEqual([422, true]);
  await test.shop.db.deleteFrom("state_rule").execute();
  for (const permission of ["orders:edit", "orders:refund"] as const) {
    const other = await staffBrowser(test, await addOwnRole(test, permission, ["orders:read", permission]));
    expect((await sendTo(other, number, { ...reno, ...agreed })).status).toBe(403);
  }
  expect(await stateOf(test, id)).toBe("placed");
});

/** Sends the second press without the first. */
async function sendTo(staff: TestBrowser, number: number, fields: Record<string, string>) {
  const page = await staff.get(staffOrderPath(number));
  return await staff.form(staffOrderReplacementPath(number), { _csrf: tokenIn(page), seen: "1", ...same, ...fields });
}

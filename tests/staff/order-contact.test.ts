import { describe, expect, test } from "vitest";
import { ownerSource } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { createOrderToken, orderIdOfToken } from "../../server/orders/order-token.ts";
import { insertGrant } from "../../server/orders/queries/grants.ts";
import { erasePerson, findPerson } from "../../server/personal-data/erase.ts";
import { exportPerson } from "../../server/personal-data/export.ts";
import { staffOrderContactPath, staffOrderPath } from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer } from "../identity/customer-fixture.ts";
import { address, expectInOrder } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, send, sendSeen, staffBrowser } from "./staff-fixture.ts";

const { country, countryArea, phone: _, ...lines } = address;
const same = { ...lines, phone: "", deliveryPhone: "", place: `${country}-${countryArea}`, email: "ada@example.com" };
const change = (staff: TestBrowser, number: number, fields: Record<string, string>) =>
  sendSeen(staff, staffOrderContactPath(number), { ...same, ...fields });
const rowOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe.each(engines)("on %s", (engine) => {
  test("a new email of an order gets its emails; the former one is told, and loses its links", async () => {
    const test = await openShop({ engine });
    const { db, now } = test.shop;
    const { id, number } = await paidOrder(test);
    const token = await createOrderToken(db, id, now());
    await transact(db, (tx) => insertGrant(tx, "visitor", id, now() + 1000));
    const lookup = { number: String(number), email: "ada@example.com" };
    await test.browser().form("/storefront/orders/lookup/", lookup);
    await test.runJobs();
    const link = (await emailsIn(test.directory)).find((mail) => mail.link.startsWith("/storefront/orders/lookup/"))?.link ?? "";
    const manager = await staffBrowser(test, "manager");

    const changed = await change(manager, number, { email: "eve@example.org" });
    expect([changed.status, changed.headers.get("location")]).toEqual([303, `${staffOrderContactPath(number)}?notice=saved`]);
    expect(await rowOf(test, id)).toMatchObject({ email: "eve@example.org", email_norm: "eve@example.org", customer_id: null });
    await test.runJobs();
    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("email address"));
    const [toNew, toFormer] = ["eve@example.org", "ada@example.com"].map((to) => mails.find((mail) => mail.to === to));
    expect(toNew?.link).toMatch(/^\/storefront\/orders\/status\/\?token=/);
    expect([toFormer?.text.includes("eve@"), toFormer?.link]).toEqual([false, expect.not.stringContaining("token")]);

    expect(await orderIdOfToken(db, token)).toBeUndefined();
    expect(await db.selectFrom("order_grant").selectAll().execute()).toEqual([]);
    const opened = await test.browser().form("/storefront/orders/lookup/", { token: link.split("token=")[1] ?? "" });
    expect(opened.status).toBe(409);
    const before = (await emailsIn(test.directory)).length;
    await test.browser().form("/storefront/orders/lookup/", lookup);
    await test.runJobs();
    expect((await emailsIn(test.directory)).length).toBe(before);

    const page = await manager.get(staffOrderPath(number));
    const history = [...pageOf(page).querySelectorAll(".history li")].map((entry) => entry.textContent);
    expect(history[0]).toMatch(/Email address changed ada@example.com → eve@example.org\s+The manager/);
    await expectInOrder(test);
  });

  test("the data of the new address names no former one, and erasing the former one empties the history's note", async () => {
    const test = await openShop({ engine });
    const { db, now } = test.shop;
    const { number } = await paidOrder(test);
    await change(await staffBrowser(test, "manager"), number, { email: "eve@example.org" });
    await test.runJobs();
    const eve = await findPerson(db, "eve@example.org");
    if (!eve) throw new Error("nobody has the new address");
    const data = await exportPerson(db, eve, { publicUrl: "", now: now() });
    expect(JSON.stringify(data)).not.toContain("ada@example.com");
    expect(eve.orders.map((order) => order.number)).toEqual([number]);

    const attempts = await db.selectFrom("attempt").select("snapshot").execute();
    expect(JSON.stringify(attempts)).not.toMatch(/ada@example\.com|1 Fern Lane/);
    await expectInOrder(test);

    const ada = await findPerson(db, "ada@example.com");
    expect(ada && (await exportPerson(db, ada, { publicUrl: "", now: now() }))).toMatchObject({ orders: [] });
    const erased = await erasePerson(db, test.directory, { typed: "Ada@example.com", source: ownerSource(), now: now() });
    expect(erased).toMatchObject({ ok: true, value: { orders: [] } });
    const notes = await db.selectFrom("order_event").select("note").where("kind", "=", "email changed").execute();
    expect(notes).toEqual([{ note: "" }]);
    expect(await findPerson(db, "ada@example.com")).toBeUndefined();
    expect((await findPerson(db, "eve@example.org"))?.orders.map((order) => order.number)).toEqual([number]);
  });

  test("an order leaves the account that has it by its email alone, and stays in the one that placed it", async () => {
    const test = await openShop({ engine });
    const { db } = test.shop;
    for (const id of ["ann", "bob"]) await addCustomer(test, id);
    await db.updateTable("customer").set({ email_verified: 1 }).execute();
    const manager = await staffBrowser(test, "manager");
    const { id, number } = await paidOrder(test);
    await change(manager, number, { email: "Ann@example.com" });
    expect(await rowOf(test, id)).toMatchObject({ email: "Ann@example.com", customer_id: "ann" });
    await db.updateTable("customer").set({ email_verified: 0 }).where("id", "=", "ann").execute();
    await change(manager, number, { email: "ann@example.com" });
    expect(await rowOf(test, id)).toMatchObject({ email: "ann@example.com", customer_id: "ann" });
    await change(manager, number, { email: "bob@example.com" });
    expect(await rowOf(test, id)).toMatchObject({ email: "bob@example.com", customer_id: "bob" });
    await change(manager, number, { email: "eve@example.org" });
    expect(await rowOf(test, id)).toMatchObject({ email: "eve@example.org", customer_id: null });

    const own = await paidOrder(test, "ann");
    await change(manager, own.number, { email: "bob@example.com" });
    expect(await rowOf(test, own.id)).toMatchObject({ email: "bob@example.com", customer_id: "ann" });
    await expectInOrder(test);
  });

  test("phone and billing address are changed without an email, and undone", async () => {
    const test = await openShop({ engine });
    const { db } = test.shop;
    const { id, number, lineId } = await paidOrder(test);
    await fulfilOrder(db, { orderId: id, now: test.shop.now(), lines: [{ lineId, quantity: 1 }] });
    await test.runJobs();
    const before = (await emailsIn(test.directory)).length;
    const manager = await staffBrowser(test, "manager");
    const fields = { deliveryPhone: "512 555 0100", phone: "512 555 0199", city: "Houston", postalCode: "77001" };
    const addresses = async () =>
      await db.selectFrom("order_address").select(["kind", "city", "phone"]).where("order_id", "=", id).orderBy("kind").execute();
    expect((await change(manager, number, fields)).status).toBe(303);
    expect(await addresses()).toEqual([
      { kind: "billing", city: "Houston", phone: "512 555 0199" },
      { kind: "shipping", city: "Austin", phone: "512 555 0100" },
    ]);
    const page = pageOf(await manager.get(staffOrderContactPath(number)));
    expect(page.querySelector(".history__changes")?.textContent).toContain("Billing city: Austin → Houston");
    const undo = page.querySelector("form[action$='/undo/']")?.getAttribute("action") ?? "";
    const token = { _csrf: page.querySelector("[name=_csrf]")?.getAttribute("value") ?? "" };
    expect((await manager.form(undo, token)).status).toBe(303);
    expect((await addresses()).map(({ city, phone }) => [city, phone])).toEqual([
      ["Austin", ""],
      ["Austin", ""],
    ]);
    await test.runJobs();
    expect((await emailsIn(test.directory)).length).toBe(before);
    expect((await manager.get(staffOrderPath(number))).text).toContain("Phone or billing address changed");
  });

  test("an undo takes the recent proof that the change took", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    await change(manager, number, { deliveryPhone: "512 555 0100" });
    const page = pageOf(await manager.get(staffOrderContactPath(number)));
    const undo = page.querySelector("form[action$='/undo/']")?.getAttribute("action") ?? "";
    test.pass(11 * 60_000);
    expect((await send(manager, staffOrderContactPath(number), undo)).text).toContain("Confirm it’s you");
    const phones = test.shop.db.selectFrom("order_address").select("phone").where("order_id", "=", id);
    expect(await phones.where("kind", "=", "shipping").execute()).toEqual([{ phone: "512 555 0100" }]);
  });

  test("wrong values, an outdated page, a finished order, and other permissions change nothing", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const refused = await change(manager, number, { email: "ada@", deliveryPhone: "1", place: "" });
    expect([refused.status, refused.text.includes("Enter an email address like")]).toEqual([422, true]);
    expect((await change(manager, number, { deliveryPhone: "1", place: "" })).text).toContain("Enter a phone number with");
    const stale = await manager.get(staffOrderContactPath(number));
    expect((await change(manager, number, { email: "eve@example.org" })).status).toBe(303);
    const form = Object.fromEntries(
      [...pageOf(stale).querySelectorAll("form.panel input[type=hidden]")].map((input) => [
        input.getAttribute("name") ?? "",
        input.getAttribute("value") ?? "",
      ]),
    );
    const again = await manager.form(staffOrderContactPath(number), { ...same, ...form, email: "mallory@example.org" });
    expect([again.status, again.text.includes("has changed since the page was opened")]).toEqual([409, true]);
    for (const role of ["packer", await addOwnRole(test, "refunder", ["orders:read", "orders:refund"])]) {
      const other = await staffBrowser(test, role);
      expect((await other.get(staffOrderContactPath(number))).status).toBe(403);
      expect((await other.get(staffOrderPath(number))).text).not.toContain("Change contact");
    }
    await fulfilOrder(test.shop.db, { orderId: id, now: test.shop.now() });
    expect((await manager.get(staffOrderContactPath(number))).text).toContain("can’t be changed any more");
    expect(await rowOf(test, id)).toMatchObject({ email: "eve@example.org" });
  });
});

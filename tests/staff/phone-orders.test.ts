import { describe, expect, test } from "vitest";
import { abandonCheckouts } from "../../server/checkout/expiry.ts";
import { paymentPath, phoneOrderPath, stepPath, totalsPath } from "../../server/checkout/paths.ts";
import { dollars } from "../../server/money.ts";
import { findPerson } from "../../server/personal-data/erase.ts";
import {
  type PhoneOrderStep,
  staffOrderPath,
  staffPhoneOrderPath,
  staffPhoneOrderStepPath,
  staffPhoneOrdersPath,
} from "../../server/staff/paths.ts";
import { openTaxService } from "../checkout/tax-service-fixture.ts";
import { moneyOf, openMeansShop, recordPaid, stockOf } from "../payments/means-fixture.ts";
import { expectInOrder, shopperAt } from "../payments/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { beginBy, fill, home, linkIn, payIn, rowOf, stepBy } from "./phone-order-fixture.ts";
import { seenIn, send, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const hour = 3_600_000;

describe.each(engines)("on %s", (engine) => {
  test("a manager fills in a phone order, and its shopper pays by the mailed link beside a cart of their own", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    const found = await manager.get(`${staffPhoneOrderPath(id)}?q=product`);
    expect(found.text).toContain('Add<span class="visually-hidden"> Product 2, Variant 2</span>');
    await fill(manager, id);
    expect((await stepBy(manager, id, "promo", { promoCode: "WELCOME10" })).status).toBe(303);
    expect((await stepBy(manager, id, "note", { orderNote: "Ring\r\ntwice" })).status).toBe(303);
    const filled = await manager.get(staffPhoneOrderPath(id));
    for (const shown of ["$40.00", "−$4.00", "$5.95", "WELCOME10", "1 Fern Lane", "ada@example.com", "Ring\ntwice"])
      expect([shown, filled.text.includes(shown)]).toEqual([shown, true]);
    // The line shows the amount before the discount, like the subtotal, so that the sums add up.
    expect(filled.text).toMatch(/data-label="Amount" class="number">\$40\.00<[\s\S]*<dt>Subtotal<\/dt><dd>\$40\.00</);
    expect(filled.text).not.toMatch(/card number|cc-number|security code/i);
    expect(filled.text).toContain("Everybody who opens the link sees the whole order, with the email and the addresses");
    expect((await stepBy(manager, id, "link")).status).toBe(303);
    expect(await test.shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").execute()).toEqual([
      { reserved: 0 },
    ]);

    const own = await shopperAt(test, { email: "other@example.com" });
    const cart = own.browser.jar.get("checkoutId");
    const unopened = await own.browser.get(stepPath("payment", id));
    expect(unopened.status).toBe(404);
    const link = await linkIn(test);
    const opened = await own.browser.get(link);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, stepPath("payment", id)]);
    const page = await own.browser.get(stepPath("payment", id));
    expect([page.status, page.text.includes("1 Fern Lane"), page.text.includes("Back to cart")]).toEqual([200, true, false]);
    // The link also opens the earlier steps of the phone order. The browser's own cart stays its
    // cart.
    expect((await own.browser.get(stepPath("contact", id))).status).toBe(200);
    expect(own.browser.jar.get("checkoutId")).toBe(cart);

    const paid = await payIn(own.browser, id);
    const { orderId } = (paid.body as { data: { orderId: string } }).data;
    expect((await own.browser.get(stepPath("confirmation", orderId))).text).toContain("1 Fern Lane");
    expect([own.browser.jar.get("checkoutId"), (await own.browser.get(stepPath("payment", own.checkoutId))).status]).toEqual([
      cart,
      200,
    ]);
    const order = await test.shop.db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
    expect([order.taken_by, order.email, order.total]).toEqual(["staff:staff-manager", "ada@example.com", expect.any(Number)]);
    const shown = await manager.get(staffOrderPath(order.number));
    expect(shown.text).toContain("taken by The manager");
    expect(shown.text).toContain("Ring\ntwice");
    expect((await manager.get(staffPhoneOrderPath(id))).headers.get("location")).toBe(staffOrderPath(order.number));
    // The link shows the placed order, and cannot pay it again.
    expect((await own.browser.get(link)).headers.get("location")).toBe(stepPath("payment", id));
    expect((await own.browser.get(stepPath("payment", id))).headers.get("location")).toBe(stepPath("confirmation", orderId));
    expect((await payIn(own.browser, own.checkoutId)).status).toBe(200);
    await test.runJobs();
    await expectInOrder(test);
  });

  test("a phone order can be paid by a payment method without a card, and waits for its money as an order of the staff", async () => {
    const test = await openMeansShop(engine);
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id);
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    expect((await browser.get(stepPath("payment", id))).text).toContain("Bank transfer");
    const totals = await browser.get(`${totalsPath}?checkoutId=${id}`);
    const { quote } = (totals.body as { data: { quote: string } }).data;
    expect((await browser.call("POST", paymentPath, { checkoutId: id, quote, means: "transfer" })).status).toBe(200);

    const order = await test.shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    expect([order.taken_by, await moneyOf(test, order), await stockOf(test)]).toEqual(["staff:staff-manager", "awaiting", 8]);
    const shown = (await manager.get(staffOrderPath(order.number))).text;
    for (const words of ["taken by The manager", `${dollars(order.total)} still to be paid (Bank transfer)`])
      expect([words, shown.includes(words)]).toEqual([words, true]);
    expect((await recordPaid(test, order, order.total)).status).toBe(303);
    expect(await moneyOf(test, order)).toBe("paid");
    await expectInOrder(test);
  });

  test("a link that was renewed, revoked, or is over opens nothing, nor does a browser that had opened it", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await fill(manager, id);
    /** The page's notice after the link was emailed. */
    const sentNotice = async () => {
      const { headers } = await stepBy(manager, id, "link");
      return /notice notice--success[\s\S]*?<p>(.*?)<\/p>/.exec((await manager.get(headers.get("location") ?? "")).text)?.[1];
    };
    expect(await sentNotice()).toMatch(/^The link is on its way. No mail server is connected/);
    const first = await linkIn(test);
    const token = first.split("token=")[1] ?? "";
    const stored = JSON.stringify([
      await test.shop.db.selectFrom("one_time_token").selectAll().execute(),
      await test.shop.db.selectFrom("job").selectAll().execute(),
    ]);
    expect([token.length, stored.includes(token)]).toEqual([43, false]);
    const browser = test.browser();
    await browser.get(first);
    expect((await browser.get(stepPath("payment", id))).status).toBe(200);
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("link was opened");

    expect(await sentNotice()).toMatch(/^The link is on its way. The earlier one doesn’t work any more\./);
    expect([(await browser.get(stepPath("payment", id))).status, (await browser.get(first)).status]).toEqual([404, 409]);
    await test.runJobs();
    const links = (await emailsIn(test.directory))
      .filter(({ subject }) => subject.includes("ready to pay"))
      .map(({ link }) => link);
    const second = links.find((link) => link !== first) ?? "no second link";
    expect((await browser.get(second)).status).toBe(303);
    expect((await stepBy(manager, id, "revocation")).status).toBe(303);
    expect([(await browser.get(stepPath("payment", id))).status, (await browser.get(second)).status]).toEqual([404, 409]);

    expect(await sentNotice()).toMatch(/^The link is on its way. No mail server is connected/);
    const limited = await stepBy(manager, id, "link");
    expect([limited.status, limited.text.includes("Too many tries")]).toEqual([429, true]);
    await test.shop.db.deleteFrom("one_time_token").execute();
    expect((await browser.get(`${phoneOrderPath}?token=${"x".repeat(43)}`)).status).toBe(409);
  });

  test("the checkout stays as long as its link, whatever the shopper changes, and holds no stock", async () => {
    const test = await openShop({ engine });
    const id = await beginBy(await staffBrowser(test, "manager"));
    await fill(await signedInAs(test, "staff-manager"), id);
    await stepBy(await signedInAs(test, "staff-manager"), id, "link");
    const link = await linkIn(test);
    const browser = test.browser();
    await browser.get(link);
    await browser.post("/storefront/checkout/email", { checkoutId: id, email: "ada@second.example" });
    test.pass(71 * hour);
    await abandonCheckouts(test.shop.db, test.shop.now());
    expect((await rowOf(test, id)).state).toBe("open");
    // The price is calculated when the link is opened.
    await test.shop.db.updateTable("variant").set({ price: 3000 }).where("id", "=", "v-2").execute();
    await browser.get(link);
    expect((await browser.get(stepPath("payment", id))).text).toContain("$60.00");
    test.pass(2 * hour);
    expect((await browser.get(link)).status).toBe(409);
    await abandonCheckouts(test.shop.db, test.shop.now());
    expect((await rowOf(test, id)).state).toBe("abandoned");
    expect((await browser.get(stepPath("payment", id))).status).toBe(404);
  });

  test("the checkout's own rules hold: steps, stock, states, units, codes, and gifts", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    const empty = await stepBy(manager, id, "link");
    expect([empty.status, empty.text.includes("Your cart is empty.")]).toEqual([409, true]);
    const cases: [PhoneOrderStep, Record<string, string>, number, string][] = [
      ["line", { variantId: "v-2", quantity: "11" }, 409, "left"],
      ["line", { variantId: "no-such", quantity: "1" }, 404, ""],
      ["line", { variantId: "v-2", quantity: "x" }, 400, ""],
      ["contact", { email: "nobody" }, 422, "Enter an email address like"],
      ["address", { ...home, firstName: "" }, 422, "first name"],
      ["address", { ...home, place: "" }, 422, ""],
      ["address", { ...home, postalCode: "10001" }, 422, "State and ZIP code are right"],
      ["method", { shippingMethodId: "standard" }, 422, "Enter the shipping address first."],
      ["promo", { promoCode: "NONE" }, 422, "isn’t valid"],
    ];
    for (const [step, fields, status, words] of cases) {
      const answer = await stepBy(manager, id, step, fields);
      expect([step, fields, answer.status, answer.text.includes(words)]).toEqual([step, fields, status, true]);
    }
    await fill(manager, id);
    const { id: lineId } = await test.shop.db.selectFrom("checkout_line").select("id").executeTakeFirstOrThrow();
    expect((await stepBy(manager, id, "quantity", { lineId, quantity: "99" })).status).toBe(409);
    expect((await stepBy(manager, id, "quantity", { lineId, quantity: "3" })).status).toBe(303);
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("$60.00");

    // The product sells out after the link was opened, and before it is sent again.
    await stepBy(manager, id, "link");
    const browser = test.browser();
    await browser.get(await linkIn(test));
    await test.shop.db.updateTable("variant").set({ on_hand: 1 }).where("id", "=", "v-2").execute();
    const short = await browser.get(stepPath("payment", id));
    expect([short.status, short.text.includes("no longer available")]).toEqual([409, true]);
    expect((await stepBy(manager, id, "link")).status).toBe(409);
    expect((await stepBy(manager, id, "quantity", { lineId, quantity: "0" })).status).toBe(303);
    expect((await stepBy(manager, id, "note", { orderNote: "Ring twice" })).status).toBe(303);
    expect((await stepBy(manager, id, "discard")).status).toBe(303);
    expect([(await rowOf(test, id)).state, (await manager.get(staffPhoneOrderPath(id))).status]).toEqual(["abandoned", 404]);
    const actions = await test.shop.db.selectFrom("audit_entry").select(["actor", "action"]).orderBy("at").execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "begun",
        "product added",
        "email entered",
        "address entered",
        "link sent",
        "units changed",
        "discarded",
      ]),
    );
    expect(JSON.stringify(await test.shop.db.selectFrom("audit_entry").selectAll().execute())).not.toMatch(/ada@|Fern Lane|Ring/);
  });

  test("a gift that the order earns is chosen for the shopper, and removed again", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const id = await beginBy(manager);
    await stepBy(manager, id, "line", { variantId: "v-3", quantity: "3" });
    expect((await stepBy(manager, id, "gift", { productId: "p-9" })).status).toBe(409);
    await stepBy(manager, id, "line", { variantId: "v-3", quantity: "1" });
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("Add Product 9");
    expect((await stepBy(manager, id, "gift", { productId: "p-9" })).status).toBe(303);
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("free gift");
    const gift = test.shop.db.selectFrom("checkout_line").select("id").where("gift", "=", 1);
    const { id: lineId } = await gift.executeTakeFirstOrThrow();
    expect((await stepBy(manager, id, "quantity", { lineId, quantity: "2" })).status).toBe(404);
    expect((await stepBy(manager, id, "removal", { lineId })).status).toBe(303);
    expect(await gift.execute()).toEqual([]);
  });

  test("two presses are one, and what a colleague changed since is not changed unseen", async () => {
    const test = await openShop({ engine });
    const [manager, owner] = [await staffBrowser(test, "manager"), await staffBrowser(test, "owner")];
    const id = await beginBy(manager);
    await fill(manager, id);
    test.pass(1000);
    const page = await owner.get(staffPhoneOrderPath(id));
    const form = (step: PhoneOrderStep, fields: Record<string, string>) =>
      owner.form(staffPhoneOrderStepPath(id, step), { _csrf: tokenIn(page), seen: seenIn(page), ...fields });
    const presses = await Promise.all([1, 2].map(() => form("line", { variantId: "v-1", quantity: "1", q: "" })));
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
    const late = await form("contact", { email: "typed@example.com" });
    expect([late.status, late.text.includes("has changed since"), late.text.includes("typed@example.com")]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await rowOf(test, id)).email).toBe("ada@example.com");
    test.pass(1000);
    const open = await manager.get(staffPhoneOrderPath(id));
    const fields = { _csrf: tokenIn(open), seen: seenIn(open) };
    const sent = await Promise.all([1, 2].map(() => manager.form(staffPhoneOrderStepPath(id, "link"), fields)));
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  test("takes the email and the address of whoever has ordered before, and of nobody else", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const { number } = await paidOrder(test);
    const id = await beginBy(manager);
    const page = staffPhoneOrderPath(id);
    const found = (await manager.get(`${page}?who=SHOPPER`)).text;
    expect(found).toContain(`Use ada@example.com and the address of order ${number}`);
    expect((await manager.get(`${page}?who=zoe`)).text).toContain("begins with “zoe” has ordered yet");

    expect((await stepBy(manager, id, "contact", { email: "eve@example.com", order: String(number) })).status).toBe(303);
    const addresses = () => test.shop.db.selectFrom("checkout_address").select("city").where("checkout_id", "=", id).execute();
    expect([(await rowOf(test, id)).email, await addresses()]).toEqual(["eve@example.com", []]);
    expect((await stepBy(manager, id, "contact", { email: "ada@example.com", order: String(number) })).status).toBe(303);
    expect([(await rowOf(test, id)).email, await addresses()]).toEqual(["ada@example.com", [{ city: "Austin" }]]);
  });

  test("no other checkout is open to the staff, and the id of a phone order opens nothing", async () => {
    const test = await openShop({ engine });
    const manager = await staffBrowser(test, "manager");
    const shopper = await shopperAt(test);
    expect((await manager.get(staffPhoneOrderPath(shopper.checkoutId))).status).toBe(404);
    const staffForm = { seen: "0", variantId: "v-2", quantity: "1" };
    const page = staffPhoneOrdersPath;
    expect((await send(manager, page, staffPhoneOrderStepPath(shopper.checkoutId, "line"), staffForm)).status).toBe(404);
    expect((await send(manager, page, staffPhoneOrderStepPath(shopper.checkoutId, "discard"), { seen: "0" })).status).toBe(404);
    const id = await beginBy(manager);
    await fill(manager, id, { email: "erase@example.com" });
    const changed = await shopper.browser.post("/storefront/checkout/email", { checkoutId: id, email: "eve@example.com" });
    expect([changed.status, (await rowOf(test, id)).email]).toEqual([404, "erase@example.com"]);
    expect((await findPerson(test.shop.db, "erase@example.com"))?.checkoutIds).toEqual([id]);
  });
});

test("a reader sees phone orders and no form, and a form of theirs begins none", async () => {
  const test = await openShop();
  const id = await beginBy(await staffBrowser(test, "manager"));
  const reader = await staffBrowser(test, "reader");
  const [list, page] = [await reader.get(staffPhoneOrdersPath), await reader.get(staffPhoneOrderPath(id))];
  expect([list.text.includes("Take a phone order"), page.status]).toEqual([false, 200]);
  expect(page.text).not.toContain(staffPhoneOrderStepPath(id, "link"));
  expect((await send(reader, "/staff/security/", staffPhoneOrdersPath)).status).toBe(403);
  expect(await test.shop.db.selectFrom("checkout").select("id").execute()).toHaveLength(1);
});

test("its tax is a service's where one is configured, and no link is sent while the service is away", async () => {
  const service = await openTaxService();
  const test = await openShop({ env: { TAX_SERVICE_URL: service.url, TAX_SERVICE_SECRET: "s-3" } });
  const manager = await staffBrowser(test, "manager");
  const id = await beginBy(manager);
  service.state.mode = "away";
  await fill(manager, id);
  expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("can’t be worked out now");
  expect((await stepBy(manager, id, "link")).status).toBe(503);
  await test.runJobs();
  expect(await emailsIn(test.directory)).toEqual([]);

  service.state.mode = "right";
  // After failures the shop does not ask the tax service for a while.
  test.pass(10_000);
  // The sum of 40.00, 10 % tax on it, and 5.95 for shipping.
  expect((await manager.get(staffPhoneOrderPath(id))).text).toContain("$49.95");
  expect((await stepBy(manager, id, "link")).status).toBe(303);
  const shopper = test.browser();
  await shopper.get(await linkIn(test));
  expect((await payIn(shopper, id)).status).toBe(200);
  expect(await test.shop.db.selectFrom("orders").select(["tax", "total"]).executeTakeFirstOrThrow()).toEqual({
    tax: 400,
    total: 4995,
  });
});

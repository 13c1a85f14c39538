import { describe, expect, test } from "vitest";
import { ownerSource } from "../../server/customers/security-events.ts";
import { dollars } from "../../server/money.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { orderPath, returnRequestPath } from "../../server/orders/paths.ts";
import { type RefundWish, refundOrder } from "../../server/orders/refund.ts";
import { receiveReturn, takeReturn } from "../../server/orders/return.ts";
import { erasePerson } from "../../server/personal-data/erase.ts";
import { exportPerson } from "../../server/personal-data/export.ts";
import { findSubject } from "../../server/personal-data/queries/subject.ts";
import { staffOrderPath, staffOrdersPath, staffPath, staffSettingsPath } from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { addCustomer, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { expectInOrder } from "../payments/shopper.ts";
import { act, agreeTo } from "../staff/act-on-order.ts";
import { paidOrder } from "../staff/paid-order.ts";
import { send, staffBrowser } from "../staff/staff-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { type Engine, engines, openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";
import { give } from "./cancelation-fixture.ts";

const day = 24 * 3_600_000;

type Sold = Awaited<ReturnType<typeof paidOrder>>;

const ship = (test: TestShop, { id }: Sold) => fulfilOrder(test.shop.db, { orderId: id, now: test.shop.now() });

/** A signed-in customer with an order of two units, of which `shipped` units have shipped. */
async function shippedToAnn(shipped = 2, options: TestShopOptions = {}) {
  const shop = await openShop(options);
  await addCustomer(shop, "ann", { email: "ada@example.com", email_norm: "ada@example.com" });
  const order = await paidOrder(shop);
  await give(shop, "ann");
  const lines = [{ lineId: order.lineId, quantity: shipped }];
  if (shipped > 0) expect((await fulfilOrder(shop.shop.db, { orderId: order.id, lines, now: shop.shop.now() })).ok).toBe(true);
  const browser = shop.browser();
  await signIn(browser, "ada@example.com");
  return { shop, order, browser };
}

/** The form on an order's current page, filled in. */
async function formOf(browser: TestBrowser, { id, lineId }: Sold, units: string, returnReason = "It is too small.") {
  const page = pageOf(await browser.get(orderPath(id)));
  const seen = page.querySelector("#returns input[name=seen]")?.getAttribute("value") ?? "0";
  return { orderId: id, seen, [`line-${lineId}`]: units, returnReason };
}

const ask = async (browser: TestBrowser, order: Sold, units: string, reason?: string) =>
  await browser.form(returnRequestPath, await formOf(browser, order, units, reason));

const rowsOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("order_return").select(["n", "quantity", "state", "actor"]).orderBy("n").execute();
const oneLine = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();
const pageOfOrder = async (browser: TestBrowser, { id }: Sold) => pageOf(await browser.get(orderPath(id)));
const returnsOn = async (browser: TestBrowser, order: Sold) => oneLine(textOf(await pageOfOrder(browser, order), "#returns"));
const hasForm = async (browser: TestBrowser, order: Sold) =>
  (await pageOfOrder(browser, order)).querySelector("#returns form") !== null;
const fieldErrorOf = (answer: Answer, { lineId }: Sold) => textOf(pageOf(answer), `#line-${lineId}-error`);

const todayOf = async (staff: TestBrowser): Promise<string> => oneLine(textOf(pageOf(await staff.get(staffPath)), "main"));
/** The order page's text about an awaited or received return; empty if there is none. */
const panelOf = async (staff: TestBrowser, { number }: Sold): Promise<string> =>
  oneLine(pageOf(await staff.get(staffOrderPath(number))).querySelector("section[aria-labelledby=return]")?.textContent);

/** The return filters that list an order. */
async function openIn(staff: TestBrowser, { number }: Sold): Promise<string[]> {
  const listed: string[] = [];
  for (const state of ["returns", "returns-awaited", "returns-received", "returned"])
    if ((await staff.get(`${staffOrdersPath}?state=${state}`)).text.includes(`Select order ${number}`)) listed.push(state);
  return listed;
}

async function decide(browser: TestBrowser, { number }: Sold, fields: Record<string, string>) {
  const page = await browser.get(staffOrderPath(number));
  const n = /name="n" value="(\d+)"/.exec(page.text)?.[1] ?? "1";
  return await act(browser, number, "return", { n, ...fields });
}
const accept = (manager: TestBrowser, order: Sold) =>
  decide(manager, order, { how: "accept", answer: "Please send it to\r\n1 Main Street." });
const decline = (manager: TestBrowser, order: Sold, more = {}) =>
  decide(manager, order, { how: "decline", answer: "It was used.", ...more });
/** Takes one unit back into stock, and confirms the shown effect. */
const restock = async (manager: TestBrowser, order: Sold) =>
  (await agreeTo(manager, order.number, "return", { how: "restock", n: "0", [`line-${order.lineId}`]: "1" })).status;

/** A customer has asked to return one shipped unit. */
async function askedByAnn(engine?: Engine) {
  const customer = await shippedToAnn(2, { ...(engine && { engine }), env: { OWNER_MAIL: "owner@example.com" } });
  const asked = await ask(customer.browser, customer.order, "1", "It is too small.\r\n<b>Sorry</b>");
  return { ...customer, asked, manager: await staffBrowser(customer.shop, "manager") };
}

describe.each(engines)("a customer on %s", (engine) => {
  test("sends back what the shop accepted, is refunded, and is mailed each step", async () => {
    const { shop, order, browser, manager } = await askedByAnn(engine);
    await accept(manager, order);
    expect(await restock(manager, order)).toBe(303);
    const told = (await sentEmails(shop)).filter(({ subject }) => subject.includes("return "));
    expect(await returnsOn(browser, order)).toMatch(/^Returns Refunded .* 1 refunded/);
    expect([await openIn(manager, order), await panelOf(manager, order)]).toEqual([["returned"], ""]);
    expect(told.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `ada@example.com Your order ${order.number} at Leaf & Vessel: return accepted`,
      `ada@example.com Your order ${order.number} at Leaf & Vessel: return requested`,
      `owner@example.com Order ${order.number}: return requested at Leaf & Vessel`,
    ]);
    expect(told.find(({ to }) => to.startsWith("owner"))?.text).toMatch(/It is too small/);
    expect(told.find(({ subject }) => subject.endsWith("accepted"))?.text).toMatch(/1 Main Street/);
    const list = (await manager.get(staffOrderPath(order.number))).text.split("Emails to the shopper")[1]?.split("</details>")[0];
    expect(list).toMatch(/Return requested[\s\S]*Return accepted/);
    await expectInOrder(shop);
  });

  test("asks once by one form, also sent at once, and for no more than is left", async () => {
    const { shop, order, browser } = await shippedToAnn(2, { engine });
    const tooMany = await ask(browser, order, "3");
    expect([tooMany.status, fieldErrorOf(tooMany, order)]).toEqual([422, "You can return up to 2 of Product 2, Variant 2."]);
    const form = await formOf(browser, order, "1");
    const answers = await Promise.all([1, 2, 3].map(() => browser.form(returnRequestPath, form)));
    answers.push(await browser.form(returnRequestPath, form));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await rowsOf(shop)).toEqual([{ n: 1, quantity: 1, state: "asked", actor: "shopper" }]);
    const other = await browser.form(returnRequestPath, { ...form, [`line-${order.lineId}`]: "2" });
    expect([other.status, other.text.includes("We’re still reviewing your last request.")]).toEqual([409, true]);

    expect((await accept(await staffBrowser(shop, "manager"), order)).status).toBe(303);
    const late = await browser.form(returnRequestPath, { ...form, returnReason: "Another <reason>" });
    expect([late.status, late.text.includes("has changed")]).toEqual([409, true]);
    expect(textOf(pageOf(late), "#return-reason").trim()).toBe("Another <reason>");
    expect((await browser.form(returnRequestPath, form)).status).toBe(303);
    expect(fieldErrorOf(await ask(browser, order, "2"), order)).toContain("up to 1 of");
    expect((await ask(browser, order, "1")).status).toBe(303);
    expect(await rowsOf(shop)).toHaveLength(2);
    await expectInOrder(shop);
  });
});

test("a request for a return stands on the order's page", async () => {
  const { shop, order, browser, asked } = await askedByAnn();
  expect(asked.headers.get("location")).toBe(`${orderPath(order.id)}?notice=return-requested#returns`);
  expect(await rowsOf(shop)).toEqual([{ n: 1, quantity: 1, state: "asked", actor: "shopper" }]);
  const page = await browser.get(`${orderPath(order.id)}?notice=return-requested`);
  for (const words of ["We received your request for a return.", "&lt;b&gt;Sorry&lt;/b&gt;"]) expect(page.text).toContain(words);
  expect(await returnsOn(browser, order)).toMatch(/Requested .* 1 × Product 2, Variant 2 Your reason: It is too small\./);
  expect([await hasForm(browser, order), textOf(pageOf(page), ".line__note")]).toEqual([false, "1 requested to be returned"]);
});

test("the shop finds a request for a return at once, and accepts it once, with its words", async () => {
  const { order, browser, manager } = await askedByAnn();
  expect(await todayOf(manager)).toContain("1 order with a return to decide");
  expect([await openIn(manager, order), await panelOf(manager, order)]).toEqual([["returns"], ""]);
  const first = pageOf(await manager.get(staffOrderPath(order.number))).querySelector(".record section");
  expect(first?.getAttribute("aria-labelledby")).toBe("return-request");
  expect(oneLine(first?.textContent)).toMatch(/1 × Product 2, Variant 2 Reason: It is too small\. <b>Sorry<\/b>/);
  expect((await accept(manager, order)).headers.get("location")).toBe(`${staffOrderPath(order.number)}?notice=accepted`);
  expect((await decline(manager, order)).status).toBe(409);
  expect(await openIn(manager, order)).toEqual(["returns-awaited"]);
  expect(await panelOf(manager, order)).toMatch(/^A return is awaited Product 2, Variant 2: 1 awaited /);
  expect(await todayOf(manager)).not.toMatch(/\breturns?\b/);
  const answered = /Accepted .* 1 not received yet .* Our answer:\s?Please send it to\s?1 Main Street\./;
  expect(await returnsOn(browser, order)).toMatch(answered);
});

test("an answer of the shop's has words, and not too many; what was typed stays", async () => {
  const { order, manager } = await askedByAnn();
  const empty = await decide(manager, order, { how: "accept", answer: " " });
  expect([empty.status, textOf(pageOf(empty), "#answer-error")]).toEqual([422, "Write to the shopper where to send it."]);
  const long = await decide(manager, order, { how: "decline", answer: "x".repeat(1001) });
  expect([long.status, textOf(pageOf(long), "#answer").trim().length]).toEqual([422, 1001]);
});

test("what is wrong stands beside its field, and nothing typed is lost", async () => {
  const { order, browser } = await shippedToAnn();
  const field = `line-${order.lineId}`;
  const none = pageOf(await ask(browser, order, "0", " "));
  expect(textOf(none, "#return-lines-error")).toBe("Enter how many you’d like to return.");
  expect(textOf(none, "#return-reason-error")).toBe("Please tell us why.");
  expect(none.querySelector("#returns details")?.hasAttribute("open")).toBe(true);
  const wrong = pageOf(await ask(browser, order, "one", "x".repeat(501)));
  expect(textOf(wrong, `#${field}-error`)).toBe("Enter a whole number, such as 1.");
  expect(textOf(wrong, "#return-reason-error")).toBe("Up to 500 characters fit; this has 501.");
  expect(wrong.querySelector(`#${field}`)?.getAttribute("value")).toBe("one");
  expect(textOf(wrong, "#return-reason").trim()).toHaveLength(501);
  const unknown = await browser.form(returnRequestPath, { ...(await formOf(browser, order, "0")), "line-other": "1" });
  expect([unknown.status, textOf(pageOf(unknown), ".notice")]).toEqual([422, expect.stringContaining("can’t return any more")]);
});

test("a return is asked for in JSON too", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const call = (returnReason: string) =>
    browser.post(returnRequestPath, { orderId: order.id, seen: 0, [`line-${order.lineId}`]: 1, returnReason });
  expect((await call("")).body).toEqual({ data: { errors: [{ field: "returnReason", message: "Please tell us why." }] } });
  expect([(await call("a\u0000")).status, await rowsOf(shop)]).toEqual([400, []]);
  expect((await call("a")).body).toEqual({ data: {} });
});

test("a form that meets the end of its session is there again after the sign-in, as it was typed", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const form = { ...(await formOf(browser, order, "2")), _csrf: "of-the-session" };
  await shop.shop.db.deleteFrom("session").execute();
  const led = await browser.form(returnRequestPath, form);
  expect([led.status, led.headers.get("location")]).toEqual([303, expect.stringContaining("/identity/signin/?next=")]);
  await signIn(browser, "ada@example.com");
  const page = await pageOfOrder(browser, order);
  expect(page.querySelector("#returns details")?.hasAttribute("open")).toBe(true);
  expect(page.querySelector(`#line-${order.lineId}`)?.getAttribute("value")).toBe("2");
  expect([textOf(page, "#return-reason").trim(), await rowsOf(shop)]).toEqual(["It is too small.", []]);
});

test("a return can be asked for once a part has shipped, and for thirty days after the last parcel", async () => {
  const { shop, order, browser } = await shippedToAnn(0);
  const early = await ask(browser, order, "1");
  expect([early.status, early.text.includes("once your order has shipped")]).toEqual([409, true]);
  expect(await hasForm(browser, order)).toBe(false);
  const lines = [{ lineId: order.lineId, quantity: 1 }];
  await fulfilOrder(shop.shop.db, { orderId: order.id, lines, now: shop.shop.now() });
  const hint = /You can return 1 of 2\. .* You can return what hasn’t shipped yet once it has\.$/;
  expect(await returnsOn(browser, order)).toMatch(hint);
  expect(fieldErrorOf(await ask(browser, order, "2"), order)).toContain("up to 1 of");
  shop.pass(30 * day);
  await signIn(browser, "ada@example.com");
  expect([(await ask(browser, order, "1")).status, await hasForm(browser, order)]).toEqual([409, false]);
  await ship(shop, order);
  expect(await returnsOn(browser, order)).not.toContain("once it has");
  const form = await formOf(browser, order, "1");

  shop.pass(30 * day - 3_600_000);
  await signIn(browser, "ada@example.com");
  expect(await hasForm(browser, order)).toBe(true);
  shop.pass(3_600_000);
  expect(await hasForm(browser, order)).toBe(false);
  const late = await browser.form(returnRequestPath, form);
  expect([late.status, late.text.includes("The time to ask for a return of this order is over.")]).toEqual([409, true]);
});

test("the owner sets for how many days a return can be asked for, or that none can", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const form = await formOf(browser, order, "1");
  shop.pass(30 * day);
  await signIn(browser, "ada@example.com");
  const owner = await staffBrowser(shop, "owner");
  const save = async (returnDays: string) => {
    const seen = pageOf(await owner.get(staffSettingsPath))
      .querySelector("form[data-draft] [name=seen]")
      ?.getAttribute("value");
    return await send(owner, staffSettingsPath, staffSettingsPath, { seen: seen ?? "", timeZone: "", returnDays });
  };
  const wrong = await save("soon");
  expect([wrong.status, wrong.text.includes("must be a whole number up to 999.")]).toEqual([422, true]);
  const promise = async () => /(\d+) days to ask/.exec((await browser.get("/storefront/products/product-2/")).text)?.[1];
  for (const [days, isOpen] of [
    ["60", true],
    ["0", false],
  ] as const) {
    expect([days, (await save(days)).status, await hasForm(browser, order)]).toEqual([days, 303, isOpen]);
    expect(await promise()).toBe(isOpen ? days : undefined);
  }
  expect([(await browser.form(returnRequestPath, form)).status, await rowsOf(shop)]).toEqual([409, []]);
});

test("units that shipped come back while others are still to come, and never more than were sent", async () => {
  const { shop, order, browser } = await shippedToAnn(1);
  const manager = await staffBrowser(shop, "manager");
  expect((await ask(browser, order, "1")).status).toBe(303);
  expect((await accept(manager, order)).status).toBe(303);
  expect(await hasForm(browser, order)).toBe(false);
  const wish = { orderId: order.id, lines: [{ lineId: order.lineId, quantity: 2 }], actor: "owner" } as const;
  const error = "2 of “Product 2, Variant 2” can’t come back, only 1: 1 of “Product 2, Variant 2” shipped.";
  expect(await receiveReturn(shop.shop.db, wish, shop.shop.now())).toMatchObject({ ok: false, error });
  expect(await restock(manager, order)).toBe(303);
  await shop.runJobs();
  expect(await returnsOn(browser, order)).toMatch(/Refunded .* 1 refunded/);

  expect((await ship(shop, order)).ok).toBe(true);
  expect(await returnsOn(browser, order)).toContain("You can return 1 of 2.");
  expect([(await ask(browser, order, "1")).status, await hasForm(browser, order)]).toEqual([303, false]);
  await expectInOrder(shop);
});

test("the form says how many can be returned and what that pays; what was refunded counts for neither", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const { db, now } = shop.shop;
  const hint = async () => textOf(await pageOfOrder(browser, order), `#line-${order.lineId}-hint`);
  const refund = (wish: RefundWish) => refundOrder(db, { orderId: order.id, wish, actor: "owner" }, now());
  const { net, tax } = await db.selectFrom("order_line").select(["net", "tax"]).executeTakeFirstOrThrow();
  expect(await hint()).toBe(`You can return 2 of 2. We’d refund up to ${dollars(net + tax)}.`);
  expect(await returnsOn(browser, order)).toContain("we refund its price and tax. Shipping isn’t refunded.");
  const lines = [{ lineId: order.lineId, quantity: 1 }];
  const refunded = await refund({ lines });
  const left = net + tax - (refunded.ok ? refunded.value.amount : 0);
  expect(await hint()).toBe(`You can return 1 of 2. We’d refund up to ${dollars(left)}.`);

  await refund({ amount: left });
  const rest = await hint();
  expect(rest).toMatch(/^You can return 1 of 2\. We’d refund up to \$/);
  const came = await takeReturn(db, { orderId: order.id, lines, actor: "owner", end: "restocked" }, now());
  expect(rest).toContain(dollars(came.ok ? (came.value.refund?.amount ?? 0) : 0));
});

test("the form says where nothing is left to refund", async () => {
  const { shop, order, browser } = await shippedToAnn();
  await refundOrder(shop.shop.db, { orderId: order.id, wish: { all: true }, actor: "owner" }, shop.shop.now());
  const words = await returnsOn(browser, order);
  expect(words).toContain("You can return 2 of 2. There is nothing to refund.");
  expect(words).not.toContain("we refund");
});

test("neither units that were refunded, nor those that were declined, can be asked for again", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const manager = await staffBrowser(shop, "manager");
  await ask(browser, order, "1");
  expect((await decline(manager, order, { seen: "0" })).status).toBe(409);
  expect((await decline(manager, order)).status).toBe(303);
  expect(await returnsOn(browser, order)).toMatch(/Declined .*can’t be requested again\. Our answer:\s?It was used\./);
  const declined = (await sentEmails(shop)).find(({ subject }) => subject.endsWith("return declined"));
  expect([declined?.to, declined?.text.includes("It was used.")]).toEqual(["ada@example.com", true]);
  expect(fieldErrorOf(await ask(browser, order, "2"), order)).toContain("up to 1 of");

  const form = await formOf(browser, order, "1");
  await agreeTo(manager, order.number, "refund", { how: "lines", [`line-${order.lineId}`]: "1" });
  expect(await hasForm(browser, order)).toBe(false);
  const late = await browser.form(returnRequestPath, form);
  expect([late.status, late.text.includes("You can’t return any more")]).toEqual([422, true]);
  expect(await rowsOf(shop)).toEqual([]);
});

test("taking units in accepts a request that nobody had decided about", async () => {
  const { shop, order, browser } = await shippedToAnn();
  await ask(browser, order, "1");
  const lines = [{ lineId: order.lineId, quantity: 1 }];
  await receiveReturn(shop.shop.db, { orderId: order.id, lines, actor: "owner" }, shop.shop.now());
  expect(await returnsOn(browser, order)).toMatch(/Received .* 1 received/);
  const manager = await staffBrowser(shop, "manager");
  expect((await manager.get(staffOrderPath(order.number))).text).not.toContain("asks for a return");
  expect(await openIn(manager, order)).toEqual(["returns-received"]);
  expect(await panelOf(manager, order)).toMatch(/^A return was received Product 2, Variant 2: 1 received /);
  expect(await todayOf(manager)).toContain("1 order with a received return to restock or write off");
  expect((await decline(manager, order)).status).toBe(409);
});

test("someone else’s order is refused: of another customer, a guest, and a form without a token", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const form = await formOf(browser, order, "1");
  await addCustomer(shop, "bob");
  const bob = shop.browser();
  await signIn(bob, "bob@example.com");
  expect((await bob.post(returnRequestPath, form)).status).toBe(404);
  expect((await shop.browser().post(returnRequestPath, form)).status).toBe(401);
  expect((await browser.call("POST", returnRequestPath, form, { csrf: false })).status).toBe(403);
  expect((await browser.post(returnRequestPath, { ...form, orderId: "unknown" })).status).toBe(404);
  expect(await rowsOf(shop)).toEqual([]);
});

/** A browser that followed the mailed link to a guest's order. */
async function guestWith(shop: TestShop, { id }: Sold) {
  const guest = shop.browser();
  await guest.token();
  const visitor = guest.jar.get("visitor")?.split(".")[0] ?? "";
  const until = shop.shop.now() + 3_600_000;
  await shop.shop.db.insertInto("order_grant").values({ visitor, order_id: id, until }).execute();
  return guest;
}

test("a guest asks on the order’s page of the mailed link, for an hour; the link alone tells neither reason nor answer", async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await ship(shop, order);
  const status = async () => {
    const link = (await sentEmails(shop)).find(({ text }) => text.includes("/orders/status/"))?.text ?? "";
    const token = /orders\/status\/\?token=([\w-]+)/.exec(link)?.[1] ?? "";
    return pageOf(await shop.browser().get(`/storefront/orders/status/?token=${token}`));
  };
  expect(textOf(await status(), "main")).toContain("There you can also ask for a return.");
  const guest = await guestWith(shop, order);
  const form = await formOf(guest, order, "2", "Both are broken.");
  expect((await shop.browser().post(returnRequestPath, form)).status).toBe(401);
  expect((await guest.form(returnRequestPath, form)).status).toBe(303);
  expect((await guest.form(returnRequestPath, form)).status).toBe(303);
  expect(await rowsOf(shop)).toEqual([{ n: 1, quantity: 2, state: "asked", actor: "shopper" }]);
  expect(await returnsOn(guest, order)).toContain("Both are broken.");
  const words = textOf(await status(), "main");
  expect([words.includes("2 × Product 2, Variant 2"), words.includes("Both are broken.")]).toEqual([true, false]);
  shop.pass(3_600_001);
  expect((await guest.post(returnRequestPath, form)).status).toBe(401);
});

test("a guest whose request to cancel was declined finds no form to ask again", async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  const guest = await guestWith(shop, order);
  const page = async () => (await guest.get(orderPath(order.id))).text;
  expect(await page()).toContain("cancel-order");
  const form = { orderNumber: order.number, orderId: order.id, userEmail: "ada@example.com", reason: "other" };
  expect((await guest.post("/storefront/api/cancel-order", form)).status).toBe(200);
  expect((await act(await staffBrowser(shop, "packer"), order.number, "keeping")).status).toBe(303);
  expect(await page()).toContain("We couldn’t cancel the order");
  expect(await page()).not.toMatch(/cancel-order|name="reason"|Changed your mind/);
  expect((await guest.post("/storefront/api/cancel-order", form)).status).toBe(409);
});

test("the reason is exported with its person, and erased with the order’s history", async () => {
  const { shop, order, browser } = await shippedToAnn();
  const { db, now, config } = shop.shop;
  await ask(browser, order, "1", "My hands are small.");
  const subject = await findSubject(db, { customerId: "ann", email: undefined });
  const exported = JSON.stringify(await exportPerson(db, subject, { publicUrl: config.publicUrl, now: now() }));
  for (const part of ["My hands are small.", '"returnRequests":[{']) expect(exported).toContain(part);

  const erase = () => erasePerson(db, shop.directory, { typed: "ada@example.com", source: ownerSource(), now: now() });
  await shop.runJobs();
  expect(await erase()).toMatchObject({ ok: false, error: expect.stringContaining("return") });
  const manager = await staffBrowser(shop, "manager");
  await decline(manager, order, { answer: "Dear Ada, it was used." });
  await shop.runJobs();
  expect((await erase()).ok).toBe(true);
  expect(JSON.stringify(await db.selectFrom("order_event").select("note").execute())).not.toMatch(/small|Ada/);
  expect((await manager.get(staffOrderPath(order.number))).status).toBe(200);
});

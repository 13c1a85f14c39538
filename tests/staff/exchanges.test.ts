import { describe, expect, test } from "vitest";
import { stepPath } from "../../server/checkout/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { expiries } from "../../server/expiries.ts";
import { noteDispute } from "../../server/orders/disputes.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { recordRestore } from "../../server/payments/restored.ts";
import {
  staffExchangePath,
  staffInvoicePath,
  staffOrderPath,
  staffPhoneOrderPath,
  staffSlipPath,
} from "../../server/staff/paths.ts";
import { openMeansShop } from "../payments/means-fixture.ts";
import { expectInOrder } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { agreeTo } from "./act-on-order.ts";
import { invoiceOf } from "./invoice-page.ts";
import { paidOrder } from "./paid-order.ts";
import { payIn, rowOf, stepBy } from "./phone-order-fixture.ts";
import { seenIn, send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const hour = 3_600_000;

/** Begins an exchange of units of an order's line. */
async function begin(staff: TestBrowser, { number, lineId }: { number: number; lineId: string }, units = "1") {
  const page = await staff.get(staffExchangePath(number));
  const fields = { _csrf: tokenIn(page), seen: seenIn(page), [`line-${lineId}`]: units };
  return await staff.form(staffExchangePath(number), fields);
}

const opened = new Set<string>();

/** The emailed link to a phone order that was not returned before. */
async function newLink(test: TestShop): Promise<string> {
  await test.runJobs();
  const links = (await emailsIn(test.directory)).filter(({ subject }) => subject.startsWith("Your order is ready to pay"));
  const link = links.map((email) => email.link ?? "").find((each) => !opened.has(each)) ?? "no new link";
  opened.add(link);
  return link;
}

/** Begins an exchange for one unit of `v-1`, and opens its link in a browser. */
async function linked(test: TestShop, staff: TestBrowser, parent: { number: number; lineId: string }, units?: string) {
  const begun = await begin(staff, parent, units);
  const id = /phone-orders\/([a-f0-9]{32})\/$/.exec(begun.headers.get("location") ?? "")?.[1] ?? `none: ${begun.status}`;
  await stepBy(staff, id, "line", { variantId: "v-1", quantity: "1" });
  await stepBy(staff, id, "link");
  const browser = test.browser();
  await browser.get(await newLink(test));
  return { id, browser };
}

const ordersOf = ({ shop }: TestShop) => shop.db.selectFrom("orders").selectAll().orderBy("number").execute();
const editsOf = ({ shop }: TestShop) => shop.db.selectFrom("order_edit").select(["order_id", "quantity", "actor"]).execute();
const refundsOf = ({ shop }: TestShop) => shop.db.selectFrom("order_refund").select(["order_id", "amount", "state"]).execute();
const stockOf = async ({ shop }: TestShop, id: string) =>
  (await shop.db.selectFrom("variant").select(["on_hand", "reserved"]).where("id", "=", id).execute())[0];

describe.each(engines)("on %s", (engine) => {
  test("what is given back leaves the first order in the payment of the new one, once, and each names the other", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffOrderPath(parent.number))).text).toContain(staffExchangePath(parent.number));
    const { id, browser } = await linked(test, manager, parent);
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain(
      "leaves that order, and $21.65 is not charged for that order",
    );
    expect((await manager.get(staffOrderPath(parent.number))).text).toContain("An exchange for products of this order");
    const words = `This is an exchange for your order ${parent.number}. Once you have paid, we take 1 × `;
    expect((await browser.get(stepPath("payment", id))).text).toContain(words);
    const texts = (await emailsIn(test.directory)).map(({ text }) => text.replace(/\s+/g, " "));
    const told = `This is an exchange for your order ${parent.number}.`;
    expect(texts.filter((text) => text.includes("ready to pay"))).toEqual([expect.stringContaining(told)]);
    expect(await editsOf(test)).toEqual([]);
    const before = await stockOf(test, "v-2");

    // Two presses at once are one payment and one edit.
    const answers = await Promise.all([payIn(browser, id), payIn(browser, id)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    await test.runJobs();
    const [first, order] = await ordersOf(test);
    expect(await ordersOf(test)).toHaveLength(2);
    expect([first?.state, order?.supplement_of, order?.is_exchange]).toEqual(["placed", parent.id, 1]);
    expect(await editsOf(test)).toEqual([{ order_id: parent.id, quantity: 1, actor: "staff:staff-manager" }]);
    expect(await refundsOf(test)).toEqual([{ order_id: parent.id, amount: 2165, state: "refunded" }]);
    expect((await stockOf(test, "v-2"))?.on_hand).toBe((before?.on_hand ?? 0) + 1);
    const number = order?.number ?? 0;
    const pages: [string, string][] = [
      [staffOrderPath(parent.number), `Order ${number}</a> adds products to this one, as an exchange`],
      [staffOrderPath(parent.number), `Exchanged for other products: order ${number}`],
      [staffOrderPath(number), `order ${parent.number}</a>, as an exchange`],
      [staffInvoicePath(parent.number), `Order ${number} adds products to this one, as an exchange.`],
      [staffSlipPath(number), `Belongs with <strong>order ${parent.number}</strong> (Placed, exchange)`],
    ];
    expect((await invoiceOf(manager, parent.number)).changes[1]).toBe("Taken out −$20.00 −$1.65 −$21.65");
    expect((await invoiceOf(manager, number)).changes).toEqual([]);
    for (const [path, text] of pages)
      expect([path, text, (await manager.get(path)).text.includes(text)]).toEqual([path, text, true]);
    await expectInOrder(test);
  });

  test("an exchange of all of an order cancels it, and its whole money goes back", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const { id, browser } = await linked(test, manager, parent, "2");
    const total = (await ordersOf(test))[0]?.total ?? 0;
    expect((await manager.get(staffPhoneOrderPath(id))).text).toContain(`$${(total / 100).toFixed(2)} is not charged`);
    expect((await payIn(browser, id)).status).toBe(200);
    await test.runJobs();
    const [first, order] = await ordersOf(test);
    expect([first?.state, order?.state]).toEqual(["canceled", "placed"]);
    expect((await refundsOf(test)).map(({ amount }) => amount)).toEqual([total]);
    expect((await manager.get(staffOrderPath(parent.number))).text).toContain("Canceled for an exchange");
    await expectInOrder(test);
  });

  test("nothing is paid for an exchange after 72 hours, nor after its order changed, and the order stays as it was", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const { id, browser } = await linked(test, manager, parent);
    const [before] = await ordersOf(test);
    expect((await agreeTo(manager, parent.number, "edit", { lineId: parent.lineId, quantity: "1" })).status).toBe(303);
    // The unit that is left is now the whole order, with its shipping.
    const refused = await payIn(browser, id);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: "order_closed" })]);

    test.pass(72 * hour);
    expect((await payIn(browser, id)).status).toBe(409);
    await expiries.openCheckout(test.shop, test.shop.now());
    expect((await rowOf(test, id)).state).toBe("abandoned");
    expect(await editsOf(test)).toHaveLength(1);
    expect(await ordersOf(test)).toEqual([{ ...before, edit_count: 1, refund_count: 1 }]);
    expect(await stockOf(test, "v-1")).toEqual({ on_hand: 10, reserved: 0 });
    await expectInOrder(test);
    test.pass(31 * 24 * hour);
    await expiries.abandonedCheckout(test.shop, test.shop.now());
    expect(await test.shop.db.selectFrom("exchange_line").selectAll().execute()).toEqual([]);
  });

  test("an order that is canceled while its exchange is being paid voids that payment", async () => {
    let atCharge = async () => {};
    const test = await openShop({
      engine,
      failpoint: async (name) => (name === "g.after_charge" ? await atCharge() : undefined),
    });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const { id, browser } = await linked(test, manager, parent);
    atCharge = async () => {
      atCharge = async () => {};
      expect((await agreeTo(manager, parent.number, "cancelation", {})).status).toBe(303);
    };
    const answer = await payIn(browser, id);
    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code: "order_closed" })]);
    await test.runJobs();
    expect(await ordersOf(test)).toHaveLength(1);
    const attempt = await test.shop.db
      .selectFrom("attempt")
      .select("state")
      .where("checkout_id", "=", id)
      .executeTakeFirstOrThrow();
    expect([attempt.state, (await rowOf(test, id)).state]).toEqual(["voided", "open"]);
    expect(await stockOf(test, "v-1")).toEqual({ on_hand: 10, reserved: 0 });
    await expectInOrder(test);
  });

  test("two exchanges of the same unit are not both paid", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const { db } = test.shop;
    const first = await linked(test, manager, parent, "2");
    // Two presses at the same moment do not see each other.
    await db.updateTable("checkout").set({ supplement_of: null }).where("id", "=", first.id).execute();
    const both = [first, await linked(test, manager, parent, "2")];
    await db.updateTable("checkout").set({ supplement_of: parent.id }).where("id", "=", first.id).execute();
    const answers = await Promise.all(both.map(({ id, browser }) => payIn(browser, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await test.runJobs();
    expect((await ordersOf(test)).map(({ state }) => state)).toEqual(["canceled", "placed"]);
    await expectInOrder(test);
  });

  test("fsck names a paid exchange whose order was not edited", async () => {
    const test = await openShop({ engine });
    const parent = await paidOrder(test);
    const { id, browser } = await linked(test, await staffBrowser(test, "manager"), parent);
    expect((await payIn(browser, id)).status).toBe(200);
    await test.runJobs();
    await test.shop.db.updateTable("exchange_line").set({ edit_n: 7 }).execute();
    expect((await findBreaches(test.shop.db)).map(({ about }) => about)).toEqual([
      "a paid exchange has taken what it gives back out of its order, and no other has",
    ]);
  });
});

test("a second press leads to the exchange that the first one began, and another has to wait for it", async () => {
  const test = await openShop();
  const parent = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const [first, second] = [await begin(manager, parent), await begin(manager, parent)];
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  const other = await begin(manager, parent, "2");
  expect([other.status, other.text.includes("Discard that phone order first")]).toEqual([409, true]);
  expect(await test.shop.db.selectFrom("exchange").select("checkout_id").execute()).toHaveLength(1);
});

test("an order whose payment the bank disputes is not exchanged, nor is an exchange of it paid", async () => {
  const test = await openShop();
  const { db, now } = test.shop;
  const parent = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { id, browser } = await linked(test, manager, parent);
  await transact(db, (tx) => noteDispute(tx, parent.id, now()));
  expect((await begin(manager, parent)).text).toContain("disputed at the bank");
  expect([(await payIn(browser, id)).status, await refundsOf(test)]).toEqual([409, []]);
});

test("until a restored database is compared with the gateway, nothing is exchanged", async () => {
  const test = await openShop();
  const { db, now } = test.shop;
  const parent = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { id, browser } = await linked(test, manager, parent);
  await transact(db, (tx) => recordRestore(tx, now()));
  expect((await begin(manager, parent)).text).toContain("have not been compared");
  expect((await payIn(browser, id)).status).toBeGreaterThanOrEqual(400);
  expect([(await ordersOf(test)).length, await refundsOf(test)]).toEqual([1, []]);
});

test("an exchange is paid by card alone", async () => {
  const test = await openMeansShop("sqlite");
  const parent = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { id, browser } = await linked(test, manager, parent);
  expect((await browser.get(stepPath("payment", id))).text).not.toContain("Bank transfer");
  const page = (await manager.get(staffPhoneOrderPath(id))).text;
  expect(page).not.toContain("Bank transfer");
  const quote = /name="quote" value="([^"]+)"/.exec(page)?.[1] ?? "";
  expect((await stepBy(manager, id, "place", { quote, means: "transfer" })).status).toBeGreaterThanOrEqual(400);
  expect(await ordersOf(test)).toHaveLength(1);
});

test("nothing of a shipped order is exchanged, nor more than is left, nor by staff who may not refund", async () => {
  const test = await openShop();
  const parent = await paidOrder(test);
  const packer = await staffBrowser(test, "packer");
  expect((await packer.get(staffOrderPath(parent.number))).text).not.toContain(staffExchangePath(parent.number));
  expect((await send(packer, "/staff/security/", staffExchangePath(parent.number), { seen: "0" })).status).toBe(403);
  const owner = await staffBrowser(test, "owner");
  expect((await begin(owner, parent, "3")).text).toContain("left to exchange");
  expect((await begin(owner, parent, "0")).text).toContain("Enter how many units");
  expect((await agreeTo(owner, parent.number, "cancelation", {})).status).toBe(303);
  expect((await owner.get(staffExchangePath(parent.number))).text).toContain("so its products can’t be exchanged here");
  expect((await begin(owner, parent)).status).toBeGreaterThanOrEqual(400);
  expect(await test.shop.db.selectFrom("exchange").selectAll().execute()).toEqual([]);
});

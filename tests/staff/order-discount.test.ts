import { describe, expect, test } from "vitest";
import { orderPath } from "../../server/orders/paths.ts";
import { pay } from "../../server/payments/pay.ts";
import { staffOrderDiscountPath, staffOrderPath } from "../../server/staff/paths.ts";
import { addCustomer } from "../identity/customer-fixture.ts";
import { openMeansShop, placeBy, recordPaid } from "../payments/means-fixture.ts";
import { callOf, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { act, agreeTo } from "./act-on-order.ts";
import { invoiceOf } from "./invoice-page.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { seenIn, send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const tenPercent = { discountKind: "percent", discount: "10", reason: "late  delivery" };

/** Sends the first form of a discount, with the order's present version. */
async function askFor(staff: TestBrowser, number: number, fields: Record<string, string> = tenPercent) {
  const page = await staff.get(staffOrderDiscountPath(number));
  return await staff.form(staffOrderDiscountPath(number), { _csrf: tokenIn(page), seen: seenIn(page), ...fields });
}

/** Asks for a discount, then presses the confirming button. */
async function giveTo(staff: TestBrowser, number: number, fields?: Record<string, string>) {
  const asked = await askFor(staff, number, fields);
  expect(asked.status).toBe(200);
  return await staff.form(staffOrderDiscountPath(number), confirmationIn(asked).fields);
}

const orderOf = ({ shop }: TestShop, number: number) =>
  shop.db.selectFrom("orders").selectAll().where("number", "=", number).executeTakeFirstOrThrow();
const sharesOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("order_edit").select(["quantity", "net", "tax"]).orderBy("n").execute();
const refundsOf = ({ shop }: TestShop) => shop.db.selectFrom("order_refund").select(["amount", "state"]).execute();

describe.each(engines)("on %s", (engine) => {
  test("a discount on a charged order shows its sums first, goes back to the card, and stands on every paper", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    await addCustomer(test, "c-1", { email: "own@example.com", email_norm: "own@example.com" });
    await test.shop.db.updateTable("orders").set({ customer_id: "c-1" }).where("id", "=", id).execute();
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffOrderPath(number))).text).toContain(staffOrderDiscountPath(number));
    const { total } = await orderOf(test, number);
    const asked = await askFor(manager, number);
    const { words, fields } = confirmationIn(asked);
    // 10% of $40.00 and of their tax of $3.30.
    expect(words).toContain("Takes $4.00 off the products and $0.33 off their tax. $4.33 goes back to");
    expect(words).toContain(`new total is $${((total - 433) / 100).toFixed(2)}. The shopper reads the reason: late delivery`);
    expect(await sharesOf(test)).toEqual([]);
    // Two presses of the button are one discount.
    const presses = await Promise.all([1, 2].map(() => manager.form(staffOrderDiscountPath(number), fields)));
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
    await test.runJobs();

    expect(await sharesOf(test)).toEqual([{ quantity: 0, net: 400, tax: 33 }]);
    expect(await refundsOf(test)).toEqual([{ amount: 433, state: "refunded" }]);
    const later = "<dt>Later discount (late delivery)</dt><dd>−$4.33</dd>";
    const staffPage = (await manager.get(staffOrderPath(number))).text;
    expect([staffPage.includes(later), staffPage.includes("Discount: late delivery")]).toEqual([true, true]);
    const { changes, payments } = await invoiceOf(manager, number);
    expect(changes).toEqual([
      "As ordered $45.95 $3.30 $49.25",
      "Later discount (late delivery) −$4.00 −$0.33 −$4.33",
      "Total now $41.95 $2.97 $44.92",
    ]);
    expect(payments).toEqual({ Paid: "$49.25", Refunded: "−$4.33", Kept: "$44.92" });
    const shopper = await beginSession(test, test.browser(), "c-1");
    const page = (await shopper.get(orderPath(id))).text;
    expect(page).toContain("<dt>Discount (late delivery)</dt><dd>−$4.33</dd>");
    expect(page).not.toContain("Taken out");
    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.endsWith(": a discount"));
    expect(mails.map(({ text }) => text.includes("We took $4.33 off your order") && text.includes("late delivery"))).toEqual([
      true,
    ]);
    await expectInOrder(test);
  });

  test("what is not charged yet is charged less, and later edits and refunds return only what was paid", async () => {
    // The discount is given between the order's commit and its capture.
    let onPlaced = async () => {};
    const test = await openShop({
      engine,
      failpoint: async (name) => (name === "f.after_commit" ? await onPlaced() : undefined),
    });
    const manager = await staffBrowser(test, "manager");
    const lines = [
      { variantId: "v-2", quantity: 3 },
      { variantId: "v-1", quantity: 1 },
    ];
    const shopper = await shopperAt(test, { lines });
    const placed = () => test.shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    const discount = { discountKind: "amount", discount: "$10.01", reason: "scratched" };
    const dueAt = (run_at: number) => test.shop.db.updateTable("job").set({ run_at }).where("kind", "=", "capture").execute();
    onPlaced = async () => {
      await dueAt(9e12);
      expect((await giveTo(manager, (await placed()).number, discount)).status).toBe(303);
      await dueAt(0);
    };
    expect((await pay(test.shop, callOf(test, shopper))).ok).toBe(true);
    const { id, number, total } = await placed();
    const shares = await sharesOf(test);
    expect(shares.reduce((sum, { net }) => sum + net, 0)).toBe(1001);
    const off = shares.reduce((sum, { net, tax }) => sum + net + tax, 0);
    await test.runJobs();
    const { capture_amount } = await test.shop.db.selectFrom("attempt").select("capture_amount").executeTakeFirstOrThrow();
    expect([capture_amount, await refundsOf(test)]).toEqual([total - off, []]);
    await expectInOrder(test);

    const sold = await test.shop.db.selectFrom("order_line").select(["id", "variant_id"]).where("order_id", "=", id).execute();
    const lineId = sold.find(({ variant_id }) => variant_id === "v-2")?.id ?? "";
    expect((await agreeTo(manager, number, "edit", { lineId, quantity: "1" })).status).toBe(303);
    expect((await giveTo(manager, number, { discountKind: "percent", discount: "33%", reason: "again" })).status).toBe(303);
    await test.runJobs();
    await expectInOrder(test);
    expect((await agreeTo(manager, number, "cancelation", {})).status).toBe(303);
    await test.runJobs();
    const back = (await refundsOf(test)).reduce((sum, { amount }) => sum + amount, 0);
    expect(back).toBe(total - off);
    await expectInOrder(test);
  });

  test("an order that waits for a transfer then waits for less, and what came already goes back", async () => {
    const test = await openMeansShop(engine);
    const { id, number, total } = await placeBy(test);
    const manager = await staffBrowser(test, "manager");
    expect((await giveTo(manager, number)).status).toBe(303);
    expect((await recordPaid(test, { number }, total - 433)).status).toBe(303);
    const { settled_at } = await test.shop.db.selectFrom("order_means").select("settled_at").executeTakeFirstOrThrow();
    expect(settled_at).not.toBeNull();
    expect((await giveTo(manager, number)).status).toBe(303);
    expect(await test.shop.db.selectFrom("order_refund").select(["amount", "owed"]).where("order_id", "=", id).execute()).toEqual(
      [{ amount: 390, owed: 390 }],
    );
    await test.runJobs();
    await expectInOrder(test);
  });

  test("an outdated page, another sum, and a discount that leaves nothing to pay change nothing", async () => {
    const test = await openShop({ engine });
    const { number } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const old = confirmationIn(await askFor(manager, number)).fields;
    const sums = await manager.form(staffOrderDiscountPath(number), { ...old, shownRefund: "1" });
    expect([sums.status, sums.text.includes("The amount has changed")]).toEqual([409, true]);
    expect((await act(manager, number, "hold", { reason: "fraud?" })).status).toBe(303);
    expect((await manager.form(staffOrderDiscountPath(number), old)).status).toBe(409);
    const refused = [
      [{ ...tenPercent, reason: " " }, "Enter the reason."],
      [{ ...tenPercent, discount: "0" }, "whole percentage from 1 to 100"],
      [{ ...tenPercent, discountKind: "amount", discount: "40.01" }, "The products of this order cost $40.00"],
    ] as const;
    for (const [fields, words] of refused) {
      const answer = await askFor(manager, number, fields);
      expect([words, answer.status >= 400, answer.text.includes(words)]).toEqual([words, true, true]);
    }
    expect((await agreeTo(manager, number, "refund", { how: "amount", amount: "10" })).status).toBe(303);
    await test.runJobs();
    // Of the products, $31.88 is left to pay.
    const most = { discountKind: "amount", discount: "31.89", reason: "late" };
    expect((await askFor(manager, number, most)).text).toContain("The products of this order cost $31.88");
    await test.shop.db.updateTable("orders").set({ state: "fulfilled" }).where("number", "=", number).execute();
    expect((await manager.get(staffOrderDiscountPath(number))).text).toContain("so it can’t get a discount");
    expect((await manager.form(staffOrderDiscountPath(number), old)).status).toBe(409);
    expect(await sharesOf(test)).toEqual([]);
  });
});

test("a discount of all products leaves the shipping to pay, and then there is nothing to discount", async () => {
  const test = await openShop();
  const { number } = await paidOrder(test);
  const owner = await staffBrowser(test, "owner");
  const all = { discountKind: "percent", discount: "100", reason: "our fault" };
  // Shipping is left to pay.
  expect((await giveTo(owner, number, all)).status).toBe(303);
  await test.runJobs();
  expect((await askFor(owner, number, all)).text).toContain("Nothing is left to pay for the products");
  await expectInOrder(test);
});

test("only staff who may edit and refund give a discount", async () => {
  const test = await openShop();
  const { number } = await paidOrder(test);
  const packer = await staffBrowser(test, "packer");
  expect((await packer.get(staffOrderPath(number))).text).not.toContain(staffOrderDiscountPath(number));
  expect((await packer.get(staffOrderDiscountPath(number))).status).toBe(403);
  const fields = { ...tenPercent, seen: "0", shownAmount: "433", shownRefund: "433" };
  expect((await send(packer, "/staff/security/", staffOrderDiscountPath(number), fields)).status).toBe(403);
  expect(await sharesOf(test)).toEqual([]);
});

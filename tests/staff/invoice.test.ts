import { describe, expect, test } from "vitest";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { orderPath } from "../../server/orders/paths.ts";
import { staffOrderPath } from "../../server/staff/paths.ts";
import { addCustomer } from "../identity/customer-fixture.ts";
import { openMeansShop, placeBy, recordPaid } from "../payments/means-fixture.ts";
import { beginSession } from "../support/begin-session.ts";
import { engines, openShop } from "../support/shop.ts";
import { agreeTo } from "./act-on-order.ts";
import { invoiceOf } from "./invoice-page.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser } from "./staff-fixture.ts";

const taxes = (page: string) => [...page.matchAll(/<dt>(Tax[^<]*)<\/dt><dd>([^<]*)</g)].map(([, name, amount]) => [name, amount]);

describe.each(engines)("on %s", (engine) => {
  test("an invoice says what was taken out, which tax is left, and what was paid and refunded", async () => {
    const test = await openShop({ engine });
    const { number, lineId } = await paidOrder(test);
    const owner = await staffBrowser(test, "owner");
    const sold = { Subtotal: "$40.00", Shipping: "$5.95", "Tax 8.25%": "$3.30", Total: "$49.25" };
    expect(await invoiceOf(owner, number)).toMatchObject({ sold, changes: [], payments: { Paid: "$49.25" } });

    await agreeTo(owner, number, "edit", { lineId, quantity: "1" });
    await test.runJobs();
    const edited = await invoiceOf(owner, number);
    expect(edited.lines).toEqual([["Product 2, Variant 2 (1 taken out)", "2", "$20.00", "–", "$3.30", "$40.00"]]);
    expect(edited).toMatchObject({ sold, payments: { Paid: "$49.25", Refunded: "−$21.65", Kept: "$27.60" } });
    const changes = ["As ordered $45.95 $3.30 $49.25", "Taken out −$20.00 −$1.65 −$21.65", "Total now $25.95 $1.65 $27.60"];
    expect(edited.changes).toEqual(changes);
    expect((await owner.get(staffOrderPath(number))).text).toContain(
      "<dt>Taken out</dt><dd>−$21.65</dd><dt>Total now</dt><dd>$27.60</dd>",
    );

    // Of $10.00, the tax is $0.60. Shipping is not taxed.
    await agreeTo(owner, number, "refund", { how: "amount", amount: "10" });
    await agreeTo(owner, number, "refund", { how: "lines", shipping: "1" });
    await test.runJobs();
    const refunded = await invoiceOf(owner, number);
    expect([refunded.changes, refunded.payments]).toEqual([
      changes,
      { Paid: "$49.25", Refunded: "−$35.45", Kept: "$13.80", "Tax in what was kept": "$1.05" },
    ]);
  });

  test("an invoice has the tax of refunded units, and says when its order was canceled", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const owner = await staffBrowser(test, "owner");
    await fulfilOrder(test.shop.db, { orderId: id, now: test.shop.now() });
    await agreeTo(owner, number, "refund", { how: "lines", [`line-${lineId}`]: "1" });
    await test.runJobs();
    const refunded = await invoiceOf(owner, number);
    expect(refunded.lines[0]?.[0]).toBe("Product 2, Variant 2 (1 refunded)");
    expect([refunded.changes, refunded.canceled, refunded.payments]).toEqual([
      [],
      undefined,
      { Paid: "$49.25", Refunded: "−$21.65", Kept: "$27.60", "Tax in what was kept": "$1.65" },
    ]);

    const other = await paidOrder(test);
    await agreeTo(owner, other.number, "cancelation", {});
    await test.runJobs();
    const { canceled, payments } = await invoiceOf(owner, other.number);
    expect(canceled).toBe(`Canceled on ${test.shop.dates.day(test.shop.now()).text}`);
    expect(payments).toEqual({ Paid: "$49.25", Refunded: "−$49.25", Kept: "$0.00", "Tax in what was kept": "$0.00" });
  });

  test("an invoice without a card says what is still to be paid, and a canceled unpaid one that no tax was kept", async () => {
    const test = await openMeansShop(engine);
    const { number } = await placeBy(test);
    const manager = await staffBrowser(test, "manager");
    expect((await invoiceOf(manager, number)).payments).toEqual({ "Still to be paid": "$49.25" });
    await recordPaid(test, { number }, 2000);
    expect((await invoiceOf(manager, number)).payments).toEqual({ Paid: "$20.00", "Still to be paid": "$29.25" });
    const unpaid = await placeBy(test);
    await agreeTo(manager, unpaid.number, "cancelation", {});
    expect((await invoiceOf(manager, unpaid.number)).payments).toEqual({ Kept: "$0.00", "Tax in what was kept": "$0.00" });
  });

  test("an invoice and the pages of an order have the same rows of tax, by its rates and on shipping", async () => {
    const test = await openShop({ engine });
    await test.shop.db.updateTable("tax_rate").set({ tax_shipping: 1 }).execute();
    await addCustomer(test, "c-1", { email: "own@example.com", email_norm: "own@example.com" });
    const { id, number } = await paidOrder(test, "c-1");
    const owner = await staffBrowser(test, "owner");
    const rows = { "Tax 8.25%": "$3.30", "Tax on shipping": "$0.49" };
    expect((await invoiceOf(owner, number)).sold).toMatchObject(rows);
    expect(taxes((await owner.get(staffOrderPath(number))).text)).toEqual(Object.entries(rows));
    const shopper = await beginSession(test, test.browser(), "c-1");
    expect(taxes((await shopper.get(orderPath(id))).text)).toEqual(Object.entries(rows));
  });
});

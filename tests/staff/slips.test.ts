import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import {
  staffInvoicePath,
  staffOrderActionPath,
  staffOrderPath,
  staffSlipPath,
  staffSlipsPath,
} from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { lineOf, placed } from "../orders/order-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

async function paidOrder({ shop }: TestShop) {
  const order = await placed(shop.db, { at: shop.now(), lines: [lineOf(2, 3), lineOf(3)] });
  await transact(shop.db, (tx) => bookCaptured(tx, order.id, 9760, shop.now()));
  const { id } = await shop.db
    .selectFrom("order_line")
    .select("id")
    .where("order_id", "=", order.id)
    .orderBy("position")
    .executeTakeFirstOrThrow();
  return { ...order, three: id };
}
const words = (text: string, selector: string) => textOf(pageOf({ text } as never), selector).replace(/\s+/g, " ");

describe.each(proofEngines)("on %s", (engine) => {
  test("a packer ships a part, twice pressed is once, and the slip then has the rest", async () => {
    const test = await openShop({ engine, pays: false });
    const { number, three } = await paidOrder(test);
    for (const [id, sku] of [
      [lineOf(2).variantId, "SKU-2"],
      [lineOf(3).variantId, ""],
    ] as const)
      await test.shop.db.updateTable("variant").set({ sku }).where("id", "=", id).execute();
    const packer = await staffBrowser(test, "packer");
    const page = await packer.get(staffOrderPath(number));
    const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? "";
    const ship = () =>
      packer.form(staffOrderActionPath(number, "fulfilment"), {
        _csrf: tokenIn(page),
        seen,
        how: "lines",
        carrier: "",
        tracking: "",
        [`line-${three}`]: "2",
      });

    expect([(await ship()).status, (await ship()).status]).toEqual([303, 409]);

    const after = await packer.get(staffOrderPath(number));
    expect(words(after.text, "main")).toContain("Partly shipped");
    expect(after.text).not.toContain("Cancel the order");
    expect(words(after.text, "td[data-label='Product']")).toContain("Product 2, Variant 2 SKU-2");
    const slip = pageOf(after).querySelector("a[href*=shipment]")?.getAttribute("href");
    expect(slip).toBe(`${staffSlipPath(number)}?shipment=1`);
    expect(words((await packer.get(staffSlipPath(number))).text, ".slip tbody")).toBe(
      "1Product 2, Variant 2SKU-2☐1Product 3, Variant 3☐",
    );
    expect(words((await packer.get(`${staffSlipPath(number)}?shipment=1`)).text, ".slip tbody")).toBe(
      "2Product 2, Variant 2SKU-2☐",
    );
  });

  test("Enter in a quantity ships what is typed, and a form that is refused keeps it", async () => {
    const test = await openShop({ engine, pays: false });
    const { number, three } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    const fulfilment = staffOrderActionPath(number, "fulfilment");
    const page = await packer.get(staffOrderPath(number));
    const form = pageOf(page).querySelector(`form[action="${fulfilment}"]`);
    // On Enter, a browser presses a form's first button.
    expect(form?.querySelector("button[type=submit]")?.getAttribute("value")).toBe("lines");
    const quantities = (of: { text: string }) =>
      [...pageOf(of as never).querySelectorAll(`form[action="${fulfilment}"] input.quantity`)].map((field) =>
        field.getAttribute("value"),
      );
    expect(quantities(page)).toEqual(["3", "1"]);
    const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? "";
    const typed = { _csrf: tokenIn(page), seen, how: "lines", carrier: "", tracking: "1Z", [`line-${three}`]: "2" };
    const refused = await packer.form(fulfilment, typed);
    expect(refused.status).toBe(400);
    expect(quantities(refused)).toEqual(["2", "1"]);
    expect(pageOf(refused).querySelector(`form[action="${fulfilment}"] details`)?.hasAttribute("open")).toBe(true);
  });

  test("an order that went out in two packages has a slip for each, and none for all of it", async () => {
    const test = await openShop({ engine, pays: false });
    const { id, number, three } = await paidOrder(test);
    const { db, now } = test.shop;
    await fulfilOrder(db, { orderId: id, lines: [{ lineId: three, quantity: 2 }], now: now() });
    await fulfilOrder(db, { orderId: id, now: now() });
    const packer = await staffBrowser(test, "packer");
    const links = [...pageOf(await packer.get(staffOrderPath(number))).querySelectorAll("a[href*='/slip/']")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual([1, 2].map((n) => `${staffSlipPath(number)}?shipment=${n}`));
  });

  test("slips of several orders have no price, an invoice has all of them; unknown numbers are left out", async () => {
    const test = await openShop({ engine, pays: false });
    const [one, two] = [await paidOrder(test), await paidOrder(test)];
    const packer = await staffBrowser(test, "packer");

    const slips = (await packer.get(`${staffSlipsPath}?order=${one.number}&order=${two.number}&order=77&order=x`)).text;

    expect(pageOf({ text: slips } as never).querySelectorAll(".slip")).toHaveLength(2);
    expect(words(slips, "main")).not.toContain("$");
    expect(words(slips, ".slip")).toContain("Leaf & Vessel");
    const printed = (await packer.get(staffInvoicePath(one.number))).text;
    // On a phone each line is a card, and the cells show the column heads.
    expect(printed).toMatch(/<td data-label="Product">.*<td data-label="Net" class="number">/s);
    const invoice = words(printed, ".slip");
    expect(invoice).toContain("Total$97.60");
    expect(invoice).toContain("Bill toAda");
    expect(invoice).toContain("United States");
    expect((await packer.get(staffInvoicePath(77))).status).toBe(404);
    const editor = await staffBrowser(test, "editor");
    expect((await editor.get(staffInvoicePath(one.number))).status).toBe(403);
  });
});

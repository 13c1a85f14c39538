import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { startRun } from "../../server/staff/lists/bulk.ts";
import { beginPhoneOrder } from "../../server/staff/orders/phone-order-actions.ts";
import { shipParcels } from "../../server/staff/orders/tracking-file.ts";
import {
  staffActivityPath as page,
  staffActivityFilePath,
  staffBulkRunPath,
  staffCountPath,
  staffCustomerPath,
  staffOrderPath,
  staffPhoneOrderPath,
  staffRolePath,
  staffVariantStockPath,
} from "../../server/staff/paths.ts";
import { adjustForStaff, countForStaff, createSheetForStaff, postForStaff } from "../../server/staff/products/stock-actions.ts";
import { type Change, recordChanges } from "../../server/staff/records/audit.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, staffBrowser } from "./staff-fixture.ts";

const source = { actor: "staff:staff-owner", requestId: "r" } as const;

/** The rows of the log's CSV, each with the record, what was done, and the details. */
async function rowsOf(browser: TestBrowser, search = ""): Promise<string[]> {
  const { text } = await browser.get(`${staffActivityFilePath}?columns=what&columns=detail${search}`);
  return text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.replaceAll('"', ""));
}

const record = ({ shop }: TestShop, ...changes: Change[]) =>
  transact(shop.db, (tx) => recordChanges(tx, source, changes, shop.now()));

/** Receives ten units of a variant, and counts it on a sheet. */
async function moveStock({ shop }: TestShop): Promise<void> {
  const context = { db: shop.db, source, now: shop.now() };
  const adjustment = { by: 10, reason: "received" } as const;
  expect((await adjustForStaff(context, { id: "m-1", variantId: "v-3", adjustment, note: "From Potters" })).ok).toBe(true);
  const sheet = { id: "s-1", name: "Back room", scope: { variantIds: ["v-3"] }, withUnshipped: false };
  expect((await createSheetForStaff(context, sheet)).ok).toBe(true);
  const count = { sheetId: "s-1", variantId: "v-3", units: 4, how: "set", seen: null } as const;
  expect((await countForStaff(context, count)).ok).toBe(true);
  expect((await postForStaff(context, { sheetId: "s-1", uncounted: undefined })).ok).toBe(true);
}

describe.each(engines)("on %s", (engine) => {
  test("stock and count sheets are named, say which units moved and why, and are found by SKU and name", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const { on_hand: onHand } = await test.shop.db
      .selectFrom("variant")
      .select("on_hand")
      .where("id", "=", "v-3")
      .executeTakeFirstOrThrow();
    await moveStock(test);
    await record(test, { kind: "stock", id: "v-2", action: "adjusted", after: { units: -1, onHand: 4 } });
    const [, variant = ""] = /Stock: (.*SKU-3),Adjusted/.exec((await rowsOf(owner)).join("\n")) ?? [];
    expect(variant).toContain("Product 3");
    const ofVariant = [
      "Count sheet: Back room,Created,",
      `Count sheet: Back room,Counted,${variant}: 4 counted, ${onHand + 10} expected`,
      "Count sheet: Back room,Posted,1 variant changed",
      `Stock: ${variant},Adjusted,Received +10, ${onHand} → ${onHand + 10}, From Potters`,
    ].sort();
    expect(await rowsOf(owner)).toEqual(
      expect.arrayContaining([...ofVariant, expect.stringMatching(/^Stock: .*SKU-2,Adjusted,Units −1, 5 → 4$/)]),
    );
    expect((await rowsOf(owner, "&record=sku-3")).sort()).toEqual(ofVariant);
    expect((await rowsOf(owner, "&record=Product+3")).sort()).toEqual(ofVariant);
    const { text } = await owner.get(page);
    for (const path of [staffVariantStockPath("v-3"), staffCountPath("s-1")]) expect(text).toContain(`href="${path}"`);
  });

  test("phone orders, actions on many records, roles, imports, and customers are named, with their pages", async () => {
    const test = await openShop({ engine });
    const { shop } = test;
    const owner = await staffBrowser(test, "owner");
    const { id: orderId, number } = await paidOrder(test);
    const order = await shop.db
      .selectFrom("orders")
      .select(["checkout_id", "email"])
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const phoneOrder = await beginPhoneOrder({ shop, source, now: shop.now() });
    const run = { id: "b-1", action: shipParcels, selection: { parcels: [] }, staffId: "staff-owner", source, isSmall: true };
    await startRun(shop.db, run, shop.now());
    const role = await addOwnRole(test, "Night shift", ["orders:read"]);
    const guest = `guest-${number}`;
    await record(
      test,
      { kind: "phone-order", id: order.checkout_id, action: "product added", after: { Product: "Basil", Units: 2 } },
      {
        kind: "staff role",
        id: role,
        action: "changed",
        before: { permissions: ["orders:read"] },
        after: { permissions: ["stock:read"] },
      },
      {
        kind: "staff role",
        id: "former",
        action: "changed",
        before: { permissions: [] },
        after: { permissions: ["stock:read"] },
      },
      { kind: "staff role", id: "former", action: "removed", before: { name: "Helpers", permissions: ["stock:read"] } },
      { kind: "product import", id: "i-1", action: "completed", after: { file: "home.csv", created: 20, refused: 0 } },
      { kind: "customer", id: guest, action: "note added" },
      { kind: "customer tags", id: guest, action: "changed", before: { tags: [] }, after: { tags: ["VIP"] } },
    );
    const rows = await rowsOf(owner);
    const expected = [
      `Phone order: ${number},Product added,Product: Basil; Units: 2`,
      "Phone order: no email,Begun,",
      "Shipped by a file,0 orders have their tracking numbers and are shipped.,",
      "Staff role: Night shift,Changed,Given: See the stock and its movements. Taken: See orders, their slips, invoices, and payments",
      "Staff role: Helpers,Changed,Given: See the stock and its movements",
      "Staff role: Helpers,Removed,",
      "Product import: home.csv,Completed,Created: 20; Refused: 0",
      `Customer: ${order.email},Note added,`,
      `Customer tags: ${order.email},Changed,Tags`,
    ];
    expect(rows).toEqual(expect.arrayContaining(expected));
    expect(await rowsOf(owner, "&what=product+import")).toEqual(["Product import: home.csv,Completed,Created: 20; Refused: 0"]);
    expect(await rowsOf(owner, `&what=phone-order&record=${number}`)).toEqual([expected[0]]);
    const { text } = await owner.get(page);
    const paths = [staffOrderPath(number), staffPhoneOrderPath(phoneOrder), staffBulkRunPath("b-1"), staffRolePath(role)];
    for (const path of [...paths, staffCustomerPath(guest)]) expect(text).toContain(`href="${path}"`);

    await shop.db.updateTable("orders").set({ email: "", email_norm: "" }).where("id", "=", orderId).execute();
    expect(await rowsOf(owner, "&what=customer")).toEqual(["Customer: erased,Note added,"]);
  });
});

import { describe, expect, test } from "vitest";
import { reserve } from "../../server/catalog/stock.ts";
import { idsOfStock } from "../../server/catalog/stock-list.ts";
import { transact } from "../../server/db/transaction.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { pay } from "../../server/payments/pay.ts";
import {
  staffAdjustmentPath,
  staffMovementUndoPath,
  staffStockFilePath,
  staffStockPath,
  staffVariantStockPath,
} from "../../server/staff/paths.ts";
import { callOf, expectInOrder, shopperAt } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const stockOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("variant").select(["on_hand", "reserved"]).where("id", "=", id).executeTakeFirstOrThrow();
const movementsOf = ({ shop }: TestShop, id: string) =>
  shop.db
    .selectFrom("stock_movement")
    .select(["id", "kind", "units", "reason", "note", "actor", "undoes"])
    .where("variant_id", "=", id)
    .where("kind", "<>", "initial")
    .orderBy("at")
    .orderBy("id")
    .execute();
const keyIn = (text: string): string => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? "no key";

async function adjust(browser: TestBrowser, id: string, fields: Record<string, string>) {
  const page = await browser.get(staffVariantStockPath(id));
  return await browser.form(staffAdjustmentPath(id), { _csrf: tokenIn(page), key: keyIn(page.text), ...fields });
}

describe.each(engines)("on %s", (engine) => {
  test("a packer moves stock for a reason, and the variant's history says what, why, and who", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");

    expect((await adjust(packer, "v-2", { reason: "received", units: "24", note: "Invoice 77 <b>" })).status).toBe(303);
    expect((await adjust(packer, "v-2", { reason: "damaged", units: "3" })).status).toBe(303);

    expect(await stockOf(test, "v-2")).toEqual({ on_hand: 31, reserved: 0 });
    expect(await movementsOf(test, "v-2")).toMatchObject([
      { kind: "set", units: 24, reason: "received", note: "Invoice 77 <b>", actor: "staff:staff-packer" },
      { kind: "set", units: -3, reason: "damaged", note: "" },
    ]);
    const page = (await packer.get(staffVariantStockPath("v-2"))).text;
    expect(page).toMatch(
      /Damaged[\s\S]*−3[\s\S]*The packer[\s\S]*Received[\s\S]*Invoice 77 &lt;b&gt;[\s\S]*\+24[\s\S]*First stock/,
    );
    const audit = await test.shop.db.selectFrom("audit_entry").select(["record_kind", "record_id", "action", "after"]).execute();
    expect(audit).toContainEqual({
      record_kind: "stock",
      record_id: "v-2",
      action: "adjusted",
      after: '{"units":24,"onHand":34,"reason":"received","note":"Invoice 77 <b>"}',
    });
    expect(await findBreaches(test.shop.db)).toEqual([]);
  });

  test("a form that is sent twice moves once, even at one moment", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    const page = await packer.get(staffVariantStockPath("v-2"));
    const form = { _csrf: tokenIn(page), key: keyIn(page.text), reason: "found", units: "5", note: "" };

    const answers = await Promise.all([
      packer.form(staffAdjustmentPath("v-2"), form),
      packer.form(staffAdjustmentPath("v-2"), form),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await stockOf(test, "v-2")).toMatchObject({ on_hand: 15 });
    // The key of one variant's form does not move another variant's stock.
    expect((await packer.form(staffAdjustmentPath("v-3"), form)).status).toBe(404);
    expect(await stockOf(test, "v-3")).toMatchObject({ on_hand: 10 });
  });

  test("units that are held for payments stay covered, and the form keeps what was typed", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    await transact(test.shop.db, (tx) => reserve(tx, [{ variantId: "v-2", quantity: 4 }]));

    for (const fields of [
      { reason: "lost", units: "7" },
      { reason: "counted", units: "3" },
    ]) {
      const refused = await adjust(packer, "v-2", { ...fields, note: "shelf 9" });
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining(
          "10 are on hand, and 4 of them are held for payments in progress: at most 6 can be taken out now. Try again in a few minutes.",
        ),
      ]);
      expect(refused.text).toContain('value="shelf 9"');
      expect(refused.text).toContain(`value="${fields.reason}" selected`);
    }
    expect(await stockOf(test, "v-2")).toEqual({ on_hand: 10, reserved: 4 });
    const tooMany = await adjust(packer, "v-2", { reason: "lost", units: "11" });
    expect(tooMany.text).toMatch(/at most 6 can be taken out now\.\s*</);
    expect((await adjust(packer, "v-3", { reason: "lost", units: "11" })).text).toContain("Only 10 are on hand.");
    expect((await adjust(packer, "v-2", { reason: "counted", units: "4" })).status).toBe(303);
    expect((await adjust(packer, "v-2", { reason: "lost", units: "1" })).text).toContain("none can be taken out now");
    expect(await stockOf(test, "v-2")).toEqual({ on_hand: 4, reserved: 4 });
    const wrong = await adjust(packer, "v-2", { reason: "received", units: "some" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("Enter how many units, as a whole number.")]);
  });

  test("a movement is undone once by one the other way; an order's is not", async () => {
    const test = await openShop({ engine });
    const paid = await pay(test.shop, callOf(test, await shopperAt(test, { lines: [{ variantId: "v-2", quantity: 2 }] })));
    expect(paid.ok).toBe(true);
    const packer = await staffBrowser(test, "packer");
    await adjust(packer, "v-2", { reason: "lost", units: "6" });
    const movements = await movementsOf(test, "v-2");
    const [lost, sold] = ["set", "sold"].map((kind) => movements.find((movement) => movement.kind === kind)?.id ?? "");
    expect((await packer.get(staffVariantStockPath("v-2"))).text).toMatch(/href="\/staff\/orders\/1001\/">Order 1001/);

    const undo = (movementId: string) => send(packer, staffVariantStockPath("v-2"), staffMovementUndoPath("v-2"), { movementId });
    for (const press of [1, 2]) expect([press, (await undo(lost ?? "")).status]).toEqual([press, 303]);
    expect(await stockOf(test, "v-2")).toMatchObject({ on_hand: 8 });
    for (const id of [sold ?? "", `${lost}-undo`, "nobody"]) expect([id, (await undo(id)).status]).toEqual([id, 404]);
    const shown = (await packer.get(staffVariantStockPath("v-2"))).text;
    expect(shown).toContain("Undone: lost");
    for (const why of ["An undo itself", "Not changed by hand"]) expect(shown).toContain(`>${why}<`);
    await test.runJobs();
    await expectInOrder(test);
  });

  test("the list finds a variant by SKU, barcode, and name, shows what is low, and goes on page by page", async () => {
    const stock = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`v-${at + 1}`, at === 6 ? 2 : 50]));
    const test = await openShop({ engine, pays: false, stock });
    await test.shop.db.updateTable("variant").set({ barcode: "4006381333931" }).where("id", "=", "v-9").execute();
    const packer = await staffBrowser(test, "packer");
    const namesIn = (text: string) => [...text.matchAll(/<a href="\/staff\/stock\/(v-\d+)\/">/g)].map(([, id]) => id);

    for (const [q, id] of [
      ["sku-7", "v-7"],
      ["4006381333931", "v-9"],
    ]) {
      const { status, headers } = await packer.get(`${staffStockPath}?q=${q}`);
      expect([status, headers.get("location")]).toEqual([303, staffVariantStockPath(id ?? "")]);
    }
    expect(namesIn((await packer.get(`${staffStockPath}?q=product+11`)).text).sort()).toEqual(
      ["v-11", ...Array.from({ length: 10 }, (_, at) => `v-11${at}`)].sort(),
    );
    expect((await packer.get(`${staffStockPath}?q=100%25`)).text).toContain("Nothing has “100%”");
    expect((await packer.get(`${staffStockPath}?q=produ_t`)).text).toContain("Nothing has “produ_t”");
    expect(namesIn((await packer.get(`${staffStockPath}?low=1`)).text)).toEqual(["v-7"]);

    const seen: (string | undefined)[] = [];
    for (let path: string | undefined = staffStockPath; path !== undefined; ) {
      const { text } = await packer.get(path);
      seen.push(...namesIn(text));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#x3D;", "=");
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    const file = (await packer.get(staffStockFilePath)).text.trimEnd().split("\r\n");
    expect([file.length, file[0]]).toEqual([121, "Product,SKU,Barcode,On hand,Reserved,Available,State"]);
    expect(file).toContain('"Product 7, Variant 7",SKU-7,,2,0,2,Low');
  });

  test("a variant with a threshold of its own is low from there on: in the list, its page, Today, and count sheets", async () => {
    const test = await openShop({ engine, pays: false, stock: { "v-1": 9, "v-2": 9, "v-3": 4, "v-4": 4, "v-5": 0 } });
    for (const [id, low_stock] of [
      ["v-1", 9],
      ["v-2", 8],
      ["v-4", 3],
      ["v-5", 0],
    ] as const)
      await test.shop.db.updateTable("variant").set({ low_stock }).where("id", "=", id).execute();
    await test.shop.db
      .updateTable("variant")
      .set({ active: 0 })
      .where("id", "not in", ["v-1", "v-2", "v-3", "v-4", "v-5"])
      .execute();
    const owner = await staffBrowser(test, "owner");

    const list = (await owner.get(`${staffStockPath}?low=1`)).text;
    const low = [...list.matchAll(/<a href="\/staff\/stock\/(v-\d+)\/">/g)].map(([, id]) => id);
    expect(low).toEqual(["v-3", "v-1", "v-5"]);
    expect((await owner.get(staffVariantStockPath("v-1"))).text).toContain("Low</span>");
    expect((await owner.get(staffVariantStockPath("v-4"))).text).toContain("In stock</span>");
    expect((await owner.get("/staff/")).text).toContain("<strong>3</strong> variants low on stock");
    expect(await idsOfStock(test.shop.db, { text: "", low: true }, 10)).toHaveLength(3);
  });
});

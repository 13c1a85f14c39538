import { describe, expect, test } from "vitest";
import { applySchedules } from "../../server/catalog/apply-schedules.ts";
import { writeSchedule } from "../../server/catalog/product-schedule.ts";
import { transact } from "../../server/db/transaction.ts";
import { startRun } from "../../server/staff/lists/bulk.ts";
import {
  staffBulkRunPath,
  staffBulkUndoPath,
  staffProductPath,
  staffProductsBulkPath,
  staffProductsPath,
} from "../../server/staff/paths.ts";
import { changePrices } from "../../server/staff/products/product-bulk.ts";
import { recordScheduled } from "../../server/staff/products/record-scheduled.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn } from "./product-page.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

const pricesIn = async ({ shop }: TestShop): Promise<Record<string, [number, number | null]>> => {
  const rows = await shop.db.selectFrom("variant").select(["id", "price", "compare_at"]).where("active", "=", 1).execute();
  return Object.fromEntries(rows.map(({ id, price, compare_at }) => [id, [price, compare_at]]));
};
const publishedIn = async ({ shop }: TestShop): Promise<Record<string, number>> => {
  const rows = await shop.db.selectFrom("product").select(["id", "published"]).execute();
  return Object.fromEntries(rows.map(({ id, published }) => [id, published]));
};
/** Sends the preview's form unchanged. */
const confirm = (browser: TestBrowser, preview: Answer): Promise<Answer> =>
  browser.form(staffProductsBulkPath, fieldsIn(preview, staffProductsBulkPath));
const hour = 3_600_000;

/** Adds a scheduled price that is valid now for a variant. */
async function beginSale({ shop }: TestShop, productId: string, variantId: string): Promise<void> {
  const price = { id: "sale", variantId, price: 100, startsAt: shop.now() - 1, endsAt: shop.now() + hour, showsFormer: true };
  const schedule = { publishAt: null, unpublishAt: null, prices: [price] };
  await transact(shop.db, (tx) => writeSchedule(tx, productId, schedule, shop.now()));
  await applySchedules(shop.db, shop.now(), recordScheduled);
}

describe.each(engines)("on %s", (engine) => {
  test("prices are lowered after a preview in numbers, once, with a history, and put back together", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    await test.shop.db.updateTable("variant").set({ price: 1005, compare_at: null }).where("id", "=", "v-1").execute();
    await test.shop.db.updateTable("product").set({ price_start: 1005, price_stop: 1005 }).where("id", "=", "p-1").execute();
    await beginSale(test, "p-2", "v-2");
    const before = await pricesIn(test);

    expect((await editor.get(`${staffProductsBulkPath}?action=prices`)).headers.get("location")).toContain("notice=unselected");
    const list = await editor.get(staffProductsPath);
    expect(list.text).toMatch(/name="product" value="p-1" form="bulk"/);
    const asked = `${staffProductsBulkPath}?product=p-1&product=p-2&product=none&action=prices`;
    const form = await editor.get(asked);
    expect([form.status, form.text.includes("This is for")]).toEqual([200, false]);
    expect((await editor.get(`${asked}&value=ten`)).text).toContain("Enter a percentage, such as 10%");
    const preview = await editor.get(`${asked}&way=lower&value=10%25&compareAt=shown`);
    expect(preview.text).toContain("This is for <strong>1</strong> of those you selected.");
    expect(preview.text).toContain("Prices from <strong>$10.05</strong> become <strong>$9.05</strong>.");
    expect(preview.text).toContain("<strong>1</strong>: A price for a time holds now");
    expect(await pricesIn(test)).toEqual(before);

    const done = await confirm(editor, preview);
    await confirm(editor, preview);
    const run = done.headers.get("location") ?? "";
    const result = await editor.get(run);
    expect(result.text).toContain("The prices of 1 product were changed.");
    expect(result.text).toContain("1 was left as it was");
    expect(await pricesIn(test)).toEqual({ ...before, "v-1": [905, 1005] });
    const spans = await test.shop.db
      .selectFrom("product")
      .select("price_start")
      .where("id", "=", "p-1")
      .executeTakeFirstOrThrow();
    expect(spans.price_start).toBe(905);
    expect((await editor.get(staffProductPath("p-1"))).text).toContain("prices changed with others");

    const undo = fieldsIn(result, staffBulkUndoPath(run.split("/").at(-2) ?? ""));
    const undone = await editor.form(staffBulkUndoPath(run.split("/").at(-2) ?? ""), undo);
    expect((await editor.get(undone.headers.get("location") ?? "")).text).toContain("1 change was undone.");
    expect(await pricesIn(test)).toEqual(before);
  });

  test("no price falls below zero, and an amount is taken off each variant", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const rows = await test.shop.db.selectFrom("product").select(["id", "price_start"]).orderBy("price_start").execute();
    const before = await pricesIn(test);
    const cheapest = rows[0]?.price_start ?? 0;
    const off = ((cheapest + 1) / 100).toFixed(2);
    const tooCheap = rows.filter(({ price_start }) => price_start < cheapest + 1).length;
    const preview = await editor.get(`${staffProductsBulkPath}?all=1&action=prices&way=lower&value=${off}`);
    expect(preview.text).toContain(`<strong>${tooCheap}</strong>: A price would be below $0.00.`);
    await confirm(editor, preview);
    const after = await pricesIn(test);
    expect(Object.values(after).every(([price]) => price >= 0)).toBe(true);
    const changed = Object.keys(after).filter((id) => after[id]?.[0] !== before[id]?.[0]);
    expect(changed.map((id) => (before[id]?.[0] ?? 0) - (after[id]?.[0] ?? 0))).toEqual(changed.map(() => cheapest + 1));
  });

  test("all that match a filter are hidden and published, and those that came later are left alone", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const { id, ...row } = await test.shop.db.selectFrom("product").selectAll().where("id", "=", "p-1").executeTakeFirstOrThrow();
    const many = Array.from({ length: 205 }, (_, at) => ({ ...row, id: `copy-${at}`, slug: `copy-${at}`, name: `Copy ${at}` }));
    await transact(test.shop.db, async (tx) => {
      const variant = await tx.selectFrom("variant").selectAll().where("product_id", "=", id).executeTakeFirstOrThrow();
      for (const product of many) {
        await tx.insertInto("product").values(product).execute();
        const own = { id: `v-${product.id}`, product_id: product.id, key: product.id, sku: product.id };
        await tx
          .insertInto("variant")
          .values({ ...variant, ...own })
          .execute();
      }
    });
    const upTo = test.shop.now();
    const late = { ...row, id: "late", slug: "late", name: "Copy late", created_at: upTo + 1 };
    await test.shop.db.insertInto("product").values(late).execute();
    const preview = await editor.get(`${staffProductsBulkPath}?all=1&q=copy&upTo=${upTo}&action=hide`);
    expect(preview.text).toContain("This is for <strong>205</strong>");

    const run = (await confirm(editor, preview)).headers.get("location") ?? "";
    await test.runJobs();
    expect((await editor.get(run)).text).toContain("205 products were hidden.");
    const published = await publishedIn(test);
    expect([published.late, published["p-1"], many.filter((each) => published[each.id] === 1)]).toEqual([1, 1, []]);
    const again = await editor.get(`${staffProductsBulkPath}?product=copy-1&product=p-1&action=publish`);
    expect(again.text).toContain("<strong>1</strong>: It is published already.");
    await confirm(editor, again);
    expect((await publishedIn(test))["copy-1"]).toBe(1);

    const undo = fieldsIn(await editor.get(run), staffBulkUndoPath(run.split("/").at(-2) ?? ""));
    const undone = await editor.form(staffBulkUndoPath(run.split("/").at(-2) ?? ""), undo);
    await test.runJobs();
    const result = await editor.get(undone.headers.get("location") ?? "");
    expect(result.text).toMatch(/20[45] changes were undone\./);
    expect(Object.values(await publishedIn(test)).every((state) => state === 1)).toBe(true);
  });

  test("a run that a dead process left changes no price twice", async () => {
    const test = await openShop({ engine, pays: false });
    await staffBrowser(test, "editor");
    const before = (await pricesIn(test))["v-1"]?.[0] ?? 0;
    const change = { by: "amount", value: 100, compareAt: "kept" } as const;
    const selection = { products: { ids: ["p-1"] }, change };
    const source = { actor: "staff:staff-editor", requestId: "r-1" } as const;
    const run = { id: "a".repeat(32), action: changePrices, selection, staffId: "staff-editor", source, isSmall: true };
    await startRun(test.shop.db, run, test.shop.now());
    // The process had changed the product, but not counted it.
    const given = { selection, requestId: "r-1" };
    expect((await changePrices.act(test.shop.db, "p-1", "staff:staff-editor", test.shop.now(), given)).ok).toBe(true);
    test.pass(61_000);
    await test.runJobs();
    expect((await pricesIn(test))["v-1"]?.[0]).toBe(before + 100);
    const { done } = await test.shop.db.selectFrom("staff_bulk_run").select("done").executeTakeFirstOrThrow();
    expect(Number(done)).toBe(1);
  });

  test("what a schedule changes is in the product's history, by its schedule", async () => {
    const test = await openShop({ engine, pays: false });
    await beginSale(test, "p-1", "v-1");
    const entry = await test.shop.db
      .selectFrom("audit_entry")
      .selectAll()
      .where("record_id", "=", "p-1")
      .executeTakeFirstOrThrow();
    expect([entry.actor, entry.record_kind, entry.action]).toEqual(["schedule", "product", "schedule applied"]);
    expect(JSON.parse(entry.after ?? "{}").variants[0].price).toBe(100);
    const editor = await staffBrowser(test, "editor");
    expect((await editor.get(staffProductPath("p-1"))).text).toContain("its schedule");
  });
});

test("who may only read sees no action on products", async () => {
  const test = await openShop({ pays: false });
  const reader = await staffBrowser(test, "reader");
  expect((await reader.get(staffProductsPath)).text).not.toContain("Change prices");
  const fields = {
    _csrf: tokenIn(await reader.get(staffProductsPath)),
    id: "b".repeat(32),
    action: "hide",
    selection: "product=p-1",
  };
  expect((await reader.form(staffProductsBulkPath, fields)).status).toBe(403);
  expect((await reader.get(staffBulkRunPath("b".repeat(32)))).status).toBe(404);
});

import { describe, expect, test } from "vitest";
import { sumStockValue } from "../../server/catalog/queries/stock-value.ts";
import { marginWords } from "../../server/catalog/rules/costs.ts";
import {
  staffCatalogFilePath,
  staffCostsPath,
  staffProductCopyPath,
  staffProductPath,
  staffReportsFilePath,
  staffReportsPath,
  staffUndoPath,
} from "../../server/staff/paths.ts";
import { newProductOf } from "../../server/transfer/writing/new-product.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { addOwnRole, staffBrowser } from "./staff-fixture.ts";

const page = staffProductPath("p-1");
const costs = staffCostsPath("p-1");
const costOf = async ({ shop }: TestShop, id: string) =>
  (await shop.db.selectFrom("variant").select("cost").where("id", "=", id).executeTakeFirst())?.cost;
const lastCostEntry = async ({ shop }: TestShop): Promise<string> => {
  const entries = shop.db.selectFrom("audit_entry").select("id").where("record_kind", "=", "product costs");
  return (await entries.orderBy("at", "desc").orderBy("id", "desc").executeTakeFirstOrThrow()).id;
};

test("a margin is a sum and a share of the price, also below zero", () => {
  expect([marginWords(1000, 400), marginWords(1000, 1200), marginWords(0, 5), marginWords(1000, null)]).toEqual([
    "$6.00, 60%",
    "−$2.00, −20%",
    "−$0.05",
    "–",
  ]);
});

describe.each(engines)("on %s", (engine) => {
  test("a manager sets a cost, sees the margin and the stock's value, and undoes it; an editor sees nothing of it", async () => {
    const test = await openShop({ engine, pays: false, stock: { "v-1": 3, "v-2": 2 } });
    const manager = await staffBrowser(test, "manager");
    const editor = await staffBrowser(test, "editor");
    const saved = await sendForm(manager, page, { "cost-v-1": "4.21" }, costs);
    expect([saved.status, await costOf(test, "v-1")]).toEqual([303, 421]);
    const shown = await manager.get(page);
    expect(shown.text).toContain("$5.79, 58%");
    expect(shown.text).toContain("What was changed of the costs");
    const wrong = await sendForm(manager, page, { "cost-v-1": "dear" }, costs);
    expect([wrong.status, wrong.text.includes("Enter the cost in dollars")]).toEqual([422, true]);

    const report = await manager.get(`${staffReportsFilePath}?report=stock`);
    expect(report.text).toMatch(/Value at cost/);
    expect(report.text).toContain("12.63");
    expect((await manager.get(`${staffReportsPath}?report=stock`)).text).toContain("Units without a cost aren’t in the value");
    expect((await sumStockValue(test.shop.db)).find(({ cost }) => cost > 0)).toMatchObject({ cost: 1263, uncosted: 0 });

    const seen = [page, "/staff/stock/", staffCatalogFilePath, "/staff/products.csv"];
    for (const path of seen)
      expect((await editor.get(path)).text).not.toMatch(/4\.21|Cost per item|Cost and margin|product costs/);
    expect((await manager.get(staffCatalogFilePath)).text).toMatch(/Cost per item[\s\S]*4\.21/);
    const refused = await editor.form(costs, { ...fieldsIn(await editor.get(page), page), "cost-v-1": "1" });
    expect([refused.status, await costOf(test, "v-1")]).toEqual([403, 421]);
    const entry = staffUndoPath(await lastCostEntry(test));
    expect((await editor.form(entry, fieldsIn(await editor.get(page), page))).status).toBe(403);

    // A save of the product's own form, and a copy, leave the cost as it is.
    await sendForm(editor, page, { brand: "Other" });
    expect(await costOf(test, "v-1")).toBe(421);
    const copied = await sendForm(editor, page, {}, staffProductCopyPath("p-1"));
    const copyId = /products\/([0-9a-f]+)\//.exec(copied.headers.get("location") ?? "")?.[1] ?? "";
    const copy = await test.shop.db.selectFrom("variant").select("cost").where("product_id", "=", copyId).executeTakeFirst();
    expect(copy?.cost).toBe(421);

    await manager.form(entry, fieldsIn(await manager.get(page), entry));
    expect(await costOf(test, "v-1")).toBeNull();
  });
});

test("a role that sees reports without products:write reads costs and saves none", async () => {
  const test = await openShop({ pays: false });
  await test.shop.db.updateTable("variant").set({ cost: 421 }).where("id", "=", "v-1").execute();
  const reader = await staffBrowser(test, "reader");
  const shown = await reader.get(page);
  expect([shown.text.includes("$5.79, 58%"), shown.text.includes("Save the costs")]).toEqual([true, false]);
  const refused = await reader.form(costs, { ...fieldsIn(shown, costs), "cost-v-1": "1" });
  expect([refused.status, await costOf(test, "v-1")]).toEqual([403, 421]);
});

test("no page or JSON of shoppers has a cost", async () => {
  const test = await openShop({ pays: false });
  await test.shop.db.updateTable("variant").set({ cost: 87_654 }).execute();
  for (const path of ["/storefront/products/product-1/", "/storefront/products/", "/storefront/offers/", "/storefront/"]) {
    const answer = await test.browser().get(path);
    expect(answer.text).not.toMatch(/87654|876\.54/);
  }
});

test("an import without the right to costs keeps them, and a blank cell changes nothing", () => {
  const variant = { line: 2, key: "A", name: "", options: {}, price: 900, onHand: undefined, picture: "", cost: 5 };
  const draft = { line: 2, slug: "a", name: "A", category: "seeds", published: true, pictures: [], variants: [variant] };
  const isDrawing = () => false;
  expect(newProductOf(draft, { isDrawing, costs: "kept" }).variants[0]).not.toHaveProperty("cost");
  expect(newProductOf(draft, { isDrawing }).variants[0]).toMatchObject({ cost: 5 });
});

test("a role of the shop's own without reports:read sees no costs, whatever else it may", async () => {
  const test = await openShop({ pays: false });
  await test.shop.db.updateTable("variant").set({ cost: 421 }).where("id", "=", "v-1").execute();
  await addOwnRole(test, "keeper", ["products:read", "products:write", "stock:read", "stock:write"]);
  const keeper = await staffBrowser(test, "keeper");
  expect((await keeper.get(page)).text).not.toMatch(/4\.21|Cost and margin/);
});

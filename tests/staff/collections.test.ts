import { describe, expect, test } from "vitest";
import { collectionPath } from "../../server/catalog/paths.ts";
import {
  staffCategoryPath,
  staffCollectionPath,
  staffCollectionRemovalPath,
  staffCollectionsPath,
  staffProductsPath,
} from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { seenIn, send, sendSeen, staffBrowser } from "./staff-fixture.ts";

const fresh = staffCollectionPath("new");
const gifts = { name: "Gifts", slug: "", intro: "Small things.", chosenBy: "hand" };
const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
const errorsIn = (html: string) => [...html.matchAll(/class="field__error"[^>]*>([^<]*)/g)].map(([, words]) => words);
const picksIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`type="checkbox" name="${name}Pick" value="([^"]*)"`, "g"))].map(([, value = ""]) => value);

const add = (browser: TestBrowser, fields: Record<string, string>) => send(browser, fresh, fresh, { ...gifts, ...fields });
const onlyId = async ({ shop }: TestShop) => (await shop.db.selectFrom("collection").select("id").executeTakeFirstOrThrow()).id;
const chosen = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("collection_product").select("product_id").orderBy("position").execute()).map(
    ({ product_id }) => product_id,
  );
const headingAt = async (test: TestShop, slug: string) =>
  /<h1>([^<]*)/.exec((await test.browser().get(collectionPath(slug))).text)?.[1];

describe.each(engines)("collections of the staff, on %s", (engine) => {
  test("an editor adds one by hand, by names, SKUs, and addresses, in the order of the lines", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    expect((await editor.get(staffProductsPath)).text).toContain(`href="${staffCollectionsPath}"`);
    const added = await add(editor, { products: "SKU-9\nProduct 1\nhttps://shop.test/storefront/products/product-3/\nsku-9" });
    expect(added.status).toBe(303);
    expect(await chosen(test)).toEqual(["p-9", "p-1", "p-3"]);
    const page = staffCollectionPath(await onlyId(test));
    const shown = (await editor.get(page)).text;
    expect(shown).toContain("Product 9 (product-9)\nProduct 1 (product-1)\nProduct 3 (product-3)</textarea>");
    expect(shown).toContain("shows 3 products now.");
    const list = (await editor.get(staffCollectionsPath)).text;
    expect([list.includes(`href="${page}"`), list.includes("By hand")]).toEqual([true, true]);

    const moved = "Product 3 (product-3)\nProduct 9 (product-9)";
    expect((await sendSeen(editor, page, { ...gifts, products: moved })).status).toBe(303);
    expect(await chosen(test)).toEqual(["p-3", "p-9"]);
  });

  test("a name of several products comes back with each of them to tick", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const asked = await add(editor, { products: "SKU-9\nproduct\nno such thing" });
    expect(asked.status).toBe(422);
    expect(errorsIn(asked.text)).toEqual([
      "No product has “no such thing” in its name, address, or SKU. “product” may mean several products: tick those you mean.",
    ]);
    expect(picksIn(asked.text, "products").toSorted()).toEqual(["p-1", "p-2", "p-3", "p-9"]);
    expect(asked.text).toContain("SKU-9\nproduct\nno such thing</textarea>");
    expect((await add(editor, { products: "SKU-9\nproduct", productsPick: "p-2" })).status).toBe(303);
    expect(await chosen(test)).toEqual(["p-9", "p-2"]);
  });

  test("an editor adds one by a rule of attribute, label, price, and age", async () => {
    const test = await openShop({ engine, pays: false });
    const { db } = test.shop;
    for (const id of ["color", "trim"]) {
      await db.insertInto("attribute").values({ id, slug: id, name: id }).execute();
      await db
        .insertInto("attribute_value")
        .values({ id: `${id}-red`, attribute_id: id, slug: "red", name: "Red" })
        .execute();
    }
    const editor = await staffBrowser(test, "editor");
    const rule = { chosenBy: "rule", label: "sale", priceMin: "5", priceMax: "25.50", newerDays: "30" };
    expect(errorsIn((await add(editor, { chosenBy: "rule" })).text)).toEqual(["Give the rule at least one condition below."]);
    const several = await add(editor, { ...rule, values: "red" });
    expect([several.status, picksIn(several.text, "values")]).toEqual([422, ["color:red", "trim:red"]]);
    expect(errorsIn((await add(editor, { ...rule, values: "Color: Blue" })).text)).toHaveLength(1);
    expect((await add(editor, { ...rule, values: "color:Red" })).status).toBe(303);
    expect(await db.selectFrom("collection").selectAll().executeTakeFirstOrThrow()).toMatchObject({
      ...{ chosen_by: "rule", label: "sale", value_picks: '["color:red"]', newer_days: 30 },
      ...{ price_min: 500, price_max: 2550 },
    });
    const shown = (await editor.get(staffCollectionPath(await onlyId(test)))).text;
    expect([shown.includes("color: Red</textarea>"), shown.includes('value="25.50"')]).toEqual([true, true]);
  });

  test("a former address leads on, and each change can be undone", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    await add(editor, { products: "SKU-1" });
    const page = staffCollectionPath(await onlyId(test));
    expect((await sendSeen(editor, page, { ...gifts, slug: "presents", products: "SKU-1" })).status).toBe(303);
    const former = await test.browser().get(collectionPath("gifts"));
    expect([former.status, former.headers.get("location")]).toEqual([301, collectionPath("presents")]);
    expect(await headingAt(test, "presents")).toBe("Gifts");
    expect((await send(editor, page, undoIn((await editor.get(page)).text))).status).toBe(303);
    expect(await headingAt(test, "gifts")).toBe("Gifts");

    const removal = staffCollectionRemovalPath(await onlyId(test));
    const removed = await send(editor, page, removal, { seen: seenIn(await editor.get(page)) });
    expect(removed.status).toBe(303);
    expect(await headingAt(test, "gifts")).toBe("All products");
    const list = await editor.get(removed.headers.get("location") ?? "");
    expect(list.text).toContain("Removed.");
    expect((await send(editor, staffCollectionsPath, undoIn(list.text))).status).toBe(303);
    expect(await headingAt(test, "gifts")).toBe("Gifts");
    expect(await chosen(test)).toEqual(["p-1"]);
  });

  test("neither a category's address nor a collection's is given twice, and only those who may write change one", async () => {
    const test = await openShop({ engine, pays: false });
    const [editor, reader] = [await staffBrowser(test, "editor"), await staffBrowser(test, "reader")];
    expect(errorsIn((await add(editor, { slug: "glass" })).text)).toEqual([
      "A category has this address. Enter a different one.",
    ]);
    expect((await add(editor, {})).status).toBe(303);
    expect(errorsIn((await add(editor, {})).text)).toEqual([
      "Another collection has this name.",
      "Another collection has this address.",
    ]);
    const category = staffCategoryPath("new");
    const taken = await send(editor, category, category, { name: "Gifts", slug: "gifts", intro: "", position: "9" });
    expect(errorsIn(taken.text)).toEqual(["A collection has this address. Enter a different one."]);
    expect((await add(reader, { name: "Mine" })).status).toBe(403);
    expect((await reader.get(staffCollectionPath(await onlyId(test)))).text).not.toContain('action="/staff/collections/');
  });

  test("a product in a collection is not deleted under it", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    await add(editor, { products: "SKU-1" });
    expect((await editor.get("/staff/products/p-1/removal/")).text).toContain("a collection has it");
  });
});

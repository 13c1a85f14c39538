import { describe, expect, test } from "vitest";
import { putCollection } from "../../server/catalog/collection-records.ts";
import { collectionPath, collectionsPath } from "../../server/catalog/paths.ts";
import type { CollectionFields } from "../../server/catalog/rules/collection-fields.ts";
import { putRedirect } from "../../server/content/redirects.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const day = 24 * 60 * 60 * 1000;
const page = collectionPath("gifts");
const gifts: CollectionFields = {
  name: "Gifts",
  slug: "gifts",
  intro: "Small things to give.",
  seoTitle: "Gifts for gardeners",
  seoDescription: "",
  chosenBy: "hand",
  products: ["p-9", "p-1", "p-3"],
  label: null,
  values: [],
  priceMin: null,
  priceMax: null,
  newerDays: null,
};

const put = async ({ shop }: TestShop, changes: Partial<CollectionFields> = {}) =>
  expect(await transact(shop.db, (tx) => putCollection(tx, "gifts", { ...gifts, ...changes }))).toMatchObject({ ok: true });

/** The names of the listed products, without the suggestions below an empty listing. */
const names = (html: string) =>
  [...(html.split('id="instead"')[0] ?? "").matchAll(/class="card__name"><a href="[^"]*">([^<]*)/g)].map(([, name]) => name);
const productsAt = async (test: TestShop, path = page) => names((await test.browser().get(path)).text);
const noindex = '<meta name="robots" content="noindex">';

/** Gives the product p-1 the attribute value Color: Red. */
async function paint({ shop }: TestShop): Promise<void> {
  await transact(shop.db, async (tx) => {
    await tx.insertInto("attribute").values({ id: "color", slug: "color", name: "Color" }).execute();
    await tx.insertInto("attribute_value").values({ id: "red", attribute_id: "color", slug: "red", name: "Red" }).execute();
    await tx.insertInto("product_attribute").values({ product_id: "p-1", value_id: "red" }).execute();
  });
}

describe.each(engines)("collections, on %s", (engine) => {
  test("one by hand has its own page, in the owner's order, for search engines", async () => {
    const test = await openShop({ engine, pays: false });
    expect((await test.browser().get(page)).text).toContain(noindex);
    await put(test);

    const { status, text } = await test.browser().get(page);
    expect([status, names(text)]).toEqual([200, ["Product 9", "Product 1", "Product 3"]]);
    expect(text).toContain(`<link rel="canonical" href="http://shop.test${page}">`);
    expect(text).not.toContain(noindex);
    expect(text).toMatch(/<title>Gifts for gardeners/);
    expect(text).toContain('<meta name="description" content="Small things to give.">');
    expect(text).toContain("<h1>Gifts</h1>");
    expect(text).toMatch(/"@type":"BreadcrumbList".*"name":"All products".*"name":"Gifts"/);
    expect(text).toMatch(/<nav class="breadcrumbs".*All products<\/a>.*<span aria-current="page">Gifts/s);
    expect(text).toContain('<option value="featured" selected>Featured</option>');
    const xml = (await test.browser().get("/sitemap.xml")).text;
    expect(xml).toContain(`<loc>http://shop.test${page}</loc>`);
  });

  test("its filters, sorting, and pages stay on its page", async () => {
    const test = await openShop({ engine, pays: false });
    await put(test);
    const sorted = await test.browser().get(`${page}?order=price_asc`);
    expect(names(sorted.text)).toEqual(["Product 1", "Product 3", "Product 9"]);
    expect(sorted.text).toContain(`href="http://shop.test${page}?order&#x3D;price_asc"`);
    expect(sorted.text.match(/<form[^>]* action="\/storefront\/collections\/gifts\/"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(await productsAt(test, `${page}?price_max=50`)).toEqual(["Product 1", "Product 3"]);
    expect((await test.browser().get(`${page}?price_max=50`)).text).toContain(noindex);
    expect(await productsAt(test, `${page}?q=product+9`)).toEqual(["Product 9"]);
    expect(await productsAt(test, `${page}?categories=apparel`)).toEqual([]);

    const stock = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`v-${at + 10}`, 1]));
    const large = await openShop({ engine, pays: false, stock });
    await put(large, { products: Object.keys(stock).map((id) => id.replace("v", "p")) });
    expect(await productsAt(large, `${page}?page=2`)).toEqual([34, 35, 36, 37, 38, 39].map((n) => `Product ${n}`));
    expect((await large.browser().get(page)).text).toContain(`href="${page}?page&#x3D;2"`);
  });

  test("its page follows each change of the collection and its products", async () => {
    const test = await openShop({ engine, pays: false });
    await put(test);
    expect(await productsAt(test)).toHaveLength(3);
    await put(test, { products: ["p-3", "p-2"] });
    expect(await productsAt(test)).toEqual(["Product 3", "Product 2"]);
    await test.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();
    expect(await productsAt(test)).toEqual(["Product 2"]);
    await put(test, { products: [] });
    const empty = (await test.browser().get(page)).text;
    expect([empty.includes(noindex), empty.includes("Nothing in this collection right now")]).toEqual([true, true]);
    expect((await test.browser().get("/sitemap.xml")).text).not.toContain(page);
    await put(test, { slug: "presents" });
    expect((await test.browser().get(page)).text).toContain("<h1>All products</h1>");
  });

  test("one by a rule has each product that meets all conditions, at once", async () => {
    const test = await openShop({ engine, pays: false });
    await paint(test);
    await put(test, { chosenBy: "rule", values: ["color:red"] });
    expect(await productsAt(test)).toEqual(["Product 1"]);
    expect((await test.browser().get(page)).text).not.toContain("Featured");
    await put(test, { chosenBy: "rule", values: ["color:red"], priceMin: 2000 });
    expect(await productsAt(test)).toEqual([]);
    await put(test, { chosenBy: "rule", values: ["color:gone"] });
    expect(await productsAt(test)).toEqual([]);
    await put(test, { chosenBy: "rule", priceMin: 2000, priceMax: 3000 });
    expect((await productsAt(test)).toSorted()).toEqual(["Product 2", "Product 3"]);

    await put(test, { chosenBy: "rule", label: "staff-pick" });
    expect(await productsAt(test)).toEqual([]);
    await test.shop.db.updateTable("product").set({ label: "staff-pick" }).where("id", "=", "p-2").execute();
    expect(await productsAt(test)).toEqual(["Product 2"]);
    await test.shop.db.updateTable("product").set({ label: null }).where("id", "=", "p-2").execute();
    expect(await productsAt(test)).toEqual([]);
  });

  test("a product leaves a collection of new ones by itself", async () => {
    const startsAt = Date.UTC(2026, 5, 30, 12);
    const test = await openShop({ engine, pays: false, startsAt });
    await put(test, { chosenBy: "rule", newerDays: 10 });
    expect(await productsAt(test)).toEqual([]);
    const createdAt = startsAt - 10 * day;
    await test.shop.db.updateTable("product").set({ created_at: createdAt }).where("id", "=", "p-1").execute();
    expect(await productsAt(test)).toEqual(["Product 1"]);
    test.pass(day);
    expect(await productsAt(test)).toEqual([]);
  });

  test("a category's address wins, and an earlier redirect does not cover a collection", async () => {
    const test = await openShop({ engine, pays: false });
    const { db } = test.shop;
    await transact(db, (tx) => putRedirect(tx, { path: page, target: "/storefront/seeds/" }, 0));
    expect((await test.browser().get(page)).status).toBe(301);
    await put(test);
    expect((await test.browser().get(page)).status).toBe(200);
    expect(await transact(db, (tx) => putCollection(tx, "other", { ...gifts, name: "Other", slug: "glass" }))).toMatchObject({
      ok: false,
      errors: [{ field: "slug" }],
    });
    expect((await test.browser().get(`${collectionsPath}glass/`)).headers.get("location")).toContain("categories=glass");
  });
});

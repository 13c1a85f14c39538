import { describe, expect, test } from "vitest";
import { readProduct, writeProduct } from "../../server/catalog/product-record.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const move = ({ shop }: TestShop, id: string, slug: string) =>
  transact(shop.db, async (tx) => {
    const fields = await readProduct(tx, id);
    if (!fields) throw new Error("no product");
    const written = await writeProduct(tx, id, { ...fields, slug }, shop.now());
    if (!written.ok) throw new Error(written.error);
    return fields.slug;
  });

const at = (slug: string) => `/storefront/products/${slug}/`;

describe.each(engines)("on %s", (engine) => {
  test("a product's former address leads to the one now with its query, and the sitemap has that alone", async () => {
    const test = await openShop({ engine, pays: false });
    const browser = test.browser();
    const former = await move(test, "p-1", "second-name");
    expect((await browser.get(at(former))).status).toBe(301);
    await move(test, "p-1", "third-name");

    const answer = await browser.get(`${at(former)}?ship_to=TX&other=1`);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, `${at("third-name")}?ship_to=TX`]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect((await browser.get(at("third-name"))).status).toBe(200);
    expect((await browser.get(at("no-such-name"))).status).toBe(404);
    const { text } = await browser.get("/sitemap.xml");
    expect([text.includes(at("third-name")), text.includes(at("second-name"))]).toEqual([true, false]);
  });
});

import { describe, expect, test } from "vitest";
import type { Offer } from "../../server/catalog/rules/offer.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const ask = (shop: TestShop, query: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/storefront/api/offers${query}`, { headers });
const offers = async (shop: TestShop, query: string): Promise<Offer[]> =>
  ((await (await ask(shop, query)).json()) as { data: Offer[] }).data;

describe.each(engines)("offers on %s", (engine) => {
  test("name what a widget shows, by the ids of variants and of products; what is unknown or not on sale is left out", async () => {
    const shop = await openShop({ engine, pays: false, stock: { "v-1": 3, "v-2": 10, "v-3": 0, "v-4": 5 } });
    const { db } = shop.shop;
    await db.updateTable("product").set({ published: 0 }).where("id", "=", "p-4").execute();
    const second = { product_id: "p-2", key: "S-2", sku: "S-2", name: "Large", price: 2550, compare_at: 3000, on_hand: 1 };
    const gone = { product_id: "p-2", key: "S-3", sku: "S-3", name: "Old", price: 100, compare_at: null, on_hand: 1, active: 0 };
    await db
      .insertInto("variant")
      .values({ id: "v-20", ...second, position: 1, options: '{"Size":"L"}' })
      .execute();
    await db
      .insertInto("variant")
      .values({ id: "v-21", ...gone, position: 2 })
      .execute();

    const [first, ...others] = await offers(shop, "?variantId=v-1&variantId=v-3&variantId=v-4&variantId=v-21&variantId=nobody");

    expect(first).toEqual({
      variantId: "v-1",
      productId: "p-1",
      name: "Product 1",
      variant: "Variant 1",
      options: {},
      category: "seeds",
      href: "/storefront/products/product-1/",
      thumbnail: { url: "/media/drawn/fixture-1.svg", alt: "Product 1" },
      price: 10,
      compareAt: null,
      discountPercent: 0,
      label: "low-stock",
      left: 3,
      restrictedStates: ["US-ID"],
    });
    expect(others).toMatchObject([{ variantId: "v-3", left: 0 }]);
    const whole = await offers(shop, "?productId=p-2&productId=p-4&productId=p-404");
    expect(whole).toMatchObject([
      { variantId: "v-2", price: 20, left: 6, restrictedStates: [] },
      { variantId: "v-20", price: 25.5, compareAt: 30, discountPercent: 15, options: { Size: "L" }, left: 1 },
    ]);
    expect((await offers(shop, "?productId=p-2&variantId=v-1")).map(({ variantId }) => variantId)).toEqual([
      "v-1",
      "v-2",
      "v-20",
    ]);
    expect(await offers(shop, "?variantId=v-20")).toEqual(whole.slice(1));
  });

  test("are made anew once a price or a shown quantity changes", async () => {
    const shop = await openShop({ engine, pays: false, stock: { "v-1": 9 } });
    const { db } = shop.shop;
    const [before] = await offers(shop, "?variantId=v-1");
    await db.updateTable("variant").set({ price: 1200, on_hand: 2 }).where("id", "=", "v-1").execute();

    await expect.poll(() => offers(shop, "?variantId=v-1")).toMatchObject([{ price: 12, left: 2 }]);
    expect(before).toMatchObject({ price: 10, left: 6 });
  });
});

test("offers are the same bytes for everybody, cached like a page, and may be read by any site", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();
  await browser.get("/storefront/api/csrf");
  const own = await browser.get("/storefront/api/offers?variantId=v-1&variantId=v-2");

  const other = await ask(shop, "?variantId=v-2&variantId=v-1&variantId=v-2&x=1", { Origin: "https://elsewhere.example" });

  expect(await other.text()).toBe(own.text);
  expect(own.headers.getSetCookie()).toEqual([]);
  expect(Object.fromEntries(other.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  const held = { "If-None-Match": other.headers.get("etag") ?? "" };
  expect((await ask(shop, "?variantId=v-1&variantId=v-2", held)).status).toBe(304);
});

test("a query that names no ids, too many, or something else is refused in words", async () => {
  const shop = await openShop({ pays: false });
  const many = (count: number) => `?${Array.from({ length: count }, (_, at) => `variantId=v-${at}`).join("&")}`;
  const words = async (query: string) => {
    const answer = await ask(shop, query);
    return [answer.status, answer.headers.get("cache-control"), await answer.json()];
  };

  const count = { error: "Name 1 to 50 ids, each as variantId or productId.", code: "invalid" };
  for (const query of ["", "?variant=v-1", `${many(50)}&productId=p-1`])
    expect([query, ...(await words(query))]).toEqual([query, 400, "no-store", count]);
  const shape = { error: "“variantId.1” must be an id.", code: "invalid" };
  for (const bad of ["", "a%00", "%27OR%201=1", "x".repeat(65)])
    expect(await words(`?variantId=v-1&variantId=${bad}`)).toEqual([400, "no-store", shape]);
  expect((await ask(shop, many(50))).status).toBe(200);
});

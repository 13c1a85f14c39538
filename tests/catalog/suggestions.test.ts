import { describe, expect, test } from "vitest";
import type { Suggestions } from "../../server/catalog/suggestions.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const ask = (shop: TestShop, query: string) => fetch(`${shop.url}/storefront/api/search/suggestions${query}`);
async function suggestions(shop: TestShop, q: string): Promise<Suggestions> {
  const answer = await ask(shop, `?q=${encodeURIComponent(q)}`);
  expect(answer.status, q).toBe(200);
  return ((await answer.json()) as { data: Suggestions }).data;
}

describe.each(engines)("suggestions on %s", (engine) => {
  test("products, categories and attributes come while a shopper types, each with its address (requirement 124)", async () => {
    const shop = await openShop({ engine, products: "demo", pays: false });

    await shop.shop.db.insertInto("category").values({ id: "empty", slug: "glazes", name: "Glazes" }).execute();

    const { products, categories } = await suggestions(shop, "gla");
    expect(products).toHaveLength(6);
    for (const { name, href, price, picture, backdropColour } of products) {
      expect(name).not.toBe("");
      expect(href).toMatch(/^\/storefront\/products\/[a-z0-9-]+\/$/);
      expect(price).toMatch(/^\$\d+\.\d\d/);
      expect(picture).toMatch(/^\/media\//);
      expect(backdropColour).toMatch(/^(black|white)$/);
    }
    expect(categories[0]).toEqual({ name: "Glass", href: "/storefront/collections/?categories=glass" });
    expect(categories.length).toBeLessThanOrEqual(3);
    // This category sells nothing.
    expect(categories).not.toContainEqual(expect.objectContaining({ name: "Glazes" }));
    for (const { href } of [...products.slice(0, 2), ...categories])
      expect((await fetch(shop.url + href)).status, href).toBe(200);

    const { categories: colours } = await suggestions(shop, "black");
    expect(colours[0]?.name).toBe("Color: Black");
    expect(colours[0]?.href).toBe("/storefront/collections/?attributes=colour:black");
  });

  test("a slip is mended here too, and said", async () => {
    const shop = await openShop({ engine, products: "demo", pays: false });
    const { corrected, products } = await suggestions(shop, "mushrom");
    expect(corrected).toMatch(/^mushroom/);
    expect(products.length).toBeGreaterThan(0);
    expect(await suggestions(shop, "mushroo")).not.toHaveProperty("corrected");
  });
});

test("the search form's list shows categories, products and all results, ready made (requirement 124)", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const lines = async (q: string) => {
    const answer = await fetch(`${shop.url}/storefront/api/search/options?q=${encodeURIComponent(q)}`);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    return [
      ...(await answer.text()).matchAll(/<a [^>]*id="([^"]+)" role="option"[^>]* href="([^"]+)"[\s\S]*?<span>([^<]*)<\/span>/g),
    ];
  };

  const found = await lines("gla");
  expect(found.map(([, id]) => id)).toEqual(found.map((_, at) => `suggestion-${at}`));
  expect(found[0]?.slice(2)).toEqual(["/storefront/collections/?categories&#x3D;glass", "Glass"]);
  expect(found.at(-1)?.slice(2)).toEqual([
    "/storefront/collections/?q&#x3D;gla",
    expect.stringMatching(/^All \d+ results for “gla”$/),
  ]);
  const [, , , mended = ""] = (await lines("lemn <b>")).at(-1) ?? [];
  expect(mended).toBe("");
  expect((await lines("lemn")).at(-1)?.[3]).toMatch(/results? for “lemon”$/);
  expect(await lines("zzzz")).toEqual([]);
  expect(await lines("s")).toEqual([]);
});

test("they are the same bytes for everybody: kept for a minute, no cookie, and the state of a shopper counts for nothing", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const answer = await ask(shop, "?q=seed");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(await (await ask(shop, "?q=seed&ship_to=TX")).text()).toBe(await answer.text());
});

test("less than two letters suggest nothing", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const nothing = { data: { products: [], categories: [] } };
  for (const query of ["", "?q=", "?q=s", "?q=%20s%20", "?q=!%3F", "?q=a&q=b", "?q[x]=seed", "?q=%00"])
    expect(await (await ask(shop, query)).json(), query).toEqual(nothing);
});

test("whatever is typed, the answer is one", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  for (const q of [
    '"seeds',
    "seeds*",
    "AND OR NOT",
    "se\u0000eds",
    "🍄🍄",
    "x".repeat(6000),
    "words:seeds",
    "' OR 1=1 --",
    "zzzzzzzz",
  ])
    await suggestions(shop, q);
});

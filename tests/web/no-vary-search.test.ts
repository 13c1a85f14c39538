import { expect, test } from "vitest";
import { openShop } from "../support/shop.ts";

const listing =
  'key-order, params, except=("attributes" "categories" "in_stock" "order" "page" "price_max" "price_min" "q" "ship_to")';
const stateAlone = 'key-order, params, except=("ship_to")';

test("pages for everybody name the parameters that count, and are the same with others", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const read = async (path: string) => {
    const answer = await fetch(shop.url + path);
    return { status: answer.status, names: answer.headers.get("no-vary-search"), tag: answer.headers.get("etag") };
  };
  const pages: [path: string, names: string, counting: string][] = [
    ["/storefront/", stateAlone, "ship_to=TX"],
    ["/storefront/seeds/", stateAlone, "ship_to=TX"],
    ["/storefront/collections/", listing, "q=lemon"],
    [
      "/storefront/products/lemon-meridian/",
      'key-order, params, except=("reviews_order_by" "reviews_page" "ship_to" "variant")',
      "ship_to=TX",
    ],
    ["/storefront/pages/shipping/", "key-order, params", ""],
  ];
  for (const [path, names, counting] of pages) {
    const plain = await read(path);
    expect(plain, path).toEqual({ status: 200, names, tag: expect.any(String) });
    expect(await read(`${path}?utm_source=letter&gclid=1`), path).toEqual(plain);
    if (counting) expect((await read(`${path}?${counting}&utm_source=letter`)).tag, path).not.toBe(plain.tag);
  }
});

test("pages of one visitor name none", async () => {
  const shop = await openShop({ pays: false });
  expect((await fetch(`${shop.url}/storefront/cart/`)).headers.get("no-vary-search")).toBeNull();
});

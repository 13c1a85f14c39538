import { expect, test } from "vitest";
import { openShop, type TestShop } from "../support/shop.ts";

const listing = "/storefront/collections/";

const open = (products: "fixture" | "demo" = "fixture", more: object = {}) => openShop({ products, pays: false, ...more });

/** The HTML between an element's tags. */
const part = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? "";
const cards = (html: string): string[] => html.split('<li class="card').slice(1);
const json = (html: string) => JSON.parse(part(html, '<script type="application/json" id="product-data">', "</script>"));
const names = (html: string) => cards(html).map((card) => /class="card__name"><a href="[^"]*">([^<]*)/.exec(card)?.[1]);

async function page(shop: TestShop, path: string): Promise<string> {
  const { status, text } = await shop.browser().get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

test("a category's path below the listing leads to its listing; any other one is the listing, for no search engine", async () => {
  const shop = await open();
  const browser = shop.browser();

  for (const path of ["glass/", "glass", "glass/?order=name_asc&categories=seeds&nothing=1"]) {
    const { status, headers } = await browser.get(`/shop/us${listing}${path}`);
    const order = path.includes("?") ? "&order=name_asc" : "";
    expect([path, status, headers.get("location")]).toEqual([path, 301, `${listing}?categories=glass${order}`]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  const usual = await page(shop, `${listing}?order=name_asc`);
  const robots = '<meta name="robots" content="noindex">';
  expect(usual).not.toContain(robots);
  const lines = (html: string) => html.split("\n").filter(Boolean);
  for (const path of ["nothing/?order=name_asc", "glass/blue/?order=name_asc", "%E0%A4/?order=name_asc"]) {
    const other = await page(shop, listing + path);
    expect([path, other.includes(robots)]).toEqual([path, true]);
    expect([path, lines(other.replace(robots, ""))]).toEqual([path, lines(usual)]);
  }
  expect(usual).toContain(`<link rel="canonical" href="http://shop.test${listing}?order&#x3D;name_asc">`);
});

test("the listing shows every product with a link to its page (requirements 9, 19)", async () => {
  const shop = await open();

  const html = await page(shop, listing);
  const hrefs = cards(html).map((card) => /href="([^"]*)"/.exec(card)?.[1] ?? "");

  expect(hrefs.sort()).toEqual([1, 2, 3, 9].map((n) => `/storefront/products/product-${n}/`));
  for (const href of hrefs) expect(await page(shop, href)).toContain("<h1>Product ");
  expect(await page(shop, "/shop/us/storefront/collections")).toBe(html);
});

test("a path that holds both is the listing (requirements 9, 18)", async () => {
  const shop = await open();
  expect(await page(shop, "/storefront/collections/products/")).toContain("All products");
});

test("a card says in plain text what it costs and why it cannot be bought (requirements 140, 141, 143, 144, 149)", async () => {
  const shop = await open("fixture", { stock: { "v-1": 6, "v-2": 0, "v-3": 5 } });

  const [one = "", two = "", three = ""] = cards(await page(shop, `${listing}?order=price_asc`));

  expect(one).toContain('<span class="price__now">$10.00</span>');
  expect(one).toMatch(/<form[^>]* method="post"[^>]* action="\/storefront\/cart\/add"/);
  expect(one).toContain('name="variantId" value="v-1"');
  expect(one).not.toContain("label--");
  expect(two).toContain('<p class="card__refusal">out of stock</p>');
  expect(two).not.toContain('action="/storefront/cart/add"');
  expect(three).toContain('<span class="label label--low-stock card__label">low-stock</span>');
});

test("apparel stands on white, the rest on black (requirements 150, 151)", async () => {
  const shop = await open("fixture", { stock: { "v-1": 6, "v-2": 6 } });
  const [seeds = "", apparel = ""] = cards(await page(shop, `${listing}?order=price_asc`));
  expect(seeds).toContain('data-backdrop="black"');
  expect(apparel).toContain('data-backdrop="white"');
});

test("a range and a saving stand on the card as specified (requirements 144–146)", async () => {
  const shop = await open("fixture", { stock: { "v-1": 6, "v-3": 6 } });
  const { db } = shop.shop;
  await db.updateTable("product").set({ price_stop: 2500 }).where("id", "=", "p-1").execute();
  const another = {
    id: "v-1b",
    product_id: "p-1",
    key: "SKU-1b",
    name: "Large",
    price: 2500,
    compare_at: null,
    on_hand: 3,
    position: 1,
  };
  await db.insertInto("variant").values(another).execute();
  await db.updateTable("variant").set({ compare_at: 4000 }).where("id", "=", "v-3").execute();

  const [range = "", saving = ""] = cards(await page(shop, `${listing}?order=price_asc`));

  expect(range).toContain("$10.00 - $25.00");
  expect(saving).toContain("$30.00");
  expect(saving).toContain("$40.00");
  expect(saving).toContain("save 25%");
});

test("in a state where it may not be sold a product says so, in lists and on its page (requirement 142)", async () => {
  const shop = await open();

  const [card = ""] = cards(await page(shop, `${listing}?order=price_asc&ship_to=ID`));
  const product = await page(shop, "/storefront/products/product-1/?ship_to=ID");

  expect(card).toContain('<p class="card__refusal">NOT AVAILABLE IN YOUR STATE</p>');
  expect(card).toContain('href="/storefront/products/product-1/?ship_to=ID"');
  expect(product).toContain("NOT AVAILABLE IN YOUR STATE");
  expect(product).not.toContain('action="/storefront/checkout');
  expect(part(product, 'data-island="buy-box"', "</form>")).not.toContain("Add to cart");
  expect(json(product)).toMatchObject({ isAvailable: false, restrictedStates: ["US-ID"] });
  const elsewhere = await page(shop, "/storefront/products/product-1/");
  expect(elsewhere).not.toContain("NOT AVAILABLE IN YOUR STATE");
  expect(json(elsewhere)).toMatchObject({ isAvailable: true, restrictedStates: ["US-ID"] });
});

test("checkboxes, sort and pages are plain controls that reflect the address (requirements 124–131)", async () => {
  const shop = await open("demo");

  const html = await page(shop, `${listing}?categories=seeds&categories=glass&attributes=climate:indoor&order=name_asc`);

  const filters = part(html, '<form class="filters" action="/storefront/collections/" method="get"', "</form>");
  const checked = [...filters.matchAll(/name="(\w+)" value="([^"]+)" checked/g)].map(([, name, value]) => `${name}=${value}`);
  expect(checked).toEqual(["categories=seeds", "categories=glass", "attributes=climate:indoor"]);
  expect(filters).toContain('<input type="hidden" name="order" value="name_asc">');
  const sort = part(html, 'aria-label="Sort"', "</form>");
  expect(sort).toContain('<option value="name_asc" selected>Alphabetical A to Z</option>');
  expect(sort).toContain('<option value="popular">Most Popular</option>');
  expect([...sort.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value).sort()).toEqual([
    "name_asc",
    "name_desc",
    "popular",
    "price_asc",
    "price_desc",
  ]);

  const all = await page(shop, `${listing}?page=2`);
  const pager = part(all, '<nav class="pager"', "</nav>");
  expect(pager).toContain('<span aria-current="page"><span class="visually-hidden">Page </span>2</span>');
  expect(pager).toContain('<a href="/storefront/collections/?page&#x3D;3">');
  expect(cards(all)).toHaveLength(24);
});

test("the orders order (requirements 133, 135, 136)", async () => {
  const shop = await open("demo");
  const up = names(await page(shop, `${listing}?order=name_asc&categories=glass`));
  const down = names(await page(shop, `${listing}?order=name_desc&categories=glass`));

  expect(up).toEqual([...up].sort((a = "", b = "") => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  expect(down).toEqual([...up].reverse());
});

test("a page is the same bytes for everybody, sets no cookie, and forgets what it does not know", async () => {
  const shop = await open();
  const stranger = shop.browser();
  const known = shop.browser();
  await known.get("/storefront/cart/");
  known.jar.set("shipTo", "ID");

  for (const path of [listing, "/storefront/products/product-1/", "/storefront/", "/storefront/seeds/"]) {
    const first = await stranger.get(path);
    const second = await known.get(`${path}?utm_source=%3Cscript%3Ex&categories=%22%3E`);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect([...first.headers.getSetCookie(), ...second.headers.getSetCookie()]).toEqual([]);
    expect(first.headers.get("cache-control")).toContain("public");
  }
});

test("a page follows a changed price at once", async () => {
  const shop = await open();
  const path = "/storefront/products/product-1/";
  expect(await page(shop, path)).toContain("$10.00");

  await shop.shop.db.updateTable("variant").set({ price: 1234 }).where("id", "=", "v-1").execute();

  expect(await page(shop, path)).toContain("$12.34");
});

test("what was searched for is shown as words, never as markup, and kept by the forms", async () => {
  const shop = await open();
  const html = await page(shop, `${listing}?q=${encodeURIComponent("<product")}`);

  expect(html).toContain("Results for “&lt;product”");
  expect(html).not.toContain("<product");
  expect(part(html, 'aria-label="Sort"', "</form>")).toContain('name="q" value="&lt;product"');
});

test("nothing found is said, with a way on", async () => {
  const shop = await open();
  const html = await page(shop, `${listing}?q=nothing+like+it`);
  expect(html).toContain("Nothing matches");
  expect(html).toContain('<a class="button button--primary" href="/storefront/collections/">');
});

test("the product page holds its data, its gallery and its form, and one canonical address (requirements 10, 147, 148)", async () => {
  const shop = await open("demo");
  const path = "/storefront/products/slow-growth-hoodie/";

  const html = await page(shop, `${path}?reviews_page=2&x=1`);

  const data = json(html);
  expect(data).toMatchObject({
    slug: "slow-growth-hoodie",
    category: { slug: "apparel" },
    shippable: true,
    restrictedStates: [],
  });
  expect(Object.keys(data)).toEqual(expect.arrayContaining(["media", "thumbnail", "pricing", "review_aggregate", "variants"]));
  for (const { quantityAvailable } of data.variants) expect(quantityAvailable).toBeLessThanOrEqual(6);
  expect(html).toContain(`<link rel="canonical" href="http://shop.test${path}">`);
  expect(html).toContain('<a href="#picture-2" aria-label="Picture 2">');
  expect(html).toContain('<li id="picture-2">');
  const form = part(html, 'data-island="buy-box"', "</form>");
  expect(form).toContain('action="/storefront/cart/add"');
  expect([...form.matchAll(/type="radio"/g)]).toHaveLength(data.variants.length);
  expect(form).toContain('name="quantity"');
  expect(part(html, '<section class="section" id="reviews">', "</section>")).toContain('reviews_page&#x3D;3#reviews"');
});

test("nothing on these pages is served disabled or hidden from a shopper without scripts", async () => {
  const shop = await open("demo");
  for (const path of [listing, "/storefront/products/slow-growth-hoodie/", "/storefront/"]) {
    const html = await page(shop, path);
    expect(html).not.toMatch(/<(button|input|select|fieldset)[^>]*\sdisabled/);
    expect(html).not.toMatch(/<(?!svg)[a-z]+[^>]*\shidden[\s>]/);
    expect(html).not.toMatch(/\sstyle="|<style|\son[a-z]+="/);
  }
});

test("a slug that names nothing is a real 404", async () => {
  const shop = await open();
  await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();
  for (const slug of ["nothing", "product-3", "%E0%A4%A", "x".repeat(500)]) {
    const { status } = await shop.browser().get(`/storefront/products/${slug}/`);
    expect([slug.slice(0, 10), status >= 400 && status < 500]).toEqual([slug.slice(0, 10), true]);
  }
  expect((await shop.browser().get("/storefront/products/nothing/")).status).toBe(404);
});

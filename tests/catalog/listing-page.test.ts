import { expect, test } from "vitest";
import { openShop, type TestShop } from "../support/shop.ts";

const listing = "/storefront/collections/";
const open = () => openShop({ products: "demo", pays: false });
const part = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? "";
const plain = (html: string): string => html.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");

async function page(shop: TestShop, query = ""): Promise<string> {
  const { status, text } = await shop.browser().get(listing + query);
  expect([query, status]).toEqual([query, 200]);
  return plain(text);
}

/** Gives an attribute `many` values and a product with each of them. */
async function addValues({ shop: { db } }: TestShop, attribute: string, many: number): Promise<void> {
  const { id } = await db.selectFrom("attribute").select("id").where("slug", "=", attribute).executeTakeFirstOrThrow();
  const { id: productId } = await db.selectFrom("product").select("id").orderBy("slug").limit(1).executeTakeFirstOrThrow();
  for (let at = 0; at < many; at++) {
    const value = { id: `more-${at}`, attribute_id: id, slug: `more-${at}`, name: `More ${at}`, position: 100 + at };
    await db.insertInto("attribute_value").values(value).execute();
    await db.insertInto("product_attribute").values({ product_id: productId, value_id: value.id }).execute();
  }
}

test("the filter button tells how many are active, and the orders are five links beside it (requirements 132–138)", async () => {
  const shop = await open();

  const html = await page(shop, "?categories=seeds&attributes=climate:indoor&order=price_asc&ship_to=TX");

  const filter = part(html, 'id="filter-fold">', "</summary>");
  expect(filter).toContain('<span>Filter</span><span class="count">2<span class="visually-hidden"> active</span></span>');
  const sort = part(html, 'id="sort-fold">', "</details>");
  const links = [...sort.matchAll(/<a href="([^"]*)"( aria-current="true")?>([^<]*)/g)].map(([, href, current, label]) => [
    label,
    new URL(href ?? "", "http://shop.test").searchParams.get("order"),
    !!current,
  ]);
  expect(links).toEqual([
    ["Most Popular", null, false],
    ["Alphabetical A to Z", "name_asc", false],
    ["Alphabetical Z to A", "name_desc", false],
    ["Price: low to high", "price_asc", true],
    ["Price: high to low", "price_desc", false],
  ]);
  expect(sort).toContain(`href="${listing}?categories=seeds&attributes=climate:indoor&order=name_asc&ship_to=TX"`);
  expect(await page(shop)).not.toContain('class="count"');
});

test("a chosen state keeps the filters, and the filters keep the state", async () => {
  const shop = await open();
  const html = await page(shop, "?q=lemon&categories=seeds&order=price_asc&page=2&ship_to=TX");
  const fields = (text: string) =>
    [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => `${name}=${value}`);

  expect(fields(part(html, 'id="ship-to-keeps">', "</p>"))).toEqual(["q=lemon", "categories=seeds", "order=price_asc"]);
  expect(fields(part(html, '<form class="filters"', "</form>"))).toEqual(["q=lemon", "order=price_asc", "ship_to=TX"]);
  expect(fields(part(html, 'aria-label="Sort"', "</form>"))).toEqual(["q=lemon", "categories=seeds", "ship_to=TX"]);
});

test("prices and stock are fields of the filters, active ones can be taken away, and no search engine follows them", async () => {
  const shop = await open();
  const html = await page(shop, "?categories=seeds&in_stock=1&price_max=60&price_min=20&order=price_asc");
  const form = part(html, '<form class="filters"', "</form>");
  expect(form).toMatch(/name="price_min" value="20"/);
  expect(form).toMatch(/name="price_max" value="60"/);
  expect(form).toMatch(/name="in_stock" value="1" checked/);
  const base = `${listing}?categories=seeds`;
  const chips = [
    ...part(html, '<div class="applied">', "</div>").matchAll(/<a [^>]*href="([^"]+)">(?:<span[^>]*>[^<]*<\/span>)?([^<]*)/g),
  ];
  expect(chips.map(([, href, name]) => [href, name?.trim()])).toEqual([
    [`${listing}?price_min=20&price_max=60&in_stock=1&order=price_asc`, "Seeds"],
    [`${base}&in_stock=1&order=price_asc`, "$20.00 to $60.00"],
    [`${base}&price_min=20&price_max=60&order=price_asc`, "In stock"],
    [`${listing}?order=price_asc`, "Clear all"],
  ]);
  const sort = part(html, 'aria-label="Sort"', "</form>");
  for (const kept of ['name="price_min" value="20"', 'name="price_max" value="60"', 'name="in_stock" value="1"'])
    expect(sort).toContain(kept);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(part(html, 'id="filter-fold">', "</summary>")).toContain('<span class="count">3<');
  expect(html).toContain("<title>Seeds, $20.00 to $60.00, In stock, Price: low to high");
  expect(await page(shop, "?price_min=&price_max=&in_stock=")).toBe(await page(shop));
});

test("a page says which of all it shows, and where the pages beside it are (requirements 127, 131)", async () => {
  const shop = await open();
  const first = await page(shop);
  const second = await page(shop, "?page=2");
  const total = /1–24 of (\d+) products/.exec(first)?.[1];

  expect(Number(total)).toBeGreaterThan(48);
  expect(second).toContain(`25–48 of ${total} products`);
  expect(second).toContain(`<a href="${listing}" rel="prev"`);
  expect(second).toContain(`<a href="${listing}?page=3" rel="next"`);
  expect(first).not.toContain('rel="prev"');
  expect(await page(shop, "?categories=glass&attributes=joint:10mm")).toMatch(/listing__count" tabindex="-1">\d+ products?</);
});

test("a long list of values folds behind the first ones, and stands open while one of the rest is picked (requirement 129)", async () => {
  const shop = await open();
  await addValues(shop, "climate", 12);

  const climate = (html: string) => part(html, "<summary>Climate<", "</fieldset>");
  const folded = climate(await page(shop));
  const opened = climate(await page(shop, "?attributes=climate:more-9"));

  const [before = "", after = ""] = folded.split('<details class="filters__more">');
  expect(before.match(/type="checkbox"/g)).toHaveLength(6);
  expect(after).toMatch(/^<summary>Show all \d+<span class="visually-hidden"> of Climate<\/span><\/summary>/);
  expect(after).toContain('value="climate:more-11"');
  expect(opened).toContain('<details class="filters__more" open>');
  expect(opened).toContain('value="climate:more-9" checked>');
});

test("a slip is mended and said, as words and never as markup", async () => {
  const shop = await open();
  const html = await page(shop, "?q=mushrom");

  expect(html).toMatch(/<h1>Results for “mushroom[^”]*”<\/h1>/);
  expect(html).toMatch(/No results for “mushrom”. Showing results for “mushroom[^”]*”\./);
  expect(html).toContain('class="grid-products"');
  expect(html).toMatch(/<input [^>]*id="q"[^>]* value="mushrom"/);
  expect(await page(shop, "?q=mushroom")).not.toContain("No results for");
});

test("an empty result shows the ways on: a filter less, the categories, what is popular", async () => {
  const shop = await open();

  const html = await page(shop, "?q=%3Ci%3Ezzqq&categories=seeds&ship_to=TX");

  const results = part(html, 'class="listing__results">', '<footer class="site-footer"');
  expect(results).toContain("<h2>Nothing matches</h2>");
  expect(results).toContain('<p class="listing__count" tabindex="-1">0 products</p>');
  expect(results).toContain(`href="${listing}?q=%3Ci%3Ezzqq&ship_to=TX"`);
  expect(results).toContain(`<a class="chip" href="${listing}?categories=glass&ship_to=TX">Glass</a>`);
  expect(results).toMatch(/class="card__name"><a href="\/storefront\/products\/[a-z0-9-]+\/\?ship_to=TX">/);
  expect(part(results, "Popular right now", "</section>").match(/<li class="card/g)).toHaveLength(4);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain("<i>zzqq");
});

test("the same bytes are kept for an address however its parts are ordered, with nothing of a visitor in them", async () => {
  const shop = await open();
  expect(await page(shop, "?order=name_asc&attributes=climate%3Aindoor&categories=seeds")).toBe(
    await page(shop, "?categories=seeds&attributes=climate:indoor&order=name_asc"),
  );
});

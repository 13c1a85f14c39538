import { expect, test } from "vitest";
import { addReviews } from "../../server/catalog/reviews.ts";
import { transact } from "../../server/db/transaction.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { failuresOf } from "./schema-org.ts";

const origin = "http://shop.test";
const signs: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&#x3D;": "=",
};
const plain = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27|#39|#x3D);/g, (sign) => signs[sign] ?? sign);

type Head = { title: string; canonical: string; metas: Record<string, string>; ld: Record<string, unknown>[] };

async function headOf({ url }: TestShop, path: string): Promise<Head> {
  const html = await (await fetch(url + path)).text();
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  return {
    title: plain(/<title>([^<]*)</.exec(html)?.[1] ?? ""),
    canonical: plain(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ""),
    metas: Object.fromEntries(metas.map(([, name, content = ""]) => [name, plain(content)])),
    ld: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) => JSON.parse(json)),
  };
}

const typesOf = ({ ld }: Head) => ld.map((node) => node["@type"]);
const findLd = ({ ld }: Head, type: string) => ld.find((node) => node["@type"] === type) ?? {};

test("every page of the sitemap has a title and a description of its own, of a length that results show, and is its own canonical address", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => address);
  expect(addresses.length).toBeGreaterThan(70);

  const seen = { titles: new Set<string>(), descriptions: new Set<string>() };
  for (const address of addresses) {
    const { title, canonical, metas, ld } = await headOf(shop, address.slice(origin.length));
    const { description = "" } = metas;
    expect([address, canonical, metas.robots]).toEqual([address, address, undefined]);
    expect(title, address).toMatch(/^.{10,56} · Leaf & Vessel$/);
    expect(description, address).toMatch(/^.{50,160}$/s);
    expect([title, seen.titles.has(title), seen.descriptions.has(description)]).toEqual([title, false, false]);
    seen.titles.add(title);
    seen.descriptions.add(description);
    expect(metas).toMatchObject({
      "og:site_name": "Leaf & Vessel",
      "og:type": address.includes("/products/") ? "product" : "website",
      "og:title": title.replace(" · Leaf & Vessel", ""),
      "og:description": description,
      "og:url": address,
      "twitter:card": "summary_large_image",
    });
    expect(metas["og:image"], address).toMatch(/^http:\/\/shop\.test\/media\/drawn\/[a-z0-9._-]+\.jpg$/);
    expect(metas["og:image:alt"], address).not.toBe("");
    expect([address, ld.flatMap(failuresOf)]).toEqual([address, []]);
  }
});

test("home says whose shop it is and how to search it; pages below say the way to them", async () => {
  const shop = await openShop({ products: "demo", pays: false, env: { STORE_NAME: "Moss & Co" } });
  const home = await headOf(shop, "/storefront/");
  expect(typesOf(home)).toEqual(["Organization", "WebSite"]);
  expect(findLd(home, "WebSite")).toMatchObject({ name: "Moss & Co", url: `${origin}/storefront/` });
  expect(JSON.stringify(findLd(home, "WebSite"))).toContain(`${origin}/storefront/collections/?q={search_term_string}`);

  expect(typesOf(await headOf(shop, "/storefront/glass/"))).toEqual(["BreadcrumbList"]);
  expect(typesOf(await headOf(shop, "/storefront/collections/?categories=glass"))).toEqual(["BreadcrumbList"]);
  const product = await headOf(shop, "/storefront/products/lemon-meridian/");
  expect(findLd(product, "BreadcrumbList").itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: `${origin}/storefront/` },
    { "@type": "ListItem", position: 2, name: "Seeds", item: `${origin}/storefront/seeds/` },
    { "@type": "ListItem", position: 3, name: "Lemon Meridian" },
  ]);
});

test("a product with one choice has one offer, with its price, its number and whether it is in stock", async () => {
  const shop = await openShop({ pays: false, stock: { "v-1": 10, "v-2": 0 } });
  const url = `${origin}/storefront/products/product-1/`;
  const product = findLd(await headOf(shop, "/storefront/products/product-1/"), "Product");
  expect(product).toMatchObject({ name: "Product 1", sku: "SKU-1", brand: { name: "Fixture" }, category: "Seeds", url });
  const offer = { "@type": "Offer", sku: "SKU-1", url, price: "10.00", priceCurrency: "USD" };
  expect(product.offers).toEqual({ ...offer, availability: "https://schema.org/InStock" });
  expect(Object.keys(product)).not.toContain("aggregateRating");
  const gone = findLd(await headOf(shop, "/storefront/products/product-2/"), "Product");
  expect(gone.offers).toMatchObject({ availability: "https://schema.org/OutOfStock" });
});

test("a product with several choices says from what to what they cost, and offers each", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const { offers } = findLd(await headOf(shop, "/storefront/products/lemon-meridian/"), "Product");
  expect(offers).toMatchObject({ "@type": "AggregateOffer", lowPrice: "24.00", highPrice: "145.00", offerCount: 4 });
  const each = (offers as { offers: { url: string; sku: string }[] }).offers;
  expect(each).toHaveLength(4);
  for (const { url, sku } of each) {
    expect(url).toMatch(/^http:\/\/shop\.test\/storefront\/products\/lemon-meridian\/\?variant=[\w-]+$/);
    expect(sku).toMatch(/^HF-LM-/);
  }
});

test("a product is in stock as long as one of its choices is", async () => {
  const shop = await openShop({ pays: false, stock: { "v-1": 0, "v-2": 10 } });
  await shop.shop.db.updateTable("variant").set({ product_id: "p-1" }).where("id", "=", "v-2").execute();
  const { offers } = findLd(await headOf(shop, "/storefront/products/product-1/"), "Product");
  expect(offers).toMatchObject({ "@type": "AggregateOffer", availability: "https://schema.org/InStock" });
});

test("a barcode is told where it is a valid GTIN, and as soon as it is changed to one", async () => {
  const shop = await openShop({ pays: false });
  const told = async () => findLd(await headOf(shop, "/storefront/products/product-1/"), "Product");
  const become = (barcode: string) => shop.shop.db.updateTable("variant").set({ barcode }).where("id", "=", "v-1").execute();
  expect(await told()).not.toHaveProperty("gtin");
  await become("4006381333931");
  expect(await told()).toMatchObject({ gtin: "4006381333931", offers: { gtin: "4006381333931" } });
  await become("4006381333932");
  expect(await told()).not.toHaveProperty("gtin");
});

test("a rating is told only where somebody gave one, with some of what they wrote", async () => {
  const shop = await openShop({ pays: false, stock: { "v-1": 10 } });
  const at = Date.UTC(2026, 4, 1);
  const review = { author: "Ann", title: "</script><script>alert(1)//", body: "Grew \u2028 well <!--", at };
  await transact(shop.shop.db, (tx) =>
    addReviews(tx, "p-1", [
      { ...review, stars: 5 },
      { ...review, stars: 4 },
    ]),
  );

  const head = await headOf(shop, "/storefront/products/product-1/");

  const product = findLd(head, "Product");
  expect(product.aggregateRating).toMatchObject({ ratingValue: "4.5", reviewCount: 2 });
  const expected = { author: { name: "Ann" }, name: review.title, reviewBody: review.body, datePublished: "2026-05-01" };
  expect(product.review).toMatchObject([expected, expected]);
  expect(head.ld.flatMap(failuresOf)).toEqual([]);
  const html = (await shop.browser().get("/storefront/products/product-1/")).text;
  expect(html).not.toContain("<script>alert");
  for (const [script] of html.matchAll(/<script type="application\/ld\+json">.*?<\/script>/gs))
    expect(script).not.toMatch(/\u2028|<!--/);
});

test("what is one visitor's own and what was searched for stays out of search engines", async () => {
  const shop = await openShop({ pays: false });
  for (const path of ["/storefront/cart/", "/storefront/wishlist/", "/storefront/collections/?q=tin", "/storefront/nothing/"])
    expect([path, (await headOf(shop, path)).metas.robots]).toEqual([path, "noindex"]);
});

test("each narrowing and page of the listing has a title of its own", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const title = async (query: string) =>
    (await headOf(shop, `/storefront/collections/${query}`)).title.replace(" · Leaf & Vessel", "");
  expect(await title("")).toBe("All products");
  expect(await title("?page=2")).toBe("All products, page 2");
  expect(await title("?categories=glass")).toBe("Glass");
  expect(await title("?categories=glass&order=price_asc")).toBe("Glass, Price: low to high");
  expect(await title("?categories=glass&categories=seeds")).toBe("All products, Glass, Seeds");
  expect(await title("?categories=apparel&attributes=material:wool")).toBe("Apparel, Material: Wool");
  expect(await title("?q=candle&categories=that-badu")).toBe("Results for “candle”, That Badu");
});

test("the picture of a shared link is a photograph that is there", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const { metas } = await headOf(shop, "/storefront/products/unbleached-papers/");
  const answer = await fetch(shop.url + (metas["og:image"] ?? "").slice(origin.length));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

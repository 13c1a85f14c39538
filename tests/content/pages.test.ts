import { expect, test } from "vitest";
import { setSalesAndViews } from "../../server/catalog/popularity.ts";
import { addBanner, bannersOf } from "../../server/content/banners.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const open = (products: "fixture" | "demo") => openShop({ products, pays: false });

/**
 * The slugs of the products in the carousel with this id; empty if the page has no such carousel.
 */
const slugsInCarousel = (html: string, id: string): string[] => {
  const [, track = ""] = new RegExp(`<ul class="carousel__track[^"]*" id="${id}"(.*?)</ul></div>`, "s").exec(html) ?? [];
  return [...track.matchAll(/card__name"><a href="\/storefront\/products\/([^/]+)\//g)].map(([, slug = ""]) => slug);
};
const carouselsOn = (html: string) =>
  [...html.matchAll(/<ul class="carousel__track[^"]*" id="([^"]+)"/g)].map(([, id = ""]) => id);
const headingsOf = (html: string) =>
  [...html.replace(/<\/main>.*/s, "").matchAll(/<h2[^>]*>([^<]+)</g)].map(([, words]) => words);

const landings = ["seeds", "glass", "that-badu", "mushrooms", "apparel"];

test("home leads into every category and sells what others buy (requirement 12)", async () => {
  const shop = await open("demo");
  const browser = shop.browser();

  const { status, text } = await browser.get("/storefront/");

  expect(status).toBe(200);
  expect(text.match(/<h1/g)).toHaveLength(1);
  for (const slug of landings)
    expect(text).toContain(
      `<a class="door" data-backdrop="${slug === "apparel" ? "white" : "black"}" href="/storefront/${slug}/">`,
    );
  expect(carouselsOn(text)).toEqual(["best-sellers", "new-arrivals", "most-viewed", "premium"]);
  expect(text).toContain('name="variantId"');
  expect((await browser.get("/shop/us/storefront/")).text).toBe(text);
  expect((await browser.get("/")).headers.get("location")).toBe("/storefront/");
});

test("home shows best sellers, new arrivals, most viewed and premium products with banners between, each product in one place (requirement 163)", async () => {
  const shop = await open("demo");
  const { text } = await shop.browser().get("/storefront/");

  const rows = ["best-sellers", "new-arrivals", "most-viewed", "premium"].map((id) => slugsInCarousel(text, id));
  expect(rows.map((row) => row.length)).toEqual([10, 10, 10, 10]);
  expect(new Set(rows.flat()).size).toBe(40);
  expect(rows.map(([first]) => first)).toEqual([
    "unbleached-papers",
    "comet-tail",
    "first-garden-collection",
    "slow-growth-hoodie",
  ]);
  expect(headingsOf(text)).toEqual([
    "Our collections",
    "Best sellers",
    "A harvest in ten days",
    "New arrivals",
    "Most viewed",
    "Made in short runs",
    "Premium",
  ]);
});

test("a range shows its own best sellers, most viewed and premium products, then what is popular (requirements 13–17, 163)", async () => {
  const shop = await open("demo");
  for (const slug of landings) {
    const { text } = await shop.browser().get(`/storefront/${slug}/`);

    expect([slug, ...carouselsOn(text)]).toEqual([slug, "best-sellers", "most-viewed", "premium"]);
    const [best = [], viewed = []] = ["best-sellers", "most-viewed"].map((id) => slugsInCarousel(text, id));
    expect(best.filter((one) => viewed.includes(one))).toEqual([]);
    const [, grid = ""] = text.split('<ul class="grid-products">');
    expect(grid.split('<li class="card').length - 1).toBe(12);
    expect(text).toContain(
      `<a class="button button--secondary button--large" href="/storefront/collections/?categories&#x3D;${slug}">`,
    );
  }
});

for (const engine of engines) {
  const sell = async ({ shop }: TestShop, sales: Record<string, [units90: number, views30: number]>) =>
    await transact(shop.db, async (tx) => {
      for (const [id, [units90, views30]] of Object.entries(sales)) await setSalesAndViews(tx, id, { units90, views30 });
    });

  test(`what nobody bought is no best seller, and fewer than three products make no carousel (${engine}, requirement 163)`, async () => {
    const stock = Object.fromEntries(["v-1", "v-2", "v-3", "v-5", "v-7", "v-9", "v-11"].map((id) => [id, 10]));
    const shop = await openShop({ engine, pays: false, stock });
    const browser = shop.browser();
    expect(carouselsOn((await browser.get("/storefront/")).text)).toEqual(["new-arrivals"]);

    // On PostgreSQL the notice of a change comes a moment later.
    const carousels = async () => carouselsOn((await browser.get("/storefront/seeds/")).text);
    const slugs = async (id: string) => slugsInCarousel((await browser.get("/storefront/seeds/")).text, id);
    await sell(shop, { "p-1": [9, 1], "p-3": [8, 90] });
    expect(await carousels()).toEqual([]);

    await sell(shop, { "p-5": [7, 20], "p-7": [0, 30], "p-9": [0, 40] });
    await expect.poll(() => slugs("best-sellers")).toEqual(["product-1", "product-3", "product-5"]);
    expect(await carousels()).toEqual(["best-sellers"]);

    await sell(shop, { "p-11": [0, 5] });
    await expect.poll(() => slugs("most-viewed")).toEqual(["product-9", "product-7", "product-11"]);
  });

  test(`premium products are what their owner marked, even when they stand above as well (${engine}, requirement 163)`, async () => {
    const shop = await openShop({ engine, pays: false, stock: { "v-1": 10, "v-3": 10, "v-5": 10, "v-7": 10 } });
    await sell(shop, { "p-1": [4, 4], "p-3": [3, 3], "p-5": [2, 2] });
    await shop.shop.db.updateTable("product").set({ premium: 1 }).where("id", "in", ["p-1", "p-3", "p-7"]).execute();

    const { text } = await shop.browser().get("/storefront/seeds/");

    expect(slugsInCarousel(text, "premium")).toEqual(["product-1", "product-3", "product-7"]);
  });
}

test("apparel's three banners are slides in one place, and only the first asks for its picture at once (requirements 17, 164)", async () => {
  const shop = await open("demo");
  const { text } = await shop.browser().get("/storefront/apparel/");

  const slides = [...text.matchAll(/<section class="hero"[^>]*aria-roledescription="slide" aria-label="([^"]+)">/g)];
  expect(slides.map(([, place]) => place)).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  expect(text).toContain('aria-roledescription="carousel" aria-label="Apparel banners"');
  expect(text.match(/fetchpriority="high"/g)).toHaveLength(1);
  for (const link of ["/storefront/products/slow-growth-hoodie", "attributes&#x3D;material:wool", "categories&#x3D;apparel"])
    expect(text).toContain(link);
  expect((await shop.browser().get("/storefront/glass/")).text).not.toContain("banner-rotation");
});

test("a shop without products and banners says that it is being filled", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const { status, text } = await shop.browser().get("/storefront/");
  expect(status).toBe(200);
  expect(text.match(/<h1/g)).toHaveLength(1);
  expect(text).toContain("Our shelves are being stocked");
  expect(text).not.toContain("Our collections");
  expect(carouselsOn(text)).toEqual([]);
});

test("every category has a landing page that sells it (requirements 13–17)", async () => {
  const shop = await open("demo");
  for (const slug of landings) {
    const { status, text } = await shop.browser().get(`/storefront/${slug}`);

    expect([slug, status]).toEqual([slug, 200]);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toContain(`<a href="/storefront/${slug}/" aria-current="true">`);
    expect(text.match(/aria-current/g)).toHaveLength(1);
    expect(text).toContain(`<link rel="canonical" href="http://shop.test/storefront/${slug}/">`);
    expect(text).toContain(`/media/drawn/banner-${slug}-0.svg`);
    expect(text.split('<li class="card').length).toBeGreaterThan(10);
  }
});

test("a category without products or banner still has a page that leads on", async () => {
  const shop = await open("fixture");
  const { status, text } = await shop.browser().get("/storefront/mushrooms/");
  expect(status).toBe(200);
  expect(text).toContain("Nothing here yet");
  expect(text.match(/<h1/g)).toHaveLength(1);
});

test("a banner carries its fields (requirement 162), and the page shows a new one at once", async () => {
  const shop = await open("fixture");
  const { db } = shop.shop;
  const browser = shop.browser();
  expect((await browser.get("/storefront/glass/")).text).not.toContain("Fresh glass");
  const banner = {
    background: { url: "/media/b.webp", alt: "A shelf" },
    bannerInfo: {
      title: "Fresh glass",
      subtitle: "From the kiln",
      ctaButtonText: "See it",
      ctaButtonLink: "/storefront/collections/?categories=glass",
      image: { url: "/media/i.webp", alt: "A beaker" },
    },
  };

  await transact(db, (tx) => addBanner(tx, { ...banner, page: "glass", position: 0 }));

  expect(await bannersOf(db, "glass", 0)).toEqual([{ id: expect.any(String), ...banner }]);
  const { text } = await browser.get("/storefront/glass/");
  for (const shown of [
    '<h1 class="hero__range">Glass</h1>',
    "<h2>Fresh glass</h2>",
    "From the kiln",
    "See it",
    "/media/b.webp",
    'alt="A shelf"',
  ])
    expect(text).toContain(shown);
});

test("a state in the address marks what may not be sent there and stays in the links", async () => {
  const shop = await open("fixture");
  const { text } = await shop.browser().get("/storefront/seeds/?ship_to=ID");
  expect(text).toContain("NOT AVAILABLE IN YOUR STATE");
  expect(text).toContain("Availability is shown for Idaho.");
  expect(text).toContain("/storefront/products/product-3/?ship_to=ID");
});

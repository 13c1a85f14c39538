import { expect, test } from "vitest";
import { addBanner, bannersOf } from "../../server/content/banners.ts";
import { transact } from "../../server/db/transaction.ts";
import { openShop } from "../support/shop.ts";

const open = (goods: "fixture" | "demo") => openShop({ goods, pays: false });

const landings = ["seeds", "glass", "that-badu", "mushrooms", "apparel"];

test("home leads into every category and sells what is popular (acceptance 12)", async () => {
  const shop = await open("demo");
  const browser = shop.browser();

  const { status, text } = await browser.get("/storefront/");

  expect(status).toBe(200);
  expect(text.match(/<h1/g)).toHaveLength(1);
  for (const slug of landings)
    expect(text).toContain(
      `<a class="door" data-ground="${slug === "apparel" ? "white" : "black"}" href="/storefront/${slug}/">`,
    );
  expect(text.split('<li class="card').length - 1).toBe(12);
  expect(text).toContain('name="variantId"');
  expect((await browser.get("/shop/us/storefront/")).text).toBe(text);
  expect((await browser.get("/")).headers.get("location")).toBe("/storefront/");
});

test("every category has a landing page that sells it (acceptance 13–17)", async () => {
  const shop = await open("demo");
  for (const slug of landings) {
    const { status, text } = await shop.browser().get(`/storefront/${slug}`);

    expect([slug, status]).toEqual([slug, 200]);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toContain(`<a href="/storefront/${slug}/" aria-current="true">`);
    expect(text).toContain(`<link rel="canonical" href="http://shop.test/storefront/${slug}/">`);
    expect(text).toContain(`/media/drawn/banner-${slug}-0.svg`);
    expect(text.split('<li class="card').length).toBeGreaterThan(10);
  }
});

test("a category without goods or banner still has a page that leads on", async () => {
  const shop = await open("fixture");
  const { status, text } = await shop.browser().get("/storefront/mushrooms/");
  expect(status).toBe(200);
  expect(text).toContain("Nothing here yet");
  expect(text.match(/<h1/g)).toHaveLength(1);
});

test("a banner carries the specification's fields, and the page shows a new one at once", async () => {
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

  expect(await bannersOf(db, "glass")).toEqual([{ id: expect.any(String), ...banner }]);
  const { text } = await browser.get("/storefront/glass/");
  for (const shown of ["<h1>Fresh glass</h1>", "From the kiln", "See it", "/media/b.webp", 'alt="A shelf"'])
    expect(text).toContain(shown);
});

test("a state in the address marks what may not be sent there and stays in the links", async () => {
  const shop = await open("fixture");
  const { text } = await shop.browser().get("/storefront/seeds/?ship_to=ID");
  expect(text).toContain("NOT AVAILABLE IN YOUR STATE");
  expect(text).toContain("What may be sent to Idaho.");
  expect(text).toContain("/storefront/products/product-3/?ship_to&#x3D;ID");
});

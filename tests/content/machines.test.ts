import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { sitemapOf } from "../../server/content/sitemap.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
const lastModified = (xml: string) => [...xml.matchAll(/<lastmod>([^<]+)<\/lastmod>/g)].map(([, time = ""]) => time);
const stockOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v-${at + 1}`, 10]));

/** The text of a sitemap part, with at most `most` addresses per part. */
async function written({ shop }: TestShop, part: number, most: number): Promise<string | undefined> {
  const text = await sitemapOf(part, { db: shop.db, publicUrl: "http://shop.test", most, now: shop.now() });
  return text && (await Readable.from(text).toArray()).join("");
}

test("the sitemap names home, the ranges that have products and every published product, absolute by the shop's own address", async () => {
  const shop = await openShop({ pays: false, env: { PUBLIC_URL: "https://leaf.example" }, stock: stockOf(4) });
  await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-4").execute();
  await shop.shop.db
    .updateTable("product")
    .set({ updated_at: Date.UTC(2026, 0, 3) })
    .where("id", "=", "p-2")
    .execute();

  const answer = await fetch(`${shop.url}/sitemap.xml`, { headers: { "x-forwarded-host": "evil.example" } });
  const xml = await answer.text();

  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml"]);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
  );
  expect(locations(xml).toSorted()).toEqual(
    ["", "apparel/", "collections/", "products/product-1/", "products/product-2/", "products/product-3/", "seeds/"].map(
      (path) => `https://leaf.example/storefront/${path}`,
    ),
  );
  const changes = { "": "2026-01-03", "apparel/": "2026-01-03", "seeds/": "2020-01-01", "products/product-1/": "2020-01-01" };
  for (const [path, day] of Object.entries(changes))
    expect(xml).toContain(`<loc>https://leaf.example/storefront/${path}</loc><lastmod>${day}T00:00:00.000Z</lastmod>`);
  expect((await fetch(`${shop.url}/sitemap-1.xml`)).status).toBe(404);
});

test("the sitemap names the pages of text, each as old as its last change", async () => {
  const { shop, url } = await openShop({ products: "none", pays: false });
  const page = { slug: "privacy", title: "Privacy", description: "", markdown: "None kept.", updated_at: Date.UTC(2026, 0, 2) };
  await shop.db.insertInto("content_page").values(page).execute();
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain(
    "<loc>http://shop.test/storefront/pages/privacy/</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>",
  );
});

test("the sitemap is made once for a version of the catalogue, and anew after a change", async () => {
  const shop = await openShop({ pays: false, stock: stockOf(2) });
  const ask = (headers: Record<string, string> = {}) => fetch(`${shop.url}/sitemap.xml`, { headers });
  const first = await ask();
  const [tag, text] = [first.headers.get("etag") ?? "", await first.text()];
  expect((await ask({ "if-none-match": tag })).status).toBe(304);
  const plain = await ask({ "accept-encoding": "identity" });
  expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, text]);
  expect(first.headers.get("content-encoding")).toBe("gzip");

  await shop.shop.db.updateTable("product").set({ slug: "renamed" }).where("id", "=", "p-1").execute();

  const later = await ask({ "if-none-match": tag });
  expect([later.status, await later.text()]).toEqual([200, expect.stringContaining("/products/renamed/")]);
});

for (const engine of engines) {
  test(`a sitemap with too many addresses is an index of parts that name each product once (${engine})`, async () => {
    const shop = await openShop({ engine, pays: false, stock: stockOf(11) });
    // The home page, the listing and two ranges leave room for six products in the first part.
    const index = (await written(shop, 0, 10)) ?? "";
    expect(index).toContain("<sitemapindex");
    expect(locations(index)).toEqual(["http://shop.test/sitemap-1.xml", "http://shop.test/sitemap-2.xml"]);
    expect(lastModified(index)).toEqual(Array(2).fill("2020-01-01T00:00:00.000Z"));

    const parts = await Promise.all([1, 2].map((part) => written(shop, part, 10)));
    const all = parts.map((xml) => locations(xml ?? ""));
    expect(all.map(({ length }) => length)).toEqual([10, 5]);
    expect(new Set(all.flat()).size).toBe(15);
    expect(await written(shop, 3, 10)).toBeUndefined();
    expect(locations((await written(shop, 0, 15)) ?? "")).toHaveLength(15);
  });
}

test("a shop without products has a sitemap with its front door", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const { text } = await shop.browser().get("/sitemap.xml");
  expect(locations(text)).toEqual(["http://shop.test/storefront/", "http://shop.test/storefront/collections/"]);
});

test("robots.txt keeps machines from what is one visitor's own, and names the sitemap", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const { status, headers, text } = await shop.browser().get("/robots.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^User-agent: \*\n/);
  for (const path of [
    "storefront/cart",
    "storefront/checkout",
    "storefront/dashboard",
    "storefront/wishlist",
    "storefront/api",
    "identity",
  ])
    expect(text).toContain(`\nDisallow: /${path}/\nDisallow: /*/${path}/\n`);
  expect(text).not.toMatch(/Disallow: \/(storefront\/)?\n/);
  expect(text).toContain("\nSitemap: http://shop.test/sitemap.xml\n");
});

test.each(["demo", "none"])(
  "the manifest has the shop's own name, and every icon is there in its size, seeded with %s",
  async (SEED) => {
    const shop = await openShop({ products: "none", pays: false, env: { SEED, STORE_NAME: 'Moss "&" Co' } });
    const browser = shop.browser();
    const page = (await browser.get("/storefront/")).text;
    const answer = await fetch(`${shop.url}${/rel="manifest" href="([^"]+)"/.exec(page)?.[1]}`);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json; charset=utf-8");
    const manifest = (await answer.json()) as { name: string; icons: { src: string; sizes: string; type: string }[] };
    expect(manifest.name).toBe('Moss "&" Co');

    const linked = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(([, src = ""]) => src);
    expect(linked).toHaveLength(3);
    const icons = [...linked, ...manifest.icons.map(({ src }) => src)];
    // Only the demo shop uses the demo's drawing.
    expect(icons.filter((src) => src.includes("/own/"))).toHaveLength(SEED === "demo" ? 0 : icons.length);
    for (const src of icons) {
      const { status, headers } = await fetch(shop.url + src);
      expect([src, status, headers.get("content-type")]).toEqual([src, 200, src.endsWith("svg") ? "image/svg+xml" : "image/png"]);
    }
    for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== "any")) {
      const png = Buffer.from(await (await fetch(shop.url + src)).arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
    expect((await fetch(`${shop.url}/favicon.ico`)).headers.get("content-type")).toBe("image/png");
  },
);

test("a finder of a weakness is told where to report it, and a password manager where passwords are changed", async () => {
  const shop = await openShop({
    pays: false,
    env: { PUBLIC_URL: "https://leaf.example", MAIL_FROM: "Leaf <shop@leaf.example>" },
  });
  const ask = (path: string) => fetch(`${shop.url}/.well-known/${path}`, { redirect: "manual" });

  const fields = new Map(
    (await (await ask("security.txt")).text()).split("\n").map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toBe("mailto:shop@leaf.example");
  expect(fields.get("Canonical")).toBe("https://leaf.example/.well-known/security.txt");
  const daysLeft = (Date.parse(fields.get("Expires") ?? "") - shop.shop.now()) / (24 * 3600 * 1000);
  expect(daysLeft > 170 && daysLeft < 365).toBe(true);

  const change = await ask("change-password");
  expect([change.status, change.headers.get("location")]).toEqual([302, "/storefront/dashboard/settings/"]);
  expect((await ask("no-such-thing")).status).toBe(404);
});

test("the owner may name another contact for weaknesses", async () => {
  const shop = await openShop({ pays: false, env: { SECURITY_CONTACT: "https://leaf.example/report" } });
  const text = await (await fetch(`${shop.url}/.well-known/security.txt`)).text();
  expect(text).toContain("Contact: https://leaf.example/report\n");
});

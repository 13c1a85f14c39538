import { expect, test } from "vitest";
import { removePage, savePage } from "../../server/content/content-pages.ts";
import { readPageFile } from "../../server/content/rules/page-file.ts";
import { transact } from "../../server/db/transaction.ts";
import { shopperIn } from "../checkout/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const slugs = ["shipping", "returns", "contact", "about", "privacy", "terms", "accessibility", "size-guide-apparel"];
const footerLinks = (html: string): string[] =>
  [...(/<footer.*<\/footer>/s.exec(html)?.[0] ?? "").matchAll(/href="\/storefront\/pages\/([^/]+)\/"/g)].map(
    ([, slug = ""]) => slug,
  );

async function write({ shop }: TestShop, slug: string, text: string): Promise<void> {
  const file = readPageFile(text);
  if (!file.ok) throw new Error(file.error);
  await transact(shop.db, (tx) => savePage(tx, { slug, file: file.value, now: shop.now() }));
}

for (const engine of engines) {
  test(`a page that its owner writes, changes and takes away stands in footers while it is there (${engine})`, async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    const browser = shop.browser();
    const at = (path: string) => browser.get(path);
    expect([(await at("/storefront/pages/returns/")).status, footerLinks((await at("/storefront/")).text)]).toEqual([404, []]);
    expect((await at("/storefront/")).text).not.toContain("Good to know");

    await write(shop, "returns", "# Returns and refunds\n\nWithin 30 days.");
    await expect.poll(async () => (await at("/storefront/pages/returns/")).status).toBe(200);
    await expect.poll(async () => footerLinks((await at("/storefront/")).text)).toEqual(["returns"]);
    const { text, headers } = await at("/storefront/pages/returns/");
    expect([headers.get("set-cookie"), headers.get("cache-control")]).toEqual([null, expect.stringContaining("public")]);
    expect(text).toContain("<title>Returns and refunds · Leaf &amp; Vessel</title>");
    expect(text).toContain('<meta name="description" content="Within 30 days.">');
    expect(text).toContain('<link rel="canonical" href="http://shop.test/storefront/pages/returns/">');
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect((await at("/shop/us/storefront/pages/returns?ref=mail")).text).toBe(text);
    expect(footerLinks((await at("/storefront/cart/")).text)).toEqual(["returns"]);

    await write(shop, "returns", "# Returns and refunds\n\nWithin 14 days.");
    await expect.poll(async () => (await at("/storefront/pages/returns/")).text).toContain("14 days");

    await transact(shop.shop.db, (tx) => removePage(tx, "returns"));
    await expect.poll(async () => (await at("/storefront/pages/returns/")).status).toBe(404);
    await expect.poll(async () => footerLinks((await at("/storefront/")).text)).toEqual([]);
    expect(footerLinks((await at("/storefront/cart/")).text)).toEqual([]);
  });
}

test("the demo shop has its seven pages, and each of them says that it is a demo", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const browser = shop.browser();
  expect(footerLinks((await browser.get("/storefront/")).text)).toEqual(slugs);
  for (const slug of slugs) {
    const { status, text } = await browser.get(`/storefront/pages/${slug}/`);
    expect([slug, status]).toEqual([slug, 200]);
    expect([slug, /<div class="prose">.*?\bdemo\b/s.test(text)]).toEqual([slug, true]);
    const links = [...text.matchAll(/<a href="(\/[^"]+)"/g)].map(([, href = ""]) => href);
    for (const href of new Set(links)) expect([slug, href, (await browser.get(href)).status]).not.toEqual([slug, href, 404]);
  }
});

test("the checkout links to what a shopper may want to read before paying, in another tab", async () => {
  const shop = await openShop({ pays: false });
  const shopper = await shopperIn(shop, { "v-1": 1 });
  expect((await shopper.page("contact")).text).not.toContain("in a new tab");

  for (const slug of ["about", "terms", "shipping", "size-guide"]) await write(shop, slug, `# Our ${slug}\n\nWords.`);

  const { text } = await shopper.page("contact");
  expect(footerLinks(text)).toEqual(["shipping", "terms"]);
  expect(text.match(/target="_blank"/g)).toHaveLength(2);
});

test("products show their category's size guide while there is one, and link to the returns policy", async () => {
  const shop = await openShop({ pays: false });
  const notesOf = async (product: string) => {
    const { text } = await shop.browser().get(`/storefront/products/${product}/`);
    return [
      /<dialog[^>]* id="size-guide".*?<\/dialog>/s.exec(text)?.[0] ?? "",
      /(\d+) days to ask for a (.*?)<\/span>/.exec(text)?.[0],
    ];
  };
  expect(await notesOf("product-2")).toEqual(["", "30 days to ask for a return</span>"]);

  await write(shop, "size-guide-apparel", "# Sizes of shirts\n\n| Size | Chest |\n| --- | --- |\n| S | 19 in |");
  await write(shop, "returns", "# Returns\n\nWithin 30 days.");
  await expect
    .poll(() => notesOf("product-2"))
    .toEqual([
      expect.stringMatching(/<h2[^>]*>Sizes of shirts<\/h2>.*<td>19 in<\/td>/s),
      '30 days to ask for a <a href="/storefront/pages/returns/">return</a></span>',
    ]);
  expect((await notesOf("product-1"))[0]).toBe("");

  await transact(shop.shop.db, (tx) => removePage(tx, "size-guide-apparel"));
  await expect.poll(async () => (await notesOf("product-2"))[0]).toBe("");
});

test("a slug that no page has is the shop's 404, whatever it is", async () => {
  const shop = await openShop({ pays: false });
  for (const path of ["", "nothing/", "%00/", "a/b/", "..%2f/", `${"x".repeat(500)}/`])
    expect([path, (await shop.browser().get(`/storefront/pages/${path}`)).status]).toEqual([path, 404]);
});

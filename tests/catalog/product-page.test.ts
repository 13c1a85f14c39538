import { describe, expect, test } from "vitest";
import { lookUpProducts } from "../../server/catalog/product-list.ts";
import { findFacts } from "../../server/catalog/queries/details.ts";
import { findProducts } from "../../server/catalog/queries/products.ts";
import { findSellable } from "../../server/catalog/queries/variants.ts";
import { findRelated } from "../../server/catalog/related.ts";
import { bySimilarity } from "../../server/catalog/rules/related.ts";
import { shipToOf } from "../../server/catalog/rules/ship-to.ts";
import type { Db } from "../../server/db/tables.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { engines, newProduct, now, openCatalog, productId, saveAll, variant } from "./open-catalog.ts";

const part = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? "";

async function page(shop: TestShop, path: string): Promise<string> {
  const { status, text } = await shop.browser().get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

const hoodie = "/storefront/products/slow-growth-hoodie/";

/** The choice, price and picture that a shopper without scripts sees. */
const shown = (html: string) => ({
  chosen: /<input[^>]*value="([^"]+)"[^>]*checked/.exec(part(html, '<fieldset class="choices">', "</fieldset>"))?.[1],
  price: part(html, 'class="price__now">', "<"),
  stock: /class="availability"[^>]*>([^<]*)/.exec(html)?.[1],
  picture: /<li id="picture-1">.*?alt="([^"]*)"/s.exec(html)?.[1],
  bar: part(html, '<p class="buy-bar__choice">', "</p>").replace(/<[^>]*>/g, ""),
});

describe.each(engines)("on %s", (engine) => {
  test("what a shopper chooses among is not listed once more in a filter's words", async () => {
    const shop = await openShop({ engine, products: "demo", pays: false });
    const facts = part(await page(shop, hoodie), '<dl class="facts">', "</dl>");
    expect([facts.includes("Material"), facts.includes("Color"), facts.includes("Size")]).toEqual([true, false, false]);
    const tray = part(await page(shop, "/storefront/products/watching-tray/"), '<dl class="facts">', "</dl>");
    expect([tray.includes("Color"), tray.includes("Size")]).toEqual([true, true]);
  });

  test("a product without any variant for sale has its page, says that it is out of stock, and sells nothing", async () => {
    const shop = await openShop({ engine, products: "demo", pays: false });
    const { db } = shop.shop;
    const { id } = await db.selectFrom("product").select("id").where("slug", "=", "slow-growth-hoodie").executeTakeFirstOrThrow();
    await db.updateTable("variant").set({ active: 0 }).where("product_id", "=", id).execute();

    const html = await page(shop, hoodie);
    expect(shown(html).stock).toBe("out of stock");
    expect(html).not.toContain('id="buy"');
    const listing = await page(shop, "/storefront/apparel/");
    const card = part(listing, `href="${hoodie}"`, "</li>");
    expect([card.includes("out of stock"), card.includes("Add to cart"), card.includes("$")]).toEqual([true, false, false]);
    const offers = await shop.browser().get(`/storefront/api/offers?productId=${id}`);
    expect([offers.status, JSON.parse(offers.text)]).toEqual([200, { data: [] }]);

    await db.updateTable("variant").set({ active: 1 }).where("product_id", "=", id).execute();
    expect(await page(shop, hoodie)).toContain('id="buy"');
  });
});

test("an address with a variant shows it chosen, with its price, stock and picture first", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const { db } = shop.shop;
  const last = await db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["v.id", "v.name", "v.picture"])
    .where("p.slug", "=", "slow-growth-hoodie")
    .orderBy("v.position", "desc")
    .executeTakeFirstOrThrow();
  await db.updateTable("variant").set({ price: 9100, on_hand: 3 }).where("id", "=", last.id).execute();

  const html = await page(shop, `${hoodie}?variant=${last.id}`);

  expect(last.picture).toBeGreaterThan(0);
  expect(shown(html)).toEqual({
    chosen: last.id,
    price: "$91.00",
    stock: "Only 3 left",
    picture: "Slow Growth Hoodie in charcoal",
    bar: `$91.00 ${last.name}`,
  });
  expect(html).toContain(`<link rel="canonical" href="http://shop.test${hoodie}">`);
  expect(part(html, 'aria-label="Sort reviews"', "</form>")).toContain(`name="variant" value="${last.id}"`);
  expect(part(html, 'id="ship-to-keeps"', "</p>")).toContain(`name="variant" value="${last.id}"`);
  const plain = shown(await page(shop, hoodie));
  expect(plain).toMatchObject({ price: "$89.00 - $91.00", picture: expect.not.stringContaining("charcoal") });
  expect(plain.chosen).not.toBe(last.id);
});

test.each([
  ["has no picture", []],
  [
    "waits for its picture",
    [{ kind: "drawn" as const, key: "placeholder", alt: "A mug", wantedUrl: "https://cdn.test/mug.jpg" }],
  ],
])("a product that %s shows the placeholder, of which no search engine and no social site is told", async (_which, pictures) => {
  const shop = await openShop({ products: "demo", pays: false });
  await saveAll(shop.shop.db, [newProduct("mug", { category: "that-badu", pictures })]);

  const html = await page(shop, "/storefront/products/mug/");

  expect(html).toMatch(/<li id="picture-1"><img src="\/media\/drawn\/placeholder\.svg"/);
  expect(html).not.toContain("og:image");
  expect(part(html, '<script type="application/ld+json">', "</script>")).not.toContain("placeholder");
});

test("of several pictures those that have come are shown, also where a variant's own has not", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const missing = (n: number) => ({
    kind: "drawn" as const,
    key: "placeholder",
    alt: "A mug",
    wantedUrl: `https://cdn.test/${n}.jpg`,
  });
  const came = (name: string) => ({ kind: "stored" as const, key: `${name}.webp`, alt: name, width: 9, height: 9 });
  const { db } = shop.shop;
  const variants = [0, 1, 3].map((picture) =>
    variant(`v${picture}`, { options: { Size: `${picture}` }, name: `Mug ${picture}`, picture }),
  );
  const pictures = [missing(1), came("red"), missing(2), came("blue")];
  await saveAll(db, [newProduct("mug", { category: "that-badu", pictures, variants })]);

  const html = await page(shop, "/storefront/products/mug/");
  expect([...html.matchAll(/<li id="picture-(\d)">.*?alt="(\w+)"/gs)].map(([, n, alt]) => [n, alt])).toEqual([
    ["1", "red"],
    ["2", "blue"],
  ]);
  expect(html).not.toContain("placeholder.svg");
  const rows = await db
    .selectFrom("variant")
    .select(["id", "picture"])
    .where("name", "like", "Mug %")
    .orderBy("picture")
    .execute();
  const first = await Promise.all(
    rows.map(async ({ id }) =>
      /<li id="picture-1">.*?alt="(\w+)"/s.exec(await page(shop, `/storefront/products/mug/?variant=${id}`)),
    ),
  );
  expect(first.map((found) => found?.[1])).toEqual(["red", "red", "blue"]);
  expect((await lookUpProducts(db, "mug", 5)).find(({ slug }) => slug === "mug")?.picture?.alt).toBe("red");
  const sellable = await findSellable(
    db,
    rows.map(({ id }) => id),
  );
  expect(rows.map(({ id }) => sellable.find((each) => each.id === id)?.picture)).toMatchObject([
    { alt: "red" },
    { alt: "red" },
    { alt: "blue" },
  ]);
});

test("a page is shown with its picture where scripts and movement are welcome, and waits for none that will not come", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const waiting =
    /<link rel="expect" href="#picture-1" blocking="render" media="[^"]*no-preference[^"]*scripting: enabled[^"]*">/;
  expect(await page(shop, hoodie)).toMatch(waiting);
  expect(await page(shop, "/storefront/collections/")).not.toContain('rel="expect"');
  await shop.shop.db.deleteFrom("product_media").execute();
  const { text } = await shop.browser().get(`${hoodie}?ship_to=TX`);
  expect(text).toContain("<h1>Slow Growth Hoodie</h1>");
  expect(text).not.toContain('rel="expect"');
});

test("a variant that is not this product's own changes no byte and is not echoed", async () => {
  const shop = await openShop({ pays: false });
  const path = "/storefront/products/product-1/";
  const plain = await page(shop, path);
  for (const variant of ["v-2", "nothing", "%3Cscript%3E", "v-1%00", "x".repeat(500), "v-2&variant=v-3"])
    expect([variant, (await page(shop, `${path}?variant=${variant}`)) === plain]).toEqual([variant, true]);
});

test("what is out of stock or not sold in a state says so in the buy bar too (requirements 141–143, 160)", async () => {
  const shop = await openShop({ pays: false, stock: { "v-1": 4, "v-2": 0 } });
  const bar = async (path: string) => part(await page(shop, path), 'class="buy-bar"', "</form>");

  const resting = async (path: string) => part(await page(shop, path), 'class="resting-bar"', "</section>");

  expect(await bar("/storefront/products/product-1/")).toContain(">Add to cart</button>");
  expect(await resting("/storefront/products/product-1/")).toContain('type="submit" form="buy">Add to cart</button>');
  expect(await resting("/storefront/products/product-1/?ship_to=ID")).toMatch(/>NOT AVAILABLE IN YOUR STATE<\/p>\s*$/);
  expect(await resting("/storefront/products/product-2/")).toMatch(/>out of stock<\/p>\s*$/);
  const restricted = await bar("/storefront/products/product-1/?ship_to=ID");
  expect(restricted).toContain("NOT AVAILABLE IN YOUR STATE");
  expect(restricted).not.toContain("<button");
  const gone = await bar("/storefront/products/product-2/");
  expect(gone).toContain("out of stock");
  expect(gone).not.toContain("<button");
});

test("a product of one picture has neither arrows nor thumbnails, one of several has both (requirements 152, 153)", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  await shop.shop.db
    .deleteFrom("product_media")
    .where("position", ">", 0)
    .where("product_id", "in", (eb) => eb.selectFrom("product").select("id").where("slug", "=", "lemon-meridian"))
    .execute();

  const several = part(await page(shop, hoodie), '<div class="gallery"', '<div class="product__facts">');
  const one = part(
    await page(shop, "/storefront/products/lemon-meridian/"),
    '<div class="gallery"',
    '<div class="product__facts">',
  );

  for (const [html, is] of [
    [several, true],
    [one, false],
  ] as const) {
    expect([html.includes('class="gallery__arrows"'), html.includes('id="thumbs"')]).toEqual([is, is]);
    expect(html).toContain('<ul class="gallery__stage" id="pictures" tabindex="0" aria-label="Pictures">');
  }
});

test("the page has what else a shopper may like, and never itself (requirement 154)", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const related = part(await page(shop, hoodie), 'id="related"', "</section>");
  const hrefs = [...related.matchAll(/class="card__name"><a href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toHaveLength(12);
  expect(new Set(hrefs).size).toBe(12);
  expect(hrefs).not.toContain(hoodie);
  expect(related).not.toContain('fetchpriority="high"');
});

describe.each(engines)("what is related to a product, on %s", (engine) => {
  const own = async (db: Db, slug: string, area?: string) => {
    const [product] = await findProducts(db, [await productId(db, slug)]);
    if (!product) throw new Error("no product");
    const valueIds = (await findFacts(db, product.id)).map((fact) => fact.valueId);
    return (await findRelated(db, { product, valueIds }, shipToOf(area), now)).map(({ name }) => name);
  };
  const green = [{ attribute: "colour", value: "green" }];

  test("comes from its category: what can ship before what cannot, the likest first, then the most popular", async () => {
    const db = await openCatalog(engine);
    const both = [...green, { attribute: "size", value: "s" }];
    await saveAll(db, [
      newProduct("bowl", { attributes: both }),
      newProduct("twin", { attributes: both }),
      newProduct("cousin", { attributes: green }),
      newProduct("popular"),
      newProduct("stranger"),
      newProduct("gone", { attributes: both, variants: [variant("gone-1", { stock: 0 })] }),
      newProduct("hidden", { attributes: both, published: false }),
      newProduct("tee", { category: "apparel", attributes: both }),
    ]);
    for (const [slug, popularity] of [
      ["popular", 9],
      ["tee", 50],
    ] as const)
      await db.updateTable("product").set({ popularity }).where("slug", "=", slug).execute();

    expect(await own(db, "bowl")).toEqual(["twin", "cousin", "popular", "stranger", "tee", "gone"]);
    expect(await own(db, "tee")).not.toContain("tee");
  });

  test("is not led by what may not be sold in the shopper's state", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("bowl"), newProduct("pipe"), newProduct("jar")]);
    const id = await productId(db, "jar");
    await db
      .insertInto("state_rule")
      .values({ id: "no-jar", country: "US", area: "ID", category_id: null, product_id: id, since: 0 })
      .execute();
    await db.updateTable("product").set({ popularity: 9 }).where("slug", "=", "jar").execute();

    expect(await own(db, "bowl")).toEqual(["jar", "pipe"]);
    expect(await own(db, "bowl", "ID")).toEqual(["pipe", "jar"]);
  });

  test("is at most twelve, however many there are", async () => {
    const db = await openCatalog(engine);
    await saveAll(
      db,
      Array.from({ length: 15 }, (_, at) => newProduct(`bowl-${at}`)),
    );
    expect(await own(db, "bowl-3")).toHaveLength(12);
  });
});

test("likeness keeps the order of equals", () => {
  const of = (id: string, shared: number, shippable: boolean) => ({
    id,
    popularity: 0,
    shippable,
    valueIds: ["x", "y"].slice(0, shared),
  });
  const all = [of("a", 0, true), of("b", 2, false), of("c", 2, true), of("d", 0, true), of("e", 2, true)];
  const sorted = bySimilarity(all, ["y", "z", "x"]);
  expect(sorted.map(({ id }) => id)).toEqual(["c", "e", "a", "d", "b"]);
});

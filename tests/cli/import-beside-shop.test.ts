import { describe, expect, test, vi } from "vitest";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { type Goods, imported, patience } from "./beside.ts";

const before: readonly Goods[] = [
  {
    slug: "fern-mug",
    title: "Fern Mug",
    pictures: ["A mug from the front"],
    variants: [{ sku: "FERN-MUG", price: "11.25", stock: 10 }],
  },
  { slug: "moss-jar", title: "Moss Jar" },
  { slug: "oak-pipe", title: "Oak Pipe" },
  { slug: "old-tin", title: "Old Tin" },
  { slug: "pine-bowl", title: "Pine Bowl", variants: [{ sku: "BOWL", price: "30.00", stock: 2 }] },
];

const after: readonly Goods[] = [
  {
    slug: "fern-mug",
    title: "Fern Mug",
    pictures: ["A mug from its handle", "A mug from below"],
    variants: [{ sku: "FERN-MUG", price: "12.50", stock: 10 }],
  },
  { slug: "moss-jar", title: "Lichen Beaker" },
  { slug: "oak-pipe", title: "Oak Pipe", type: "Seeds" },
  { slug: "old-tin", title: "Old Tin", published: false },
  { slug: "reed-vase", title: "Reed Vase" },
  { slug: "pine-bowl", title: "Pine Bowl", variants: [{ sku: "BOWL", price: "31.00", stock: 2 }] },
];

const pageOf = (slug: string) => `/storefront/products/${slug}/`;
const listing = "/storefront/collections/";
const found = (q: string) => `${listing}?q=${q}`;

type Page = { status: number; tag: string; text: string };

async function look(shop: TestShop, path: string, tag?: string): Promise<Page> {
  const answer = await fetch(shop.url + path, { headers: tag === undefined ? {} : { "if-none-match": tag } });
  return { status: answer.status, tag: answer.headers.get("etag") ?? "", text: await answer.text() };
}

/** Asks until the shop has the page in memory, as a browser that then holds its tag. */
async function held(shop: TestShop, paths: readonly string[]): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  for (const path of paths) {
    const { tag } = await look(shop, path);
    expect([path, (await look(shop, path, tag)).status]).toEqual([path, 304]);
    tags.set(path, tag);
  }
  return tags;
}

/** Those of the texts that a page holds. */
const told = (page: Page, ...texts: string[]) => [...new Set(texts)].filter((text) => page.text.includes(text));

/** What a search found, without what is shown instead of nothing. */
async function foundBy(shop: TestShop, q: string, links: readonly string[]): Promise<string[]> {
  const page = await look(shop, found(q));
  const [results = ""] = page.text.split("Popular right now");
  return told({ ...page, text: results }, ...links);
}

const countsIn = ({ text }: Page) =>
  Object.fromEntries(
    [...text.matchAll(/name="categories" value="([\w-]+)"[\s\S]*?check__count">(\d+)</g)].map(([, slug, n]) => [slug, n]),
  );

const offerIn = ({ text }: Page) => {
  const [, json = "{}"] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  const told = [JSON.parse(json)].flat().flatMap((each) => each["@graph"] ?? each) as { "@type": string; offers: unknown }[];
  return told.find((each) => each["@type"] === "Product")?.offers;
};

async function suggested(shop: TestShop, q: string): Promise<string[]> {
  const { text } = await look(shop, `/storefront/api/search/suggestions?q=${q}`);
  return (JSON.parse(text) as { data: { products: { name: string }[] } }).data.products.map(({ name }) => name);
}

/** SQLite is asked by every request. PostgreSQL sends word of each commit, which may still be on its way when the command has ended. */
async function heardOf(engine: Engine, shop: TestShop, isThere: (page: Page) => void, path: string): Promise<void> {
  if (engine === "postgres") await vi.waitFor(async () => isThere(await look(shop, path)), { timeout: 30_000, interval: 5 });
}

describe.each(engines)("a shop that is open while its owner imports, on %s", { timeout: patience }, (engine) => {
  test("shows at once what changed: pages, listings, search and what machines read", async () => {
    const shop = await openShop({ engine, goods: "none", pays: false });
    await imported(shop, before);
    await heardOf(engine, shop, ({ status }) => expect(status).toBe(200), pageOf("pine-bowl"));
    const products = before.map(({ slug }) => pageOf(slug));
    const paths = [...products, listing, "/storefront/glass/", "/storefront/", found("moss"), found("fern"), "/sitemap.xml"];
    const tags = await held(shop, paths);
    expect(countsIn(await look(shop, listing))).toMatchObject({ glass: "5" });
    expect(offerIn(await look(shop, pageOf("fern-mug")))).toMatchObject({ price: "11.25" });
    expect(await suggested(shop, "moss")).toEqual(["Moss Jar"]);
    expect((await look(shop, pageOf("reed-vase"))).status).toBe(404);
    expect(told(await look(shop, found("reed")), "Reed Vase")).toEqual([]);

    await imported(shop, after, "--stock");

    await heardOf(engine, shop, (page) => expect(told(page, "$31.00")).toEqual(["$31.00"]), pageOf("pine-bowl"));
    for (const [path, tag] of tags) {
      const { status } = await look(shop, path, tag);
      expect([path, status]).toEqual([path, path === pageOf("old-tin") ? 404 : 200]);
    }
    const mug = await look(shop, pageOf("fern-mug"));
    expect(offerIn(mug)).toMatchObject({ price: "12.50" });
    expect(told(mug, "$12.50", "$11.25", "A mug from its handle", "A mug from below", "A mug from the front")).toEqual([
      "$12.50",
      "A mug from its handle",
      "A mug from below",
    ]);

    const all = await look(shop, listing);
    expect(countsIn(all)).toMatchObject({ glass: "4", seeds: "1" });
    expect(told(all, "Lichen Beaker", "Reed Vase", "$12.50", "$11.25", "Moss Jar", "Old Tin")).toEqual([
      "Lichen Beaker",
      "Reed Vase",
      "$12.50",
    ]);
    expect(told(await look(shop, `${listing}?categories=seeds`), "Oak Pipe", "Reed Vase")).toEqual(["Oak Pipe"]);
    expect(told(await look(shop, `${listing}?categories=glass`), "Oak Pipe", "Reed Vase")).toEqual(["Reed Vase"]);

    const links = [...before, ...after].map(({ slug }) => pageOf(slug));
    expect(await foundBy(shop, "lichen", links)).toEqual([pageOf("moss-jar")]);
    expect(await foundBy(shop, "reed", links)).toEqual([pageOf("reed-vase")]);
    for (const gone of ["moss", "tin"]) expect([gone, await foundBy(shop, gone, links)]).toEqual([gone, []]);
    expect([await suggested(shop, "lichen"), await suggested(shop, "moss"), await suggested(shop, "reed")]).toEqual([
      ["Lichen Beaker"],
      [],
      ["Reed Vase"],
    ]);
    const map = await look(shop, "/sitemap.xml");
    expect(told(map, pageOf("reed-vase"), pageOf("moss-jar"), pageOf("old-tin"))).toEqual([
      pageOf("reed-vase"),
      pageOf("moss-jar"),
    ]);
  });

  test("tells at once what changed of one variant alone: its price between those of others, its last units, new ones", async () => {
    const shop = await openShop({ engine, goods: "none", pays: false });
    const bowls = (price: string, stock: number): readonly Goods[] => [
      {
        slug: "pine-bowl",
        title: "Pine Bowl",
        variants: [
          { sku: "S", size: "S", price: "10.00", stock: 0 },
          { sku: "M", size: "M", price, stock },
          { sku: "L", size: "L", price: "30.00", stock: 0 },
        ],
      },
    ];
    const offers = async (price: string, availability: string) => {
      const offer = { price, availability: `https://schema.org/${availability}` };
      const tells = (page: Page) => expect(offerIn(page)).toMatchObject({ offers: [{}, offer, {}] });
      await heardOf(engine, shop, tells, pageOf("pine-bowl"));
      tells(await look(shop, pageOf("pine-bowl")));
    };
    await imported(shop, bowls("20.00", 2));
    await offers("20.00", "InStock");
    await imported(shop, bowls("21.00", 2));
    await offers("21.00", "InStock");
    await imported(shop, bowls("21.00", 0), "--stock");
    await offers("21.00", "OutOfStock");
    await imported(shop, bowls("21.00", 7), "--stock");
    await offers("21.00", "InStock");
  });

  test("keeps its pages, and browsers theirs, when the import changes nothing", async () => {
    const shop = await openShop({ engine, goods: "none", pays: false });
    await imported(shop, before);
    await heardOf(engine, shop, ({ status }) => expect(status).toBe(200), pageOf("pine-bowl"));
    const tags = await held(shop, [pageOf("fern-mug"), listing, "/storefront/glass/", found("moss"), "/sitemap.xml"]);
    const version = shop.shop.catalogVersion();

    await imported(shop, before);
    await imported(shop, before, "--stock");

    for (const [path, tag] of tags) expect([path, (await look(shop, path, tag)).status]).toEqual([path, 304]);
    expect(shop.shop.catalogVersion()).toBe(version);
  });
});

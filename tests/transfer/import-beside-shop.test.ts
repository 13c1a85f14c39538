import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { type FiledProduct, imported, importing, running, timeoutMs, writtenFile } from "./import-process.ts";
import {
  countsIn,
  found,
  foundBy,
  held,
  listing,
  look,
  offerIn,
  type Page,
  pageOf,
  shownTexts,
  suggested,
  waitForPage,
} from "./shop-pages.ts";

const before: readonly FiledProduct[] = [
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

const after: readonly FiledProduct[] = [
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

describe.each(engines)("a shop that is open while its owner imports, on %s", { timeout: timeoutMs }, (engine) => {
  test("shows at once what changed: pages, listings, search and what machines read", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    await imported(shop, before);
    await waitForPage(engine, shop, ({ status }) => expect(status).toBe(200), pageOf("pine-bowl"));
    const products = before.map(({ slug }) => pageOf(slug));
    const paths = [...products, listing, "/storefront/glass/", "/storefront/", found("moss"), found("fern"), "/sitemap.xml"];
    const tags = await held(shop, paths);
    expect(countsIn(await look(shop, listing))).toMatchObject({ glass: "5" });
    expect(offerIn(await look(shop, pageOf("fern-mug")))).toMatchObject({ price: "11.25" });
    expect(await suggested(shop, "moss")).toEqual(["Moss Jar"]);
    expect((await look(shop, pageOf("reed-vase"))).status).toBe(404);
    expect(shownTexts(await look(shop, found("reed")), "Reed Vase")).toEqual([]);

    const run = importing(shop, await writtenFile(shop, after), "--stock");
    expect(await run.ended).toMatchObject({ code: 0 });

    await waitForPage(engine, shop, (page) => expect(shownTexts(page, "$31.00")).toEqual(["$31.00"]), pageOf("pine-bowl"));
    for (const [path, tag] of tags) {
      const { status } = await look(shop, path, tag);
      expect([path, status]).toEqual([path, path === pageOf("old-tin") ? 404 : 200]);
    }
    const mug = await look(shop, pageOf("fern-mug"));
    expect(offerIn(mug)).toMatchObject({ price: "12.50" });
    expect(shownTexts(mug, "$12.50", "$11.25", "A mug from its handle", "A mug from below", "A mug from the front")).toEqual([
      "$12.50",
      "A mug from its handle",
      "A mug from below",
    ]);

    const all = await look(shop, listing);
    expect(countsIn(all)).toMatchObject({ glass: "4", seeds: "1" });
    expect(shownTexts(all, "Lichen Beaker", "Reed Vase", "$12.50", "$11.25", "Moss Jar", "Old Tin")).toEqual([
      "Lichen Beaker",
      "Reed Vase",
      "$12.50",
    ]);
    expect(shownTexts(await look(shop, `${listing}?categories=seeds`), "Oak Pipe", "Reed Vase")).toEqual(["Oak Pipe"]);
    expect(shownTexts(await look(shop, `${listing}?categories=glass`), "Oak Pipe", "Reed Vase")).toEqual(["Reed Vase"]);

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
    expect(shownTexts(map, pageOf("reed-vase"), pageOf("moss-jar"), pageOf("old-tin"))).toEqual([
      pageOf("reed-vase"),
      pageOf("moss-jar"),
    ]);
  });

  test("tells at once what changed of one variant alone: its price between those of others, its last units, new ones", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    const bowls = (price: string, stock: number): readonly FiledProduct[] => [
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
      await waitForPage(engine, shop, tells, pageOf("pine-bowl"));
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

  test("shows a picture as soon as it has come, and until then the placeholder", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    const mug: readonly FiledProduct[] = [{ slug: "fern-mug", title: "Fern Mug", pictures: ["front"] }];
    await imported(shop, mug);
    await waitForPage(engine, shop, ({ status }) => expect(status).toBe(200), pageOf("fern-mug"));
    const drawn = (await look(shop, pageOf("fern-mug"))).text;
    const tags = await held(shop, [pageOf("fern-mug"), listing]);
    const photo = sharp({ create: { width: 320, height: 320, channels: 3, background: "teal" } });
    const folder = join(shop.directory, "photos");
    await mkdir(folder);
    await photo.jpeg().toFile(join(folder, "front.jpg"));

    const { code, said } = await running(shop, "import", await writtenFile(shop, mug), "--images", folder).ended;

    expect([code, said]).toEqual([0, expect.any(String)]);
    const shown = ({ text }: Page) => /<img src="([^"]+)" alt="front"/.exec(text)?.[1];
    const before = shown({ status: 200, tag: "", text: drawn });
    await waitForPage(engine, shop, (page) => expect(shown(page)).not.toBe(before), pageOf("fern-mug"));
    for (const [path, tag] of tags) {
      const page = await look(shop, path, tag);
      expect([path, page.status, shown(page)?.startsWith("/media/drawn/")]).toEqual([path, 200, false]);
      expect((await look(shop, shown(page) ?? "")).status).toBe(200);
    }
  });

  test("keeps its pages, and browsers theirs, when the import changes nothing", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    await imported(shop, before);
    await waitForPage(engine, shop, ({ status }) => expect(status).toBe(200), pageOf("pine-bowl"));
    const tags = await held(shop, [pageOf("fern-mug"), listing, "/storefront/glass/", found("moss"), "/sitemap.xml"]);
    const version = shop.shop.catalogVersion();

    await imported(shop, before);
    await imported(shop, before, "--stock");

    for (const [path, tag] of tags) expect([path, (await look(shop, path, tag)).status]).toEqual([path, 304]);
    expect(shop.shop.catalogVersion()).toBe(version);
  });
});

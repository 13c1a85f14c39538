import { describe, expect, test } from "vitest";
import { movePage } from "../../server/content/content-pages.ts";
import { listRedirects, putRedirect, recordMove } from "../../server/content/redirects.ts";
import { noSettings, type ShopSettings } from "../../server/content/rules/shop-settings.ts";
import { saveNavigation, saveShopSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const set = ({ shop }: TestShop, settings: Partial<ShopSettings>) =>
  transact(shop.db, (tx) => saveShopSettings(tx, { ...noSettings, ...settings }, shop.now()));
const themeIn = (html: string) => /<link rel="stylesheet" href="(\/theme-[0-9a-f]{16}\.css)">/.exec(html)?.[1];

describe.each(engines)("on %s", (engine) => {
  test("what the owner sets stands on cached pages, in the manifest, and in a stylesheet of its own, and goes again", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const get = (path: string) => test.browser().get(path);
    const before = (await get("/storefront/")).text;
    expect([before.includes("Leaf &amp; Vessel"), themeIn(before)]).toEqual([true, undefined]);

    await set(test, {
      storeName: "Fern <b> Co",
      accentLight: "#1f4fa3",
      smallPrint: "First line.\nSecond line.",
      contactEmail: "hello@fern.example",
      contactPhone: "+1 (555) 010-0000",
      homeTitle: "Ferns",
    });
    await expect.poll(async () => (await get("/storefront/")).text).toContain("Fern &lt;b&gt; Co");
    const { text } = await get("/storefront/");
    expect(text).toContain("<title>Ferns · Fern &lt;b&gt; Co</title>");
    expect(text).toContain('<p class="site-footer__small">First line.</p><p class="site-footer__small">Second line.</p>');
    expect(text).toContain('<a href="tel:+15550100000">');
    expect(text).toContain('"email":"hello@fern.example"');
    expect(JSON.parse((await get("/site.webmanifest")).text)).toMatchObject({ name: "Fern <b> Co" });
    const href = themeIn(text) ?? "none";
    const sheet = await get(href);
    expect(sheet.headers.get("content-type")).toContain("text/css");
    expect(sheet.headers.get("cache-control")).toContain("immutable");
    expect(sheet.text).toContain("--leaf:#1f4fa3");
    expect((await get("/theme-0000000000000000.css")).headers.get("cache-control")).toBe("public, max-age=60");
    expect((await get("/storefront/cart/")).text).toContain(href);

    await set(test, {});
    await expect.poll(async () => (await get("/storefront/")).text).toBe(before);
    expect((await get(href)).status).toBe(404);
  });

  test("the header and the footer show the owner's links, with all pages where they are wanted", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const navigation = {
      header: [{ name: "Only <this>", href: "/storefront/collections/" }],
      footer: [{ heading: "Elsewhere", links: [{ name: "Us", href: "https://example.com/us" }], pages: true }],
    };
    await transact(test.shop.db, (tx) => saveNavigation(tx, navigation, test.shop.now()));
    const page = async () => (await test.browser().get("/storefront/")).text;
    await expect.poll(page).toContain("Only &lt;this&gt;");
    const text = await page();
    expect([text.includes('<h2 id="footer-links-1">Elsewhere</h2>'), text.includes("Good to know")]).toEqual([true, false]);
    await transact(test.shop.db, (tx) => saveNavigation(tx, { header: null, footer: null }, test.shop.now()));
    await expect.poll(page).toContain("/storefront/seeds/");
  });

  test("an old address leads to the new one, once, below a prefix too, and never in a circle", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const { db, now } = test.shop;
    const put = (path: string, target: string) => transact(db, (tx) => putRedirect(tx, { path, target }, now()));
    expect((await put("/storefront/old", "/storefront/older/")).ok).toBe(true);
    expect((await put("/storefront/older/", "/storefront/")).ok).toBe(true);
    expect(await listRedirects(db, "", 10)).toMatchObject([
      { path: "/storefront/old/", target: "/storefront/" },
      { path: "/storefront/older/", target: "/storefront/" },
    ]);
    expect((await put("/storefront/new/", "/storefront/old/")).ok).toBe(true);
    expect((await listRedirects(db, "", 10)).map(({ target }) => target)).toEqual([
      "/storefront/",
      "/storefront/",
      "/storefront/",
    ]);
    for (const [path, target] of [
      ["/storefront/a/", "/storefront/a/?x=1"],
      ["/staff/", "/storefront/"],
      ["/storefront/", "/storefront/cart/"],
      ["/storefront/x/", "javascript:alert(1)"],
      ["/storefront/x/", "//evil.example/"],
      ["/storefront/x\u0000/", "/storefront/"],
    ] as const)
      expect([path, target, (await put(path, target)).ok]).toEqual([path, target, false]);

    for (const path of ["/storefront/old", "/shop/us/storefront/old/?q=tin"]) {
      const { status, headers } = await test.browser().get(path);
      expect([status, headers.get("location")]).toEqual([301, path.includes("?") ? "/storefront/?q=tin" : "/storefront/"]);
    }
    expect((await test.browser().get("/storefront/collections/")).status).toBe(200);
    await put("/storefront/collections/", "/storefront/cart/");
    expect((await test.browser().get("/storefront/collections/")).status).toBe(200);
  });

  test("addresses of another shop lead on from anywhere, hide nothing of this one, and lead to no other host by what is asked", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const target = "/storefront/seeds/";
    const put = async (path: string, to = target) => {
      const added = await transact(db, (tx) => putRedirect(tx, { path, target: to }, now()));
      expect([path, added.ok]).toEqual([path, true]);
    };
    const location = async (path: string) => {
      const { status, headers } = await test.browser().get(path);
      return [path, status, headers.get("location"), headers.get("set-cookie")];
    };
    const moved: [typed: string, asked: string, query?: string][] = [
      ["/products/old-name", "/products/OLD-name/?utm=1", "?utm=1"],
      ["/collections/hats", "/collections/hats"],
      ["/pages/about-us", "/pages/about-us/"],
      ["/blogs/news/été", "/blogs/news/%C3%89t%C3%A9"],
      ["/cart", "/cart"],
      ["/shop/?p=12", "/shop/?utm=1&p=12", "?utm=1"],
      ["/?product=hat", "/?product=hat"],
      ["/Index.PHP", "/index.php?a=b", "?a=b"],
      ["/storefront/Old", "/us/storefront/old"],
    ];
    // The page is cached before a redirect exists.
    expect((await test.browser().get("/collections/hats")).status).toBe(200);
    for (const [typed] of moved) await put(typed);
    for (const [, asked, query = ""] of moved) expect(await location(asked)).toEqual([asked, 301, target + query, null]);
    await put("/storefront/away", "https://elsewhere.example/x");
    expect(await location("/storefront/away?next=https://evil.example")).toMatchObject({ 2: "https://elsewhere.example/x" });
    const outward = { path: "/away", target: "https://elsewhere.example/x" };
    expect((await transact(db, (tx) => putRedirect(tx, outward, now()))).ok).toBe(false);
    for (const path of ["/shop/", "/shop/?p=13", "/shop/x/", "//products/old-name"])
      expect((await test.browser().get(path)).status).toBe(404);

    // The shop's own addresses stay, even if another program has stored a redirect.
    const own = ["/products/product-1/", "/collections/seeds/", "/collections/", "/healthz/", "/robots.txt/", "/staff/"];
    await db
      .insertInto("page_redirect")
      .values(own.map((path) => ({ path, target, created_at: 1 })))
      .execute();
    for (const path of ["/products/product-1/", "/collections/", "/healthz", "/robots.txt"])
      expect([path, (await test.browser().get(path)).status]).toEqual([path, 200]);
    expect(await location("/collections/seeds/")).toMatchObject({ 1: 301, 2: "/storefront/collections/?categories=seeds" });
    expect(await location("/")).toMatchObject({ 1: 302, 2: "/storefront/" });
    expect(await location("/?utm=1")).toMatchObject({ 1: 302, 2: "/storefront/" });
    expect(
      (
        await test
          .browser()
          .request("POST", "/cart", { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } })
      ).status,
    ).not.toBe(301);
  });

  test("a page that moves leaves a redirect, and moves back without one", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const { db, now } = test.shop;
    const row = { slug: "size-guide", title: "Sizes", description: "d", markdown: "m", updated_at: 1 };
    await db.insertInto("content_page").values(row).execute();
    const move = (slug: string, to: string) => transact(db, (tx) => movePage(tx, { slug, to, now: now() }));
    expect((await move("size-guide", "sizes")).ok).toBe(true);
    expect(await listRedirects(db, "", 10)).toMatchObject([
      { path: "/storefront/pages/size-guide/", target: "/storefront/pages/sizes/" },
    ]);
    expect((await move("sizes", "size-guide")).ok).toBe(true);
    expect(await listRedirects(db, "", 10)).toMatchObject([
      { path: "/storefront/pages/sizes/", target: "/storefront/pages/size-guide/" },
    ]);
    expect((await move("size-guide", "No good")).ok).toBe(false);
    expect((await move("nothing", "else")).ok).toBe(false);
    expect((await transact(db, (tx) => recordMove(tx, "/storefront/a/", "/storefront/b/", 1))).ok).toBe(true);
  });

  test("a banner is shown from its beginning to its end, on a cached page too", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const [minute, begin] = [60_000, test.shop.now() + 60 * 60_000];
    const banner = {
      id: "b",
      page: "home",
      background_url: "",
      title: "Winter sale",
      starts_at: begin,
      ends_at: begin + 30 * minute,
    };
    await test.shop.db.insertInto("banner").values(banner).execute();
    const shows = async () => (await test.browser().get("/storefront/")).text.includes("Winter sale");
    const seen: boolean[] = [];
    for (const passed of [0, 50, 15, 20, 10]) {
      test.pass(passed * minute);
      seen.push(await shows(), await shows());
    }
    expect(seen).toEqual([false, false, false, false, true, true, true, true, false, false]);
  });
});

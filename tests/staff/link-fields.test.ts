import { describe, expect, test } from "vitest";
import { putCollection } from "../../server/catalog/collection-records.ts";
import { transact } from "../../server/db/transaction.ts";
import { staffBannerPath, staffNavigationPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, sendSeen, staffBrowser } from "./staff-fixture.ts";

const fresh = staffBannerPath("new");
const banner = { page: "home", position: "0", active: "1", title: "Winter", ctaText: "Look" };
const errorsIn = (html: string) => [...html.matchAll(/class="field__error"[^>]*>([^<]*)/g)].map(([, words]) => words);
const picksIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}Pick" value="([^"]*)"`, "g"))].map(([, value]) => value);

async function openWithGifts(engine: (typeof engines)[number]): Promise<{ test: TestShop; editor: TestBrowser }> {
  const test = await openShop({ engine, pays: false });
  const gifts = { name: "Glass gifts", slug: "gifts", intro: "", seoTitle: "", seoDescription: "", chosenBy: "hand" as const };
  const none = { label: null, values: [], priceMin: null, priceMax: null, newerDays: null };
  await transact(test.shop.db, (tx) => putCollection(tx, "c-1", { ...gifts, ...none, products: ["p-1"] }));
  return { test, editor: await staffBrowser(test, "editor") };
}

describe.each(engines)("links of banners and menus, on %s", (engine) => {
  test("a banner's link is chosen by the name of a page, and a path stays as typed", async () => {
    const { test, editor } = await openWithGifts(engine);
    const save = (ctaLink: string, pick = "") =>
      send(editor, fresh, fresh, { ...banner, ctaLink, ...(pick && { ctaLinkPick: pick }) });
    const linkAfter = async (typed: string, pick?: string) => {
      await test.shop.db.deleteFrom("banner").execute();
      const { status } = await save(typed, pick);
      const row = await test.shop.db.selectFrom("banner").select("cta_link").executeTakeFirst();
      return [status, row?.cta_link];
    };
    for (const [typed, link] of [
      ["Glass gifts", "/storefront/collections/gifts/"],
      ["gifts", "/storefront/collections/gifts/"],
      ["Seeds", "/storefront/seeds/"],
      ["sku-2", "/storefront/products/product-2/"],
      ["all products", "/storefront/collections/"],
      ["/storefront/pages/later/", "/storefront/pages/later/"],
      ["https://example.com/x", "https://example.com/x"],
    ] as const)
      expect([typed, ...(await linkAfter(typed))]).toEqual([typed, 303, link]);

    const several = await save("glas");
    expect([several.status, errorsIn(several.text)]).toEqual([422, ["“glas” may mean several pages: choose the one you mean."]]);
    expect(picksIn(several.text, "ctaLink")).toEqual(["/storefront/glass/", "/storefront/collections/gifts/"]);
    expect(several.text).toContain('value="glas"');
    expect(await linkAfter("glas", "/storefront/glass/")).toEqual([303, "/storefront/glass/"]);
    expect((await linkAfter("glas", "/storefront/cart/"))[0]).toBe(422);
    const unknown = await save("nowhere");
    expect(errorsIn(unknown.text)).toEqual(["No page, category, collection, or product on sale has the name “nowhere”."]);
    expect(unknown.text).toContain('<option value="/storefront/collections/gifts/">Glass gifts, collection</option>');
  });

  test("a link to a hidden product, and one to no collection, is told", async () => {
    const { test, editor } = await openWithGifts(engine);
    const warnedOf = async (ctaLink: string) => {
      const saved = await send(editor, fresh, fresh, { ...banner, ctaLink });
      return (await editor.get(saved.headers.get("location") ?? "")).text.includes(`${ctaLink} leads to no page.`);
    };
    expect(await warnedOf("/storefront/products/product-1/")).toBe(false);
    await test.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-1").execute();
    expect(await warnedOf("/storefront/products/product-1/")).toBe(true);
    expect(await warnedOf("/storefront/products/none/")).toBe(true);
    expect(await warnedOf("/storefront/collections/gifts/")).toBe(false);
    expect(await warnedOf("/storefront/collections/glass/")).toBe(false);
    expect(await warnedOf("/storefront/collections/none/")).toBe(true);
    expect(await warnedOf("/storefront/collections/?q=tin")).toBe(false);
    const hidden = await send(editor, fresh, fresh, { ...banner, ctaLink: "Product 1" });
    expect(hidden.status).toBe(422);
  });

  test("the lines of menus take names in place of addresses", async () => {
    const { test, editor } = await openWithGifts(engine);
    const save = (header: string, footer: string, more = {}) =>
      sendSeen(editor, staffNavigationPath, { header, footer, ...more });
    expect((await save("Seeds\nPresents | Glass gifts\nHome | /storefront/", "Shop\nAll | seeds\n* pages")).status).toBe(303);
    const shown = (await editor.get(staffNavigationPath)).text;
    expect(shown).toContain(
      "Seeds | /storefront/seeds/\nPresents | /storefront/collections/gifts/\nHome | /storefront/</textarea>",
    );
    expect(shown).toContain("Shop\nAll | /storefront/seeds/\n* pages</textarea>");
    expect((await test.browser().get("/storefront/")).text).toContain('href="/storefront/collections/gifts/">Presents</a>');

    const refused = await save("Seeds\nSome | glas\nOther | nowhere", "");
    expect([refused.status, errorsIn(refused.text)]).toEqual([
      422,
      [
        "No page, category, collection, or product on sale has the name “nowhere”. “glas” may mean several pages: choose the one you mean.",
      ],
    ]);
    expect(picksIn(refused.text, "header")).toEqual(["/storefront/glass/", "/storefront/collections/gifts/"]);
    expect((await save("Some | glas", "", { headerPick: "/storefront/glass/" })).status).toBe(303);
    expect((await editor.get(staffNavigationPath)).text).toContain("Some | /storefront/glass/</textarea>");
  });
});

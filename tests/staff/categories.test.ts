import { describe, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { calls } from "../../server/calls.ts";
import { hasLanding } from "../../server/catalog/rules/categories.ts";
import { putRedirect } from "../../server/content/redirects.ts";
import { saveNavigation } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import {
  staffBannerPath,
  staffCategoriesPath,
  staffCategoryMovePath,
  staffCategoryPath,
  staffCategoryRemovalPath,
  staffNavigationPath,
  staffNewProductPath,
  staffNewRulePath,
  staffPagePreviewPath,
  staffPagesPath,
  staffStatesPath,
} from "../../server/staff/paths.ts";
import { categoryNames, openCategories } from "../../server/transfer/writing/categories.ts";
import { dataOf, shopperIn } from "../checkout/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { seenIn, send, sendSeen, staffBrowser } from "./staff-fixture.ts";

const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
const idOf = async ({ shop }: TestShop, slug: string) =>
  (await shop.db.selectFrom("category").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
const remove = async (browser: TestBrowser, id: string) => {
  const page = staffCategoryPath(id);
  return await send(browser, page, staffCategoryRemovalPath(id), { seen: seenIn(await browser.get(page)) });
};
const tea = { name: "Tea & herbs", slug: "", intro: "Leaves.", position: "1" };

describe.each(engines)("categories, on %s", (engine) => {
  test("a new one stands in every form at once, and a new name on pages in memory, until it is undone", async () => {
    const shop = await openShop({ engine, pays: false });
    const [owner, editor] = [await staffBrowser(shop, "owner"), await staffBrowser(shop, "editor")];
    const added = await send(editor, staffCategoryPath("new"), staffCategoryPath("new"), tea);
    expect([added.status, added.headers.get("location")]).toEqual([
      303,
      `${staffCategoryPath(await idOf(shop, "tea-herbs"))}?notice=added`,
    ]);
    const twice = await send(editor, staffCategoryPath("new"), staffCategoryPath("new"), { ...tea, name: "tea & HERBS" });
    expect(twice.status).toBe(422);
    expect(twice.text).toContain("Another category has this name.");
    expect(twice.text).toContain("Another category has this address.");
    expect(twice.text).toContain('value="tea &amp; HERBS"');
    const forms = [
      staffNewProductPath,
      staffStatesPath,
      staffNewRulePath("taxes"),
      staffNewRulePath("promos"),
      "/staff/imports/",
    ];
    for (const form of forms) expect([form, (await owner.get(form)).text.includes("Tea &amp; herbs")]).toEqual([form, true]);
    expect([...(await categoryNames(shop.shop.db)).keys()]).toContain("tea & herbs");

    const [seeds, shopper] = [await idOf(shop, "seeds"), shop.browser()];
    const pages = ["/storefront/seeds/", "/storefront/products/product-1/", "/storefront/collections/"];
    for (const page of pages) expect((await shopper.get(page)).text).not.toContain("Bulbs");
    const stale = seenIn(await editor.get(staffCategoryPath(seeds)));
    const renamed = { name: "Bulbs", intro: "Packets.", position: "0" };
    expect((await sendSeen(editor, staffCategoryPath(seeds), renamed)).status).toBe(303);
    for (const page of pages) expect([page, (await shopper.get(page)).text.includes("Bulbs")]).toEqual([page, true]);

    const other = { ...renamed, name: "Pips", seen: stale };
    const conflict = await send(owner, staffCategoryPath(seeds), staffCategoryPath(seeds), other);
    expect(conflict.status).toBe(409);
    expect([conflict.text.includes("Bulbs"), conflict.text.includes("Pips")]).toEqual([true, true]);
    const changed = await editor.get(staffCategoryPath(seeds));
    expect((await send(editor, staffCategoryPath(seeds), undoIn(changed.text))).status).toBe(303);
    for (const page of pages) expect([page, (await shopper.get(page)).text.includes("Bulbs")]).toEqual([page, false]);

    const id = await idOf(shop, "tea-herbs");
    await shop.shop.db.updateTable("product").set({ category_id: id }).where("id", "=", "p-1").execute();
    expect((await shopper.get("/storefront/")).text).toMatch(
      /<a class="door"[^>]*tea-herbs\/"><div[^>]*><img[^>]*><\/div><span>Tea &amp; herbs<\/span>/,
    );
    const undone = await send(editor, staffCategoryPath(id), undoIn((await editor.get(staffCategoryPath(id))).text));
    expect([undone.status, undone.text.includes("It is still used: 1 product.")]).toEqual([409, true]);
  });

  test("what its pictures stand on is chosen, and shows wherever they stand, on pages in memory too", async () => {
    const shop = await openShop({ engine, pays: false });
    const [editor, seeds, shopper] = [await staffBrowser(shop, "editor"), await idOf(shop, "seeds"), shop.browser()];
    await shop.shop.db.updateTable("product").set({ category_id: seeds }).where("id", "in", ["p-1", "p-9"]).execute();
    const banner = { id: "b-1", page: "seeds", title: "Spring", background_url: "/media/drawn/fixture-2.svg" };
    await shop.shop.db.insertInto("banner").values(banner).execute();
    const cart = await shopperIn(shop, { "v-1": 1 });
    type Shown = { backdropColour: string };
    const backdrops = async () => {
      const around = async (path: string, tag: RegExp) => tag.exec((await shopper.get(path)).text)?.[1];
      const gifts = await cart.browser.get(`/storefront/api/checkout/gift-products?checkoutId=${cart.checkoutId}`);
      return [
        await around("/storefront/", /<a class="door" data-backdrop="(\w+)" href="\/storefront\/seeds\/"/),
        await around("/storefront/seeds/", /<section class="hero[^"]*" data-backdrop="(\w+)"/),
        await around("/storefront/collections/?categories=seeds", /<li class="card[^"]*" data-backdrop="(\w+)"/),
        await around("/storefront/products/product-1/", /<div class="gallery" data-backdrop="(\w+)"/),
        (await cart.find()).lines.map((line) => (line as object as Shown).backdropColour)[0],
        dataOf<{ products: Shown[] }>(gifts).products[0]?.backdropColour,
      ];
    };
    expect(await backdrops()).toEqual(Array(6).fill("black"));
    const fields = { name: "Seeds", intro: "", position: "0" };
    expect((await sendSeen(editor, staffCategoryPath(seeds), { ...fields, backdrop: "white" })).status).toBe(303);
    expect(await backdrops()).toEqual(Array(6).fill("white"));
    // A form without this field leaves the field unchanged.
    expect((await sendSeen(editor, staffCategoryPath(seeds), { ...fields, intro: "Packets." })).status).toBe(303);
    expect(await backdrops()).toEqual(Array(6).fill("white"));
    expect((await sendSeen(editor, staffCategoryPath(seeds), { ...fields, backdrop: "plaid" })).status).toBe(400);
    expect((await send(editor, staffCategoryPath("new"), staffCategoryPath("new"), { ...tea, backdrop: "white" })).status).toBe(
      303,
    );
    const made = await shop.shop.db.selectFrom("category").select(["slug", "backdrop"]).orderBy("slug").execute();
    expect(made.filter(({ backdrop }) => backdrop === "white").map(({ slug }) => slug)).toEqual([
      "apparel",
      "seeds",
      "tea-herbs",
    ]);
  });

  test("one goes only when nothing refers to it, does not come back by itself, and can be put back", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db, now } = shop.shop;
    const [editor, shopper] = [await staffBrowser(shop, "editor"), shop.browser()];
    const [seeds, mushrooms] = [await idOf(shop, "seeds"), await idOf(shop, "mushrooms")];
    const place = { country: "US", area: "TX", category_id: mushrooms };
    await db
      .insertInto("state_rule")
      .values({ id: "r-1", product_id: null, ...place })
      .execute();
    await db
      .insertInto("tax_rate")
      .values({ country: "US", area: "TX", rate_ppm: 0 })
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .insertInto("tax_category_rate")
      .values({ ...place, rate_ppm: 1 })
      .execute();
    await db
      .insertInto("promo")
      .values({ id: "pr-1", code: "CAPS", kind: "percent", amount: 10, starts_at: 0, ends_at: 1 })
      .execute();
    await db.insertInto("promo_category").values({ promo_id: "pr-1", category_id: mushrooms }).execute();
    await db.insertInto("banner").values({ id: "b-1", page: "mushrooms", title: "Caps", background_url: "" }).execute();

    const withProducts = await remove(editor, seeds);
    expect(withProducts.status).toBe(409);
    expect(withProducts.text).toMatch(/It is still used: \d+ products?; a link in the header or the footer\./);
    expect((await remove(editor, mushrooms)).text).toContain(
      "It is still used: the rules of 1 state; the promo CAPS; the taxes of 1 state; 1 banner on its page; a link in the header or the footer.",
    );
    for (const table of ["tax_category_rate", "promo_category", "state_rule", "banner"] as const)
      await db.deleteFrom(table).execute();
    await transact(db, (tx) =>
      saveNavigation(tx, { header: [{ name: "All", href: "/storefront/collections/" }], footer: [] }, now()),
    );
    expect((await shopper.get("/storefront/mushrooms/")).status).toBe(200);
    const removed = await remove(editor, mushrooms);
    expect([removed.status, removed.headers.get("location")]).toEqual([
      303,
      `${staffCategoriesPath}?notice=removed&removed=${mushrooms}`,
    ]);

    await openCategories(db);
    expect((await shopper.get("/storefront/mushrooms/")).status).toBe(404);
    expect([...(await categoryNames(db)).keys()]).not.toContain("mushrooms");
    for (const page of ["/storefront/", "/sitemap.xml", "/storefront/seeds/"])
      expect((await shopper.get(page)).text).not.toContain("/storefront/mushrooms/");
    expect((await editor.get(staffBannerPath("new"))).text).not.toContain('value="mushrooms"');
    expect((await editor.get(staffPagesPath)).text).not.toContain("Preview Mushrooms");
    await transact(db, (tx) =>
      saveNavigation(tx, { header: [{ name: "Caps", href: "/storefront/mushrooms/" }], footer: [] }, now()),
    );
    expect((await editor.get(staffNavigationPath)).text).toContain("/storefront/mushrooms/ leads to no page.");

    const list = await editor.get(removed.headers.get("location") ?? "");
    expect((await send(editor, staffCategoriesPath, undoIn(list.text))).headers.get("location")).toContain(
      staffCategoryPath(mushrooms),
    );
    expect((await shopper.get("/storefront/mushrooms/")).status).toBe(200);
  });

  test("they are moved among their neighbours, in the shop too, and the order before comes back at once", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    const [editor, reader] = [await staffBrowser(shop, "editor"), await staffBrowser(shop, "reader")];
    // Equal places are ordered by name, so one can only pass another if both get a new place.
    await db.updateTable("category").set({ position: 7 }).execute();
    await db.updateTable("category").set({ position: 9 }).where("slug", "in", ["glass", "mushrooms"]).execute();
    const places = async () => await db.selectFrom("category").select(["slug", "position"]).orderBy("slug").execute();
    const orderIn = (html: string) => [...html.matchAll(/aria-label="Move ([^"]+) up"/g)].map(([, name]) => name);
    const listed = async () => orderIn((await editor.get(staffCategoriesPath)).text);
    const move = async (browser: TestBrowser, slug: string, direction: string, seen?: string) =>
      await send(browser, staffCategoriesPath, staffCategoryMovePath(await idOf(shop, slug)), {
        direction,
        seen: seen ?? seenIn(await browser.get(staffCategoriesPath)),
      });
    const doors = async () =>
      [...(await shop.browser().get("/storefront/")).text.matchAll(/<span>([^<]+)<\/span><\/a>/g)].map(([, name]) => name);
    expect(await listed()).toEqual(["Apparel", "Seeds", "That Badu", "Glass", "Mushrooms"]);
    expect(await doors()).toEqual(["Apparel", "Seeds"]);
    const stale = seenIn(await editor.get(staffCategoriesPath));

    const up = await move(editor, "seeds", "up");
    expect([up.status, up.headers.get("location")]).toEqual([
      303,
      `${staffCategoriesPath}?notice=ordered#category-${await idOf(shop, "seeds")}`,
    ]);
    expect([await listed(), await doors()]).toEqual([
      ["Seeds", "Apparel", "That Badu", "Glass", "Mushrooms"],
      ["Seeds", "Apparel"],
    ]);
    expect((await move(editor, "glass", "down")).status).toBe(303);
    const moved = ["Seeds", "Apparel", "That Badu", "Mushrooms", "Glass"];
    expect(await listed()).toEqual(moved);
    expect((await places()).map(({ position }) => Number(position))).toEqual([1, 4, 3, 0, 2]);

    for (const [slug, direction] of [
      ["seeds", "up"],
      ["glass", "down"],
    ] as const)
      expect([slug, (await move(editor, slug, direction)).status, await listed()]).toEqual([slug, 303, moved]);
    const late = await move(editor, "seeds", "down", stale);
    expect([late.status, late.text.includes("The categories were changed meanwhile."), orderIn(late.text)]).toEqual([
      409,
      true,
      moved,
    ]);
    expect((await move(editor, "seeds", "sideways")).status).toBe(400);
    expect((await move(reader, "seeds", "up", seenIn(await editor.get(staffCategoriesPath)))).status).toBe(403);
    expect((await reader.get(staffCategoriesPath)).text).not.toContain("Move Seeds");

    const list = await editor.get(staffCategoriesPath);
    expect(list.text).toContain("Glass moved down");
    const orders =
      "Order: <del>Seeds, Apparel, That Badu, Glass, Mushrooms</del> → <ins>Seeds, Apparel, That Badu, Mushrooms, Glass</ins>";
    expect(list.text).toContain(orders);
    const undone = await send(editor, staffCategoriesPath, undoIn(list.text));
    expect([undone.status, undone.headers.get("location")]).toEqual([303, `${staffCategoriesPath}?undone=1`]);
    expect(await listed()).toEqual(["Seeds", "Apparel", "That Badu", "Glass", "Mushrooms"]);
    const entries = await db.selectFrom("audit_entry").select("action").where("record_kind", "=", "category-order").execute();
    expect(entries.map(({ action }) => action).sort()).toEqual(["Glass moved down", "Seeds moved up", "change undone"]);
  });

  test("an added one has a landing page like the first ones, kept in memory until the category changes", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    const [editor, shopper] = [await staffBrowser(shop, "editor"), shop.browser()];
    const landing = "/storefront/tea-herbs/";
    expect((await shopper.get(landing)).status).toBe(404);
    await send(editor, staffCategoryPath("new"), staffCategoryPath("new"), { ...tea, position: "9" });
    const id = await idOf(shop, "tea-herbs");
    await db.updateTable("product").set({ category_id: id }).where("id", "=", "p-1").execute();

    const page = await shopper.get(`/shop/us${landing}`);
    expect([page.status, page.text.includes("<p>Leaves.</p>"), page.text.includes("product-1/")]).toEqual([200, true, true]);
    expect(page.text).toContain(`<link rel="canonical" href="${shop.shop.config.publicUrl}${landing}">`);
    expect((await shopper.get("/sitemap.xml")).text).toContain(`${landing}</loc>`);
    expect((await shopper.get("/storefront/")).text).toContain(`href="${landing}"`);
    expect((await shopper.get("/storefront/products/product-1/")).text).toContain(`href="${landing}"`);
    expect((await sendSeen(editor, staffCategoryPath(id), { ...tea, name: "Infusions" })).status).toBe(303);
    expect((await shopper.get(landing)).text).toContain("<h1>Infusions</h1>");

    expect((await editor.get(staffBannerPath("new"))).text).toContain('value="tea-herbs"');
    expect((await editor.get(staffPagesPath)).text).toContain("Preview Infusions");
    expect((await editor.get(staffPagePreviewPath("tea-herbs"))).text).toContain("<h1>Infusions</h1>");
    const words = { title: "Cold brews", subtitle: "", ctaText: "", ctaLink: "", background: "", backgroundAlt: "", image: "" };
    const banner = { ...words, imageAlt: "", page: "tea-herbs", position: "", active: "1", startsAt: "", endsAt: "", seen: "" };
    expect((await send(editor, staffBannerPath("new"), staffBannerPath("new"), banner)).status).toBe(303);
    expect((await shopper.get(landing)).text).toContain("Cold brews");
    expect((await remove(editor, id)).text).toContain("1 banner on its page");
    await db.deleteFrom("banner").execute();
    await db
      .updateTable("product")
      .set({ category_id: await idOf(shop, "seeds") })
      .where("id", "=", "p-1")
      .execute();
    expect((await remove(editor, id)).status).toBe(303);
    expect((await shopper.get(landing)).status).toBe(404);
    await transact(db, (tx) => putRedirect(tx, { path: landing, target: "/storefront/glass/" }, 1));
    const moved = await shopper.get(landing);
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/storefront/glass/"]);
  });

  test("the last one stays", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    const { db, now } = shop.shop;
    const editor = await staffBrowser(shop, "editor");
    const glass = await idOf(shop, "glass");
    await transact(db, (tx) => saveNavigation(tx, { header: [], footer: [] }, now()));
    for (const { id } of await db.selectFrom("category").select("id").where("id", "<>", glass).execute())
      expect((await remove(editor, id)).status).toBe(303);
    expect((await remove(editor, glass)).text).toContain("This is the last category");
    await openCategories(db);
    expect(await db.selectFrom("category").select("slug").execute()).toEqual([{ slug: "glass" }]);
  });
});

test("a category whose address is another page's is refused, whether it was typed or made of the name", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const editor = await staffBrowser(shop, "editor");
  const add = (fields: object) => send(editor, staffCategoryPath("new"), staffCategoryPath("new"), { ...tea, ...fields });
  for (const fields of [{ slug: "orders" }, { slug: "home" }, { name: "Wishlist" }, { slug: "signin" }]) {
    const refused = await add(fields);
    expect([fields, refused.status, refused.text.includes("Another page of the shop has the address")]).toEqual([
      fields,
      422,
      true,
    ]);
  }
  // This category has the address `cart`, which belongs to another page. It was created before such
  // addresses were refused. It keeps its address, and shoppers see it only as a filter of the
  // listing.
  await shop.shop.db
    .insertInto("category")
    .values({ id: "c-old", slug: "cart", name: "Carts", intro: "", position: 9 })
    .execute();
  expect((await sendSeen(editor, staffCategoryPath("c-old"), { name: "Wagons", intro: "", position: "9" })).status).toBe(303);
  expect((await editor.get(staffCategoryPath("c-old"))).text).toContain("/storefront/collections/?categories&#x3D;cart");
  expect((await shop.browser().get("/storefront/cart/")).text).not.toContain("Wagons");

  const routes = createApp(shop.shop).routes.map(({ path }) => path);
  const words = [...routes, ...Object.values(calls).map(({ path }) => path)].flatMap(
    (path) => /^\/storefront\/([a-z-]+)/.exec(path)?.[1] ?? [],
  );
  for (const word of words) expect([word, hasLanding(word)]).toEqual([word, false]);
  for (const word of ["seeds", "tea", "products-2"]) expect(hasLanding(word)).toBe(true);
});

test("the first categories of a new shop say nothing that is not its own, and go like any other", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const { db } = shop.shop;
  await db.deleteFrom("category").execute();
  await openCategories(db);
  const [owner, shopper] = [await staffBrowser(shop, "owner"), shop.browser()];
  const page = await shopper.get("/storefront/that-badu/");
  expect([page.status, page.text.includes('name="description"'), page.text.includes("<p></p>")]).toEqual([200, false, false]);
  expect((await owner.get("/staff/")).text).toContain("Choose your categories");
  const slugs = async () =>
    (await db.selectFrom("category").select("slug").orderBy("position").execute()).map(({ slug }) => slug);
  expect(await slugs()).toEqual(["seeds", "glass", "mushrooms", "apparel", "that-badu"]);
});

import { describe, expect, test } from "vitest";
import { updateCategory } from "../../server/catalog/queries/categories.ts";
import { noNavigation, saveNavigation } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { staffCategoryPath } from "../../server/staff/paths.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { insertProducts } from "../support/product-fixture.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

/** The names of the header's links for the next visitor. */
async function headerOf(test: TestShop, path = "/storefront/"): Promise<string[]> {
  const { text } = await test.browser().get(path);
  const [, nav = ""] = /<nav class="site-nav"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  return [...nav.matchAll(/<a href="[^"]+"[^>]*>([^<]+)<\/a>/g)].map(([, name = ""]) => name);
}

const openOwn = (engine: (typeof engines)[number]) => openShop({ engine, pays: false, products: "none", env: { SEED: "none" } });

describe.each(engines)("on %s", (engine) => {
  test("the header of one's own shop leads to all products and to each category that has some", async () => {
    const test = await openOwn(engine);
    const { db } = test.shop;
    const change = (fields: { published?: number; category_id?: string }, id: string) =>
      db.updateTable("product").set(fields).where("id", "=", id).execute();
    const categories = await db.selectFrom("category").select(["id", "slug"]).execute();
    const idOf = (slug: string) => categories.find((each) => each.slug === slug)?.id ?? "";

    expect(await headerOf(test)).toEqual(["All products"]);
    await transact(db, (tx) => insertProducts(tx, { "v-1": 3, "v-2": 3, "v-3": 3 }));
    expect(await headerOf(test)).toEqual(["All products", "Seeds", "Apparel"]);
    expect(await headerOf(test, "/storefront/product-1/")).toEqual(["All products", "Seeds", "Apparel"]);

    await transact(db, (tx) => updateCategory(tx, idOf("apparel"), { name: "Hats", position: -1 }));
    expect(await headerOf(test)).toEqual(["All products", "Hats", "Seeds"]);

    await change({ published: 0 }, "p-1");
    expect(await headerOf(test)).toEqual(["All products", "Hats", "Seeds"]);
    await change({ category_id: idOf("glass") }, "p-3");
    expect(await headerOf(test)).toEqual(["All products", "Hats", "Glass"]);
    await change({ published: 0 }, "p-2");
    expect(await headerOf(test)).toEqual(["All products", "Glass"]);
    await change({ published: 1 }, "p-1");
    expect(await headerOf(test)).toEqual(["All products", "Seeds", "Glass"]);
    const bare = { id: "p-bare", slug: "bare", name: "Bare", category_id: idOf("mushrooms"), created_at: 1, updated_at: 1 };
    await db
      .insertInto("product")
      .values({ ...bare, label: null, published: 1 })
      .execute();
    expect(await headerOf(test)).toEqual(["All products", "Seeds", "Glass", "Mushrooms"]);
    await db.deleteFrom("product").where("id", "=", bare.id).execute();
    expect(await headerOf(test)).toEqual(["All products", "Seeds", "Glass"]);
    // One statement changes all products of several categories.
    await db.updateTable("product").set({ published: 0 }).execute();
    expect(await headerOf(test)).toEqual(["All products"]);
    await db.updateTable("product").set({ published: 1 }).execute();
    expect(await headerOf(test)).toEqual(["All products", "Hats", "Seeds", "Glass"]);
  });

  test("links of the owner's own take their place, and a category that only comes by itself can be removed", async () => {
    const test = await openOwn(engine);
    const { db, now } = test.shop;
    await transact(db, (tx) => insertProducts(tx, { "v-1": 3 }));
    const { id } = await db.selectFrom("category").select("id").where("slug", "=", "seeds").executeTakeFirstOrThrow();
    const owner = await staffBrowser(test, "owner");
    const uses = async () => /Used by: [^<]*\./.exec((await owner.get(staffCategoryPath(id))).text)?.[0];
    expect(await uses()).toBe("Used by: 1 product. It can be removed when nothing uses it any more.");
    const header = [{ name: "Our seeds", href: "/storefront/seeds/" }];
    await transact(db, (tx) => saveNavigation(tx, { ...noNavigation, header }, now()));
    expect(await headerOf(test)).toEqual(["Our seeds"]);
    expect(await uses()).toContain("a link in the header or the footer");
  });
});

test("whoever takes a category's last product and whoever brings one at the same time do not lose its link", async () => {
  const test = await openOwn("postgres");
  const { db } = test.shop;
  await transact(db, (tx) => insertProducts(tx, { "v-1": 3, "v-3": 3 }));
  await db.updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();
  const brought = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const bringing = db.transaction().execute(async (tx) => {
    await tx.updateTable("product").set({ published: 1 }).where("id", "=", "p-3").execute();
    brought.resolve();
    await taken.promise;
  });
  await brought.promise;
  const taking = db.updateTable("product").set({ published: 0 }).where("id", "=", "p-1").execute();
  // By then, the other transaction waits for the lock, if it waits at all.
  setTimeout(taken.resolve, 300);
  await Promise.all([bringing, taking]);
  expect(await headerOf(test)).toEqual(["All products", "Seeds"]);
});

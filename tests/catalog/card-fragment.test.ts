import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const cards = (html: string): string[] => html.split('<li class="card').slice(1);
const idOf = (card: string) => /name="productId" value="([^"]*)"/.exec(card)?.[1];

const fragment = async (shop: TestShop, query: string) => await shop.browser().get(`/storefront/api/cards?${query}`);

describe.each(proofEngines)("cards by their ids on %s", (engine) => {
  test("come alone, in the order asked for, and only what is published", async () => {
    const shop = await openShop({ pays: false, engine });
    await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-2").execute();

    const { status, text, headers } = await fragment(shop, "ids=p-9&ids=nobody&ids=p-2&ids=p-1&ids=p-9");

    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-cache",
    ]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(cards(text).map(idOf)).toEqual(["p-9", "p-1"]);
    expect(text.trim()).toMatch(/^<li class="card".*<\/li>$/s);
    expect(text).not.toContain("fetchpriority");
  });

  test("are marked for the state of the address, as those of a page (requirement 142)", async () => {
    const shop = await openShop({ pays: false, engine });

    const [card = ""] = cards((await fragment(shop, "ids=p-1&ship_to=ID")).text);

    expect(card).toContain('<p class="card__refusal">NOT AVAILABLE IN YOUR STATE</p>');
    expect(card).not.toContain("data-restricted");
    expect(card).toContain('href="/storefront/products/product-1/?ship_to=ID"');
  });

  test("bear malicious input", async () => {
    const shop = await openShop({ pays: false, engine });

    for (const query of ["", "ids=", "ids=%00", "ids[]=p-1", "ids=%27%20OR%201%3D1", `ids=${"a".repeat(5000)}`, "ids=%ff"]) {
      const { status, text } = await fragment(shop, query);
      expect([query, status, text.trim()]).toEqual([query, 200, ""]);
    }
  });
});

test("at most 48 cards come at once", async () => {
  const shop = await openShop({ pays: false, products: "demo" });
  const rows = await shop.shop.db.selectFrom("product").select("id").limit(60).execute();
  const ids = rows.map(({ id }) => id);

  const { text } = await fragment(shop, ids.map((id) => `ids=${id}`).join("&"));

  expect(ids.length).toBe(60);
  expect(cards(text).map(idOf)).toEqual(ids.slice(0, 48));
});

test("a card names the states where it may not be sold, and holds both its button and the refusal (requirements 140–142)", async () => {
  const shop = await openShop({ pays: false });
  const { db } = shop.shop;
  const { id: apparel } = await db.selectFrom("category").select("id").where("slug", "=", "apparel").executeTakeFirstOrThrow();
  await db
    .insertInto("state_rule")
    .values([
      { id: "r-1", country: "CA", area: "ON", category_id: apparel, product_id: null },
      { id: "r-2", country: "US", area: "AK", category_id: null, product_id: "p-2" },
      { id: "r-3", country: "US", area: "AK", category_id: apparel, product_id: null },
    ])
    .execute();
  await db.updateTable("variant").set({ on_hand: 0 }).where("id", "=", "v-2").execute();

  const { text } = await shop.browser().get("/storefront/collections/?order=price_asc");
  const [one = "", two = "", three = ""] = cards(text);

  const state = '<p class="card__refusal card__refusal--state">NOT AVAILABLE IN YOUR STATE</p>';
  expect(one).toMatch(/^" data-backdrop="black" data-restricted="ID">/);
  expect(one).toContain(state);
  expect(one).toContain('action="/storefront/cart/add"');
  expect(two).toMatch(/^ card--gone" data-backdrop="white" data-restricted="AK ON">/);
  expect(two).toContain('<p class="card__refusal">out of stock</p>');
  expect(two).toContain(state);
  expect(three).not.toMatch(/data-restricted|NOT AVAILABLE/);
});

test("every card has a heart, which is a form without scripts (requirement 139)", async () => {
  const shop = await openShop({ pays: false });

  const all = cards((await shop.browser().get("/storefront/collections/")).text);

  expect(all).toHaveLength(4);
  for (const card of all) {
    const [form = ""] = /<form method="post" action="\/storefront\/wishlist\/add">.*?<\/form>/s.exec(card) ?? [];
    expect(form).toMatch(/<button [^>]*name="productId" value="p-\d" aria-label="Favorite Product \d"[^>]* class="heart"/);
  }
});

import { describe, expect, test } from "vitest";
import { mostFavourites } from "../../server/wishlist/favourites.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines, openShop } from "../support/shop.ts";
import { customerIn } from "../web/raw-http.ts";

const all = "/storefront/api/customers/wishlist/any";
const heart = (id: string) => `/storefront/api/customers/wishlist/${id}`;
const add = "/storefront/wishlist/add";

describe.each(engines)("favourites of a customer on %s", (engine) => {
  test("are added and taken out by id, as often as wanted, and answered in text (requirements 166, 168, 170, 171)", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");

    for (const id of ["p-1", "p-3", "p-1"]) {
      const { status, text, headers } = await mary.post(heart(id));
      expect([status, text, headers.get("content-type")]).toEqual([200, "added to your favorites", "text/plain; charset=utf-8"]);
      shop.pass(1);
    }
    expect((await mary.get(all)).body).toEqual({ wishlist: ["p-3", "p-1"] });

    for (const id of ["p-1", "p-1"]) {
      const { status, text } = await mary.delete(heart(id));
      expect([status, text]).toEqual([200, "removed from your favorites"]);
    }
    expect((await mary.get(all)).body).toEqual({ wishlist: ["p-3"] });
  });

  test("are her own: another customer sees and moves none of them (requirement 246)", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");
    const john = await customerIn(shop, "john");
    await mary.post(heart("p-1"));
    await john.post(heart("p-2"));

    await john.delete(heart("p-1"));

    expect((await mary.get(all)).body).toEqual({ wishlist: ["p-1"] });
    expect((await john.get(all)).body).toEqual({ wishlist: ["p-2"] });
  });

  test("end at a bound, which is told in words; what is in the list already is no more", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");
    const { db } = shop.shop;
    const { id: category_id } = await db.selectFrom("category").select("id").executeTakeFirstOrThrow();
    const ids = Array.from({ length: mostFavourites }, (_, at) => `many-${at}`);
    const times = { created_at: 1, updated_at: 1 };
    const rows = ids.map((id) => ({ id, slug: id, name: id, category_id, label: null, ...times }));
    await db.insertInto("product").values(rows).execute();
    await db
      .insertInto("favourite")
      .values(ids.map((product_id, at) => ({ customer_id: "mary", product_id, at })))
      .execute();

    const refused = await mary.post(heart("p-1"));
    const known = await mary.post(heart("many-7"));

    expect([refused.status, refused.body]).toEqual([
      409,
      { error: `Your favorites already hold ${mostFavourites} products. Please remove one first.`, code: "limit_reached" },
    ]);
    expect(known.status).toBe(200);
  });

  test("hide what its owner unpublished, let it be taken out, and never take it in", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");
    await mary.post(heart("p-1"));
    await mary.post(heart("p-2"));
    await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "in", ["p-1", "p-3"]).execute();

    expect((await mary.get(all)).body).toEqual({ wishlist: ["p-2"] });
    expect((await mary.post(heart("p-3"))).status).toBe(404);
    expect((await mary.delete(heart("p-1"))).status).toBe(200);
    await shop.shop.db.updateTable("product").set({ published: 1 }).execute();
    expect((await mary.get(all)).body).toEqual({ wishlist: ["p-2"] });
  });

  test("of an unknown product are none: 404, whatever the id holds", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");

    for (const id of ["p-77", "any", "%00", "%01", "%C3%A9", "a".repeat(300), "..%2Fany", "'%20OR%201=1"]) {
      const [posted, deleted] = [await mary.post(heart(id)), await mary.delete(heart(id))];
      expect([id, posted.status, deleted.status]).toEqual([id, 404, 404]);
      expect([id, typeof (posted.body as { error?: unknown }).error]).toEqual([id, "string"]);
    }
    expect((await mary.post(add, { productId: "p\u0000-1" })).status).toBe(400);
  });
});

test("without a session every call is refused with 401 in words, which tells the browser to keep them itself (requirements 167, 245)", async () => {
  const shop = await openShop({ pays: false });
  const guest = shop.browser();
  const stranger = shop.browser();
  stranger.jar.set("user_id", "a".repeat(43));

  for (const browser of [guest, stranger]) {
    for (const answer of [await browser.get(all), await browser.post(heart("p-1")), await browser.delete(heart("p-1"))])
      expect([answer.status, answer.body]).toEqual([401, { error: "Please sign in to see your favorites.", code: "signed_out" }]);
  }
});

test("without the token nothing changes (requirement 247)", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");

  const answers = [
    await mary.call("POST", heart("p-1"), undefined, { csrf: false }),
    await mary.call("DELETE", heart("p-1"), undefined, { csrf: false }),
    await mary.form(heart("p-1"), { _csrf: "stale" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await mary.get(all)).body).toEqual({ wishlist: [] });
});

describe("a heart pressed without scripts", () => {
  const sameSite = { "sec-fetch-site": "same-origin" };

  test("leads a customer back to where she was, with or without `next`", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerIn(shop, "mary");
    const press = (fields: Record<string, string>, headers = {}) => mary.form(add, fields, { ...sameSite, ...headers });

    const named = await press({ productId: "p-1", next: "/storefront/seeds/?ship_to=TX" });
    const referred = await press({ productId: "p-2" }, { referer: "http://shop.test/storefront/collections/?q=tin&page=2" });
    const silent = await press({ productId: "p-3" });

    expect([named, referred, silent].map(({ status, headers }) => [status, headers.get("location")])).toEqual([
      [303, "/storefront/seeds/?ship_to=TX"],
      [303, "/storefront/collections/?q=tin&page=2"],
      [303, "/storefront/wishlist/"],
    ]);
    expect((await mary.get(all)).body).toMatchObject({ wishlist: expect.arrayContaining(["p-1", "p-2", "p-3"]) });
  });

  test("never leads to another site", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerIn(shop, "mary");

    for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
      const referer = "http://evil.example/storefront/";
      const { headers } = await mary.form(add, { productId: "p-1", next }, { ...sameSite, referer });
      expect([next, headers.get("location")]).toEqual([next, "/storefront/wishlist/"]);
    }
  });

  test("of another site is refused", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerIn(shop, "mary");

    const crossed = await mary.form(add, { productId: "p-1" }, { "sec-fetch-site": "cross-site" });
    const foreign = await mary.form(add, { productId: "p-1" }, { origin: "null" });

    expect([crossed.status, foreign.status]).toEqual([403, 403]);
    expect((await mary.get(all)).body).toEqual({ wishlist: [] });
  });

  test("leads a guest to sign in and back again", async () => {
    const shop = await openShop({ pays: false });
    const guest = shop.browser();

    const { status, headers } = await guest.form(add, { productId: "p-1", next: "/storefront/seeds/" });
    const place = headers.get("location") ?? "";

    expect([status, place]).toEqual([303, "/identity/signin/?next=%2Fstorefront%2Fseeds%2F"]);
    expect((await guest.get(place)).text).toContain('name="next" value="/storefront/seeds/"');
  });

  test("keeps what a guest pressed until the sign-in takes it over, once, and only what is sold", async () => {
    const shop = await shopWithCustomer();
    const guest = shop.browser();
    for (const productId of ["p-1", "p-3", "p-1", "p-77", "\u2603"]) await guest.form(add, { productId });

    await signIn(guest);

    expect((await guest.get(all)).body).toEqual({ wishlist: ["p-1", "p-3"] });
    expect(guest.jar.has("hearts")).toBe(false);
    await guest.delete(heart("p-3"));
    await signIn(guest);
    expect((await guest.get(all)).body).toEqual({ wishlist: ["p-1"] });
  });

  test("of a product that is gone says so on a page", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerIn(shop, "mary");
    expect((await mary.form(add, { productId: "p-77" }, sameSite)).status).toBe(404);
  });
});

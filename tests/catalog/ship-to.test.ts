import { expect, test } from "vitest";
import { notAvailable } from "../../server/catalog/rules/availability.ts";
import { countries } from "../../server/customers/rules/areas.ts";
import { openShop } from "../support/shop.ts";

const menuOf = (html: string) => /<details class="ship-to">.*?<\/details>/s.exec(html)?.[0] ?? "";
const textOf = (menu: string) => menu.replace(/<\/?span[^>]*>/g, "");
const options = (html: string) => [...html.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)/g)].map(([, ...parts]) => parts);

test("the header asks where to ship to: a plain form with every state and province that products go to, and everywhere (requirement 142)", async () => {
  const shop = await openShop({ pays: false });
  const areas = countries.flatMap((country) => country.areas.map(({ code, name }) => [code, undefined, name]));

  for (const path of [
    "/storefront/",
    "/storefront/seeds/",
    "/storefront/collections/",
    "/storefront/products/product-1/",
    "/storefront/wishlist/",
  ]) {
    const menu = menuOf((await shop.browser().get(path)).text);
    expect([path, menu]).toEqual([path, expect.stringContaining(`method="get" action="${path}"`)]);
    expect(textOf(menu)).toContain("Ship to: Not set");
    expect(options(menu)).toEqual([["", undefined, "Not set"], ...areas]);
  }
});

test("an address with a state says so, chooses it and leads everywhere from there", async () => {
  const shop = await openShop({ pays: false });

  for (const path of ["/storefront/", "/storefront/collections/", "/storefront/products/product-1/", "/storefront/wishlist/"]) {
    const menu = menuOf((await shop.browser().get(`${path}?ship_to=ID`)).text);
    expect([path, textOf(menu)]).toEqual([path, expect.stringContaining("Ship to: Idaho")]);
    expect(options(menu).slice(0, 2)).toEqual([
      ["ID", " selected", "Idaho"],
      ["", undefined, "Not set"],
    ]);
    expect((await shop.browser().get(`${path}?ship_to=`)).text).toBe((await shop.browser().get(path)).text);
  }
});

test("no page asks for a state where no product has a rule, from one change to the next; a product says whether it has one", async () => {
  const shop = await openShop({ pays: false });
  const { db } = shop.shop;
  const menu = async (path: string) => menuOf((await shop.browser().get(path)).text);
  const paths = [
    "/storefront/",
    "/storefront/seeds/",
    "/storefront/collections/",
    "/storefront/products/product-1/",
    "/storefront/wishlist/",
  ];
  for (const path of paths)
    expect([path, await menu(path)]).toEqual([path, expect.stringContaining("can’t be sold in every state")]);

  const rules = await db.selectFrom("state_rule").selectAll().execute();
  await db.deleteFrom("state_rule").execute();
  for (const path of paths) expect([path, await menu(path)]).toEqual([path, ""]);
  // A state in the address can still be deselected.
  expect(textOf(await menu("/storefront/?ship_to=ID"))).toContain("Ship to: Idaho");

  await db
    .insertInto("state_rule")
    .values({ id: "r-1", country: "US", area: "ID", product_id: "p-2", category_id: null })
    .execute();
  expect(rules.length).toBeGreaterThan(0);
  for (const path of paths)
    expect([path, await menu(path)]).toEqual([path, expect.stringContaining("Some products can’t be sold in every state.")]);
  expect(await menu("/storefront/products/product-2/")).toContain("This product can’t be sold in every state.");
});

test("pages without products to choose have no such form", async () => {
  const shop = await openShop({ pays: false });
  for (const path of ["/storefront/cart/", "/storefront/nowhere/"])
    expect([path, menuOf((await shop.browser().get(path)).text)]).toEqual([path, ""]);
});

test("a card follows an exception for its product in one state, after it was made for another state", async () => {
  const shop = await openShop({ pays: false });
  const { db } = shop.shop;
  const { category_id } = await db.selectFrom("product").select("category_id").where("id", "=", "p-2").executeTakeFirstOrThrow();
  const rule = { country: "US", allowed: 0 };
  await db
    .insertInto("state_rule")
    .values([
      { ...rule, id: "r-1", area: "TX", category_id, product_id: null },
      { ...rule, id: "r-2", area: "CA", category_id, product_id: null },
      { ...rule, id: "r-3", area: "CA", category_id: null, product_id: "p-2", allowed: 1 },
    ])
    .execute();
  const card = async (area: string) => {
    const { text } = await shop.browser().get(`/storefront/collections/?ship_to=${area}`);
    return text.split('<li class="card').find((html) => html.includes("/products/product-2/")) ?? "";
  };

  const [texas, california, texasAgain] = [await card("TX"), await card("CA"), await card("TX")];

  expect(texas).toContain(notAvailable);
  expect(california).toContain("product-2");
  expect(california).not.toContain(notAvailable);
  expect(texasAgain).toBe(texas);
});

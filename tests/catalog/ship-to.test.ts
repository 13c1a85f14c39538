import { expect, test } from "vitest";
import { countries } from "../../server/customers/rules/areas.ts";
import { openShop } from "../support/shop.ts";

const menuOf = (html: string) => /<details class="ship-to">.*?<\/details>/s.exec(html)?.[0] ?? "";
const options = (html: string) => [...html.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)/g)].map(([, ...parts]) => parts);

test("the header asks where to ship to: a plain form with every state and province that products go to, and everywhere (acceptance 142)", async () => {
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
    expect(menu).toContain("Ship to: Everywhere");
    expect(options(menu)).toEqual([["", undefined, "Everywhere"], ...areas]);
  }
});

test("an address with a state says so, chooses it and leads everywhere from there", async () => {
  const shop = await openShop({ pays: false });

  for (const path of ["/storefront/", "/storefront/collections/", "/storefront/products/product-1/", "/storefront/wishlist/"]) {
    const menu = menuOf((await shop.browser().get(`${path}?ship_to=ID`)).text);
    expect([path, menu]).toEqual([path, expect.stringContaining("Ship to: Idaho")]);
    expect(options(menu).slice(0, 2)).toEqual([
      ["ID", " selected", "Idaho"],
      ["", undefined, "Everywhere"],
    ]);
    expect((await shop.browser().get(`${path}?ship_to=`)).text).toBe((await shop.browser().get(path)).text);
  }
});

test("pages without products to choose have no such form", async () => {
  const shop = await openShop({ pays: false });
  for (const path of ["/storefront/cart/", "/storefront/nowhere/"])
    expect([path, menuOf((await shop.browser().get(path)).text)]).toEqual([path, ""]);
});

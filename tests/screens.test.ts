import { describe, expect, test } from "vitest";
import { callPath, isGetCall, screenOf } from "../server/screens.ts";

describe("the ordered table of screens", () => {
  const id = "0123456789abcdef0123456789abcdef";
  const cases: [number, string, string, string][] = [
    [1, `/storefront/checkout/contact/${id}`, "checkout-contact", `/storefront/checkout/contact/${id}/`],
    [2, `/storefront/checkout/shipping/${id}`, "checkout-shipping", `/storefront/checkout/shipping/${id}/`],
    [3, `/storefront/checkout/payment/${id}`, "checkout-payment", `/storefront/checkout/payment/${id}/`],
    [4, `/storefront/checkout/shipping_method/${id}`, "checkout-shipping-method", `/storefront/checkout/shipping_method/${id}/`],
    [5, `/storefront/checkout/confirmation/${id}`, "checkout-confirmation", `/storefront/checkout/confirmation/${id}/`],
    [6, "/storefront/dashboard/profile/", "dashboard-profile", "/storefront/dashboard/profile/"],
    [7, "/storefront/dashboard/settings/", "dashboard-settings", "/storefront/dashboard/settings/"],
    [8, "/storefront/dashboard/orders/9/", "dashboard-order", "/storefront/dashboard/orders/9/"],
    [9, "/storefront/collections/", "listing", "/storefront/collections/"],
    [10, "/storefront/products/haze/", "product", "/storefront/products/haze/"],
    [11, "/identity/signin/", "identity", "/identity/signin/"],
    [11, "/identity/signup", "identity", "/identity/signup/"],
    [12, "/storefront/", "home", "/storefront/"],
    [13, "/storefront/seeds/", "landing", "/storefront/seeds/"],
    [14, "/storefront/glass/", "landing", "/storefront/glass/"],
    [15, "/storefront/that-badu/", "landing", "/storefront/that-badu/"],
    [16, "/storefront/mushrooms/", "landing", "/storefront/mushrooms/"],
    [17, "/storefront/apparel/", "landing", "/storefront/apparel/"],
  ];

  test.each(cases)("requirement %i: %s is the screen %s", (_item, path, screen, canonical) => {
    expect(screenOf(path)).toEqual({ screen, path: canonical });
    expect(screenOf(`/shop/us${path}`)).toEqual({ screen, path: canonical });
    expect(screenOf(canonical)).toEqual({ screen, path: canonical });
  });

  test("the first test that matches wins (requirement 18)", () => {
    expect(screenOf("/storefront/collections/products/haze/")?.screen).toBe("listing");
    expect(screenOf("/storefront/products/collections/")?.screen).toBe("listing");
    expect(screenOf(`/storefront/checkout/contact/checkout/shipping/${id}/`)?.screen).toBe("checkout-contact");
    expect(screenOf("/storefront/products/signin/")?.screen).toBe("product");
    expect(screenOf("/storefront/products/seeds/")).toEqual({ screen: "product", path: "/storefront/products/seeds/" });
  });

  test("below the listing a path keeps what may be a category's slug alone", () => {
    const path = (below: string) => screenOf(`/shop/us/storefront/collections/${below}`)?.path;
    expect([path(""), path("glass"), path("glass/")]).toEqual([
      "/storefront/collections/",
      ...Array(2).fill("/storefront/collections/glass/"),
    ]);
    for (const other of ["glass/blue/", "Glass", "%E0%A4", "a%2Fb", "x".repeat(65), "%00"])
      expect([other, path(other)]).toEqual([other, "/storefront/collections/-/"]);
  });

  test("shipping_method is not taken by the shipping step (requirement 4)", () => {
    expect(screenOf("/storefront/checkout/shipping_method/")?.screen).toBe("checkout-shipping-method");
  });

  test("up to three short segments may stand in front, anything else is no screen", () => {
    expect(screenOf("/a/b/c/storefront/")?.screen).toBe("home");
    expect(screenOf("/a/b/c/d/storefront/")).toBeUndefined();
    expect(screenOf("/Shop/storefront/products/x/")).toBeUndefined();
    expect(screenOf("/a_b/storefront/seeds/")).toBeUndefined();
    expect(screenOf(`/${"a".repeat(33)}/storefront/`)).toBeUndefined();
    expect(screenOf("//storefront/")).toBeUndefined();
    expect(screenOf("/%2e%2e/storefront/")).toBeUndefined();
  });

  test("a screen without a record is elsewhere than at its path when something follows", () => {
    const profile = { screen: "dashboard-profile", path: "/storefront/dashboard/profile/", elsewhere: true };
    expect(screenOf("/storefront/dashboard/profile/x.css")).toEqual(profile);
    expect(screenOf("/shop/storefront/dashboard/profile/a/b/")).toEqual(profile);
    expect(screenOf("/identity/signin/x.css")).toMatchObject({ screen: "identity", elsewhere: true });
  });

  test("no screen stands below what is decided before all screens", () => {
    for (const first of ["static", "media", "staff", "healthz", "readyz"])
      for (const path of ["/storefront/", "/dashboard/profile/", "/storefront/products/haze/", "/storefront/pages/returns/"])
        expect([first, path, screenOf(`/${first}${path}`), callPath(`/${first}${path}`)]).toEqual([
          first,
          path,
          undefined,
          undefined,
        ]);
    expect(screenOf("/mediathek/storefront/")?.screen).toBe("home");
  });

  test("a path without any of them is no screen", () => {
    for (const path of ["/", "/storefront/Nothing/", "/storefrontseeds/", "/healthz", "/storefront/orders/", "/storefront/a/b/"])
      expect(screenOf(path)).toBeUndefined();
  });

  test("screens that the requirements imply stand by themselves", () => {
    expect(screenOf("/storefront/cart")).toEqual({ screen: "other", path: "/storefront/cart/" });
    expect(screenOf("/shop/storefront/wishlist/")?.path).toBe("/storefront/wishlist/");
    expect(screenOf("/identity/welcome/")?.path).toBe("/identity/welcome/");
    expect(screenOf("/shop/us/storefront/orders/status")?.path).toBe("/storefront/orders/status/");
    expect(screenOf("/shop/us/storefront/pages/returns")).toEqual({ screen: "content-page", path: "/storefront/pages/returns/" });
    expect(screenOf("/shop/pages/storefront/")?.screen).toBe("home");
    expect(screenOf("/a/b/c/d/storefront/pages/returns/")).toBeUndefined();
    expect(screenOf("/pages/returns/")).toBeUndefined();
  });

  test("calls work under a prefix and are told from screens", () => {
    expect(callPath("/shop/us/storefront/checkout/line")).toBe("/storefront/checkout/line");
    expect(callPath("/a/b/c/d/storefront/checkout/line")).toBeUndefined();
    expect(isGetCall("/storefront/api/checkout/totals")).toBe(true);
    expect(isGetCall("/storefront/checkout/contact/x/")).toBe(false);
  });
});

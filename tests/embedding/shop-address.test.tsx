import { expect, onTestFinished, test } from "vitest";
import { cookiePrefix } from "../../islands/ui/embedded/cookie-prefix.ts";
import { prefixed } from "../../islands/ui/prefixed.ts";
import { isElsewhere, shopAddress } from "../../islands/ui/shop.embedded.ts";
import { nameShop } from "./host-page.ts";

/** The script tag of a page. */
function addScript(attributes: Record<string, string>): void {
  const script = document.createElement("script");
  script.type = "application/json";
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  document.head.append(script);
  onTestFinished(() => script.remove());
}

test("without a name the shop is where the page is", () => {
  expect([shopAddress("/storefront/cart/"), isElsewhere()]).toEqual(["/storefront/cart/", false]);
});

test("below a path of the page's origin it is there, and the visitor is no stranger", () => {
  addScript({ "data-shop": "/shop/" });
  expect([shopAddress("/storefront/cart/"), isElsewhere()]).toEqual(["/shop/storefront/cart/", false]);
});

test("the script tag names another origin, with or without a path; what is no path stays", () => {
  addScript({ "data-shop": "https://shop.example/eu/" });
  const addresses = ["/storefront/cart/", "//cdn.example/x.svg", "https://cdn.example/x.svg", "?page=2", "#top"];
  expect(addresses.map(shopAddress)).toEqual(["https://shop.example/eu/storefront/cart/", ...addresses.slice(1)]);
  expect(isElsewhere()).toBe(true);
});

test("a page's head may name it, too", () => {
  nameShop("https://one.example");
  expect(shopAddress("/a")).toBe("https://one.example/a");
});

test("names have the prefix that the page says, of another origin the shop's own", () => {
  addScript({ "data-cookie-prefix": "eu_" });
  expect([cookiePrefix(), prefixed("favorites")]).toEqual(["eu_", "eu_favorites"]);

  nameShop("https://shop.example");
  expect(prefixed("favorites")).toBe("storefront:favorites");
});

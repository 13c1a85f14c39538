import { expect, onTestFinished, test } from "vitest";
import { cookiePrefix } from "../../islands/ui/embedded/cookie-prefix.ts";
import { prefixed } from "../../islands/ui/prefixed.ts";
import { isElsewhere, shopAddress } from "../../islands/ui/shop.embedded.ts";
import { nameShop } from "./host-page.ts";

// Vite replaces the pair of a path and `import.meta.url` if both are in one call.
const here = import.meta.url;
const islands = new URL("../../islands/ui/embedded/", here).href;

function add(parent: Element, name: string, attributes: Record<string, string>): void {
  const element = document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  onTestFinished(() => element.remove());
}

/** Adds the loader's tag: its file is in the islands' folder. */
const addLoader = (attributes: Record<string, string>) =>
  add(document.body, "script", { type: "application/json", src: `${islands}entry.js`, ...attributes });

test("without a name the shop is where the page is", () => {
  expect([shopAddress("/storefront/cart/"), isElsewhere()]).toEqual(["/storefront/cart/", false]);
});

test("below a path of the page's origin it is there, and the visitor is no stranger", () => {
  addLoader({ "data-shop": "/shop/" });
  expect([shopAddress("/storefront/cart/"), isElsewhere()]).toEqual(["/shop/storefront/cart/", false]);
});

test("the script tag names another origin, with or without a path; what is no path stays", () => {
  addLoader({ "data-shop": "https://shop.example/eu/" });
  const addresses = ["/storefront/cart/", "//cdn.example/x.svg", "https://cdn.example/x.svg", "?page=2", "#top"];
  expect(addresses.map(shopAddress)).toEqual(["https://shop.example/eu/storefront/cart/", ...addresses.slice(1)]);
  expect(isElsewhere()).toBe(true);
});

test("nothing else in a page names it: no attribute of a comment, no script of others, no meta outside of the head", () => {
  const names = { "data-shop": "https://evil.example", "data-cookie-prefix": "evil_" };
  add(document.head, "script", { type: "application/json", ...names });
  add(document.head, "script", { type: "application/json", src: "https://evil.example/entry.js", ...names });
  add(document.body, "p", names);
  add(document.body, "p", { src: `${islands}entry.js`, ...names });
  add(document.body, "meta", { name: "shop", content: "https://evil.example" });
  expect([shopAddress("/a"), isElsewhere(), cookiePrefix()]).toEqual(["/a", false, undefined]);

  addLoader({ "data-shop": "https://shop.example" });
  expect(shopAddress("/a")).toBe("https://shop.example/a");
});

test("a page's head may name it, too", () => {
  nameShop("https://one.example");
  expect(shopAddress("/a")).toBe("https://one.example/a");
});

test("names have the prefix that the page says, of another origin the shop's own", () => {
  addLoader({ "data-cookie-prefix": "eu_" });
  expect([cookiePrefix(), prefixed("favorites")]).toEqual(["eu_", "eu_favorites"]);

  nameShop("https://shop.example");
  expect(prefixed("favorites")).toBe("storefront:favorites");
});

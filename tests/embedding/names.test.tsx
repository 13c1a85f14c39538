import { expect, test } from "vitest";
import * as buyBox from "../../islands/catalog/buy-box.embedded.tsx";
import * as cartButton from "../../islands/checkout/cart-button.tsx";
import { iconShapes } from "../../islands/ui/embedded/icon-shapes.ts";
import * as overlay from "../../islands/ui/overlay.tsx";
import { states } from "../catalog/buy-box.states.ts";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { nameShop, openPage } from "./host-page.ts";

test("what an island draws bears names that no page means, and leads to the shop", async () => {
  fakeShop({});
  nameShop("https://shop.example/base/");
  const { page } = await openPage(`<div data-island="cart-button"></div>`, { "cart-button": cartButton });

  const link = page.querySelector("a");
  expect(link?.getAttribute("href")).toBe("https://shop.example/base/storefront/cart/");
  expect(link?.className).toBe("storefront-el storefront-site-action");
  const all = [...page.querySelectorAll("[data-island] *:not(path)")];
  expect(all.filter(({ classList }) => !classList.contains("storefront-el"))).toEqual([]);
});

test("an icon has its shape with it, and no id of the page", async () => {
  fakeShop({});
  const { page } = await openPage(`<div data-island="cart-button"></div>`, { "cart-button": cartButton });

  expect(page.querySelector("use")).toBeNull();
  expect(page.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 24 24");
  expect(page.querySelector("path")?.getAttribute("d")).toBe(iconShapes.cart);
});

test("the ids of the buy box have the prefix, since a page of others may have the id add", async () => {
  fakeShop({});
  const html = `<div data-island="buy-box" data-props='${JSON.stringify(states["in stock"])}'></div>`;
  const { page } = await openPage(html, { "buy-box": buyBox });

  const ids = [...page.querySelectorAll("[data-island] [id]")].map(({ id }) => id);
  expect(ids).toEqual(["storefront-buy", "storefront-add"]);
});

test("ids and what refers to them are ours", async () => {
  const { page } = await openPage(`<div data-island="overlay"></div>`, { overlay });

  const dialog = page.querySelector("dialog");
  expect(dialog?.getAttribute("aria-describedby")).toBe("storefront-overlay-message");
  expect(dialog?.querySelector("#storefront-overlay-message")).not.toBeNull();
});

import Cookies from "js-cookie";
import { expect, onTestFinished, test } from "vitest";
import * as addToCart from "../../islands/catalog/add-to-cart.tsx";
import * as toasts from "../../islands/ui/toasts.tsx";
import * as heart from "../../islands/wishlist/heart-icon.tsx";
import { fakeShop, reply } from "../islands-shop/fake-shop.ts";
import { doing } from "../islands-shop/screen.ts";
import { nameShop, openPage } from "./host-page.ts";

const whole = JSON.stringify({ variantId: "v-1", name: "Glass", category: "glass", price: 1 });
const button = `<div data-island="add-to-cart" data-props='${whole}'></div>`;
const heartOf = `<div data-island="heart-icon" data-props='{"productId":"p-1","name":"Glass"}'></div>`;
const islands = { "add-to-cart": addToCart, "heart-icon": heart, toasts };
const shop = "https://shop.example";
const token = (value: string) => () =>
  new Response(null, { status: 204, headers: { "X-CSRFToken": value, "X-Cookie-Prefix": "shop_" } });

/** Sets cookies of the page's own program, with names that the shop uses too. */
function setForeignCookies(): void {
  for (const name of ["csrftoken", "user_id", "favorites", "checkoutId"]) Cookies.set(name, "the-page's-own");
  onTestFinished(() => {
    for (const name of ["csrftoken", "user_id", "favorites", "checkoutId"]) Cookies.remove(name);
  });
}

test("a call goes to the shop with its cookies and the token of its own answer; the page's cookies never matter", async () => {
  const { requests } = fakeShop({
    [`GET ${shop}/storefront/api/csrf`]: token("t-9"),
    [`POST ${shop}/storefront/checkout/create`]: { data: { checkoutId: "c-1" } },
    [`GET ${shop}/storefront/checkout/find`]: { data: { id: "c-1", state: "open", lines: [] } },
    [`POST ${shop}/storefront/checkout/line`]: { data: { id: "c-1", state: "open", lines: [] } },
  });
  setForeignCookies();
  nameShop(shop);
  const { page } = await openPage(`<div>${button}${button}</div>`, islands);
  const [first, second] = page.querySelectorAll("form");
  await doing(() => first?.requestSubmit());
  const posted = requests.find(({ method }) => method === "POST");
  expect([posted?.path, posted?.headers.get("X-CSRFToken")]).toEqual([`${shop}/storefront/checkout/create`, "t-9"]);

  await doing(() => second?.requestSubmit());
  expect(requests.at(-1)).toMatchObject({
    path: `${shop}/storefront/checkout/line`,
    body: { checkoutId: "c-1", variantId: "v-1" },
  });
  expect(document.cookie).toContain("csrftoken=the-page");
  expect(Object.keys(localStorage).every((key) => key.startsWith("storefront:"))).toBe(true);
});

test("a heart is a guest's: the browser keeps it under the shop's name, and nothing is asked", async () => {
  const { requests } = fakeShop({});
  setForeignCookies();
  nameShop(shop);
  const { page } = await openPage(`<div>${heartOf}</div>`, islands);

  await doing(() => page.querySelector("form")?.requestSubmit());

  expect(page.querySelector("button")?.getAttribute("aria-pressed")).toBe("true");
  expect([localStorage["storefront:favorites"], localStorage.favorites]).toEqual(['["p-1"]', undefined]);
  expect(requests).toEqual([]);
});

test("a refusal is told in a corner that the first toast places", async () => {
  fakeShop({
    [`GET ${shop}/storefront/api/csrf`]: token("t-9"),
    [`POST ${shop}/storefront/checkout/create`]: reply(409, { error: "Only 2 are left.", code: "out_of_stock" }),
  });
  nameShop(shop);
  const { page } = await openPage(`<div>${button}</div>`, islands);
  expect(document.querySelector("[data-island=toasts]")).toBeNull();

  await doing(() => page.querySelector("form")?.requestSubmit());
  await doing(() => page.querySelector("form")?.requestSubmit());

  expect(document.querySelectorAll("[data-island=toasts]")).toHaveLength(1);
  document.querySelector("[data-island=toasts]")?.remove();
});

test("behind the page's own origin cookies and stored values have the prefix that the page or the shop said", async () => {
  fakeShop({});
  localStorage["storefront:cookie-prefix"] = "shop_";
  setForeignCookies();
  const { page } = await openPage(`<div>${heartOf}</div>`, islands);

  await doing(() => page.querySelector("form")?.requestSubmit());

  expect([localStorage.shop_favorites, localStorage.favorites]).toEqual(['["p-1"]', undefined]);
});

import Cookies from "js-cookie";
import { expect, test, vi } from "vitest";
import * as addToCart from "../../islands/catalog/add-to-cart.tsx";
import * as buyBox from "../../islands/catalog/buy-box.tsx";
import * as heart from "../../islands/wishlist/heart-icon.tsx";
import { fakeShop, reply } from "../islands-shop/fake-shop.ts";
import { doing } from "../islands-shop/screen.ts";
import { openPage } from "./host-page.ts";

const offer = (variantId: string, changes: object = {}) => ({
  variantId,
  productId: variantId.replace("v", "p").slice(0, 3),
  name: `Lemon ${variantId}`,
  variant: "5 seeds",
  options: { Pack: "5 seeds" },
  category: "seeds",
  href: "/storefront/products/lemon/",
  thumbnail: { url: "/media/lemon.svg", alt: "" },
  price: 12,
  compareAt: null,
  discountPercent: 0,
  label: null,
  left: 6,
  restrictedStates: [],
  ...changes,
});

const islands = { "add-to-cart": addToCart, "buy-box": buyBox, "heart-icon": heart };
const add = (id: string) => `<div data-island="add-to-cart" data-prop-variant-id="${id}"></div>`;

test("islands that know an id get the rest in one call for the page, and none for what was asked before", async () => {
  const { requests } = fakeShop({ "GET /storefront/api/offers": { data: [offer("v-1"), offer("v-2", { left: 3 })] } });
  Cookies.remove("csrftoken");
  const { page, settle, insert } = await openPage(
    `<div>${add("v-1")}${add("v-2")}<div data-island="heart-icon" data-prop-product-id="p-1"></div></div>`,
    islands,
  );
  expect(page.textContent).toBe("Add to cartAdd to cart");
  await settle();

  expect(requests.map(({ path }) => path)).toEqual(["/storefront/api/offers?productId=p-1&variantId=v-1&variantId=v-2"]);
  expect(page.textContent).toBe("$12.00In stockAdd to cart$12.00Only 3 leftAdd to cart");
  const labels = [...page.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"));
  expect(labels).toEqual(["Add to cart: Lemon v-1", "Add to cart: Lemon v-2", "Favorite Lemon v-1"]);

  await insert(add("v-1"));
  expect(requests).toHaveLength(1);
});

test("what is gone says so and has no button; with the props of the shop's own pages nothing is asked", async () => {
  const { paths } = fakeShop({ "GET /storefront/api/offers": { data: [offer("v-3", { left: 0 })] } });
  const whole = `<div data-island="add-to-cart" data-props='{"variantId":"v-9","name":"Glass","category":"glass","price":1}'></div>`;
  const { page, settle } = await openPage(`<div>${add("v-3")}${add("v-4")}${whole}</div>`, islands);
  await settle();

  expect([...page.querySelectorAll("[data-island]")].map(({ textContent }) => textContent)).toEqual([
    "$12.00out of stock",
    "This item is no longer sold.",
    "Add to cart",
  ]);
  expect(paths()).toEqual(["GET /storefront/api/offers?variantId=v-3&variantId=v-4"]);
});

test("the button adds also where the shop knows nothing of it yet, and the next island asks again", async () => {
  const { paths } = fakeShop({
    "GET /storefront/api/offers": [reply(500, { error: "away" }), reply(200, { data: [offer("v-5")] })],
    "GET /storefront/api/csrf": () =>
      new Response(null, { status: 204, headers: { "X-CSRFToken": "t", "X-Cookie-Prefix": "shop_" } }),
    "POST /storefront/checkout/create": { data: { checkoutId: "c-1" } },
    "GET /storefront/checkout/find": { data: { id: "c-1", state: "open", lines: [] } },
  });
  const { page, settle, insert } = await openPage(`<div>${add("v-5")}</div>`, islands);
  await settle();
  await doing(() => page.querySelector("form")?.requestSubmit());
  expect(paths()).toContain("POST /storefront/checkout/create");

  await insert(add("v-5"));
  expect(page.textContent).toBe("Add to cart$12.00In stockAdd to cart");
});

test("a buy box has the choices of its product; where the shop is away the page's own HTML comes back", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  fakeShop({
    "GET /storefront/api/offers": [
      reply(200, {
        data: [offer("v-6", { productId: "p-6" }), offer("v-7", { productId: "p-6", variant: "9 seeds", price: 20 })],
      }),
      reply(500, { error: "away" }),
    ],
    "POST /storefront/api/views": () => reply(204),
  });
  const box = (id: string) => `<div data-island="buy-box" data-prop-product-id="${id}"><a href="/x">To the shop</a></div>`;
  const { page, settle, insert, errors } = await openPage(`<div>${box("p-6")}</div>`, islands);
  await settle();
  expect(page.querySelector("fieldset")?.textContent).toBe("Pack5 seedsIn stock$12.009 seedsIn stock$20.00");

  await insert(box("p-8"));
  expect(page.lastElementChild?.innerHTML).toBe('<a href="/x">To the shop</a>');
  expect(errors).toHaveLength(1);
});

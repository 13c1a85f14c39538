import { expect, test, vi } from "vitest";
import * as promoField from "../../islands/checkout/promo-field.tsx";
import { fetchHtml } from "../../islands/ui/embedded/html.ts";
import { iconShapes } from "../../islands/ui/embedded/icon-shapes.ts";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { nameShop, openPage } from "./host-page.ts";

const shop = "https://shop.example/base";

/** Answers every request with HTML from one address. */
function answerWith(html: string, url: string): void {
  const answer = new Response(html, { headers: { "content-type": "text/html" } });
  vi.stubGlobal("fetch", async () => Object.defineProperty(answer, "url", { value: url }));
}

/** The element that a page gets from the shop's HTML. */
async function fetched(html: string): Promise<Element> {
  nameShop(shop);
  answerWith(html, `${shop}/storefront/api/cards`);
  const page = document.createElement("div");
  page.innerHTML = await fetchHtml("/storefront/api/cards");
  return page;
}

test("the shop's HTML comes with names that the page does not mean, and leads to the shop", async () => {
  const page = await fetched(
    '<p class="card"><a id="one" class="a b" href="/storefront/x/" aria-labelledby="one two">x</a></p>' +
      '<img src="/media/x.svg" srcset="/media/a.webp 320w, /media/b.webp 640w" alt="">',
  );

  expect(page.innerHTML).toBe(
    `<p class="storefront-el storefront-card"><a id="storefront-one" class="storefront-el storefront-a storefront-b" href="${shop}/storefront/x/" aria-labelledby="storefront-one storefront-two">x</a></p>` +
      `<img src="${shop}/media/x.svg" srcset="${shop}/media/a.webp 320w, ${shop}/media/b.webp 640w" alt="" class="storefront-el">`,
  );
});

test("its icons have their shapes, its hearts come alive, and other islands are their native forms", async () => {
  const page = await fetched(
    '<svg class="icon"><use href="#i-heart"></use></svg><div data-island="heart-icon" data-ssr="A"></div>' +
      '<div data-island="choose-options" data-ssr="A"><form action="/storefront/products/x/"></form></div>',
  );

  expect(page.querySelector("path")?.getAttribute("d")).toBe(iconShapes.heart);
  expect([...page.querySelectorAll("[data-island]")].map((island) => island.getAttribute("data-island"))).toEqual(["heart-icon"]);
  expect(page.querySelector("[data-ssr]")).toBeNull();
  expect(page.querySelector("form")?.getAttribute("action")).toBe(`${shop}/storefront/products/x/`);
});

test("HTML of another origin than the shop's is refused", async () => {
  nameShop(shop);
  answerWith("<p>x</p>", "https://elsewhere.example/storefront/api/cards");

  await expect(fetchHtml("/storefront/api/cards")).rejects.toThrow("is not the shop's");
});

test("a promo field has words while the cart is empty", async () => {
  fakeShop({});
  const { page, settle } = await openPage(`<div data-island="promo-field"></div>`, { "promo-field": promoField });
  await settle();

  expect(page.textContent).toBe("Promo codes can be applied once something is in your cart.");
});

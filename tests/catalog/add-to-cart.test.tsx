import Cookies from "js-cookie";
import { expect, test, vi } from "vitest";
import { schema } from "../../islands/catalog/add-to-cart.props.ts";
import * as addToCart from "../../islands/catalog/add-to-cart.tsx";
import { $drawer } from "../../islands/stores/drawer.ts";
import { toast } from "../../islands/stores/toasts.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./add-to-cart.states.ts";

const create = "POST /storefront/checkout/create";
const line = "POST /storefront/checkout/line";
const find = "GET /storefront/checkout/find";
const checkout = { data: { id: "c1", state: "open", lines: [] } };

const open = () => {
  window.dataLayer = [];
  return openScreen("add-to-cart", { ...addToCart, schema }, states.offered);
};

/**
 * The drawer opens one task after the answer. If a test ended earlier, the drawer would open in the
 * next test.
 */
const drawerOpens = () => vi.waitFor(() => expect($drawer.get()).toBe(true));

test("the button of a card is a form that also works without scripts (requirement 140)", async () => {
  fakeShop({});
  const screen = await open();

  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/storefront/cart/add"]);
  expect(screen.get("[name=variantId]").value).toBe("v-7");
  expect(screen.button("Add to cart: Beaker").textContent).toBe("Add to cart");
});

test("without a checkout one is made with the products in it, the drawer opens, and analytics hear of it", async () => {
  const shop = fakeShop({ [create]: { data: { checkoutId: "c1" } }, [find]: checkout });
  const screen = await open();

  await screen.submit();
  await drawerOpens();

  expect(shop.requests[0]).toMatchObject({ method: "POST", body: { lines: [{ variantId: "v-7", quantity: 1 }] } });
  const item = { item_id: "v-7", item_name: "Beaker", item_variant: "Tall", item_category: "glass", price: 12.5, quantity: 1 };
  expect(window.dataLayer).toEqual([
    { ecommerce: null },
    { event: "add_to_cart", ecommerce: { currency: "USD", value: 12.5, items: [item] } },
  ]);
});

test("with a checkout it is a line more", async () => {
  const shop = fakeShop({ [line]: checkout });
  Cookies.set("checkoutId", "c1");
  const screen = await open();

  const submit = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  await doing(() => screen.get("form").dispatchEvent(submit));

  expect(submit.defaultPrevented).toBe(true);
  expect(shop.paths()).toEqual([line]);
  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", variantId: "v-7", quantity: 1 });
  await drawerOpens();
});

test("the button is busy until the answer is there, and a second press meanwhile does nothing (requirements 34, 35)", async () => {
  const answer = held();
  const shop = fakeShop({ [line]: answer.answer });
  Cookies.set("checkoutId", "c1");
  const screen = await open();
  const button = screen.button("Add to cart: Beaker");

  await screen.submit();
  await screen.submit();
  expect([button.disabled, button.getAttribute("aria-busy")]).toEqual([true, "true"]);
  await doing(() => answer.give(checkout));

  expect(button.disabled).toBe(false);
  expect(shop.requests).toHaveLength(1);
  await drawerOpens();
});

test("a refusal is a toast in the shop's words; nothing is reported and the button is free again (requirements 40, 41)", async () => {
  fakeShop({ [line]: reply(409, { error: "Only 2 of this item are left." }) });
  Cookies.set("checkoutId", "c1");
  const screen = await open();

  await screen.submit();

  expect(toasts()).toEqual(["error: Only 2 of this item are left."]);
  expect(window.dataLayer).toEqual([]);
  expect(screen.button("Add to cart: Beaker").disabled).toBe(false);
  expect($drawer.get()).toBe(false);
});

test("a press takes away the toast of what was pressed before, whatever it said", async () => {
  const answer = held();
  fakeShop({ [line]: answer.answer });
  Cookies.set("checkoutId", "c1");
  const screen = await open();
  toast("success", "removed successfully");
  toast("success", "address saved correctly");
  expect(toasts()).toEqual(["success: address saved correctly"]);

  await screen.submit();

  expect(toasts()).toEqual([]);
  await doing(() => answer.give(checkout));
  await drawerOpens();
});

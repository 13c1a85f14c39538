import Cookies from "js-cookie";
import { expect, test } from "vitest";
import { schema } from "../../islands/catalog/buy-box.props.ts";
import * as buyBox from "../../islands/catalog/buy-box.tsx";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";

const line = "POST /storefront/checkout/line";
const choice = (id: string, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  price: { now: "$10.00", save: 0 },
  amount: 10,
  left: 6,
  picture: "picture-1",
  ...more,
});
const choices = [
  choice("s"),
  choice("m", { price: { now: "$15.00", was: "$20.00", save: 25 }, amount: 15, left: 3, picture: "picture-2" }),
  choice("l", { left: 0 }),
];
const props = {
  name: "Tee",
  category: "apparel",
  price: { now: "$10.00 - $15.00", save: 0 },
  option: "Size",
  choices,
  chosen: "s",
};

const gallery = `<ul><li id="picture-1"></li><li id="picture-2"></li></ul>`;

const open = (more: object = {}) => {
  window.dataLayer = [];
  return openScreen("buy-box", { ...buyBox, schema }, { ...props, ...more }, { beside: gallery });
};
const choose = (screen: Screen, id: string) => doing(() => screen.get(`[value=${id}]`).click());
const text = (screen: Screen, selector: string) => screen.get(selector).textContent;

test("without scripts every choice stands with its own price and stock beside its radio, in one form", async () => {
  fakeShop({});
  const screen = await openScreen("buy-box", { ...buyBox, schema }, props, { wait: true });

  const rows = [...screen.el.querySelectorAll(".radio-card")].map((row) =>
    [...row.querySelectorAll("span")].map((each) => each.textContent),
  );
  expect(rows).toEqual([
    ["S", "In stock", "$10.00"],
    ["M", "Only 3 left", "$15.00"],
    ["L", "out of stock", "$10.00"],
  ]);
  expect(screen.get("[value=s]").checked).toBe(true);
  expect(screen.get<HTMLFormElement>("form").getAttribute("action")).toBe("/storefront/cart/add");
  expect(screen.get("[name=quantity]").value).toBe("1");
  expect(text(screen, ".price__now")).toBe("$10.00 - $15.00");
});

test("where only the name differs the choices are chips that tell what is scarce", async () => {
  fakeShop({});
  const screen = await open({ choices: [choice("s"), choice("m", { left: 2 }), choice("l", { left: 0 })] });

  expect([...screen.el.querySelectorAll(".chip")].map((chip) => chip.textContent)).toEqual(["S", "M2 left", "Lout of stock"]);
  expect(screen.get("[value=l]").closest("label")?.className).toContain("chip--gone");
});

test("price, saving, stock and picture follow the choice", async () => {
  fakeShop({});
  const screen = await open();
  const stage = screen.get<HTMLUListElement>("ul");
  Object.defineProperty(screen.get("#picture-2"), "offsetLeft", { value: 400 });

  await choose(screen, "m");

  expect(text(screen, ".price__now")).toBe("$15.00");
  expect(text(screen, ".price__was")).toBe("before $20.00");
  expect(text(screen, ".price__save")).toBe("save 25%");
  expect(text(screen, ".availability")).toBe("Only 3 left");
  expect(stage.scrollLeft).toBe(400);
});

test("a choice that is gone takes the button away, another brings it back (acceptance 141, 143)", async () => {
  fakeShop({});
  const screen = await open();

  await choose(screen, "l");
  expect(text(screen, ".availability")).toBe("out of stock");
  expect(screen.find(".product__actions")).toBeNull();

  await choose(screen, "s");
  expect(screen.button("Add to cart").disabled).toBe(false);
});

test("what may not be sold in a state says so and has no button (acceptance 142)", async () => {
  fakeShop({});
  const screen = await open({ refusal: "NOT AVAILABLE IN YOUR STATE" });

  expect(text(screen, ".availability")).toBe("NOT AVAILABLE IN YOUR STATE");
  expect(screen.find("[type=submit], .product__actions")).toBeNull();
});

test("the quantity steps between one and what is left, and follows a scarcer choice down", async () => {
  fakeShop({});
  const screen = await open();
  const quantity = screen.get("[name=quantity]");

  await screen.press("One less");
  expect(quantity.value).toBe("1");
  for (let press = 0; press < 5; press++) await screen.press("One more");
  expect(quantity.value).toBe("6");

  await choose(screen, "m");
  expect(quantity.value).toBe("3");
  await screen.press("One more");
  expect(quantity.value).toBe("3");
});

test("the chosen variant goes into the cart as often as asked, and analytics hear of the look and of the choice", async () => {
  const shop = fakeShop({ [line]: { data: { id: "c1", state: "open", lines: [] } } });
  Cookies.set("checkoutId", "c1");
  const screen = await open();

  await choose(screen, "m");
  await screen.press("One more");
  await screen.submit();

  expect(shop.asked[0]?.body).toEqual({ checkoutId: "c1", variantId: "m", quantity: 2 });
  const events = (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event);
  expect(events).toMatchObject([
    {
      event: "view_item",
      ecommerce: { value: 10, items: [{ item_id: "s", item_name: "Tee", item_category: "apparel", quantity: 1 }] },
    },
    { event: "add_to_cart", ecommerce: { value: 30, items: [{ item_id: "m", item_variant: "M", price: 15, quantity: 2 }] } },
  ]);
});

test("a product of one variant offers no choice", async () => {
  fakeShop({});
  const screen = await open({ choices: [choice("s", { name: "" })] });

  expect(screen.find("fieldset")).toBeNull();
  expect(screen.get("[name=variantId]").type).toBe("hidden");
});

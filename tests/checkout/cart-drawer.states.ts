import { createPath, findPath } from "../../server/checkout/cart-paths.ts";
import { giftsPath, totalsPath } from "../../server/checkout/paths.ts";
import { states as addStates } from "../catalog/add-to-cart.states.ts";
import { cart, gifts, line, totalsOf } from "../islands-shop/cart-lines.ts";
import { islandHtml } from "../islands-shop/island-html.ts";
import { states as buttonStates } from "./cart-button.states.ts";

/** The drawer opens when the cart button is pressed, or when something was added. */
export const states = { closed: {}, "two products and a gift to choose": {}, empty: {} };
export const beside = islandHtml("add-to-cart", addStates.offered) + islandHtml("cart-button", buttonStates.empty);
export const presses = {
  "two products and a gift to choose": "[data-island=add-to-cart] button",
  empty: "[data-island=cart-button] a",
};

const lines = [line("a", 2), line("b", 1, { left: 1 })];
export const answers = {
  "two products and a gift to choose": {
    [createPath]: { data: { checkoutId: "c1" } },
    [findPath]: cart(lines, { gifts }),
    [totalsPath]: { data: totalsOf(lines) },
    [giftsPath]: { data: gifts },
  },
};

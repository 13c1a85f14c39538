import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/order-lines.props.ts";
import * as orderLines from "../../islands/checkout/order-lines.tsx";
import { showCheckout } from "../../islands/stores/cart.ts";
import { line } from "../islands-shop/cart-lines.ts";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";
import { states } from "./order-lines.states.ts";

const open = (options: object = {}) =>
  openScreen("order-lines", { ...orderLines, schema }, states["a product and a gift"], options);

const said = (screen: Screen) => [...screen.el.querySelectorAll(".line")].map((row) => row.textContent?.replaceAll("\n", " "));

test("the summary names every item, how many and what they cost before discounts", async () => {
  fakeShop({});
  const screen = await open({ wait: true });

  expect(said(screen)).toEqual(["Seeds a × 2$24.005 seeds", "Seeds tray × 1Free gift5 seeds"]);
  expect([...screen.el.querySelectorAll("li")].map(({ dataset }) => dataset.backdrop)).toEqual(["black", "white"]);
});

test("products that another tab has changed take the place of those that the page was made with", async () => {
  fakeShop({});
  const screen = await open();

  await doing(() => showCheckout({ id: "c1", state: "open", lines: [line("b", 1)] }));

  expect(said(screen)).toEqual(["Seeds b × 1$12.005 seeds"]);
  expect(screen.errors).toEqual([]);
});

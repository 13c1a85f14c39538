import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OrderState } from "../../server/orders/rules/state.ts";
import { stateWord } from "../../server/orders/rules/words.ts";
import { productState } from "../../server/staff/products/product-row.ts";
import { stockState } from "../../server/staff/products/stock-page.ts";

const root = join(import.meta.dirname, "../..");

test("a color means the same for orders, products, and stock", () => {
  const order = (state: OrderState, values = {}) =>
    stateWord({ state, cancelationRequested: false, isPartShipped: false, ...values }).tone;
  expect([order("placed"), order("placed", { cancelationRequested: true })]).toEqual(["state--waiting", "state--todo"]);
  expect([order("fulfilled"), order("canceled")]).toEqual(["state--done", "state--waiting"]);
  const product = (published: boolean, archived = false) => productState({ published, archived }).tone;
  expect([product(true), product(false), product(false, true)]).toEqual(["state--done", "state--waiting", "state--waiting"]);
  const stock = (onHand: number) => stockState({ onHand, reserved: 0, forSale: true } as Parameters<typeof stockState>[0]).tone;
  expect([stock(0), stock(3), stock(30)]).toEqual(["state--wrong", "state--todo", "state--done"]);
});

test("one module of the server names the classes of states, and the styles have a rule for each color", () => {
  const naming = globSync("server/**/*.ts", { cwd: root }).filter((path) =>
    readFileSync(join(root, path), "utf8").includes("state--"),
  );
  expect(naming).toEqual([join("server", "state-label.ts")]);
  const looks = (path: string) =>
    readFileSync(join(root, path), "utf8")
      .match(/^\.state--\w+/gm)
      ?.toSorted();
  expect(looks("static/css/staff/list.css")).toEqual([".state--done", ".state--todo", ".state--wrong"]);
  expect(looks("static/css/screens/orders.css")).toEqual([".state--done", ".state--todo"]);
});

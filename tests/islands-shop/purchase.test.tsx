import { expect, test } from "vitest";
import { schema } from "../../islands/orders/purchase.props.ts";
import * as purchase from "../../islands/orders/purchase.tsx";
import { fakeShop } from "./fake-shop.ts";
import { states } from "./purchase.states.ts";
import { openScreen } from "./screen.ts";

const order = states["one line"];
const open = (more: object = {}) => openScreen("purchase", { ...purchase, schema }, { ...order, ...more });

test("the confirmation reports the purchase (requirement 122)", async () => {
  fakeShop({});
  window.dataLayer = [];

  const { errors } = await open();

  expect(window.dataLayer).toEqual([{ ecommerce: null }, { event: "purchase", ecommerce: order }]);
  expect(errors).toEqual([]);
});

test("a visit later reports nothing again, another order is reported (requirement 122)", async () => {
  fakeShop({});
  window.dataLayer = [];

  for (const transaction_id of ["1042", "1042", "1043"]) await (await open({ transaction_id })).unmount();

  const reported = window.dataLayer.filter((pushed) => JSON.stringify(pushed).includes("purchase"));
  expect(reported.map((pushed) => (pushed as { ecommerce: typeof order }).ecommerce.transaction_id)).toEqual(["1042", "1043"]);
});

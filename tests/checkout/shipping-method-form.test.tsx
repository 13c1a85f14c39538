import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/shipping-method-form.props.ts";
import * as methodForm from "../../islands/checkout/shipping-method-form.tsx";
import { $totals } from "../../islands/stores/totals.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation } from "../islands-shop/screen.ts";
import { states } from "./shipping-method-form.states.ts";

const action = "/storefront/checkout/shipping_method";
const props = states["nothing chosen"];
const { methods } = props;
const open = (more: object = {}, options: object = {}) =>
  openScreen("shipping-method-form", { ...methodForm, schema }, { ...props, ...more }, options);

test("the chosen method is sent with the token, and the way goes on to the payment (requirements 61, 82, 86)", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await open();

  await doing(() => screen.get("[value=m2]").click());
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({ shippingMethodId: "m2", checkoutId: "c1" });
  expect(shop.requests[0]?.headers.get("x-csrftoken")).toBe("t-1");
  expect(visited).toEqual(["/storefront/checkout/payment/c1/"]);
  expect(screen.errors).toEqual([]);
});

test("Continue waits for a choice; Back leads to the address (requirements 75, 83)", async () => {
  fakeShop({});
  const screen = await open();
  expect(screen.button("Continue").disabled).toBe(true);

  await doing(() => screen.get("[value=m1]").click());

  expect(screen.button("Continue").disabled).toBe(false);
  expect(screen.get("a").getAttribute("href")).toBe("/storefront/checkout/shipping/c1/");
});

test("the total of the chosen method stands before Continue, and the summary follows it", async () => {
  fakeShop({});
  const screen = await open({ methods: methods.map((method) => ({ ...method, checked: method.id === "m1" })) });
  const shown = () => [screen.get("form strong").textContent, $totals.get()?.shipping.amount];
  expect(shown()).toEqual(["$32.00", 6]);

  await doing(() => screen.get("[value=m2]").click());

  expect(shown()).toEqual(["$44.00", 18]);
});

test("without scripts each method says its total; before the tax is known, so do all", async () => {
  fakeShop({});
  const screen = await open({ taxKnown: false }, { wait: true });

  const notes = [...screen.el.querySelectorAll(".script-fallback")].map(({ textContent }) => textContent);
  expect(notes).toEqual(["Total before tax $32.00", "Total before tax $44.00"]);
});

test("an empty answer is shown as an error and the button is enabled again (requirements 84, 85)", async () => {
  const call = held();
  fakeShop({ [`POST ${action}`]: call.answer });
  const visited = watchNavigation();
  const screen = await open({ methods: methods.map((method) => ({ ...method, checked: method.id === "m1" })) });

  await screen.press("Continue");
  expect(screen.button("Continue").disabled).toBe(true);
  await doing(() => call.give(reply(200, "")));

  expect(toasts()).toEqual(["error: response has no body"]);
  expect(screen.button("Continue").disabled).toBe(false);
  expect(visited).toEqual([]);
});

test("the error field of an answer is read (requirement 61)", async () => {
  fakeShop({ [`POST ${action}`]: reply(409, { error: "this method is not offered there" }) });
  const screen = await open({ methods: methods.map((method) => ({ ...method, checked: method.id === "m1" })) });

  await screen.press("Continue");

  expect(toasts()).toEqual(["error: this method is not offered there"]);
});

test("a method that breaks a rule is marked, with the message below the choices", async () => {
  const errors = [{ field: "shippingMethodId", message: "Choose a shipping method." }];
  fakeShop({ [`POST ${action}`]: { data: { errors } } });
  const screen = await open({ methods: methods.map((method) => ({ ...method, checked: method.id === "m1" })) });

  await screen.press("Continue");

  expect(screen.get("#shippingMethodId-error").textContent).toBe("Choose a shipping method.");
  expect(screen.get("[name=shippingMethodId]").getAttribute("aria-invalid")).toBe("true");
});

test("a choice made before the island came alive stays", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  watchNavigation();
  const screen = await open({}, { wait: true });
  screen.get("[value=m1]").checked = true;

  await screen.trigger();
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({ shippingMethodId: "m1", checkoutId: "c1" });
});

import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/checkout/payment-form.props.ts";
import * as paymentForm from "../../islands/checkout/payment-form.tsx";
import { $cart } from "../../islands/stores/cart.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import { $pendingPromoCode } from "../../islands/stores/promo.ts";
import { $toasts } from "../../islands/stores/toasts.ts";
import { $totals } from "../../islands/stores/totals.ts";
import { cart, line, totalsOf } from "../islands-shop/cart-lines.ts";
import { mary } from "../islands-shop/countries.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation, watchScrolling } from "../islands-shop/screen.ts";
import { states } from "./payment-form.states.ts";

const billing = "/storefront/checkout/billing";
const action = "/storefront/checkout/payment";
const props = states.new;
const card = { cardNumber: "4242 4242 4242 4242", expirationDate: "04/31", securityCode: "123", cardName: "Mary Lee" };
const money = (amount: number) => ({ amount, currency: "USD" as const });

function open(more: object = {}, options: { wait?: boolean } = {}) {
  const embedded = document.createElement("script");
  Object.assign(embedded, { type: "application/json", id: "shipping-address", textContent: JSON.stringify(mary) });
  document.body.append(embedded);
  onTestFinished(() => embedded.remove());
  return openScreen("payment-form", { ...paymentForm, schema }, { ...props, ...more }, options);
}

async function fill(screen: Screen, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await screen.type(name, value);
}

const payButton = (screen: Screen) => {
  const button = screen.get<HTMLButtonElement>(".form-actions button");
  expect(button.textContent).toMatch(/^Pay \$\d+\.\d\d$/);
  return button;
};
const pressPay = (screen: Screen) => screen.press(payButton(screen).textContent);
const isDisabled = (screen: Screen) => payButton(screen).disabled;
const cardValues = (screen: Screen) => Object.keys(card).map((name) => screen.get(`[name=${name}]`).value);

test("billing goes first with the embedded address, then the card without spaces, then the confirmation opens (requirements 88, 92, 96, 104, 105, 108)", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  const visited = watchNavigation();
  const screen = await open();

  await fill(screen, card);
  await pressPay(screen);

  expect(shop.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: "POST", path: billing, body: { billingAddress: mary, sameAsShipping: true, quote: "q1", checkoutId: "c1" } },
    {
      method: "POST",
      path: action,
      body: { paymentDetails: { ...card, cardNumber: "4242424242424242" }, checkoutId: "c1", quote: "q1", formKey: "form-1" },
    },
  ]);
  expect(toasts()).toEqual(["success: billing address updated successfully"]);
  expect(visited).toEqual(["/storefront/checkout/confirmation/o1/"]);
  expect(screen.errors).toEqual([]);
});

test("another billing address is asked for in an extra form and sent (requirements 87, 89)", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  watchNavigation();
  const screen = await open();
  const extra = screen.get<HTMLFieldSetElement>(".billing__form");
  expect([extra.hidden, extra.disabled]).toEqual([true, true]);

  await doing(() => screen.get("#billing-different").click());
  expect([extra.hidden, extra.disabled]).toEqual([false, false]);
  const other = { ...mary, firstName: "Ann", countryArea: "NY" };
  await fill(screen, { ...other, ...card });
  await pressPay(screen);

  expect(shop.requests[0]?.body).toEqual({ billingAddress: other, sameAsShipping: false, quote: "q1", checkoutId: "c1" });
});

test("Pay waits for every field of the card, and for the extra form only while it is shown (requirements 90, 91)", async () => {
  fakeShop({});
  const screen = await open();
  expect(isDisabled(screen)).toBe(true);
  await fill(screen, card);
  expect(isDisabled(screen)).toBe(false);

  await doing(() => screen.get("#billing-different").click());
  expect(isDisabled(screen)).toBe(true);
  const { phone: _, ...required } = mary;
  await fill(screen, required);
  expect(isDisabled(screen)).toBe(false);
  await screen.type("city", "");
  expect(isDisabled(screen)).toBe(true);

  await doing(() => screen.get("#billing-same").click());
  expect(isDisabled(screen)).toBe(false);
  await screen.type("securityCode", "");
  expect(isDisabled(screen)).toBe(true);
});

test("what was typed into the extra form is still there when it is shown again", async () => {
  fakeShop({});
  const screen = await open();
  await doing(() => screen.get("#billing-different").click());
  await screen.type("city", "Albany");

  await doing(() => screen.get("#billing-same").click());
  await doing(() => screen.get("#billing-different").click());

  expect(screen.get("[name=city]").value).toBe("Albany");
});

test("broken billing rules stand at their fields and nothing is paid (requirements 60, 110)", async () => {
  const errors = [{ field: "city", message: "Enter your city." }];
  const shop = fakeShop({ [`POST ${billing}`]: { data: { errors } } });
  const scrolled = watchScrolling();
  const screen = await open({ typed: { ...mary, sameAsShipping: false } });
  await fill(screen, card);

  await pressPay(screen);

  expect(shop.paths()).toEqual([`POST ${billing}`]);
  expect(screen.get("#city-error").textContent).toBe("Enter your city.");
  expect(scrolled).toEqual(["city smooth"]);
  expect(toasts()).toEqual(["error: some errors found"]);
  expect(cardValues(screen)).toEqual(Object.values(card));
});

test("a broken rule of the shipping address is told above the form, as its field is not shown", async () => {
  const errors = [{ field: "countryArea", message: "Blue Dream cannot be sent to Texas." }];
  fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { errors } } });
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(screen.get("[role=alert]").textContent).toBe("Blue Dream cannot be sent to Texas.");
});

test.each(["paying", "completed"])(
  "a checkout that is %s already leads to its order, as after an answer that was lost",
  async (code) => {
    const refused = reply(409, { error: "This order has already been placed.", code });
    const shop = fakeShop({ [`POST ${billing}`]: refused, [`POST ${action}`]: { data: { orderId: "o1" } } });
    const visited = watchNavigation();
    const screen = await open();
    await fill(screen, card);

    await pressPay(screen);

    expect(shop.paths()).toEqual([`POST ${billing}`, `POST ${action}`]);
    expect(toasts()).toEqual([]);
    expect(visited).toEqual(["/storefront/checkout/confirmation/o1/"]);
  },
);

test("a billing address that is refused for another reason ends the payment", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: reply(404, { error: "We couldn’t find that.", code: "not_found" }) });
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(shop.paths()).toEqual([`POST ${billing}`]);
  expect(toasts()).toEqual(["error: We couldn’t find that."]);
});

test("broken card rules stand at the card's fields", async () => {
  const errors = [{ field: "cardNumber", message: "This card number is too short." }];
  fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { errors } } });
  const visited = watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(screen.get("#cardNumber-error").textContent).toBe("This card number is too short.");
  expect(visited).toEqual([]);
});

test("the overlay tells of the payment while the card is charged, and the button is busy to the end (requirements 34, 35, 38, 39)", async () => {
  const [billed, paid] = [held(), held()];
  fakeShop({ [`POST ${billing}`]: billed.answer, [`POST ${action}`]: paid.answer });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);
  expect($overlay.get().map(({ title }) => title)).toEqual(["Processing"]);
  await doing(() => billed.give({ data: {} }));
  expect($overlay.get()).toEqual([
    {
      title: "processing your payment",
      message:
        "Thank you for your purchase! We are currently processing your payment. This might take a few moments. Please do not refresh the page or navigate away.",
    },
  ]);
  expect([isDisabled(screen), payButton(screen).getAttribute("aria-busy")]).toEqual([true, "true"]);

  await doing(() => paid.give({ data: { orderId: "o1" } }));
  expect($overlay.get().map(({ title }) => title)).toEqual(["processing your payment"]);
  await doing(() => window.dispatchEvent(new Event("pageshow")));
  expect($overlay.get()).toEqual([]);
  expect(payButton(screen).getAttribute("aria-busy")).toBeNull();
});

test("a payment that is still being processed leads to the page that waits for its outcome", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  const processing = "Your payment is still being processed.";
  const shop = fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: reply(409, { error: processing, code: "paying", data: { formKey: "form-2" } }),
    "GET /storefront/checkout/find?checkoutId=c1": { data: { state: "paying" } },
  });
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(toasts()).toContain(`error: ${processing}`);
  expect(shop.paths().at(-1)).toBe("GET /storefront/checkout/find?checkoutId=c1");
  expect(reload).toHaveBeenCalledOnce();
});

test("after a payment the card is nowhere in the page", async () => {
  fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(cardValues(screen)).toEqual(["", "", "", ""]);
  expect(document.documentElement.outerHTML).not.toContain("4242");
  expect(JSON.stringify([$toasts.get(), $totals.get(), { ...localStorage }, document.cookie])).not.toContain("4242");
});

test("a page that is left holds no card", async () => {
  fakeShop({});
  const screen = await open();
  await fill(screen, card);

  await doing(() => window.dispatchEvent(new Event("pagehide")));

  expect(cardValues(screen)).toEqual(["", "", "", ""]);
});

test.each([
  ["an answer that is no JSON", reply(200, "<html>"), "something went wrong please try later"],
  ["an answer without an order", reply(200, { data: {} }), "something went wrong please try later"],
  ["an empty answer", reply(200, ""), "response has no body"],
  ["a declined card", reply(402, { error: "Your card was declined" }), "Your card was declined"],
])("%s is told, the card stays for another try (requirements 40–42, 106)", async (_what, answer, words) => {
  fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: answer });
  const visited = watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(toasts()).toEqual(["success: billing address updated successfully", `error: ${words}`]);
  expect(isDisabled(screen)).toBe(false);
  expect(cardValues(screen)).toEqual(Object.values(card));
  expect(visited).toEqual([]);
});

test("each answer brings the key of the next press, and a press without an answer keeps its own", async () => {
  const errors = [{ field: "cardNumber", message: "This card number is too short." }];
  const shop = fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: [
      () => Promise.reject(new TypeError("the network is gone")),
      reply(200, { data: { errors, formKey: "form-2" } }),
      reply(402, { error: "Your card was declined", data: { formKey: "form-3" } }),
      reply(409, { error: "You already pressed Pay on this form.", code: "already_answered", data: { formKey: "form-4" } }),
      reply(200, { data: { orderId: "o1" } }),
    ],
  });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  for (let presses = 0; presses < 5; presses++) await pressPay(screen);

  const keys = shop.requests.filter(({ path }) => path === action).map(({ body }) => (body as { formKey: string }).formKey);
  expect(keys).toEqual(["form-1", "form-1", "form-2", "form-3", "form-4"]);
  expect(screen.get("[name=formKey]").value).toBe("form-4");
});

test("a changed total is not charged: both totals are shown, and the next press agrees to the new one", async () => {
  const changed = {
    error: "Your order total has changed.",
    code: "changed",
    data: { total: money(44.5), quote: "q2", changes: [{ field: "total", old: "$42.00", new: "$44.50" }] },
  };
  const sums = { subtotal: money(40), discount: money(0), shipping: money(4.5), tax: money(0), total: money(44.5), quote: "q2" };
  const shop = fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: [reply(409, changed), reply(200, { data: { orderId: "o1" } })],
    "GET /storefront/api/checkout/totals": { data: sums },
  });
  const visited = watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);
  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("$42.00");
  expect(words).toContain("$44.50");
  expect(toasts()).toContain("error: Your order total has changed.");
  expect($totals.get()).toEqual(sums);
  expect(visited).toEqual([]);

  await doing(() => $totals.set({ ...sums, total: money(40), quote: "q3" }));
  expect(screen.find(".notice--warning")).toBeNull();
  await doing(() => $totals.set(sums));

  await pressPay(screen);
  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q2" });
  expect(visited).toEqual(["/storefront/checkout/confirmation/o1/"]);
});

test("with a changed total come the products as they are now and what the server tells of them", async () => {
  const changed = {
    error: "Your order total has changed.",
    code: "changed",
    data: { total: money(24), quote: "q2", changes: [{ field: "total", old: "$42.00", new: "$24.00" }] },
  };
  const lines = [line("a", 2)];
  const shop = fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: reply(409, changed),
    "GET /storefront/api/checkout/totals": { data: { ...totalsOf(lines), quote: "q2" } },
    "GET /storefront/checkout/find": cart(lines, { notice: "ONEUSE was removed." }),
  });
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(shop.paths()).toContain("GET /storefront/checkout/find?checkoutId=c1");
  expect($cart.get().lines).toEqual(lines);
  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("ONEUSE was removed.");
  expect(words).toContain("Your order total was $42.00 and is now $24.00.");
  expect(cardValues(screen)).toEqual(Object.values(card));
});

test("the next press agrees to the total that the refusal named, also when the sums cannot be read", async () => {
  const changed = {
    error: "Your order total has changed.",
    code: "changed",
    data: { total: money(44.5), quote: "q2", changes: [{ field: "total", old: "$42.00", new: "$44.50" }] },
  };
  const shop = fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: [reply(409, changed), reply(200, { data: { orderId: "o1" } })],
    "GET /storefront/api/checkout/totals": reply(500, { error: "not now" }),
  });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);
  expect(screen.get("strong").textContent).toBe("$44.50");
  await pressPay(screen);

  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q2" });
});

test("an address that another tab changed is told as it was and as it is, and the next press agrees to it", async () => {
  const address = { field: "shippingAddress", old: "1 Elm Street", new: "9 Cedar Court" };
  const changed = {
    error: "Your order’s shipping address has changed.",
    code: "changed",
    data: { total: money(42), quote: "q2", changes: [address] },
  };
  const shop = fakeShop({
    [`POST ${billing}`]: [reply(409, changed), reply(200, { data: {} })],
    [`POST ${action}`]: { data: { orderId: "o1" } },
    "GET /storefront/api/checkout/totals": { data: { ...totalsOf([]), total: money(42), quote: "q2", changes: [] } },
  });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(shop.requests.filter(({ path }) => path === action)).toEqual([]);
  expect(shop.paths()).toContain("GET /storefront/api/checkout/totals?checkoutId=c1&quote=q2");
  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("Your shipping address was 1 Elm Street and is now 9 Cedar Court.Nothing was charged");
  expect(toasts()).toEqual(["error: Your order’s shipping address has changed."]);
  expect(cardValues(screen)).toEqual(Object.values(card));
  await pressPay(screen);
  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q2", formKey: "form-1" });
});

test("a promo code brings the sums of what stands now: what else has changed by then is told before it is agreed to", async () => {
  fakeShop({});
  const screen = await open();
  const sums = { ...totalsOf([]), total: money(37.8), quote: "q3" };
  const changes = [
    { field: "total" as const, old: "$42.00", new: "$37.80" },
    { field: "email" as const, old: "mary@example.com", new: "eve@example.com" },
  ];

  await doing(() => $totals.set({ ...sums, changes }));

  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("Your email was mary@example.com and is now eve@example.com.");
  expect(words).not.toContain("$37.80");
  expect(screen.get("[name=quote]").value).toBe("q3");
});

test("another refusal with status 409 says nothing of totals", async () => {
  fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: reply(409, { error: "Only 1 of “Blue Dream” are left.", code: "out_of_stock" }),
  });
  const screen = await open();
  await fill(screen, card);

  await pressPay(screen);

  expect(screen.find(".notice--warning")).toBeNull();
  expect(screen.get(".notice--error").textContent).toBe("Only 1 of “Blue Dream” are left.");
});

test("a decline stands above Pay and stays until the next press", async () => {
  const second = held();
  fakeShop({
    [`POST ${billing}`]: { data: {} },
    [`POST ${action}`]: [reply(402, { error: "Your card was declined", code: "declined" }), second.answer],
  });
  const screen = await open();
  await fill(screen, card);
  await pressPay(screen);
  await doing(() => $toasts.set([]));
  expect(screen.get(".notice--error").textContent).toBe("Your card was declined");

  await pressPay(screen);

  expect(screen.find(".notice--error")).toBeNull();
});

test("a promo code changes the total that is shown and agreed to", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  watchNavigation();
  const screen = await open();
  await fill(screen, card);

  await doing(() =>
    $totals.set({
      subtotal: money(42),
      discount: money(4.2),
      shipping: money(0),
      tax: money(0),
      total: money(37.8),
      quote: "q3",
    }),
  );
  expect([screen.get("strong").textContent, payButton(screen).textContent]).toEqual(["$37.80", "Pay $37.80"]);
  await pressPay(screen);

  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q3" });
});

test("a typed code that is not sent yet goes before the payment", async () => {
  const steps: string[] = [];
  fakeShop({
    [`POST ${billing}`]: () => {
      steps.push("billing");
      return reply(404, { error: "that is all" });
    },
  });
  const screen = await open();
  await fill(screen, card);
  $pendingPromoCode.set(async () => {
    steps.push("code");
    return undefined;
  });
  onTestFinished(() => $pendingPromoCode.set(undefined));

  await pressPay(screen);

  expect(steps).toEqual(["code", "billing"]);
});

test("a typed code that is refused stops the payment and is told above the form", async () => {
  const shop = fakeShop({});
  const screen = await open();
  await fill(screen, card);
  $pendingPromoCode.set(async () => "this code has ended");
  onTestFinished(() => $pendingPromoCode.set(undefined));

  await pressPay(screen);

  expect(shop.requests).toEqual([]);
  expect(screen.get("[role=alert]").textContent).toBe("this code has ended");
  expect(toasts()).toEqual(["error: some errors found"]);
});

test("without scripts it is one form with all that the payment needs, open and enabled; Back is a link (requirement 107)", async () => {
  fakeShop({});
  const screen = await open({ changes: [{ field: "total", old: "$40.00", new: "$42.00" }] }, { wait: true });

  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action"), form.noValidate]).toEqual(["post", action, true]);
  expect([...new FormData(form).keys()].sort()).toEqual(
    ["checkoutId", "quote", "formKey", "_csrf", "sameAsShipping", ...Object.keys(mary), ...Object.keys(card)].sort(),
  );
  expect(screen.find(":disabled, [hidden]")).toBeNull();
  expect(screen.get(".notice--warning").textContent).toContain("$40.00");
  expect(screen.get("a").getAttribute("href")).toBe("/storefront/checkout/shipping_method/c1/");
});

test("choices and values from before the island came alive count", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  watchNavigation();
  const screen = await open({ typed: { ...mary, sameAsShipping: true } }, { wait: true });
  screen.get("#billing-different").checked = true;
  screen.get("[name=firstName]").value = "Early";
  for (const [name, value] of Object.entries(card)) screen.get(`[name=${name}]`).value = value;

  await screen.trigger();
  expect(screen.get<HTMLFieldSetElement>(".billing__form").hidden).toBe(false);
  expect(isDisabled(screen)).toBe(false);
  await pressPay(screen);

  expect(shop.requests[0]?.body).toMatchObject({ billingAddress: { firstName: "Early" } });
});

test("a customer's saved address is billed once it is chosen, and counts only while another is billed than shipped to", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: { data: { orderId: "o1" } } });
  watchNavigation();
  const elsewhere = { ...mary, city: "Dallas", postalCode: "75201" };
  const screen = await open({ saved: [{ ...elsewhere, id: "a-1", current: false }] });
  await fill(screen, card);
  expect([screen.get<HTMLFieldSetElement>(".billing__form").disabled, isDisabled(screen)]).toEqual([true, false]);

  await doing(() => screen.get("#billing-different").click());
  expect(isDisabled(screen)).toBe(true);
  await doing(() => screen.get("[value=a-1]").click());
  await screen.type("countryArea", "TX");
  await pressPay(screen);

  expect(shop.requests[0]?.body).toMatchObject({ billingAddress: elsewhere, sameAsShipping: false });
});

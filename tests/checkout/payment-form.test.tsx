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
const totalsPath = "GET /storefront/api/checkout/totals";
const props = states.new;
const card = { cardNumber: "4242 4242 4242 4242", expirationDate: "04/31", securityCode: "123", cardName: "Mary Lee" };
const money = (amount: number) => ({ amount, currency: "USD" as const });
const ordered = { data: { orderId: "o1" } };
const confirmation = "/storefront/checkout/confirmation/o1/";
const mended = "success: billing address updated successfully";

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

type Answers = Parameters<typeof fakeShop>[0];

/** Opens the form and types a card; the shop accepts the billing address and gives `answers`. */
async function openFilled(answers: Answers = {}, more: object = {}) {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: ordered, ...answers });
  const visited = watchNavigation();
  const screen = await open(more);
  await fill(screen, card);
  return { shop, visited, screen };
}

/** Opens the form, types a card, and presses Pay once. */
async function pressed(answers: Answers = {}, more: object = {}) {
  const form = await openFilled(answers, more);
  await pressPay(form.screen);
  return form;
}

const payButton = (screen: Screen) => {
  const button = screen.get<HTMLButtonElement>(".form-actions button");
  expect(button.textContent).toMatch(/^Pay \$\d+\.\d\d$/);
  return button;
};
const pressPay = (screen: Screen) => screen.press(payButton(screen).textContent);
const isDisabled = (screen: Screen) => payButton(screen).disabled;
const cardValues = (screen: Screen) => Object.keys(card).map((name) => screen.get(`[name=${name}]`).value);
const chooseOther = (screen: Screen) => doing(() => screen.get("#billing-different").click());

test("billing goes first with the embedded address, then the card without spaces, then the confirmation opens (requirements 88, 92, 96, 104, 105, 108)", async () => {
  const { shop, visited, screen } = await pressed();
  expect(shop.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: "POST", path: billing, body: { billingAddress: mary, sameAsShipping: true, quote: "q1", checkoutId: "c1" } },
    {
      method: "POST",
      path: action,
      body: { paymentDetails: { ...card, cardNumber: "4242424242424242" }, checkoutId: "c1", quote: "q1", formKey: "form-1" },
    },
  ]);
  expect([toasts(), visited, screen.errors]).toEqual([[mended], [confirmation], []]);
});

test("another billing address is asked for in an extra form, kept while that is hidden, and sent (requirements 87, 89–91)", async () => {
  const { shop, screen } = await openFilled();
  const extra = screen.get<HTMLFieldSetElement>(".billing__form");
  expect([extra.hidden, extra.disabled, isDisabled(screen)]).toEqual([true, true, false]);
  await chooseOther(screen);
  expect([extra.hidden, extra.disabled, isDisabled(screen)]).toEqual([false, false, true]);
  const { phone, ...required } = { ...mary, firstName: "Ann", countryArea: "NY" };
  await fill(screen, required);
  expect(isDisabled(screen)).toBe(false);
  await screen.type("city", "");
  expect(isDisabled(screen)).toBe(true);

  await screen.type("city", "Albany");
  await doing(() => screen.get("#billing-same").click());
  await screen.type("securityCode", "");
  expect(isDisabled(screen)).toBe(true);
  await fill(screen, { securityCode: "123" });
  expect(isDisabled(screen)).toBe(false);
  await chooseOther(screen);
  expect(screen.get("[name=city]").value).toBe("Albany");
  await fill(screen, { phone });
  await pressPay(screen);
  const billingAddress = { ...required, city: "Albany", phone };
  expect(shop.requests[0]?.body).toEqual({ billingAddress, sameAsShipping: false, quote: "q1", checkoutId: "c1" });
});

test("broken billing rules stand at their fields and nothing is paid (requirements 60, 110)", async () => {
  const scrolled = watchScrolling();
  const errors = [{ field: "city", message: "Enter your city." }];
  const typed = { ...mary, sameAsShipping: false };
  const { shop, screen } = await pressed({ [`POST ${billing}`]: { data: { errors } } }, { typed });
  expect([shop.paths(), toasts(), scrolled]).toEqual([[`POST ${billing}`], ["error: some errors found"], ["city smooth"]]);
  expect(screen.get("#city-error").textContent).toBe("Enter your city.");
  expect(cardValues(screen)).toEqual(Object.values(card));
});

test.each([
  // The form does not show the shipping address: an alert has the message about the address.
  ["countryArea", "Blue Dream cannot be sent to Texas.", "[role=alert]"],
  ["cardNumber", "This card number is too short.", "#cardNumber-error"],
])("a broken rule of %s stands where the shopper finds it", async (field, message, place) => {
  const { screen, visited } = await pressed({ [`POST ${action}`]: { data: { errors: [{ field, message }] } } });
  expect([screen.get(place).textContent, visited]).toEqual([message, []]);
});

test.each(["paying", "completed"])(
  "a checkout that is %s already leads to its order, as after an answer that was lost",
  async (code) => {
    const refused = reply(409, { error: "This order has already been placed.", code });
    const { shop, visited } = await pressed({ [`POST ${billing}`]: refused });
    expect(shop.paths()).toEqual([`POST ${billing}`, `POST ${action}`]);
    expect([toasts(), visited]).toEqual([[], [confirmation]]);
  },
);

test("a billing address that is refused for another reason ends the payment", async () => {
  const refused = reply(404, { error: "We couldn’t find that.", code: "not_found" });
  const { shop } = await pressed({ [`POST ${billing}`]: refused });
  expect([shop.paths(), toasts()]).toEqual([[`POST ${billing}`], ["error: We couldn’t find that."]]);
});

test("the overlay tells of the payment while the card is charged, and the button is busy to the end (requirements 34, 35, 38, 39)", async () => {
  const [billed, paid] = [held(), held()];
  const { screen } = await pressed({ [`POST ${billing}`]: billed.answer, [`POST ${action}`]: paid.answer });
  expect($overlay.get().map(({ title }) => title)).toEqual(["Processing"]);
  await doing(() => billed.give({ data: {} }));
  const message =
    "Thank you for your purchase! We are currently processing your payment. This might take a few moments. Please do not refresh the page or navigate away.";
  expect($overlay.get()).toEqual([{ title: "processing your payment", message }]);
  expect([isDisabled(screen), payButton(screen).getAttribute("aria-busy")]).toEqual([true, "true"]);

  await doing(() => paid.give(ordered));
  expect($overlay.get()).toHaveLength(1);
  await doing(() => window.dispatchEvent(new Event("pageshow")));
  expect([$overlay.get(), payButton(screen).getAttribute("aria-busy")]).toEqual([[], null]);
});

test("a payment that is still being processed leads to the page that waits for its outcome", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  const error = "Your payment is still being processed.";
  const find = "GET /storefront/checkout/find?checkoutId=c1";
  const { shop } = await pressed({
    [`POST ${action}`]: reply(409, { error, code: "paying", data: { formKey: "form-2" } }),
    [find]: { data: { state: "paying" } },
  });
  expect(toasts()).toContain(`error: ${error}`);
  expect(shop.paths().at(-1)).toBe(find);
  expect(reload).toHaveBeenCalledOnce();
});

test("after a payment, and on a page that is left, the card is nowhere", async () => {
  const { screen } = await pressed();
  expect(cardValues(screen)).toEqual(["", "", "", ""]);
  expect(document.documentElement.outerHTML).not.toContain("4242");
  expect(JSON.stringify([$toasts.get(), $totals.get(), { ...localStorage }, document.cookie])).not.toContain("4242");

  await fill(screen, card);
  await doing(() => window.dispatchEvent(new Event("pagehide")));
  expect(cardValues(screen)).toEqual(["", "", "", ""]);
});

test.each([
  ["an answer that is no JSON", reply(200, "<html>"), "something went wrong please try later"],
  ["an answer without an order", reply(200, { data: {} }), "something went wrong please try later"],
  ["an empty answer", reply(200, ""), "response has no body"],
  ["a declined card", reply(402, { error: "Your card was declined" }), "Your card was declined"],
  ["another refusal", reply(409, { error: "Only 1 is left.", code: "out_of_stock" }), "Only 1 is left."],
])("%s is told, the card stays for another try (requirements 40–42, 106)", async (_what, answer, words) => {
  const second = held();
  const shown: string[][] = [];
  onTestFinished($toasts.listen(() => void shown.push(toasts())));
  const { screen, visited } = await pressed({ [`POST ${action}`]: [answer, second.answer] });
  // One toast at a time: the failure takes the place of the earlier success.
  expect([shown.filter(([toast]) => toast), visited]).toEqual([[[mended], [`error: ${words}`]], []]);
  expect([isDisabled(screen), cardValues(screen)]).toEqual([false, Object.values(card)]);
  // The message stays above Pay after the toast is gone, until the next press.
  await doing(() => $toasts.set([]));
  expect([screen.get(".notice--error").textContent, screen.find(".notice--warning")]).toEqual([words, null]);
  await pressPay(screen);
  expect(screen.find(".notice--error")).toBeNull();
});

test("each answer brings the key of the next press, and a press without an answer keeps its own", async () => {
  const errors = [{ field: "cardNumber", message: "This card number is too short." }];
  const { shop, screen } = await openFilled({
    [`POST ${action}`]: [
      () => Promise.reject(new TypeError("the network is gone")),
      reply(200, { data: { errors, formKey: "form-2" } }),
      reply(402, { error: "Your card was declined", data: { formKey: "form-3" } }),
      reply(409, { error: "You already pressed Pay on this form.", code: "already_answered", data: { formKey: "form-4" } }),
      reply(200, ordered),
    ],
  });
  for (let presses = 0; presses < 5; presses++) await pressPay(screen);
  const keys = shop.requests.filter(({ path }) => path === action).map(({ body }) => (body as { formKey: string }).formKey);
  expect(keys).toEqual(["form-1", "form-1", "form-2", "form-3", "form-4"]);
  expect(screen.get("[name=formKey]").value).toBe("form-4");
});

/** The refusal of a press that agreed to an outdated total. */
const changedTo = (total: number, changes: object[], error = "Your order total has changed.") =>
  reply(409, { error, code: "changed", data: { total: money(total), quote: "q2", changes } });
const dearer = changedTo(44.5, [{ field: "total", old: "$42.00", new: "$44.50" }]);

test("a changed total is not charged: both totals are shown, and the next press agrees to the new one", async () => {
  const sums = { subtotal: money(40), discount: money(0), shipping: money(4.5), tax: money(0), total: money(44.5), quote: "q2" };
  const { shop, screen, visited } = await pressed({
    [`POST ${action}`]: [dearer, reply(200, ordered)],
    [totalsPath]: { data: sums },
  });
  for (const total of ["$42.00", "$44.50"]) expect(screen.get(".notice--warning").textContent).toContain(total);
  expect(toasts()).toContain("error: Your order total has changed.");
  expect([$totals.get(), visited]).toEqual([sums, []]);

  // A promo code changes the total: the next press agrees to the new total.
  await doing(() => $totals.set({ ...sums, total: money(40), quote: "q3" }));
  expect(screen.find(".notice--warning")).toBeNull();
  expect([screen.get("strong").textContent, payButton(screen).textContent]).toEqual(["$40.00", "Pay $40.00"]);
  await pressPay(screen);
  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q3" });
  expect(visited).toEqual([confirmation]);
});

test("the next press agrees to the total that the refusal named, also when the sums cannot be read", async () => {
  const { shop, screen } = await pressed({
    [`POST ${action}`]: [dearer, reply(200, ordered)],
    [totalsPath]: reply(500, { error: "not now" }),
  });
  expect(screen.get("strong").textContent).toBe("$44.50");
  await pressPay(screen);
  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q2" });
});

test("with a changed total come the products as they are now and what the server tells of them", async () => {
  const lines = [line("a", 2)];
  const { screen } = await pressed({
    [`POST ${action}`]: changedTo(24, [{ field: "total", old: "$42.00", new: "$24.00" }]),
    [totalsPath]: { data: { ...totalsOf(lines), quote: "q2" } },
    "GET /storefront/checkout/find": cart(lines, { notice: "ONEUSE was removed." }),
  });
  expect($cart.get().lines).toEqual(lines);
  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("ONEUSE was removed.");
  expect(words).toContain("Your order total was $42.00 and is now $24.00.");
  expect(cardValues(screen)).toEqual(Object.values(card));
});

test("an address that another tab changed is told as it was and as it is, and the next press agrees to it", async () => {
  const address = { field: "shippingAddress", old: "1 Elm Street", new: "9 Cedar Court" };
  const error = "Your order’s shipping address has changed.";
  const { shop, screen } = await pressed({
    [`POST ${billing}`]: [changedTo(42, [address], error), reply(200, { data: {} })],
    [totalsPath]: { data: { ...totalsOf([]), total: money(42), quote: "q2", changes: [] } },
  });
  expect(shop.paths()).not.toContain(`POST ${action}`);
  expect(shop.paths()).toContain(`${totalsPath}?checkoutId=c1&quote=q2`);
  const words = "Your shipping address was 1 Elm Street and is now 9 Cedar Court.Nothing was charged";
  expect(screen.get(".notice--warning").textContent).toContain(words);
  expect([toasts(), cardValues(screen)]).toEqual([[`error: ${error}`], Object.values(card)]);
  await pressPay(screen);
  expect(shop.requests.at(-1)?.body).toMatchObject({ quote: "q2", formKey: "form-1" });
});

test("a promo code brings the sums of what stands now: what else has changed by then is told before it is agreed to", async () => {
  const { screen } = await openFilled();
  const changes = [
    { field: "total" as const, old: "$42.00", new: "$37.80" },
    { field: "email" as const, old: "mary@example.com", new: "eve@example.com" },
  ];
  await doing(() => $totals.set({ ...totalsOf([]), total: money(37.8), quote: "q3", changes }));
  const words = screen.get(".notice--warning").textContent;
  expect(words).toContain("Your email was mary@example.com and is now eve@example.com.");
  expect(words).not.toContain("$37.80");
  expect(screen.get("[name=quote]").value).toBe("q3");
});

test("a typed code that is not sent yet goes before the payment, and stops it where it is refused", async () => {
  const steps: string[] = [];
  const { shop, screen } = await openFilled({
    [`POST ${billing}`]: () => {
      steps.push("billing");
      return reply(404, { error: "that is all" });
    },
  });
  onTestFinished(() => $pendingPromoCode.set(undefined));
  $pendingPromoCode.set(async () => "this code has ended");
  await pressPay(screen);
  expect([shop.requests, toasts()]).toEqual([[], ["error: some errors found"]]);
  expect(screen.get("[role=alert]").textContent).toBe("this code has ended");

  $pendingPromoCode.set(async () => void steps.push("code"));
  await pressPay(screen);
  expect(steps).toEqual(["code", "billing"]);
});

test("without scripts it is one form with all that the payment needs, open and enabled; Back is a link (requirement 107)", async () => {
  fakeShop({});
  const screen = await open({ changes: [{ field: "total", old: "$40.00", new: "$42.00" }] }, { wait: true });
  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action"), form.noValidate]).toEqual(["post", action, true]);
  const fields = ["checkoutId", "quote", "formKey", "_csrf", "sameAsShipping", ...Object.keys(mary), ...Object.keys(card)];
  expect([...new FormData(form).keys()].sort()).toEqual(fields.sort());
  expect(screen.find(":disabled, [hidden]")).toBeNull();
  expect(screen.get(".notice--warning").textContent).toContain("$40.00");
  expect(screen.get("a").getAttribute("href")).toBe("/storefront/checkout/shipping_method/c1/");
});

test("choices and values from before the island came alive count", async () => {
  const shop = fakeShop({ [`POST ${billing}`]: { data: {} }, [`POST ${action}`]: ordered });
  watchNavigation();
  const screen = await open({ typed: { ...mary, sameAsShipping: true } }, { wait: true });
  screen.get("#billing-different").checked = true;
  const values = { firstName: "Early", ...card };
  for (const [name, value] of Object.entries(values)) screen.get(`[name=${name}]`).value = value;
  await screen.trigger();
  expect([screen.get<HTMLFieldSetElement>(".billing__form").hidden, isDisabled(screen)]).toEqual([false, false]);
  await pressPay(screen);
  expect(shop.requests[0]?.body).toMatchObject({ billingAddress: { firstName: "Early" } });
});

test("a customer's saved address is billed once it is chosen, and counts only while another is billed than shipped to", async () => {
  const elsewhere = { ...mary, city: "Dallas", postalCode: "75201" };
  const { shop, screen } = await openFilled({}, { saved: [{ ...elsewhere, id: "a-1", current: false }] });
  expect([screen.get<HTMLFieldSetElement>(".billing__form").disabled, isDisabled(screen)]).toEqual([true, false]);
  await chooseOther(screen);
  expect(isDisabled(screen)).toBe(true);
  await doing(() => screen.get("[value=a-1]").click());
  await screen.type("countryArea", "TX");
  await pressPay(screen);
  expect(shop.requests[0]?.body).toMatchObject({ billingAddress: elsewhere, sameAsShipping: false });
});

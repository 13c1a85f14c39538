import Cookies from "js-cookie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as orderTotal from "../../islands/checkout/order-total.tsx";
import * as orderTotals from "../../islands/checkout/order-totals.tsx";
import { schema } from "../../islands/checkout/promo-field.props.ts";
import * as promoField from "../../islands/checkout/promo-field.tsx";
import { showCheckout } from "../../islands/stores/cart.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import { $pendingPromoCode } from "../../islands/stores/promo.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, islandHtml, openScreen } from "../islands-shop/screen.ts";
import { states as totalStates } from "./order-total.states.ts";
import { states as totalsStates } from "./order-totals.states.ts";
import { states } from "./promo-field.states.ts";

const add = "POST /storefront/api/checkout/add-promo";
const takeBack = "POST /storefront/api/checkout/remove-promo";
const sums = "GET /storefront/api/checkout/totals";
const money = (amount: number) => ({ amount, currency: "USD" as const });
const before = totalsStates["without the tax"].totals;
const after = { ...before, discount: money(4.2), total: money(37.8), quote: "q2" };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const open = (more: object = {}, options: object = {}) =>
  openScreen("promo-field", { ...promoField, schema }, { ...states.empty, ...more }, options);
const pass = (milliseconds: number) => doing(() => vi.advanceTimersByTime(milliseconds));

function listenForPromo(): unknown[] {
  const heard: unknown[] = [];
  const hear = ({ detail }: CustomEvent) => void heard.push(detail);
  document.addEventListener("promoUpdate", hear);
  onTestFinished(() => document.removeEventListener("promoUpdate", hear));
  return heard;
}

test("a pause of 1000 ms applies what was typed, 999 ms do not (requirements 63, 111)", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const screen = await open();

  await screen.type("promoCode", "WELCOME10");
  await pass(999);
  expect(shop.requests).toEqual([]);
  await pass(1);

  expect(shop.paths()[0]).toBe(add);
  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
  await pass(5_000);
  expect(shop.paths().filter((path) => path === add)).toHaveLength(1);
});

test("typing on begins the pause again (requirement 111)", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const screen = await open();

  await screen.type("promoCode", "WEL");
  await pass(999);
  await screen.type("promoCode", "WELCOME10");
  await pass(999);
  expect(shop.requests).toEqual([]);
  await pass(1);

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
});

test("an emptied field applies nothing", async () => {
  const shop = fakeShop({});
  const screen = await open();

  await screen.type("promoCode", "WEL");
  await screen.type("promoCode", "  ");
  await pass(2_000);

  expect(shop.requests).toEqual([]);
});

test("neither call carries a token, nor asks for one (requirement 121)", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [takeBack]: { data: {} }, [sums]: { data: after } });
  Cookies.remove("csrftoken");
  const screen = await open();
  await screen.type("promoCode", "WELCOME10");
  await pass(1_000);

  await screen.press("Remove promo code");

  expect(shop.paths()).toEqual([add, `${sums}?checkoutId=c1`, takeBack, `${sums}?checkoutId=c1`]);
  expect(shop.requests.map(({ headers }) => headers.get("x-csrftoken"))).toEqual([null, null, null, null]);
});

test("an applied code is told, closes the field, offers its removal and is broadcast (requirements 112–116)", async () => {
  const call = held();
  fakeShop({ [add]: call.answer, [sums]: { data: after } });
  const heard = listenForPromo();
  const screen = await open();
  await screen.type("promoCode", "WELCOME10");

  await pass(1_000);
  expect(toasts()).toEqual(["info: applying promo code..."]);
  expect(screen.button("Apply").getAttribute("aria-busy")).toBe("true");
  expect($overlay.get()).toEqual([]);
  await doing(() => call.give(reply(200, "")));

  expect(toasts()).toEqual(["success: promo code applied successfully"]);
  expect(screen.get("#promoCode").disabled).toBe(true);
  expect(screen.button("Remove promo code").disabled).toBe(false);
  expect(heard).toEqual([{ promoCode: "WELCOME10", applied: true }]);
  expect(screen.errors).toEqual([]);
});

test("after a code has applied itself the focus is at the form, where no next key removes it", async () => {
  fakeShop({ [add]: reply(200, ""), [sums]: { data: after } });
  const screen = await open();
  await doing(() => screen.get("#promoCode").focus());
  await screen.type("promoCode", "WELCOME10");

  await screen.submit();

  expect(document.activeElement).toBe(screen.get("form"));
});

test("the removal is told, empties and opens the field, hides its button and is broadcast (requirements 64, 117–119)", async () => {
  const shop = fakeShop({ [takeBack]: reply(200, ""), [sums]: { data: before } });
  const heard = listenForPromo();
  const screen = await open({ code: "WELCOME10", applied: true });
  expect(screen.get("#promoCode").disabled).toBe(true);

  await screen.press("Remove promo code");

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
  expect(toasts()).toEqual(["success: removed successfully"]);
  const field = screen.get("#promoCode");
  expect([field.value, field.disabled]).toEqual(["", false]);
  expect(screen.find("[aria-label='Remove promo code']")).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(heard).toEqual([{ promoCode: "WELCOME10", applied: false }]);
});

test.each([
  ["a refusal with words", reply(422, { error: "this code has ended" }), "this code has ended"],
  ["a refusal without words", reply(500, "<html>"), "This promo code can’t be used."],
  ["a success that is not 200", reply(204), "This promo code can’t be used."],
])("%s shows the error state and no success (requirement 120)", async (_what, answer, words) => {
  fakeShop({ [add]: answer });
  const heard = listenForPromo();
  const screen = await open();
  await screen.type("promoCode", "EXPIRED1");

  await pass(1_000);

  const field = screen.get("#promoCode");
  expect(screen.get("#promoCode-error").textContent).toBe(words);
  expect([field.getAttribute("aria-invalid"), field.getAttribute("aria-describedby")]).toEqual(["true", "promoCode-error"]);
  expect([field.value, field.disabled]).toEqual(["EXPIRED1", false]);
  expect(toasts()).toEqual([]);
  expect(heard).toEqual([]);
});

test("the error state goes with the next attempt", async () => {
  const second = held();
  fakeShop({ [add]: [reply(422, { error: "this code has ended" }), second.answer], [sums]: { data: after } });
  const screen = await open();
  await screen.type("promoCode", "EXPIRED1");
  await pass(1_000);

  await screen.type("promoCode", "WELCOME10");
  await pass(1_000);
  expect(screen.find("#promoCode-error")).toBeNull();
  await doing(() => second.give({ data: {} }));
});

test("the error state goes with the first letter that is typed anew", async () => {
  fakeShop({ [add]: reply(422, { error: "this code has ended" }) });
  const screen = await open();
  await screen.type("promoCode", "EXPIRED1");
  await pass(1_000);

  await screen.type("promoCode", "EXPIRED");

  expect(screen.find("#promoCode-error")).toBeNull();
  expect(screen.get("#promoCode").getAttribute("aria-invalid")).toBeNull();
});

test("a code typed in small letters is shown as the shop writes it", async () => {
  fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const heard = listenForPromo();
  const screen = await open();
  await screen.type("promoCode", "welcome10");

  await pass(1_000);

  expect(screen.get("#promoCode").value).toBe("WELCOME10");
  expect(heard).toEqual([{ promoCode: "WELCOME10", applied: true }]);
});

/** Finishes the field's pending change, as the payment does when Pay is pressed. */
const endTyping = async () => {
  let refusal: string | undefined;
  await doing(async () => {
    refusal = await $pendingPromoCode.get()?.();
  });
  return refusal;
};

test("who pays before the pause is over has the code applied first, once", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const screen = await open();
  await screen.type("promoCode", "WELCOME10");

  expect(await endTyping()).toBeUndefined();

  await pass(2_000);
  expect(shop.paths()).toEqual([add, `${sums}?checkoutId=c1`]);
  expect($pendingPromoCode.get()).toBeUndefined();
});

test("who pays while a code is being applied waits for it, and hears of its refusal", async () => {
  const call = held();
  const shop = fakeShop({ [add]: call.answer });
  const screen = await open();
  await screen.type("promoCode", "EXPIRED1");
  await pass(1_000);

  let ended: Promise<string | undefined> | undefined;
  await doing(() => {
    ended = $pendingPromoCode.get()?.();
  });
  await doing(() => call.give(reply(422, { error: "this code has ended" })));

  expect(await ended).toBe("this code has ended");
  expect(shop.requests).toHaveLength(1);
  expect($pendingPromoCode.get()).toBeUndefined();
});

test("an emptied field keeps nobody from paying", async () => {
  const shop = fakeShop({});
  const screen = await open();
  await screen.type("promoCode", "WEL");
  await screen.type("promoCode", "");

  expect(await endTyping()).toBeUndefined();

  expect(shop.requests).toEqual([]);
});

test("a lost connection shows the error state (requirements 43, 120)", async () => {
  const call = held();
  fakeShop({ [add]: call.answer });
  const screen = await open();
  await screen.type("promoCode", "WELCOME10");
  await pass(1_000);

  await doing(() => call.lose());

  expect(screen.get("#promoCode-error").textContent).toBe("We couldn’t reach the shop. Please try again.");
  expect(screen.button("Apply").disabled).toBe(false);
});

test("Apply does not wait, and the pause after it applies nothing again", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const screen = await open();
  await screen.type("promoCode", "WELCOME10");

  await screen.press("Apply");
  await pass(2_000);

  expect(shop.paths()).toEqual([add, `${sums}?checkoutId=c1`]);
});

test("a code that was refused at once is not sent again by the pause", async () => {
  const shop = fakeShop({ [add]: reply(422, { error: "no such code" }) });
  const screen = await open();
  await screen.type("promoCode", "TYPO1");

  await screen.press("Apply");
  await pass(2_000);

  expect(shop.requests).toHaveLength(1);
});

test("what is typed while a code is being applied waits for its answer", async () => {
  const first = held();
  const shop = fakeShop({ [add]: [first.answer, reply(200, "")], [sums]: { data: after } });
  const screen = await open();
  await screen.type("promoCode", "WEL");
  await pass(1_000);

  await screen.type("promoCode", "WELCOME10");
  await pass(1_000);
  expect(shop.requests).toHaveLength(1);
  await doing(() => first.give(reply(422, { error: "no such code" })));
  await pass(1_000);

  expect(shop.requests[1]?.body).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
  expect(screen.get("#promoCode").value).toBe("WELCOME10");
});

test("the totals of the page follow the code, in the list and in the summary's head (requirements 50, 116)", async () => {
  fakeShop({
    [add]: { data: {} },
    [takeBack]: { data: {} },
    [sums]: [reply(200, { data: { ...after, promo: "WELCOME10" } }), reply(200, { data: { ...before, discount: money(1) } })],
  });
  const list = islandHtml("order-totals", totalsStates["without the tax"]);
  const head = islandHtml("order-total", totalStates["forty-two dollars"]);
  const screen = await open({}, { beside: list + head, others: { "order-totals": orderTotals, "order-total": orderTotal } });
  const shown = () => [...document.querySelectorAll("dl.totals div")].map((row) => row.textContent);
  const headTotal = () => document.querySelector("[data-island=order-total]")?.textContent;
  expect(shown()).toEqual(["Subtotal$42.00", "ShippingFree", "TaxCalculated later", "Total$42.00"]);

  await screen.type("promoCode", "WELCOME10");
  await pass(1_000);
  expect(shown()).toEqual(["Subtotal$42.00", "Discount (WELCOME10)−$4.20", "ShippingFree", "TaxCalculated later", "Total$37.80"]);
  expect(headTotal()).toBe("$37.80");

  await screen.press("Remove promo code");
  expect(shown()).toEqual(["Subtotal$42.00", "Discount−$1.00", "ShippingFree", "TaxCalculated later", "Total$42.00"]);
  expect(headTotal()).toBe("$42.00");
});

test("a code that the server has taken off by itself leaves the field", async () => {
  fakeShop({});
  const screen = await open({ code: "ONEUSE", applied: true });

  await doing(() => showCheckout({ id: "c1", state: "open", lines: [], promoCode: null }));

  expect([screen.get("#promoCode").value, screen.get("#promoCode").disabled]).toEqual(["", false]);
  expect(screen.find("[aria-label='Remove promo code']")).toBeNull();
});

test("what is being typed stays when the server has no code either", async () => {
  fakeShop({});
  const screen = await open();
  await screen.type("promoCode", "WELC");

  await doing(() => showCheckout({ id: "c1", state: "open", lines: [], promoCode: null }));

  expect(screen.get("#promoCode").value).toBe("WELC");
});

test("without scripts it is a form to apply a code, and one to take it back that still names the code", async () => {
  fakeShop({});
  const apply = await open({ code: "TYPO1", error: "no such code" }, { wait: true });
  const form = apply.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/storefront/api/checkout/add-promo"]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ checkoutId: "c1", promoCode: "TYPO1" });
  expect(apply.get("#promoCode-error").textContent).toBe("no such code");
  expect(apply.button("Apply").disabled).toBe(false);
  await apply.unmount();

  const remove = await open({ code: "WELCOME10", applied: true }, { wait: true });
  const other = remove.get<HTMLFormElement>("form");
  expect(other.getAttribute("action")).toBe("/storefront/api/checkout/remove-promo");
  expect(Object.fromEntries(new FormData(other))).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
});

test("a code typed before the island came alive is applied after the pause", async () => {
  const shop = fakeShop({ [add]: { data: {} }, [sums]: { data: after } });
  const screen = await open({}, { wait: true });
  screen.get("#promoCode").value = "WELCOME10";

  await screen.trigger();
  await pass(1_000);

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", promoCode: "WELCOME10" });
});

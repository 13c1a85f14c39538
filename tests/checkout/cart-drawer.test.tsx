import Cookies from "js-cookie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as cartButton from "../../islands/checkout/cart-button.tsx";
import { schema } from "../../islands/checkout/cart-drawer.props.ts";
import * as cartDrawer from "../../islands/checkout/cart-drawer.tsx";
import { $cart, addLine, checkoutId, loadCart, openCart } from "../../islands/stores/cart.ts";
import { $drawer } from "../../islands/stores/drawer.ts";
import { cart, line, noGifts, totalsOf } from "../islands-shop/cart-lines.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, islandHtml, openScreen } from "../islands-shop/screen.ts";
import { states as buttonStates } from "./cart-button.states.ts";
import { states as drawerStates } from "./cart-drawer.states.ts";

const find = "GET /storefront/checkout/find";
const reads = {
  "GET /storefront/api/checkout/totals": { data: totalsOf([line("a", 2)]) },
  "GET /storefront/api/checkout/gift-products": { data: noGifts },
};
const drawer = { "cart-drawer": { ...cartDrawer, schema } };
const openButton = (beside = islandHtml("cart-drawer", drawerStates.closed)) =>
  openScreen("cart-button", cartButton, buttonStates.empty, { beside, others: drawer });
const nextTask = () => doing(() => vi.advanceTimersByTime(1)).then(() => doing(() => {}));

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("the button tells how many are in the cart", async () => {
  fakeShop({ [find]: cart([line("a", 2), line("b", 1)]) });
  Cookies.set("checkoutId", "c1");

  const screen = await openButton();
  await doing(() => {});

  const link = screen.get("a");
  expect([link.textContent, screen.get(".site-action__count").textContent]).toEqual(["Cart 3", "3"]);
});

test("back from the back-forward cache, the button counts anew", async () => {
  fakeShop({ [find]: [cart([line("a", 2)]), cart([line("a", 5)])] });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => {});

  await doing(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false })));
  expect(screen.get(".site-action__count").textContent).toBe("2");

  await doing(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  expect(screen.get(".site-action__count").textContent).toBe("5");
});

test("without a checkout nothing is asked and nothing counted", async () => {
  const shop = fakeShop({});

  const screen = await openButton();
  await doing(() => {});

  expect(shop.requests).toEqual([]);
  expect(screen.find(".site-action__count")).toBeNull();
});

test("a press opens the drawer with lines, sums and the way to the till, and Close closes it", async () => {
  fakeShop({ [find]: cart([line("a", 2)]), ...reads });
  Cookies.set("checkoutId", "c1");
  const modal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  onTestFinished(() => modal.mockRestore());
  const screen = await openButton();
  await doing(() => {});

  await doing(() => screen.get("a").click());
  await nextTask();

  const dialog = screen.get<HTMLDialogElement>("dialog");
  expect(modal).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
  expect(dialog.getAttribute("aria-labelledby")).toBe(dialog.querySelector("h2")?.id);
  expect(screen.get("dialog h3").textContent).toBe("Seeds a");
  expect(screen.get("dialog .totals__total dd").textContent).toBe("$24.00");
  expect(screen.get("dialog .button--primary").getAttribute("href")).toBe("/storefront/checkout/contact/c1/");

  await screen.press("Close");
  expect(dialog.open).toBe(false);
  expect($drawer.get()).toBe(false);
});

test("each opening shows what another tab has changed", async () => {
  fakeShop({ [find]: [cart([line("a", 2)]), cart([line("b", 1)])], ...reads });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => {});

  await doing(() => screen.get("a").click());
  await nextTask();

  expect(screen.get("dialog h3").textContent).toBe("Seeds b");
});

test("the cart of an account whose session is over leads to the sign-in, instead of looking empty", async () => {
  onTestFinished(() => document.querySelector("[data-island=session-over]")?.remove());
  fakeShop({ [find]: () => reply(401, { error: "Please sign in to continue.", code: "signed_out" }) });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => {});
  expect(document.querySelector("[data-island=session-over]")).toBeNull();

  await doing(() => screen.get("a").click());
  await nextTask();

  expect(document.querySelectorAll("[data-island=session-over]")).toHaveLength(1);
});

test("the Escape key closes it too, and it opens again", async () => {
  fakeShop({ [find]: cart([line("a", 2)]), ...reads });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => $drawer.set(true));
  const dialog = screen.get<HTMLDialogElement>("dialog");

  await doing(() => dialog.close());
  expect($drawer.get()).toBe(false);
  await doing(() => $drawer.set(true));

  expect(dialog.open).toBe(true);
});

test("a press before the close event of Escape, which comes a frame later, opens the drawer again", async () => {
  fakeShop({ [find]: cart([line("a", 1)]), ...reads });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => screen.get("a").click());
  await nextTask();
  const dialog = screen.get<HTMLDialogElement>("dialog");

  await doing(() => dialog.dispatchEvent(new Event("cancel")));
  await doing(() => screen.get("a").click());
  await nextTask();
  await doing(() => dialog.dispatchEvent(new Event("close")));

  expect([dialog.open, $drawer.get()]).toEqual([true, true]);
});

test("a press that asks for a new tab is left to the browser", async () => {
  fakeShop({});
  const screen = await openButton();

  const press = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  const link = screen.get("a");
  link.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await doing(() => link.dispatchEvent(press));
  await nextTask();

  expect($drawer.get()).toBe(false);
  expect(link.getAttribute("href")).toBe("/storefront/cart/");
});

test("toasts stand in the drawer while it is open, as the page below is inert", async () => {
  fakeShop({
    [find]: cart([line("a", 2)]),
    "PUT /storefront/checkout/line/increase": reply(409, { error: "Only 2 of “Seeds a” are left." }),
    ...reads,
  });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => $drawer.set(true));

  await screen.press("One more Seeds a");

  expect(screen.get("dialog [role=alert]").textContent).toBe("Only 2 of “Seeds a” are left.");
});

test("the drawer's island comes into the page at the first opening, once, and never beside the cart's own page", async () => {
  fakeShop({});
  const drawers = () => document.querySelectorAll("[data-island=cart-drawer]");
  const takeAway = () => {
    for (const one of drawers()) one.remove();
  };
  onTestFinished(takeAway);

  await doing(() => [openCart(), openCart()]);
  vi.runAllTimers();
  expect(drawers()).toHaveLength(1);
  expect((drawers()[0] as HTMLElement).dataset.islandOn).toBe("load");
  expect($drawer.get()).toBe(true);

  takeAway();
  $drawer.set(false);
  const page = document.body.appendChild(document.createElement("div"));
  page.dataset.island = "cart-lines";
  await doing(() => openCart());
  vi.runAllTimers();
  page.remove();
  expect(drawers()).toHaveLength(0);
  expect($drawer.get()).toBe(false);
});

test("the first thing bought begins a checkout (requirement 44)", async () => {
  const shop = fakeShop({
    "POST /storefront/checkout/create": () => {
      Cookies.set("checkoutId", "c9");
      return reply(200, { data: { checkoutId: "c9" } });
    },
    [find]: cart([line("a", 2)]),
  });
  const screen = await openButton();

  await doing(() => addLine("v-a", 2));

  expect(shop.requests[0]).toMatchObject({
    path: "/storefront/checkout/create",
    body: { lines: [{ variantId: "v-a", quantity: 2 }] },
  });
  expect(shop.requests[1]?.path).toBe("/storefront/checkout/find?checkoutId=c9");
  expect(screen.get(".site-action__count").textContent).toBe("2");
});

test("the first thing bought is in the drawer also where the browser shows its cookie late, as WebKit does", async () => {
  const shop = fakeShop({
    "POST /storefront/checkout/create": { data: { checkoutId: "c9" } },
    [find]: cart([line("a", 2)]),
    ...reads,
  });
  const screen = await openButton();

  await doing(() => addLine("v-a", 2));
  await nextTask();

  expect(shop.requests.slice(1, 4).every(({ path }) => path.endsWith("?checkoutId=c9"))).toBe(true);
  expect(screen.get("dialog").textContent).toContain("Seeds a");
  Cookies.set("checkoutId", "c9");
  expect(checkoutId()).toBe("c9");
});

test("the drawer's script comes beside the call that adds, and the button is busy until it is there", async () => {
  const created = held();
  fakeShop({ "POST /storefront/checkout/create": created.answer, [find]: cart([line("a", 2)]) });
  $drawer.set(undefined);
  onTestFinished(() => document.querySelector("[data-island=cart-drawer]")?.remove());
  let isAdded = false;
  await doing(() => void addLine("v-a", 2).then(() => (isAdded = true)));
  expect(document.querySelectorAll("[data-island=cart-drawer]")).toHaveLength(1);

  await doing(() => created.give({ data: { checkoutId: "c9" } }));
  expect(isAdded).toBe(false);
  await doing(() => $drawer.set(false));

  expect(isAdded).toBe(true);
  await nextTask();
  expect($drawer.get()).toBe(true);
});

test("the drawer opens with the answer to its call, while lines and sums of a new checkout are on their way", async () => {
  const found = held();
  const shop = fakeShop({
    "POST /storefront/checkout/create": { data: { checkoutId: "c9" } },
    [find]: found.answer,
    ...reads,
  });
  const screen = await openButton();

  await doing(() => addLine("v-a", 2));
  await nextTask();

  expect(screen.get<HTMLDialogElement>("dialog").open).toBe(true);
  expect(screen.get(".drawer__body").getAttribute("aria-busy")).toBe("true");
  const called = shop.paths().map((path) => path.replace("?checkoutId=c9", ""));
  expect(called.sort()).toEqual([...Object.keys(reads), find, "POST /storefront/checkout/create"].sort());
  await doing(() => found.give(cart([line("a", 2)])));
  expect(screen.get("dialog h3").textContent).toBe("Seeds a");
  expect(screen.get("dialog .totals__total dd").textContent).toBe("$24.00");
});

const changeInOtherTab = () => doing(() => window.dispatchEvent(Object.assign(new Event("storage"), { key: "cart" })));

test("an open drawer follows what another tab does to the cart, lines and sums", async () => {
  fakeShop({
    [find]: [cart([line("a", 2)]), cart([line("a", 2)]), cart([line("b", 1)])],
    ...reads,
    "GET /storefront/api/checkout/totals": [
      reply(200, { data: totalsOf([line("a", 2)]) }),
      reply(200, { data: totalsOf([line("b", 1)]) }),
    ],
  });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();
  await doing(() => {});
  await doing(() => screen.get("a").click());
  await nextTask();
  expect(screen.get("dialog h3").textContent).toBe("Seeds a");

  await changeInOtherTab();

  expect(screen.get("dialog h3").textContent).toBe("Seeds b");
  expect(screen.get("dialog .totals__total dd").textContent).toBe("$12.00");
});

test("more goes into the checkout that there is, and the drawer opens (requirement 52)", async () => {
  const shop = fakeShop({ [find]: cart([line("a", 2)]), "POST /storefront/checkout/line": cart([line("a", 3)]), ...reads });
  Cookies.set("checkoutId", "c1");
  const screen = await openButton();

  await doing(() => addLine("v-a"));
  await nextTask();

  expect(shop.requests[1]).toMatchObject({
    path: "/storefront/checkout/line",
    body: { checkoutId: "c1", variantId: "v-a", quantity: 1 },
  });
  expect(screen.get<HTMLDialogElement>("dialog").open).toBe(true);
  expect(screen.get(".site-action__count").textContent).toBe("3");
  expect(localStorage.cart).toMatch(/^0?\.\d+/);
});

test("a checkout that is gone is replaced by a new one with the products in it (requirement 45)", async () => {
  const gone = reply(404, { error: "We couldn’t find that.", code: "not_found" });
  const shop = fakeShop({
    [find]: [gone, reply(200, cart([line("a", 1)]))],
    "POST /storefront/checkout/line": gone,
    "POST /storefront/checkout/create": { data: { checkoutId: "c2" } },
  });
  Cookies.set("checkoutId", "c1");
  await loadCart();
  expect($cart.get().lines).toEqual([]);

  await doing(() => addLine("v-a"));

  expect(shop.paths().slice(1, 3)).toEqual(["POST /storefront/checkout/line", "POST /storefront/checkout/create"]);
  expect($cart.get().lines).toHaveLength(1);
  await nextTask();
  document.querySelector("[data-island=cart-drawer]")?.remove();
});

test("products that cannot be had are refused to whoever asked, and the drawer stays shut", async () => {
  fakeShop({ "POST /storefront/checkout/line": reply(409, { error: "“Seeds a” is out of stock." }) });
  Cookies.set("checkoutId", "c1");

  await expect(addLine("v-a")).rejects.toThrow("“Seeds a” is out of stock.");
  await nextTask();

  expect($drawer.get()).toBe(false);
  expect(toasts()).toEqual([]);
});

test("a completed checkout is an empty cart (requirement 49)", async () => {
  fakeShop({ [find]: { data: { id: "c1", state: "completed" } } });
  Cookies.set("checkoutId", "c1");

  await loadCart();

  expect($cart.get().lines).toEqual([]);
});

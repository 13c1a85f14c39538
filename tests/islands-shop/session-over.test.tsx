import { expect, onTestFinished, test } from "vitest";
import { CallError } from "../../islands/call.ts";
import { schema as addressSchema } from "../../islands/checkout/address-form.props.ts";
import * as addressForm from "../../islands/checkout/address-form.tsx";
import { changePromo } from "../../islands/checkout/promo-call.ts";
import { AddressAct } from "../../islands/customers/address-act.tsx";
import { schema as sessionOverSchema } from "../../islands/identity/session-over.props.ts";
import * as sessionOver from "../../islands/identity/session-over.tsx";
import { $cart, addLine } from "../../islands/stores/cart.ts";
import { stepLine } from "../../islands/stores/cart-steps.ts";
import { $wishlist, setFavourite } from "../../islands/stores/wishlist.ts";
import { readCookie, recordCookie } from "../../islands/ui/cookies.ts";
import { showFailure } from "../../islands/ui/failure.ts";
import { line } from "./cart-lines.ts";
import { countries, mary, nobody } from "./countries.ts";
import { fakeShop, reply, toasts } from "./fake-shop.ts";
import { doing, openScreen, watchNavigation } from "./screen.ts";
import { states } from "./session-over.states.ts";

const over = () => reply(401, { error: "please sign in to go on", code: "signed_out" });

test("adding to a cart that was a customer's begins a guest's, which joins it at the sign-in", async () => {
  const shop = fakeShop({
    "POST /storefront/checkout/line": over,
    "POST /storefront/checkout/create": { data: { checkoutId: "c-new" } },
    "GET /storefront/checkout/find": { data: { id: "c-new", state: "open", lines: [], promoCode: null } },
  });
  recordCookie("checkoutId", "c-old");
  await addLine("v-1");
  expect(shop.paths()).toEqual([
    "POST /storefront/checkout/line",
    "POST /storefront/checkout/create",
    "GET /storefront/checkout/find?checkoutId=c-new",
  ]);
  expect(readCookie("checkoutId")).toBe("c-new");
});

const island = { ...sessionOver, schema: sessionOverSchema };
const draft = "POST /storefront/api/draft";
const signIn = (page: string) => `/identity/signin/?next=${encodeURIComponent(page)}`;

/** A page of this shop; records the addresses that it was left for. */
function pageAt(path: string): string[] {
  const before = location.href;
  history.replaceState(null, "", path);
  onTestFinished(() => history.replaceState(null, "", before));
  return watchNavigation();
}

/** The island that a refused call has inserted, brought to life like by the loader. */
async function leave(beside = "") {
  expect(document.querySelectorAll("body > [data-island=session-over]")).toHaveLength(1);
  await openScreen("session-over", island, states["while the session lasts"], { beside });
  await doing(() => {});
}

const gone = () => onTestFinished(() => document.querySelector("body > [data-island=session-over]")?.remove());

test("a form whose session is over leads to the sign-in without a toast, and is kept but for its token", async () => {
  gone();
  const shipping = "/storefront/checkout/shipping";
  const visited = pageAt("/storefront/checkout/shipping/c1/?address=a1");
  const shop = fakeShop({ [`POST ${shipping}`]: over, [draft]: { data: {} } });
  const typed = { ...nobody, saveForLater: false };
  const props = {
    checkoutId: "c1",
    action: shipping,
    token: "t-1",
    errors: [],
    back: "/",
    countries,
    saveLabel: "",
    saved: [],
    typed,
  };
  const screen = await openScreen("address-form", { ...addressForm, schema: addressSchema }, props);
  for (const [name, value] of Object.entries(mary)) await screen.type(name, value);
  await screen.press("Continue");
  await leave();
  const kept = shop.requests.find(({ path }) => path === "/storefront/api/draft")?.body;
  expect(kept).toMatchObject({ path: "/storefront/checkout/shipping/c1/", form: shipping, typed: { city: mary.city } });
  expect(visited).toEqual([signIn("/storefront/checkout/shipping/c1/?address=a1")]);
  expect(toasts()).toEqual([]);
});

test("a call that is no form keeps what is typed elsewhere on the page, but no password, card or file", async () => {
  gone();
  const visited = pageAt("/storefront/dashboard/settings/");
  const shop = fakeShop({ "DELETE /storefront/api/customers/address": over, [draft]: { data: {} } });
  const act = { method: "DELETE", action: "/storefront/api/customers/address", id: "a-1", token: "t-1" } as const;
  const row = () => (
    <AddressAct {...act} words="address removed correctly" onDone={() => {}}>
      Remove
    </AddressAct>
  );
  const screen = await openScreen("address-act", { default: row, schema: sessionOverSchema }, {});
  await screen.press("Remove");
  expect(toasts()).toEqual([]);

  const forms = `<form method="post" action="/storefront/api/customers/address">
      <input type="hidden" name="id" value="a-2"><input name="street" value="1 Old"><input name="city" value="Austin">
      <input type="password" name="secret" value=""><input autocomplete="cc-number" name="number"><input type="file" name="file">
    </form>
    <form method="post" action="/untouched"><input name="city" value="Paris"></form>
    <form method="get" action="/search"><input name="q"></form>`;
  const page = document.createElement("div");
  page.innerHTML = forms;
  document.body.append(page);
  onTestFinished(() => page.remove());
  for (const [name, value] of Object.entries({ street: "5 New", secret: "pass", number: "4242", q: "tin" }))
    (page.querySelector(`[name=${name}]`) as HTMLInputElement).value = value;
  await leave();
  expect(shop.requests.at(-1)?.body).toEqual({
    path: "/storefront/dashboard/settings/",
    form: "/storefront/api/customers/address",
    typed: { id: "a-2", street: "5 New", city: "Austin" },
  });
  expect(visited).toEqual([signIn("/storefront/dashboard/settings/")]);
});

test("a quantity step, a promo code and a pressed heart lead there too; the heart waits in this browser", async () => {
  gone();
  pageAt("/storefront/products/tin/");
  const shop = fakeShop({
    "PUT /storefront/checkout/line/increase": over,
    "GET /storefront/checkout/find": over,
    "POST /storefront/api/checkout/add-promo": over,
    "POST /storefront/api/customers/wishlist/p-1": over,
  });
  const isPlaced = () => {
    const placed = document.querySelector("[data-island=session-over]");
    placed?.remove();
    return placed !== null;
  };
  recordCookie("checkoutId", "c1");
  const seeds = line("l-1", 1);
  $cart.set({ lines: [seeds], pressed: {} });
  await doing(() => stepLine(seeds, 1));
  expect(isPlaced()).toBe(true);

  await changePromo("add", "c1", "TAKE5");
  expect(isPlaced()).toBe(true);

  $wishlist.set({ mode: "server", ids: [], pressed: {} });
  await doing(() => setFavourite("p-1", true));
  expect(isPlaced()).toBe(true);
  expect([$wishlist.get().mode, $wishlist.get().ids, JSON.parse(localStorage.favorites)]).toEqual(["local", ["p-1"], ["p-1"]]);
  expect(toasts().filter((text) => text.startsWith("error"))).toEqual([]);
  expect(shop.requests.length).toBeGreaterThan(2);
});

test("a page without changes asks nothing of the shop, and one that cannot keep them still leads on", async () => {
  gone();
  const visited = pageAt("/storefront/cart/");
  const shop = fakeShop({});
  showFailure(new CallError("please sign in", 401, { code: "signed_out" }));
  await leave();
  expect([shop.requests, visited]).toEqual([[], [signIn("/storefront/cart/")]]);
  expect(document.querySelector("body > [data-island=session-over]")).toBeNull();
});

test("a comment that carries the island's mark leads nowhere, and keeps no ended session from leading there", async () => {
  gone();
  const visited = pageAt("/storefront/products/tin/");
  fakeShop({});
  const screen = await openScreen("session-over", island, states["while the session lasts"]);
  expect(visited).toEqual([]);

  showFailure(new CallError("please sign in", 401, { code: "signed_out" }));
  expect(document.querySelectorAll("body > [data-island=session-over]")).toHaveLength(1);
  expect(screen.el.isConnected).toBe(true);
});

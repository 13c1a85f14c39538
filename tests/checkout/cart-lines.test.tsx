import Cookies from "js-cookie";
import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/cart-lines.props.ts";
import * as cartLines from "../../islands/checkout/cart-lines.tsx";
import { loadCart } from "../../islands/stores/cart.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import type { CartLine } from "../../islands/ui/cart-shape.ts";
import { cart, gifts, line, noGifts, totalsOf } from "../islands-shop/cart-lines.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";
import { states } from "./cart-lines.states.ts";

const path = "/storefront/checkout/line";
const sums = "GET /storefront/api/checkout/totals";
const giftCall = "GET /storefront/api/checkout/gift-products";
const reads = { [sums]: { data: totalsOf([line("a", 3), line("b", 1)]) }, [giftCall]: { data: noGifts } };

function open(lines: readonly CartLine[] = states["two products"].lines, more: object = {}, options: object = {}) {
  Cookies.set("checkoutId", "c1");
  const props = { ...states["two products"], lines, totals: totalsOf([...lines]), ...more };
  return openScreen("cart-lines", { ...cartLines, schema }, props, options);
}

const counts = (screen: Screen) => [...screen.el.querySelectorAll("output")].map(({ textContent }) => textContent);
const names = (screen: Screen) => [...screen.el.querySelectorAll("h3")].map(({ textContent }) => textContent);

test("one more is asked for by the step of one and shown with the new sums (requirements 50, 54)", async () => {
  const shop = fakeShop({ [`PUT ${path}/increase`]: cart([line("a", 3), line("b", 1)]), ...reads });
  const screen = await open();
  expect(screen.errors).toEqual([]);

  await screen.press("One more Seeds a");

  expect(shop.requests[0]).toMatchObject({ path: `${path}/increase`, body: { checkoutId: "c1", lineId: "a", quantity: 1 } });
  expect(counts(screen)).toEqual(["3", "1"]);
  expect(screen.get(".line__amount").textContent).toBe("$36.00");
  expect(screen.get(".totals__total dd").textContent).toBe("$48.00");
});

test("one less is asked for by the step of one; at none the line is gone (requirement 55)", async () => {
  const shop = fakeShop({ [`PUT ${path}/decrease`]: cart([line("a", 2)]), ...reads });
  const screen = await open();

  await screen.press("One less Seeds b");

  expect(shop.requests[0]).toMatchObject({ path: `${path}/decrease`, body: { checkoutId: "c1", lineId: "b", quantity: 1 } });
  expect(names(screen)).toEqual(["Seeds a"]);
});

test("a step shows its own spinner and no overlay, and the count changes at once (requirements 32, 34)", async () => {
  const step = held();
  fakeShop({ [`PUT ${path}/increase`]: step.answer, ...reads });
  const screen = await open();

  await screen.press("One more Seeds a");

  expect($overlay.get()).toEqual([]);
  expect(screen.button("One more Seeds a").getAttribute("aria-busy")).toBe("true");
  expect(screen.button("One less Seeds a").getAttribute("aria-busy")).toBeNull();
  expect(counts(screen)).toEqual(["3", "1"]);
  await doing(() => step.give(cart([line("a", 3), line("b", 1)])));
  expect(screen.button("One more Seeds a").getAttribute("aria-busy")).toBeNull();
});

test("every press counts: those made during a step go together in the next one", async () => {
  const first = held();
  const shop = fakeShop({ [`PUT ${path}/increase`]: [first.answer, reply(200, cart([line("a", 5), line("b", 1)]))], ...reads });
  const screen = await open();

  for (let presses = 0; presses < 3; presses++) await screen.press("One more Seeds a");
  expect(counts(screen)).toEqual(["5", "1"]);
  await doing(() => first.give(cart([line("a", 3), line("b", 1)])));

  const steps = shop.requests.filter(({ method }) => method === "PUT").map(({ body }) => (body as { quantity: number }).quantity);
  expect(steps).toEqual([1, 2]);
  expect(counts(screen)).toEqual(["5", "1"]);
});

test("presses that cancel each other out ask for nothing more", async () => {
  const first = held();
  const shop = fakeShop({ [`PUT ${path}/increase`]: [first.answer], ...reads });
  const screen = await open();

  await screen.press("One more Seeds a");
  await screen.press("One more Seeds a");
  await screen.press("One less Seeds a");
  await doing(() => first.give(cart([line("a", 3), line("b", 1)])));

  expect(shop.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
  expect(counts(screen)).toEqual(["3", "1"]);
});

test("presses on two lines are asked one after the other", async () => {
  const first = held();
  const shop = fakeShop({
    [`PUT ${path}/increase`]: [first.answer, reply(200, cart([line("a", 3), line("b", 2)]))],
    ...reads,
  });
  const screen = await open();

  await screen.press("One more Seeds a");
  await screen.press("One more Seeds b");
  expect(shop.requests).toHaveLength(1);
  await doing(() => first.give(cart([line("a", 3), line("b", 1)])));

  expect(counts(screen)).toEqual(["3", "2"]);
});

test("a refused step is told and the count is the server's again (requirements 40, 54)", async () => {
  fakeShop({
    [`PUT ${path}/increase`]: reply(409, { error: "Only 2 of “Seeds a” are left." }),
    "GET /storefront/checkout/find": cart([line("a", 2), line("b", 4)]),
    ...reads,
  });
  const screen = await open();

  await screen.press("One more Seeds a");

  expect(toasts()).toEqual(["error: Only 2 of “Seeds a” are left."]);
  expect(counts(screen)).toEqual(["2", "4"]);
  expect(screen.find("[aria-busy]")).toBeNull();
});

test("removing a line shows the overlay, then the rest, and keeps the focus in the list (requirement 53)", async () => {
  const removal = held();
  const shop = fakeShop({ [`DELETE ${path}/remove`]: removal.answer, ...reads });
  const screen = await open();

  await screen.press("Remove Seeds a");
  expect($overlay.get()).toHaveLength(1);
  expect(screen.button("Remove Seeds a").disabled).toBe(true);
  await doing(() => removal.give(cart([line("b", 1)])));

  expect(shop.requests[0]).toMatchObject({ path: `${path}/remove`, body: { checkoutId: "c1", lineId: "a" } });
  expect(names(screen)).toEqual(["Seeds b"]);
  expect(screen.el.firstElementChild).toBe(document.activeElement);
});

test("a removal that fails is told and the line stays (requirements 40, 53)", async () => {
  fakeShop({ [`DELETE ${path}/remove`]: reply(409, { error: "this order is being paid" }) });
  const screen = await open();

  await screen.press("Remove Seeds a");

  expect(toasts()).toEqual(["error: this order is being paid"]);
  expect(names(screen)).toEqual(["Seeds a", "Seeds b"]);
});

test.each(["One more Seeds a", "Remove Seeds a"])(
  "a cart that another tab has paid for says so at “%s”, and is empty",
  async (press) => {
    const shop = fakeShop({});
    const screen = await open();
    Cookies.remove("checkoutId");

    await screen.press(press);

    expect(shop.requests).toEqual([]);
    expect(toasts()).toEqual(["error: This cart was already paid for or is more than a day old."]);
    expect(screen.el.textContent).toContain("Your cart is empty");
  },
);

test("a line that another tab has removed goes with the first change that is refused", async () => {
  fakeShop({
    [`DELETE ${path}/remove`]: reply(404, { error: "We couldn’t find that.", code: "not_found" }),
    "GET /storefront/checkout/find": cart([line("b", 1)]),
  });
  const screen = await open();

  await screen.press("Remove Seeds a");

  expect(names(screen)).toEqual(["Seeds b"]);
});

test("tax is known wherever shipping is, also where there is none", async () => {
  fakeShop({});
  const paid = { ...totalsOf([line("a", 2)]), shipping: { amount: 5.95, currency: "USD" as const } };
  const screen = await open([line("a", 2)], { totals: paid }, { wait: true });

  expect(screen.get(".totals").textContent).toContain("Shipping$5.95Tax$0.00");
});

test("the last line leaves an empty cart with a way back to the shop", async () => {
  fakeShop({ [`DELETE ${path}/remove`]: cart([]), ...reads });
  const screen = await open([line("a", 1)]);

  await screen.press("Remove Seeds a");

  expect(screen.get("h2").textContent).toBe("Your cart is empty");
  expect(screen.get("a").getAttribute("href")).toBe("/storefront/collections/");
  expect(screen.el.firstElementChild).toBe(document.activeElement);
});

test("a gift can be chosen once the cart deserves it, and then another one instead (requirement 51)", async () => {
  const own = {
    gift: true,
    amount: 0,
    variant: { id: "v-g", name: "" },
    product: { name: "Grinder card", slug: "grinder-card" },
  };
  const shop = fakeShop({
    [`POST ${path}`]: cart([line("a", 7), line("g", 1, own)]),
    [sums]: { data: totalsOf([line("a", 7)]) },
    [giftCall]: { data: gifts },
  });
  const screen = await open([line("a", 7)], { gifts });
  const offered = () => [...screen.el.querySelectorAll(".gifts .line__name")].map(({ textContent }) => textContent);
  expect(offered()).toEqual(["Grinder card", "Leaf socks"]);
  expect([...screen.el.querySelectorAll<HTMLElement>(".gifts .line")].map(({ dataset }) => dataset.backdrop)).toEqual([
    "black",
    "white",
  ]);

  await screen.press("Choose Grinder card");

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", giftProductId: "g1" });
  expect(names(screen)).toEqual(["Seeds a", "Grinder card"]);
  expect(screen.get("#gifts-title").textContent).toBe("Or choose another gift");
  expect(screen.el.firstElementChild).toBe(document.activeElement);
  expect(offered()).toEqual(["Leaf socks"]);
  expect(screen.el.querySelectorAll(".stepper")).toHaveLength(1);
  const texts = (selector: string) => [...screen.el.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts(".cart__lines > .lines .line__amount")).toEqual(["$84.00", "Free"]);
  expect(texts(".line__variant")).toEqual(["5 seeds · $12.00 each", "Your gift"]);
});

test("a cart that is near a gift is told how far", async () => {
  fakeShop({});
  const near = { ...gifts, eligible: false, remaining: { amount: 5.5, currency: "USD" } };
  const screen = await open([line("a", 6)], { gifts: near });

  expect(screen.get(".gifts p").textContent).toBe("Add $5.50 more in products to choose a gift.");
  expect(screen.find(".gifts button")).toBeNull();
});

test("a line that asks for more than there is says what is left", async () => {
  fakeShop({});
  const screen = await open([line("a", 3, { left: 2 }), line("b", 1, { left: 0 }), line("c", 2, { left: 2 })]);

  const notes = [...screen.el.querySelectorAll(".line__note--warning")].map(({ textContent }) => textContent);
  expect(notes).toEqual(["Only 2 of this item are left.", "This item is out of stock."]);
});

test("a line with more than is left is made what is left by one press", async () => {
  const shop = fakeShop({ [`PUT ${path}/decrease`]: cart([line("a", 2, { left: 2 })]), ...reads });
  const screen = await open([line("a", 5, { left: 2 })]);
  expect(Object.fromEntries(new FormData(screen.button("Make it 2: Seeds a").form ?? undefined))).toEqual({
    checkoutId: "c1",
    lineId: "a",
    quantity: "3",
    _method: "PUT",
    _csrf: "t-1",
  });

  await screen.press("Make it 2: Seeds a");

  expect(shop.requests[0]).toMatchObject({ path: `${path}/decrease`, body: { lineId: "a", quantity: 3 } });
  expect(counts(screen)).toEqual(["2"]);
  expect(screen.el.textContent).not.toContain("Make it");
});

test("a line of which none is left can only be removed", async () => {
  fakeShop({});
  const screen = await open([line("a", 1, { left: 0 }), line("b", 1)]);

  expect(screen.el.textContent).not.toContain("Make it");
  expect(screen.button("Remove Seeds a").disabled).toBe(false);
});

test("without scripts each step, removal, gift and the note is a form of its own", async () => {
  fakeShop({});
  const screen = await open([line("a", 7)], { gifts, notice: "your gift was taken out" }, { wait: true });

  const forms = [...screen.el.querySelectorAll("form")].map((form) => [
    `${form.method} ${form.getAttribute("action")}`,
    Object.fromEntries(new FormData(form)),
  ]);
  const own = { checkoutId: "c1", _csrf: "t-1" };
  expect(forms).toEqual([
    [`post ${path}/decrease`, { ...own, lineId: "a", quantity: "1", _method: "PUT" }],
    [`post ${path}/increase`, { ...own, lineId: "a", quantity: "1", _method: "PUT" }],
    [`post ${path}/remove`, { ...own, lineId: "a", _method: "DELETE" }],
    [`post ${path}`, { ...own, giftProductId: "g1" }],
    [`post ${path}`, { ...own, giftProductId: "g2" }],
    ["post /storefront/cart/note", { ...own, orderNote: "" }],
  ]);
  expect(screen.find(":disabled")).toBeNull();
  expect(screen.get("[role=alert]").textContent).toBe("your gift was taken out");
  expect(screen.get(".button--primary").getAttribute("href")).toBe("/storefront/checkout/contact/c1/");
});

test("lines that change by themselves do not draw the focus", async () => {
  fakeShop({ "GET /storefront/checkout/find": cart([line("a", 2)]) });
  const screen = await open();

  await doing(() => loadCart());

  expect(names(screen)).toEqual(["Seeds a"]);
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ["at once", () => Object.assign(new Event("storage"), { key: "cart" }), window],
  ["when it is looked at again", () => new Event("visibilitychange"), document],
])("the page follows what another tab does to the cart: %s", async (_, event, target) => {
  fakeShop({ "GET /storefront/checkout/find": cart([line("a", 4)]), ...reads });
  const screen = await open();

  await doing(() => target.dispatchEvent(event()));

  expect(counts(screen)).toEqual(["4"]);
  expect(screen.get(".totals__total dd").textContent).toBe("$48.00");
});

test("back from the back-forward cache, the page shows the cart of today", async () => {
  fakeShop({ "GET /storefront/checkout/find": cart([line("a", 4)]), ...reads });
  const screen = await open();

  await doing(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));

  expect(counts(screen)).toEqual(["4"]);
  expect(screen.get(".totals__total dd").textContent).toBe("$48.00");
});

const noteCall = "POST /storefront/cart/note";

test("the note is saved when its field is left, once, and says so", async () => {
  const shop = fakeShop({ [noteCall]: { data: { errors: [] } }, ...reads });
  const screen = await open(undefined, { note: "Ring" });
  const field = screen.get<HTMLTextAreaElement>("textarea");
  const leave = () => doing(() => field.dispatchEvent(new FocusEvent("blur")));
  await doing(() => field.focus());
  await doing(() => field.blur());
  expect(shop.requests).toEqual([]);

  await screen.type("orderNote", "Ring twice");
  await doing(() => field.focus());
  await doing(() => field.blur());

  expect(shop.requests).toMatchObject([{ path: "/storefront/cart/note", body: { checkoutId: "c1", orderNote: "Ring twice" } }]);
  expect(screen.el.textContent).toContain("Saved.");
  await leave();
  await doing(() => window.dispatchEvent(new Event("pagehide")));
  expect(shop.requests).toHaveLength(1);
});

test("a note that was not saved is sent when the page is left", async () => {
  const shop = fakeShop({ [noteCall]: { data: { errors: [] } }, ...reads });
  const screen = await open();
  await screen.type("orderNote", "Ring twice");

  await doing(() => window.dispatchEvent(new Event("pagehide")));

  expect(shop.requests).toMatchObject([{ path: "/storefront/cart/note", body: { orderNote: "Ring twice" } }]);
});

test("a refused note stays as it is typed, and says why", async () => {
  const message = "A note can have up to 500 characters. Shorten it.";
  fakeShop({ [noteCall]: { data: { errors: [{ field: "orderNote", message }] } }, ...reads });
  const screen = await open();
  await screen.type("orderNote", "Ring twice");

  await screen.press("Save note");

  expect(toasts()).toEqual([`error: ${message}`]);
  expect(screen.get<HTMLTextAreaElement>("textarea").value).toBe("Ring twice");
  expect(screen.el.textContent).not.toContain("Saved.");
});

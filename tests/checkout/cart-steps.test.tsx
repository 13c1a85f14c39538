import Cookies from "js-cookie";
import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/cart-lines.props.ts";
import * as cartLines from "../../islands/checkout/cart-lines.tsx";
import { $overlay } from "../../islands/stores/overlay.ts";
import { cart, line, noGifts, totalsOf } from "../islands-shop/cart-lines.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation } from "../islands-shop/screen.ts";

const path = "/storefront/checkout/line";
const [increase, decrease] = [`PUT ${path}/increase`, `PUT ${path}/decrease`];
const find = "GET /storefront/checkout/find";
const reads = {
  "GET /storefront/api/checkout/totals": { data: totalsOf([line("a", 3)]) },
  "GET /storefront/api/checkout/gift-products": { data: noGifts },
};

function open(lines = [line("a", 2)]) {
  Cookies.set("checkoutId", "c1");
  const props = { checkoutId: "c1", token: "t-1", lines, totals: totalsOf(lines), gifts: noGifts };
  return openScreen("cart-lines", { ...cartLines, schema }, props);
}

async function pressTimes(screen: Screen, words: string, times: number): Promise<void> {
  for (let presses = 0; presses < times; presses++) await screen.press(words);
}

const counts = (screen: Screen) => [...screen.el.querySelectorAll("output")].map(({ textContent }) => textContent);
const steps = ({ requests }: ReturnType<typeof fakeShop>) =>
  requests.filter(({ method }) => method === "PUT").map(({ path, body }) => [path, (body as { quantity: number }).quantity]);
const leave = () => doing(() => window.dispatchEvent(new Event("pagehide")));

test("presses beyond what is left do nothing, and the line says how many are left", async () => {
  const first = held();
  const shop = fakeShop({ [increase]: [first.answer, cart([line("a", 4, { left: 4 })])], ...reads });
  const screen = await open([line("a", 2, { left: 4 })]);

  await pressTimes(screen, "One more Seeds a", 5);

  expect(counts(screen)).toEqual(["4"]);
  expect(screen.get(".line__note").textContent).toBe("Only 4 of this item are left.");
  await doing(() => first.give(cart([line("a", 3, { left: 4 })])));
  expect(steps(shop)).toEqual([
    [`${path}/increase`, 1],
    [`${path}/increase`, 1],
  ]);
  expect(counts(screen)).toEqual(["4"]);
  expect(toasts()).toEqual([]);
});

test("a line holds 99 at most, and says so", async () => {
  const shop = fakeShop({ [increase]: cart([line("a", 99, { left: 500 })]), ...reads });
  const screen = await open([line("a", 98, { left: 500 })]);

  await pressTimes(screen, "One more Seeds a", 3);

  expect(counts(screen)).toEqual(["99"]);
  expect(steps(shop)).toEqual([[`${path}/increase`, 1]]);
  expect(screen.get(".line__note").textContent).toBe("You can have up to 99 of one item.");
});

test("a line with more than is left is not increased, and may be decreased", async () => {
  const shop = fakeShop({ [decrease]: cart([line("a", 4, { left: 3 })]), ...reads });
  const screen = await open([line("a", 5, { left: 3 })]);

  await screen.press("One more Seeds a");
  await screen.press("One less Seeds a");

  expect(steps(shop)).toEqual([[`${path}/decrease`, 1]]);
  expect(counts(screen)).toEqual(["4"]);
});

test("presses below none do nothing, and what is pressed on a line that went is dropped", async () => {
  const first = held();
  const shop = fakeShop({ [decrease]: [first.answer, cart([])], ...reads });
  const screen = await open([line("a", 2)]);

  await pressTimes(screen, "One less Seeds a", 4);
  expect(counts(screen)).toEqual(["0"]);
  await doing(() => first.give(cart([line("a", 1)])));

  expect(steps(shop)).toEqual([
    [`${path}/decrease`, 1],
    [`${path}/decrease`, 1],
  ]);
  expect(screen.get("h2").textContent).toBe("Your cart is empty");
});

test("more is asked of a line whose last one is being taken away: it goes, and nothing is an error", async () => {
  const first = held();
  const shop = fakeShop({ [decrease]: first.answer, ...reads });
  const screen = await open([line("a", 1), line("b", 1)]);

  await screen.press("One less Seeds a");
  await screen.press("One more Seeds a");
  await screen.press("One more Seeds a");
  await doing(() => first.give(cart([line("b", 1)])));

  expect(steps(shop)).toHaveLength(1);
  expect(counts(screen)).toEqual(["1"]);
  expect(toasts()).toEqual([]);
});

test("a line that another tab removed goes without an error, and other lines' presses count", async () => {
  const first = held();
  const shop = fakeShop({
    [increase]: [first.answer, cart([line("b", 2)])],
    [find]: cart([line("b", 1)]),
    ...reads,
  });
  const screen = await open([line("a", 1), line("b", 1)]);

  await screen.press("One more Seeds a");
  await screen.press("One more Seeds b");
  await doing(() => first.give(reply(404, { error: "We couldn’t find that.", code: "not_found" })));

  expect(steps(shop)).toHaveLength(2);
  expect(counts(screen)).toEqual(["2"]);
  expect(toasts()).toEqual([]);
});

test("removing a line that another tab removed is no error", async () => {
  fakeShop({
    [`DELETE ${path}/remove`]: reply(404, { error: "We couldn’t find that.", code: "not_found" }),
    [find]: cart([line("b", 1)]),
  });
  const screen = await open([line("a", 2), line("b", 1)]);

  await screen.press("Remove Seeds a");

  expect(counts(screen)).toEqual(["1"]);
  expect(toasts()).toEqual([]);
});

test("a removal waits for the steps before it, so that the last answer is the cart", async () => {
  const first = held();
  const shop = fakeShop({ [increase]: first.answer, [`DELETE ${path}/remove`]: cart([line("a", 3)]), ...reads });
  const screen = await open([line("a", 2), line("b", 1)]);

  await screen.press("One more Seeds a");
  await screen.press("Remove Seeds b");
  expect(shop.requests).toHaveLength(1);
  await doing(() => first.give(cart([line("a", 3), line("b", 1)])));

  expect(counts(screen)).toEqual(["3"]);
});

test("Checkout waits for the steps that are not answered, below the overlay (requirement 32)", async () => {
  const first = held();
  fakeShop({ [increase]: first.answer, ...reads });
  const visited = watchNavigation();
  const screen = await open();

  await screen.press("One more Seeds a");
  await doing(() => screen.get(".button--primary").click());
  expect([visited, $overlay.get().length]).toEqual([[], 1]);
  await doing(() => first.give(cart([line("a", 3)])));

  expect(visited).toEqual(["/storefront/checkout/contact/c1/"]);
});

test("Checkout in another tab or window is the browser's own, also while steps are not answered", async () => {
  const first = held();
  fakeShop({ [increase]: first.answer, ...reads });
  const visited = watchNavigation();
  const screen = await open();
  const press = (modifier: object) => {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...modifier });
    screen.get(".button--primary").dispatchEvent(click);
    return click.defaultPrevented;
  };

  await screen.press("One more Seeds a");
  expect([{ shiftKey: true }, { ctrlKey: true }, { metaKey: true }].map(press)).toEqual([false, false, false]);
  expect([visited, $overlay.get().length]).toEqual([[], 0]);
  expect(press({})).toBe(true);

  await doing(() => first.give(cart([line("a", 3)])));
});

test("Checkout stays at the cart when a step before it is refused", async () => {
  const first = held();
  fakeShop({ [increase]: first.answer, [find]: cart([line("a", 2, { left: 2 })]), ...reads });
  const visited = watchNavigation();
  const screen = await open();

  await screen.press("One more Seeds a");
  await doing(() => screen.get(".button--primary").click());
  await doing(() => first.give(reply(409, { error: "Only 2 of this item are left.", code: "out_of_stock" })));

  expect([visited, $overlay.get()]).toEqual([[], []]);
  expect(screen.get(".line__note").textContent).toBe("Only 2 of this item are left.");
});

test("leaving the page sends the presses that are not on their way, for the browser to finish", async () => {
  const first = held();
  const shop = fakeShop({ [increase]: [first.answer, cart([]), cart([])], [decrease]: cart([]), ...reads });
  const screen = await open([line("a", 2), line("b", 5)]);

  await pressTimes(screen, "One more Seeds a", 3);
  await pressTimes(screen, "One less Seeds b", 2);
  await leave();

  expect(steps(shop)).toEqual([
    [`${path}/increase`, 1],
    [`${path}/increase`, 2],
    [`${path}/decrease`, 2],
  ]);
  expect(shop.requests.map(({ keepalive }) => keepalive)).toEqual([true, true, true]);
  expect(shop.requests.at(-1)?.headers.get("X-CSRFToken")).toBe("t-1");
  await doing(() => first.give(cart([line("a", 3), line("b", 5)])));
  expect(steps(shop)).toHaveLength(3);
});

test("leaving the page sends nothing once all presses are answered", async () => {
  const shop = fakeShop({ [increase]: cart([line("a", 3)]), ...reads });
  const screen = await open();

  await screen.press("One more Seeds a");
  await leave();

  expect(steps(shop)).toHaveLength(1);
});

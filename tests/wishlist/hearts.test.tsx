import Cookies from "js-cookie";
import { expect, test } from "vitest";
import { $overlay } from "../../islands/stores/overlay.ts";
import { $wishlist } from "../../islands/stores/wishlist.ts";
import { schema } from "../../islands/wishlist/heart-icon.props.ts";
import * as heartIcon from "../../islands/wishlist/heart-icon.tsx";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, islandHtml, openScreen } from "../islands-shop/screen.ts";
import { states } from "./heart-icon.states.ts";

const any = "GET /storefront/api/customers/wishlist/any";
const like = (id: string) => `POST /storefront/api/customers/wishlist/${id}`;
const unlike = (id: string) => `DELETE /storefront/api/customers/wishlist/${id}`;
const signedOut = () => reply(401, { error: "Please sign in to see your favorites.", code: "signed_out" });
const added = () => reply(200, "added to your favorites");
const removed = () => reply(200, "removed from your favorites");

const kept = () => JSON.parse(localStorage.favorites ?? "null");
const keep = (ids: unknown) => localStorage.setItem("favorites", JSON.stringify(ids));

/**
 * A page with a heart for each id; `+` marks hearts of favourites, `?` hearts whose state is
 * unknown yet.
 */
async function open(...ids: string[]) {
  const [first = "p-1", ...others] = ids;
  const props = (id: string) => ({ productId: id, name: id });
  const beside = others.map((id) => islandHtml("heart-icon", props(id))).join("");
  const screen = await openScreen("heart-icon", { ...heartIcon, schema }, props(first), { beside });
  await doing(() => {});
  const hearts = () => [...(screen.el.parentElement?.querySelectorAll<HTMLButtonElement>(".heart") ?? [])];
  const mark = (heart: HTMLButtonElement) => ({ true: "+", false: "" })[heart.getAttribute("aria-pressed") ?? ""] ?? "?";
  const shown = () => hearts().map((heart) => heart.value + mark(heart));
  const busy = () => hearts().flatMap((heart) => (heart.getAttribute("aria-busy") === "true" ? [heart.value] : []));
  const pressHeart = (at: number) => doing(() => hearts()[at]?.click());
  return { ...screen, hearts, shown, busy, pressHeart };
}

/** Simulates a write by another tab. */
const fromOtherTab = (ids: unknown) =>
  doing(() => {
    keep(ids);
    window.dispatchEvent(new StorageEvent("storage", { key: "favorites" }));
  });

test("before a script runs a heart is a form that names its product, and claims nothing", async () => {
  fakeShop({});
  const screen = await openScreen("heart-icon", { ...heartIcon, schema }, states.beaker, { wait: true });

  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/storefront/wishlist/add"]);
  const heart = screen.button("Favorite Beaker");
  expect([heart.type, heart.name, heart.value, heart.hasAttribute("aria-pressed")]).toEqual([
    "submit",
    "productId",
    "p-1",
    false,
  ]);
});

test("a first visit asks the server nothing; the browser's own list shows at once (requirements 169, 172, 173)", async () => {
  const shop = fakeShop({});
  Cookies.remove("csrftoken");
  keep(["p-2"]);

  const page = await open("p-1", "p-2");

  expect(page.shown()).toEqual(["p-1", "p-2+"]);
  expect([shop.paths(), $wishlist.get().mode]).toEqual([[], "unknown"]);
});

test("a browser that has spoken with the shop asks once for all hearts; success is server mode (requirements 166, 168)", async () => {
  const shop = fakeShop({ [any]: { wishlist: ["p-2", "p-7"] } });

  const page = await open("p-1", "p-2", "p-2");

  expect(page.shown()).toEqual(["p-1", "p-2+", "p-2+"]);
  expect([shop.paths(), $wishlist.get().mode]).toEqual([[any], "server"]);
});

test("401 is local mode, and the guest's token is not asked about again; another token is (requirement 167)", async () => {
  const shop = fakeShop({ [any]: [signedOut(), reply(200, { wishlist: ["p-1"] })] });
  keep(["p-2"]);
  const page = await open("p-1", "p-2");
  expect([page.shown(), $wishlist.get().mode, toasts()]).toEqual([["p-1", "p-2+"], "local", []]);

  await doing(() => document.dispatchEvent(new Event("island:resume")));
  expect(shop.paths()).toEqual([any]);

  keep([]);
  Cookies.set("csrftoken", "t-2");
  await doing(() => document.dispatchEvent(new Event("island:resume")));
  expect([shop.paths(), page.shown(), $wishlist.get().mode]).toEqual([[any, any], ["p-1+", "p-2"], "server"]);
});

test("a guest's hearts are kept in the browser, the latest first, and all hearts of a product follow at once (requirements 172, 173)", async () => {
  const shop = fakeShop({ [any]: signedOut() });
  const page = await open("p-1", "p-2", "p-1");

  await page.pressHeart(0);
  await page.pressHeart(1);
  expect([page.shown(), kept()]).toEqual([
    ["p-1+", "p-2+", "p-1+"],
    ["p-2", "p-1"],
  ]);

  await page.pressHeart(2);
  expect([page.shown(), kept()]).toEqual([["p-1", "p-2+", "p-1"], ["p-2"]]);
  expect(shop.paths()).toEqual([any]);
});

test("the first press of a first visit asks who keeps the list, and shows before the answer", async () => {
  const request = held();
  const shop = fakeShop({ [any]: request.answer });
  Cookies.remove("csrftoken");
  const page = await open("p-1", "p-2");

  await page.pressHeart(0);
  expect([page.shown(), page.busy(), shop.paths()]).toEqual([["p-1+", "p-2"], ["p-1"], [any]]);

  await doing(() => request.give(signedOut()));
  expect([page.shown(), page.busy(), kept(), $wishlist.get().mode]).toEqual([["p-1+", "p-2"], [], ["p-1"], "local"]);
});

test("hearts pressed while the mode is unknown go to the server once it is known: none is lost, the last press of each counts (requirement 169)", async () => {
  const request = held();
  const shop = fakeShop({ [any]: request.answer, [like("p-1")]: added(), [unlike("p-2")]: removed(), [like("p-3")]: added() });
  const page = await open("p-1", "p-2", "p-3");

  await page.pressHeart(0);
  await page.pressHeart(1);
  await page.pressHeart(1);
  await page.pressHeart(2);
  expect(page.shown()).toEqual(["p-1+", "p-2", "p-3+"]);
  // If the page were left now, this browser would still know the change.
  expect(kept()).toEqual(["p-3", "p-1"]);

  await doing(() => request.give({ wishlist: ["p-2", "p-9"] }));

  expect(shop.paths()).toEqual([any, like("p-1"), like("p-3"), unlike("p-2")]);
  expect([page.shown(), page.busy(), kept()]).toEqual([["p-1+", "p-2", "p-3+"], [], []]);
  expect($wishlist.get().ids).toEqual(["p-3", "p-1", "p-9"]);
});

test("what was pressed on a page that was left before the answer is sent by the next one", async () => {
  const shop = fakeShop({ [any]: { wishlist: ["p-5"] }, [like("p-1")]: added() });
  keep(["p-1"]);

  const page = await open("p-1");

  expect([shop.paths(), page.shown(), kept()]).toEqual([[any, like("p-1")], ["p-1+"], []]);
});

test("while the shop cannot be reached hearts stay, and the next press asks again", async () => {
  const shop = fakeShop({
    [any]: [reply(500, { error: "something went wrong please try later", code: "server_error" }), reply(200, { wishlist: [] })],
    [like("p-1")]: added(),
    [like("p-2")]: added(),
  });
  Cookies.remove("csrftoken");
  const page = await open("p-1", "p-2");

  await page.pressHeart(0);
  expect([page.shown(), page.busy(), kept(), $wishlist.get().mode, toasts()]).toEqual([
    ["p-1+", "p-2"],
    [],
    ["p-1"],
    "unknown",
    [],
  ]);

  Cookies.set("csrftoken", "t-1");
  await page.pressHeart(1);
  expect([page.shown(), $wishlist.get().mode, kept()]).toEqual([["p-1+", "p-2+"], "server", []]);
  expect(shop.paths().sort()).toEqual([any, any, like("p-1"), like("p-2")].sort());
});

test("a customer's heart shows at once, is busy by itself and never by the overlay, with the token (requirements 170, 171)", async () => {
  const answer = held();
  const shop = fakeShop({ [any]: { wishlist: ["p-2"] }, [like("p-1")]: answer.answer, [unlike("p-2")]: removed() });
  const page = await open("p-1", "p-2");

  await page.pressHeart(0);
  expect([page.shown(), page.busy(), $overlay.get()]).toEqual([["p-1+", "p-2+"], ["p-1"], []]);
  expect(page.hearts()[0]?.disabled).toBe(false);
  expect(shop.requests[1]?.headers.get("x-csrftoken")).toBe("t-1");
  await doing(() => answer.give(added()));
  await page.pressHeart(1);

  expect([page.shown(), page.busy(), kept()]).toEqual([["p-1+", "p-2"], [], []]);
  expect(shop.paths()).toEqual([any, like("p-1"), unlike("p-2")]);
});

test("presses on one heart while its call runs end in what was pressed last", async () => {
  const first = held();
  const shop = fakeShop({ [any]: { wishlist: [] }, [like("p-1")]: [first.answer as never, added()], [unlike("p-1")]: removed() });
  const page = await open("p-1");

  for (let press = 0; press < 4; press++) await page.pressHeart(0);
  expect(page.shown()).toEqual(["p-1"]);
  await doing(() => first.give(added()));

  expect([page.shown(), page.busy()]).toEqual([["p-1"], []]);
  expect(shop.paths()).toEqual([any, like("p-1"), unlike("p-1")]);
});

test("a refusal puts the heart back and says why (requirement 41)", async () => {
  const words = "Your favorites already hold 500 products. Please remove one first.";
  fakeShop({
    [any]: { wishlist: ["p-2"] },
    [like("p-1")]: reply(409, { error: words }),
    [unlike("p-2")]: reply(404, { error: "We couldn’t find that.", code: "not_found" }),
  });
  const page = await open("p-1", "p-2");

  await page.pressHeart(0);
  expect([page.shown(), page.busy(), toasts()]).toEqual([["p-1", "p-2+"], [], [`error: ${words}`]]);
  await page.pressHeart(1);
  expect(page.shown()).toEqual(["p-1", "p-2+"]);
});

test("a shop that cannot be reached puts back every heart that was on its way", async () => {
  const lost = held();
  fakeShop({ [any]: { wishlist: [] }, [like("p-1")]: lost.answer });
  const page = await open("p-1", "p-2");

  await page.pressHeart(0);
  await page.pressHeart(1);
  await doing(() => lost.lose());

  expect([page.shown(), page.busy(), toasts()]).toEqual([
    ["p-1", "p-2"],
    [],
    ["error: We couldn’t reach the shop. Please try again."],
  ]);
});

test.each(["{", "null", '"p-1"', "17", '{"p-1":true}', "[", '[null,{"a":1},["p 1"],"<b>","",17.5]'])(
  "a damaged or foreign list %s harms nothing, and is replaced by the first press",
  async (text) => {
    fakeShop({ [any]: signedOut() });
    localStorage.setItem("favorites", text);
    const page = await open("p-1", "p-2");
    expect(page.shown()).toEqual(["p-1", "p-2"]);

    await page.pressHeart(1);

    expect(page.shown()).toEqual(["p-1", "p-2+"]);
    expect(kept()[0]).toBe("p-2");
    expect(page.errors).toEqual([]);
  },
);

test("other tabs of a guest follow, and a cleared storage too", async () => {
  fakeShop({ [any]: signedOut() });
  const page = await open("p-1", "p-2");

  await fromOtherTab(["p-2"]);
  expect(page.shown()).toEqual(["p-1", "p-2+"]);
  await page.pressHeart(0);
  expect(kept()).toEqual(["p-1", "p-2"]);
  await doing(() => {
    localStorage.removeItem("favorites");
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
  });
  expect(page.shown()).toEqual(["p-1", "p-2"]);
});

test("a page that comes back from the history asks a customer's list anew", async () => {
  fakeShop({ [any]: [reply(200, { wishlist: ["p-1"] }), reply(200, { wishlist: ["p-2"] })] });
  const page = await open("p-1", "p-2");
  expect(page.shown()).toEqual(["p-1+", "p-2"]);

  await doing(() => document.dispatchEvent(new Event("island:resume")));

  expect(page.shown()).toEqual(["p-1", "p-2+"]);
});

import Cookies from "js-cookie";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { $shipTo } from "../../islands/stores/ship-to.ts";
import { $wishlist, setFavourite } from "../../islands/stores/wishlist.ts";
import { schema } from "../../islands/wishlist/favourites.props.ts";
import * as favourites from "../../islands/wishlist/favourites.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./favourites.states.ts";

const cards = "GET /storefront/api/cards";
const kept = () => JSON.parse(localStorage.favorites ?? "null");
const keep = (ids: string[]) => localStorage.setItem("favorites", JSON.stringify(ids));
const names = (count: number) => Array.from({ length: count }, (_, at) => `p-${at + 1}`);

const card = (id: string) =>
  `<li class="card" data-restricted="TX"><a href="/x/">${id}</a><form><button name="productId" value="${id}">heart</button></form></li>`;

/** Answers like the shop: with the cards of the ids that it knows. */
const known = (ids: readonly string[]) => {
  const fetched: string[] = [];
  const answer = (path: string) => {
    fetched.push(path);
    const wanted = new URL(path, location.href).searchParams.getAll("ids");
    const html = wanted.filter((id) => ids.includes(id)).map(card);
    const headers = { "content-type": "text/html; charset=utf-8" };
    return new Response(html.join("\n"), { headers });
  };
  const { fetch: json } = globalThis;
  vi.stubGlobal("fetch", async (path: string | URL, init?: RequestInit) => {
    if (!String(path).includes("/api/cards")) return await json(String(path), init);
    const response = answer(String(path));
    Object.defineProperty(response, "url", { value: String(path) });
    return response;
  });
  return fetched;
};

function watchReload() {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  return reload;
}

const open = (props: object = {}) => openScreen("favourites", { ...favourites, schema }, { ...states.guest, ...props });
const shown = (host: HTMLElement) => [...host.querySelectorAll("li > a")].map((link) => link.textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  $shipTo.set(undefined);
});

test("a guest sees the cards of the browser's own list, asked for at once and in its order (requirements 167, 172)", async () => {
  const shop = fakeShop({});
  const fetched = known(["p-1", "p-2", "p-3"]);
  keep(["p-3", "p-1"]);

  const page = await open();
  await doing(() => {});

  expect(shown(page.el)).toEqual(["p-3", "p-1"]);
  expect(fetched.map((path) => path.replace(location.origin, ""))).toEqual(["/storefront/api/cards?ids=p-3&ids=p-1"]);
  expect([shop.paths(), $wishlist.get().mode]).toEqual([[], "local"]);
});

test("what the shop does not have any more leaves the list quietly", async () => {
  fakeShop({});
  known(["p-2"]);
  keep(["p-1", "p-2", "gone"]);
  const reload = watchReload();

  const page = await open();
  await doing(() => {});
  vi.advanceTimersByTime(10_000);

  expect([shown(page.el), kept()]).toEqual([["p-2"], ["p-2"]]);
  expect(reload).not.toHaveBeenCalled();
});

test.each([[[]], [["gone"]]])("a list of %j is an empty one, beside which the page's own words are shown", async (ids) => {
  fakeShop({});
  known([]);
  keep(ids);

  const page = await open();
  await doing(() => {});

  expect([page.get("ul").childNodes.length, page.find("nav"), kept()]).toEqual([0, null, []]);
});

test("cards that cannot be fetched are an error in words, and the list stays", async () => {
  fakeShop({ [cards]: reply(500, { error: "something went wrong please try later", code: "server_error" }) });
  keep(["p-1"]);

  const page = await open();
  await doing(() => {});

  expect(toasts()).toEqual(["error: We couldn’t load your favorites. Please reload the page."]);
  expect([page.find("ul"), kept()]).toEqual([null, ["p-1"]]);
});

test("a heart taken away shows the page anew after 1.5 s, not before, and each further one begins the time again", async () => {
  fakeShop({});
  known(["p-1", "p-2", "p-3"]);
  keep(["p-1", "p-2", "p-3"]);
  const reload = watchReload();
  await open();
  await doing(() => {});

  await doing(() => setFavourite("p-1", false));
  vi.advanceTimersByTime(1499);
  expect(reload).not.toHaveBeenCalled();
  await doing(() => setFavourite("p-2", false));
  vi.advanceTimersByTime(1499);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

test("a heart that is given back in time stays", async () => {
  fakeShop({});
  known(["p-1"]);
  keep(["p-1"]);
  const reload = watchReload();
  const page = await open();
  await doing(() => {});

  await doing(() => setFavourite("p-1", false));
  expect(shown(page.el)).toEqual(["p-1"]);
  await doing(() => setFavourite("p-1", true));
  vi.advanceTimersByTime(10_000);

  expect(reload).not.toHaveBeenCalled();
});

test("a customer's hearts are known without a call; taking one away is told to the shop first, then the page comes anew", async () => {
  const shop = fakeShop({ "DELETE /storefront/api/customers/wishlist/p-1": reply(200, "removed from your favorites") });
  const reload = watchReload();
  const page = await open({ ids: ["p-1", "p-2"] });
  expect([$wishlist.get().mode, $wishlist.get().ids, page.el.childElementCount]).toEqual(["server", ["p-1", "p-2"], 0]);
  vi.advanceTimersByTime(10_000);

  await doing(() => setFavourite("p-1", false));
  vi.advanceTimersByTime(1500);

  expect(shop.paths()).toEqual(["DELETE /storefront/api/customers/wishlist/p-1"]);
  expect(reload).toHaveBeenCalledOnce();
});

test("a refusal to take it away leaves a customer's page as it is", async () => {
  fakeShop({
    "DELETE /storefront/api/customers/wishlist/p-1": reply(500, {
      error: "something went wrong please try later",
      code: "server_error",
    }),
  });
  const reload = watchReload();
  await open({ ids: ["p-1"] });

  await doing(() => setFavourite("p-1", false));
  vi.advanceTimersByTime(10_000);

  expect(reload).not.toHaveBeenCalled();
});

test("a guest's favourites go over to the customer who opens the page, the latest last", async () => {
  const liked = (id: string) => ({ [`POST /storefront/api/customers/wishlist/${id}`]: reply(200, "added to your favorites") });
  const shop = fakeShop({ ...liked("p-1"), ...liked("p-2") });
  keep(["p-2", "p-1"]);

  await open({ ids: ["p-3"] });
  await doing(() => {});

  expect(shop.requests.map(({ path }) => path.slice(-3))).toEqual(["p-1", "p-2"]);
  expect([$wishlist.get().ids, kept()]).toEqual([["p-2", "p-1", "p-3"], []]);
});

test("more than 48 come in pages, and a page beyond the end is the last", async () => {
  fakeShop({});
  const fetched = known(names(60));
  keep(names(60));

  const page = await open({ page: 9 });
  await doing(() => {});

  expect(shown(page.el)).toEqual(names(60).slice(48));
  expect(fetched).toHaveLength(1);
  const links = [...page.el.querySelectorAll(".pager > *")].map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([["Previous", "?page=1"]]);
});

test("cards are marked for the remembered state, and those of an address with a state come marked (requirement 142)", async () => {
  fakeShop({});
  const fetched = known(["p-1"]);
  keep(["p-1"]);
  $shipTo.set("TX");

  const page = await open();
  await doing(() => {});
  expect(page.get(".card").hasAttribute("data-refused")).toBe(true);
  await page.unmount();

  $wishlist.set({ mode: "unknown", pressed: {} });
  await open({ area: "ID" });
  await doing(() => {});
  expect(fetched[1]).toMatch(/\?ids=p-1&ship_to=ID$/);
});

test("a token that is a guest's is not asked about again by other pages", async () => {
  fakeShop({});
  known([]);
  await open();
  expect(localStorage.guest).toBe(Cookies.get("csrftoken"));
});

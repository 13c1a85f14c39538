import { act, mountIsland } from "server-islands/testing";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/listing-swap.props.ts";
import * as listingSwap from "../../islands/catalog/listing-swap.tsx";
import { $shipTo } from "../../islands/stores/ship-to.ts";
import { toast } from "../../islands/stores/toasts.ts";
import { toasts } from "../islands-shop/fake-shop.ts";

const path = "/storefront/collections/";

const main = (found: string, boxes: string) => `<main>
  <header class="page-head"><h1>${found}</h1></header>
  <dialog><form method="dialog"><h2></h2><button>Close</button></form><div></div></dialog><p role="status"></p>
  <div class="listing">
    <details class="listing__fold" id="filter-fold"><summary><span>Filter</span></summary>
      <form action="${path}"><details><summary>Climate</summary>${boxes}</details><button type="submit">Show ${found}</button></form></details>
    <details class="listing__fold" id="sort-fold"><summary><span>Sort</span></summary><ul><li><a href="${path}?order=name_asc">A to Z</a></li></ul></details>
    <p class="listing__count" tabindex="-1">${found}</p>
    <ul><li class="card" data-restricted="ID TX">${found}</li></ul>
    <nav class="pager"><a href="${path}?page=2">2</a></nav>
  </div>
  <span data-island="listing-swap" data-island-on="load" data-props="{}"></span></main>`;
const box = '<label><input type="checkbox" name="attributes" value="climate:indoor">Indoor</label>';
const pageOf = (found: string, boxes = box) =>
  `<title>${found}</title><link rel="canonical"><form><input id="q"><p id="ship-to-keeps"></p></form>${main(found, boxes)}`;

type Handled = { handler: () => Promise<void>; focusReset: string; scroll: string };

beforeEach(() => {
  vi.stubGlobal("navigation", { onnavigate: null, transition: null });
  vi.stubGlobal("NavigateEvent", { prototype: { sourceElement: null } });
  $shipTo.set(undefined);
  return () => {
    vi.unstubAllGlobals();
  };
});

async function open(html = pageOf("72 products"), options: { wait?: true } = {}) {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const submit = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  history.replaceState(null, "", path);
  const island = mountIsland(html, { islands: { "listing-swap": { ...listingSwap, schema } }, ssr: true, ...options });
  await island.ready;
  const get = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
  return { ...island, reload, submit, get };
}

/** What the island requests for a press; undefined if the browser loads the page itself. */
async function navigate(query: string, changes: Record<string, unknown> = {}) {
  const aborting = new AbortController();
  const requests: Handled[] = [];
  const event = {
    canIntercept: true,
    hashChange: false,
    navigationType: "push",
    destination: { url: new URL(query, location.href).href },
    signal: aborting.signal,
    sourceElement: document.querySelector("main form"),
    scroll: vi.fn(),
    intercept: (handled: Handled) => requests.push(handled),
    ...changes,
  };
  navigation.onnavigate?.call(navigation, event as unknown as NavigateEvent);
  return { requests: requests[0], event, abort: () => aborting.abort() };
}

const answer = (html: string, type = "text/html", ok = true) => {
  const response = { ok, url: location.href, headers: new Map([["content-type", type]]), text: async () => html };
  const fetch = vi.fn(async (_address: URL, _options: RequestInit) => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

test("a change asks for what the form would ask for (requirements 128, 129)", async () => {
  const { get, submit } = await open();
  const input = get<HTMLInputElement>("input[type=checkbox]");
  input.click();
  expect(submit.mock.contexts).toEqual([get(".listing form")]);
});

test("a choice made before the island was alive is asked for when it is", async () => {
  const { submit, get, trigger } = await open(undefined, { wait: true });
  get<HTMLInputElement>("input[type=checkbox]").checked = true;
  await trigger();
  expect(submit.mock.contexts).toEqual([get(".listing form")]);
});

test("title, heading and products are put in place together, restricted cards marked, the count told", async () => {
  const { get } = await open();
  $shipTo.set("TX");
  const fetch = answer(pageOf("12 products"));
  get<HTMLDetailsElement>("form details").open = true;
  get("input[type=checkbox]").focus();

  const { requests } = await navigate("?attributes=climate:indoor");
  expect([requests?.focusReset, requests?.scroll]).toEqual(["manual", "manual"]);
  const running = requests?.handler();
  expect(get(".listing").ariaBusy).toBe("true");
  await act(() => running);

  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: "manual" });
  expect([document.title, get("h1").textContent, get("[role=status]").textContent]).toEqual(Array(3).fill("12 products"));
  expect(get(".card").hasAttribute("data-refused")).toBe(true);
  expect(get<HTMLDetailsElement>("form details").open).toBe(true);
  expect(document.activeElement).toBe(get("input[type=checkbox]"));
  expect(get(".listing").ariaBusy).not.toBe("true");
});

test("where the pressed control is gone the focus goes to the count", async () => {
  const { get } = await open();
  answer(pageOf("12 products", ""));
  get("input[type=checkbox]").focus();
  await act(async () => (await navigate("?attributes=climate:indoor")).requests?.handler());
  expect(document.activeElement).toBe(get(".listing__count"));
});

test("back lets the browser find the place again", async () => {
  await open();
  answer(pageOf("12 products"));
  const { requests, event } = await navigate("?page=2", { navigationType: "traverse", sourceElement: null });
  await act(() => requests?.handler());
  expect(event.scroll).toHaveBeenCalledOnce();
});

test.each([
  ["another page", "/storefront/", {}],
  ["a reload", "", { navigationType: "reload", sourceElement: null }],
  ["a place in the page", "#main", { hashChange: true }],
  ["a form of the header", "?q=x", { sourceElement: null }],
  ["what the browser does not give away", "?page=2", { canIntercept: false }],
])("%s is left to the browser", async (_what, query, changes) => {
  await open();
  expect((await navigate(query, changes)).requests).toBeUndefined();
});

test.each([
  ["a failure that looks like the page", () => answer(pageOf("12 products"), "text/html", false)],
  ["an answer that is no page", () => answer("{}", "application/json")],
  ["a page without products", () => answer("<title>Sorry</title><h1>Sorry</h1>")],
])("with %s the page is loaded as was asked, and nothing of it is touched", async (_what, meet) => {
  const { get, reload } = await open();
  meet();
  const before = get(".listing");
  await act(async () => (await navigate("?page=2")).requests?.handler());
  expect(reload).toHaveBeenCalledOnce();
  expect([get(".listing"), get("h1").textContent, document.title]).toEqual([before, "72 products", "72 products"]);
});

test("without a network the page, its address and its choices stay, and the error is told once", async () => {
  const { get, reload } = await open();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const before = get(".listing");
  get<HTMLInputElement>("input[type=checkbox]").checked = true;

  const { requests } = await navigate("?page=2");
  history.pushState(null, "", `${path}?page=2`);
  await act(() => requests?.handler());

  expect([get(".listing"), get(".listing").ariaBusy, reload.mock.calls]).toEqual([before, null, []]);
  expect([location.search, get<HTMLInputElement>("input[type=checkbox]").checked]).toEqual(["", false]);
  expect(toasts()).toEqual(["error: We couldn’t reach the shop. Please try again."]);
  answer(pageOf("12 products"));
  await act(async () => (await navigate("?page=2")).requests?.handler());
  expect([get("h1").textContent, toasts()]).toEqual(["12 products", []]);
});

test("an answer does not remove the toast of another action", async () => {
  await open();
  answer(pageOf("12 products"));
  toast("success", "Added to cart.");

  await act(async () => (await navigate("?page=2")).requests?.handler());

  expect(toasts()).toEqual(["success: Added to cart."]);
});

test.each([
  ["overtaken", {}, "true"],
  ["stopped", null, null],
])("a request that is %s neither shows nor loads anything", async (_how, transition, busy) => {
  const { get, reload } = await open();
  const never = (_address: URL, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  vi.stubGlobal("fetch", never);
  const { requests, abort } = await navigate("?page=2");
  const running = requests?.handler();
  Object.assign(navigation, { transition });
  abort();
  await act(() => running);
  expect([reload.mock.calls.length, get(".listing").ariaBusy, get("h1").textContent]).toEqual([0, busy, "72 products"]);
});

test.each([
  ["without the Navigation API", undefined, undefined],
  ["where its event does not name what was pressed", { onnavigate: null }, { prototype: {} }],
])(
  "%s forms and buttons stay as they are, and the drawer opens all the same (requirements 137, 138)",
  async (_where, api, event) => {
    vi.stubGlobal("navigation", api);
    vi.stubGlobal("NavigateEvent", event);
    const { get, submit } = await open();
    get("#filter-fold > summary").click();
    expect(get<HTMLDialogElement>("dialog").open).toBe(true);
    expect([get("dialog h2").textContent, get("dialog div form")?.getAttribute("action")]).toEqual(["Filter", path]);

    get("input[type=checkbox]").click();
    expect(submit).not.toHaveBeenCalled();
    expect(get("main").dataset.swaps).toBeUndefined();

    get<HTMLDialogElement>("dialog").close();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(get("#filter-fold > form")).not.toBeNull();
    expect(document.activeElement).toBe(get("#filter-fold > summary"));
  },
);

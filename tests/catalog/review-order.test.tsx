import { act, mountIsland } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/review-order.props.ts";
import * as reviewOrder from "../../islands/catalog/review-order.tsx";
import { doing, islandHtml } from "../islands-shop/screen.ts";
import { states } from "./review-order.states.ts";

const pageOf = (review: string) => `<main><section id="reviews"><form action="#reviews" method="get">
  <input type="hidden" name="variant" value="m">${islandHtml("review-order", states.newest)}</form>
  <div id="review-list"><div tabindex="-1"><p>${review}</p></div></div></section></main>`;

async function open({ wait = false } = {}) {
  const submit = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  const { error } = console;
  // Only React wants `defaultValue` on the select.
  vi.spyOn(console, "error").mockImplementation((...said) => {
    if (!String(said[0]).includes("instead of setting `selected` on <option>")) error(...said);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const options = { islands: { "review-order": { ...reviewOrder, schema } }, ssr: true, wait };
  const island = mountIsland(pageOf("Fine."), options);
  await island.ready;
  const get = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
  const choose = (value: string) =>
    doing(() => {
      const select = get<HTMLSelectElement>("select");
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  return { ...island, submit, get, choose };
}

/** The browser's Navigation API; `go` simulates a press of the form, or another navigation. */
function fakeNavigation() {
  const go = async (query: string, changes: object = {}) => {
    let running: Promise<void> | undefined;
    const url = new URL(`${location.pathname}${query}`, location.href).href;
    const event = {
      canIntercept: true,
      hashChange: false,
      navigationType: "push",
      destination: { url },
      signal: new AbortController().signal,
      sourceElement: document.querySelector("form"),
      scroll: () => {},
      intercept: ({ handler }: { handler: () => Promise<void> }) => {
        history.replaceState(null, "", url);
        running = handler();
      },
      ...changes,
    };
    (navigation.onnavigate as ((event: unknown) => void) | null)?.(event);
    await act(() => running);
  };
  const navigation = { onnavigate: null as unknown, transition: null, go };
  vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("NavigateEvent", { prototype: { sourceElement: null } });
  return navigation;
}

function answerWith(html: string): void {
  const headers = new Map([["content-type", "text/html"]]);
  vi.stubGlobal("fetch", async () => ({ ok: true, url: location.href, headers, text: async () => html }));
}

test("without scripts the order has a button; where it is alive a choice is enough (requirement 158)", async () => {
  const { get, submit, choose, trigger } = await open({ wait: true });
  expect(get("button").textContent).toBe("Sort");
  expect(get<HTMLSelectElement>("select").value).toBe("newest");

  await trigger();
  expect(get("button")).toBeNull();
  await choose("lowest");
  expect(submit.mock.contexts).toEqual([get("form")]);
});

test("a choice that was made before it was alive is asked for when it is, and shown in place", async () => {
  const navigation = fakeNavigation();
  const { get, submit, trigger } = await open({ wait: true });
  let handled: unknown;
  submit.mockImplementation(() => {
    handled = navigation.onnavigate;
  });
  get<HTMLSelectElement>("select").value = "lowest";

  await trigger();

  expect(submit).toHaveBeenCalledOnce();
  expect(handled).toBeTypeOf("function");
});

test("another order is put in the place of the reviews alone, and the choice keeps the focus (requirement 158)", async () => {
  const navigation = fakeNavigation();
  const { get, choose, unmount } = await open();
  answerWith(pageOf("Bad."));
  const [before, select] = [get("main"), get("select")];
  select.focus();
  await choose("lowest");

  await navigation.go("?reviews_order_by=lowest");
  expect([get("#reviews p").textContent, get("main"), document.activeElement]).toEqual(["Bad.", before, select]);
  expect(get<HTMLSelectElement>("select").value).toBe("lowest");

  answerWith(pageOf("Fine."));
  await navigation.go("", { navigationType: "traverse" });
  expect([get("#reviews p").textContent, get<HTMLSelectElement>("select").value]).toEqual(["Fine.", "newest"]);

  await unmount();
  expect(navigation.onnavigate).toBeNull();
});

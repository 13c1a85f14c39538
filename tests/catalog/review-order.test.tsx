import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/review-order.props.ts";
import * as reviewOrder from "../../islands/catalog/review-order.tsx";
import { act, mountIsland } from "../../islands/runtime/testing.ts";
import { doing, islandHtml } from "../islands-shop/screen.ts";

const props = {
  orders: [
    { value: "newest", label: "Newest", selected: true },
    { value: "lowest", label: "Lowest rated", selected: false },
  ],
};

const pageOf = (review: string) => `<main><section id="reviews"><form action="#reviews" method="get">
  <input type="hidden" name="variant" value="m">${islandHtml("review-order", props)}</form>
  <div tabindex="-1"><p>${review}</p></div></section></main>`;

async function open({ wait = false } = {}) {
  const submit = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  const { error } = console;
  // React alone wants `defaultValue` on the select.
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

test("without scripts the order has a button; where it is alive a choice is enough (acceptance 158)", async () => {
  const { get, submit, choose, trigger } = await open({ wait: true });
  expect(get("button").textContent).toBe("Order");
  expect(get<HTMLSelectElement>("select").value).toBe("newest");

  await trigger();
  expect(get("button")).toBeNull();
  await choose("lowest");
  expect(submit.mock.contexts).toEqual([get("form")]);
});

test("a choice that was made before it was alive is asked for when it is", async () => {
  const { get, submit, trigger } = await open({ wait: true });
  get<HTMLSelectElement>("select").value = "lowest";
  await trigger();
  expect(submit).toHaveBeenCalledOnce();
});

test("another order and another page are put in the place of the reviews alone, while the browser can", async () => {
  const navigation: { onnavigate: unknown; transition: null } = { onnavigate: null, transition: null };
  vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("NavigateEvent", { prototype: { sourceElement: null } });
  const { get, unmount } = await open();
  const response = {
    ok: true,
    url: location.href,
    headers: new Map([["content-type", "text/html"]]),
    text: async () => pageOf("Bad."),
  };
  vi.stubGlobal("fetch", async () => response);
  const before = get("main");
  let running: Promise<void> | undefined;
  const event = {
    canIntercept: true,
    hashChange: false,
    navigationType: "push",
    destination: { url: new URL("?reviews_order_by=lowest#reviews", location.href).href },
    signal: new AbortController().signal,
    sourceElement: get("form"),
    intercept: ({ handler }: { handler: () => Promise<void> }) => {
      running = handler();
    },
  };

  (navigation.onnavigate as (event: unknown) => void)(event);
  await act(() => running);
  expect([get("#reviews p").textContent, get("main")]).toEqual(["Bad.", before]);

  await unmount();
  expect(navigation.onnavigate).toBeNull();
});

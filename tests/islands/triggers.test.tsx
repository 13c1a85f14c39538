import { act, mountIsland } from "server-islands/testing";
import { triggers } from "server-islands/triggers";
import { afterEach, expect, test, vi } from "vitest";
import * as counter from "./fixtures/islands/play/counter.tsx";
import { find, output, until } from "./tasks.ts";

afterEach(() => vi.unstubAllGlobals());

const markup = (on?: string) =>
  `<div data-island="counter" ${on ? `data-island-on="${on}"` : ""} data-props='{"label":"Add","start":0,"step":1}'><button type="button">Add</button></div>`;

/** Mounts with the real triggers, and counts loads. */
function watch(on?: string) {
  const load = vi.fn(async () => counter);
  return { load, ...mountIsland(markup(on), { islands: {}, load, triggers }) };
}

/** A browser's IntersectionObserver, which the test controls. */
class Viewport {
  static open = new Set<Viewport>();
  seen: Element[] = [];
  margin: string | undefined;
  report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void, { rootMargin }: IntersectionObserverInit) {
    this.report = report;
    this.margin = rootMargin;
    Viewport.open.add(this);
  }
  observe(el: Element) {
    this.seen.push(el);
  }
  disconnect() {
    Viewport.open.delete(this);
  }
  static tell(isIntersecting: boolean) {
    for (const viewport of Viewport.open) viewport.report([{ isIntersecting }]);
  }
}

test("without a trigger an island comes alive when it is seen, and is observed no longer", async () => {
  vi.stubGlobal("IntersectionObserver", Viewport);
  const { el, load, ready } = watch();
  await ready;

  Viewport.tell(false);
  await act(() => {});
  expect(load).not.toHaveBeenCalled();
  Viewport.tell(true);
  await until(() => el.hasAttribute("data-island-alive"));

  expect(output(el)).toBe("0");
  expect(Viewport.open.size).toBe(0);
});

test("an island that is taken away before it is seen is observed no longer", async () => {
  vi.stubGlobal("IntersectionObserver", Viewport);
  const { load, ready, unmount } = watch("visible");
  await ready;
  expect(Viewport.open.size).toBe(1);

  await unmount();

  expect(Viewport.open.size).toBe(0);
  expect(load).not.toHaveBeenCalled();
});

test("an island may come alive at a distance from the window, and its children are observed too", async () => {
  vi.stubGlobal("IntersectionObserver", Viewport);
  const { el, ready } = watch("visible:200px 0px");
  await ready;

  const [viewport] = Viewport.open;
  expect(viewport?.margin).toBe("200px 0px");
  // With `display: contents` only the children have a box.
  expect(viewport?.seen).toEqual([el, find(el, "button")]);
});

test("an unknown trigger is reported once, and its islands come alive when they are touched", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  const load = vi.fn(async () => counter);
  const { el, ready } = mountIsland(markup("LOAD") + markup("LOAD"), { islands: {}, load, triggers });
  await ready;
  expect(error.mock.calls).toEqual([["no island trigger LOAD"]]);
  expect(load).not.toHaveBeenCalled();

  find(el, "button").click();
  await until(() => output(el) === "1");

  expect(output(el)).toBe("1");
  error.mockRestore();
});

test("on load: at once", async () => {
  const { el, load } = watch("load");
  expect(load).toHaveBeenCalledTimes(1);
  await until(() => output(el) === "0");
  expect(output(el)).toBe("0");
});

test("on idle: when the browser says so, and a busy one says so after a second", async () => {
  const idle: (() => void)[] = [];
  const latest: (number | undefined)[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: () => void, options?: { timeout?: number }) => {
    idle.push(callback);
    latest.push(options?.timeout);
  });
  const { el, load, ready } = watch("idle");
  await ready;
  expect(load).not.toHaveBeenCalled();
  expect(latest).toEqual([1_000]);

  for (const callback of idle) callback();
  await until(() => output(el) === "0");

  expect(output(el)).toBe("0");
});

test("on idle also in a browser that never says so", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const { el } = watch("idle");

  await until(() => output(el) === "0");

  expect(output(el)).toBe("0");
});

for (const type of ["pointerover", "focusin", "click", "keydown"]) {
  test(`on interaction: at a ${type} inside, and not before`, async () => {
    const { el, load, ready } = watch("interaction");
    await ready;
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(load).not.toHaveBeenCalled();

    find(el, "button").dispatchEvent(new Event(type, { bubbles: true }));
    await until(() => output(el) !== "");

    expect(load).toHaveBeenCalledTimes(1);
    expect(output(el)).toMatch(/[01]/);
  });
}

test("on a media query: when it holds, and a press before that is left to the browser", async () => {
  const list = { matches: false, onchange: () => {} };
  const queries: string[] = [];
  vi.stubGlobal("matchMedia", (query: string) => {
    queries.push(query);
    return list;
  });
  const { el, load, ready } = watch("media:(min-width: 48rem)");
  await ready;
  find(el, "button").click();
  expect(load).not.toHaveBeenCalled();

  list.matches = true;
  list.onchange();
  await until(() => output(el) === "0");

  expect(queries).toEqual(["(min-width: 48rem)"]);
  expect(output(el)).toBe("0");
});

for (const [on, missing] of [
  ["visible", "IntersectionObserver"],
  ["media:(min-width: 48rem)", "matchMedia"],
] as const) {
  test(`on ${on} in a browser without ${missing}: reported, at a press, and no other island is kept from its start`, async () => {
    const quiet = vi.spyOn(console, "error").mockReturnValue();
    vi.stubGlobal(missing, undefined);
    const { el, ready, errors } = mountIsland(markup(on) + markup("load"), { islands: { counter }, triggers });
    await ready;
    const [, other] = document.querySelectorAll("[data-island]");
    await until(() => other?.hasAttribute("data-island-alive") === true);
    expect(errors.map(({ name, error }) => [name, error instanceof TypeError])).toEqual([["counter", true]]);
    expect(el.hasAttribute("data-island-alive")).toBe(false);

    find(el, "button").click();
    // The press is replayed a task after the start.
    await until(() => output(el) === "1");

    expect(output(el)).toBe("1");
    expect(errors.length).toBe(1);
    quiet.mockRestore();
  });
}

test("never: not even when it is pressed", async () => {
  const { el, load, ready } = watch("never");
  await ready;

  find(el, "button").click();
  await act(() => {});

  expect(load).not.toHaveBeenCalled();
});

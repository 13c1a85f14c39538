import { act, mountIsland } from "server-islands/testing";
import type { Triggers } from "server-islands/triggers";
import { expect, test, vi } from "vitest";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as ticking from "./fixtures/islands/play/ticking.tsx";
import { $presses } from "./fixtures/islands/stores/presses.ts";
import { afterRemoval, find, output, until } from "./tasks.ts";

const islands = { counter, ticking };
const counterHtml = `<div data-island="counter" data-props='{"label":"Add","start":0,"step":1}'></div>`;
const stage = (html = counterHtml) => `<section><div id="here">${html}</div><div id="there"></div></section>`;

test("an island inserted by innerHTML comes alive with no call", async () => {
  const { ready, trigger } = mountIsland(stage(), { islands });
  await ready;
  const there = find(document, "#there");

  there.innerHTML = `<ul><li data-island="counter" data-props='{"label":"Row","start":4,"step":1}'></li></ul>`;
  await act(() => {});
  await trigger();

  expect(output(there)).toBe("4");
  find(there, "button").click();
  await until(() => output(there) === "5");
  expect(output(there)).toBe("5");
});

test("an island that moves keeps its state", async () => {
  const { el, ready } = mountIsland(stage(), { islands, ssr: true });
  await ready;
  find(el, "button").click();
  await until(() => output(el) === "1");
  const drawn = find(el, "output");

  find(document, "#there").append(el);
  await act(() => {});

  expect(find(el, "output")).toBe(drawn);
  expect(output(el)).toBe("1");
  find(el, "button").click();
  await until(() => output(el) === "2");
  expect(output(el)).toBe("2");
  $presses.set(0);
});

test("a removed island runs its cleanup and leaves nothing behind", async () => {
  ticking.running.clear();
  const { el, ready, unmount } = mountIsland(stage(`<div data-island="ticking"></div>`), { islands });
  await ready;
  expect(ticking.running.size).toBe(1);

  el.remove();
  await act(() => {});
  await until(() => ticking.running.size === 0);

  expect(ticking.running.size).toBe(0);
  await unmount(); // throws if a listener, an interval or an entry of the registry is left
});

test("an island that was removed and comes back starts anew from the server's HTML", async () => {
  const { el, ready, trigger } = mountIsland(stage(), { islands, ssr: true });
  await ready;
  const before = el.innerHTML;
  find(el, "button").click();
  await until(() => output(el) === "1");
  $presses.set(0);

  el.remove();
  await act(afterRemoval);
  expect(el.innerHTML).toBe(before);
  find(document, "#there").append(el);
  await act(() => {});
  await trigger();

  expect(output(el)).toBe("0");
  find(el, "button").click();
  await until(() => output(el) === "1");
  expect(output(el)).toBe("1");
  $presses.set(0);
});

test("an island that is removed while its script is on its way never comes alive", async () => {
  ticking.running.clear();
  const { promise, resolve } = Promise.withResolvers<typeof ticking>();
  const { el, ready, unmount, errors } = mountIsland(stage(`<div data-island="ticking">kept</div>`), {
    islands,
    load: () => promise,
  });

  el.remove();
  await afterRemoval();
  resolve(ticking);
  await ready;

  expect(el.innerHTML).toBe("kept");
  expect(ticking.running.size).toBe(0);
  expect(errors).toEqual([]);
  await unmount();
});

test("an island that throws while it is removed keeps no other from ending or starting", async () => {
  ticking.running.clear();
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const throwing = () => {
    throw new Error("not called off");
  };
  const triggers: Triggers = {
    idle: () => throwing,
    load: (_el, start) => void start(),
  };
  const [removed, other] = [
    `<div data-island="counter" data-island-on="idle"></div>`,
    `<div data-island="ticking" data-island-on="load"></div>`,
  ];
  const { ready } = mountIsland(stage(removed + other), { islands, triggers });
  await ready;
  await until(() => ticking.running.size === 1);
  const [first] = ticking.running;

  find(document, "#here").innerHTML = `<p data-island="ticking" data-island-on="load" id="new"></p>`;
  await until(() => find(document, "#new").hasAttribute("data-island-alive"));

  expect(find(document, "#new").hasAttribute("data-island-alive")).toBe(true);
  // Effects and their cleanup run with the next frame.
  const onlyNew = () => ticking.running.size === 1 && !ticking.running.has(first ?? {});
  await until(onlyNew);
  expect(onlyNew()).toBe(true);
  expect(logged.mock.calls.map(([error]) => String(error))).toEqual(["Error: not called off"]);
  logged.mockRestore();
});

test("a script that fails after its island was removed is nobody's error", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const { promise, reject } = Promise.withResolvers<typeof ticking>();
  const { el, ready } = mountIsland(stage(`<div data-island="ticking">kept</div>`), { islands, load: () => promise });
  const heard: Event[] = [];
  el.addEventListener("island:error", (event) => heard.push(event));

  el.remove();
  await afterRemoval();
  reject(new TypeError("Failed to fetch dynamically imported module"));
  await ready;

  expect(heard).toEqual([]);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("inserts and removals leave the registry as it was", async () => {
  ticking.running.clear();
  const { ready, trigger, unmount } = mountIsland(stage(), { islands });
  await ready;
  const there = find(document, "#there");

  for (let round = 0; round < 20; round++) {
    there.innerHTML = `<p data-island="ticking"></p><p data-island="ticking"></p>`;
    await act(() => {});
    await trigger();
    expect(ticking.running.size).toBe(2);
    there.innerHTML = "";
    await act(() => {});
    await until(() => ticking.running.size === 0);
  }

  expect(ticking.running.size).toBe(0);
  await unmount();
});

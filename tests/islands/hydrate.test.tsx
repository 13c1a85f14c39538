import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as labelled from "./fixtures/islands/play/labelled.tsx";
import * as names from "./fixtures/islands/play/names.tsx";
import { $presses } from "./fixtures/islands/stores/presses.ts";
import { find, output, until } from "./tasks.ts";

const islands = { counter, labelled };
const empty = `<div data-island="counter" data-props='{"label":"Add","start":2,"step":1}'></div>`;
const fallback = `<div data-island="counter" data-props='{"label":"Add","start":2,"step":1}'><b>Add by post</b></div>`;

test("a rendered island keeps its elements when it comes alive, and then answers presses", async () => {
  const { el, ready, errors } = mountIsland(empty, { islands, ssr: true, stores: [$presses] });
  const button = find(el, "button");

  await ready;
  expect(find(el, "button")).toBe(button);
  button.click();
  await until(() => output(el) === "3");

  expect(output(el)).toBe("3");
  expect(errors).toEqual([]);
});

test("what is not to be translated says so in the server's HTML", async () => {
  const html = `<div data-island="names" data-props='{"changed":true}'></div>`;
  const { el, ready } = mountIsland(html, { islands: { names }, ssr: true, wait: true });
  await ready;

  expect(find(el, "fieldset").getAttribute("translate")).toBe("no");
});

test("a fallback is replaced after the first successful render", async () => {
  const { el, ready } = mountIsland(fallback, { islands });
  expect(el.textContent).toBe("Add by post");

  await ready;

  expect(el.querySelector("b")).toBeNull();
  expect(output(el)).toBe("2");
});

test("HTML of another build is replaced, not hydrated", async () => {
  const { el, ready, errors } = mountIsland(fallback.replace("<div ", '<div data-ssr="older" '), { islands });

  await ready;

  expect(el.innerHTML).not.toContain("Add by post");
  expect(output(el)).toBe("2");
  expect(errors).toEqual([]);
});

test("an element says that it is alive, for style sheets and template code", async () => {
  const { el, ready, unmount } = mountIsland(empty, { islands, ssr: true });
  expect(el.hasAttribute("data-island-alive")).toBe(false);

  await ready;
  expect(el.hasAttribute("data-island-alive")).toBe(true);
  await unmount();

  expect(el.hasAttribute("data-island-alive")).toBe(false);
});

test("a store that moved before an island came alive is shown in it", async () => {
  $presses.set(7);
  const { el, ready, errors } = mountIsland(empty, { islands, ssr: true, stores: [$presses] });
  await ready;

  await until(() => find(el, "small").textContent === "7");

  expect(find(el, "small").textContent).toBe("7");
  expect(errors).toEqual([]);
  $presses.set(0);
});

test("two islands share what a store holds", async () => {
  const { el, ready } = mountIsland(`${empty}<hr>${empty}`, { islands, ssr: true });
  await ready;
  const [, second] = document.querySelectorAll("[data-island=counter]");

  find(el, "button").click();
  await until(() => second?.querySelector("small")?.textContent === "1");

  expect(second?.querySelector("small")?.textContent).toBe("1");
  $presses.set(0);
});

test("ids that components make differ between two islands of one page", async () => {
  const two = `<div data-island="labelled"></div><div data-island="labelled"></div>`;
  const { ready } = mountIsland(two, { islands });

  await ready;

  const ids = [...document.querySelectorAll("[data-island=labelled] input")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  const labels = [...document.querySelectorAll<HTMLLabelElement>("[data-island=labelled] label")].map(({ htmlFor }) => htmlFor);
  expect(labels).toEqual(ids);
});

import { act } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { $presses } from "./fixtures/islands/stores/presses.ts";
import { afterRemoval, find, output, until } from "./tasks.ts";
import { add, inner, mountAround, one, toggle, two, wrap } from "./wrapping-island.ts";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  $presses.set(0);
});

function elementOf<T extends Element = HTMLElement>(html: string): T {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild as T;
}

/**
 * Changes the content of a live island as a morph does, which also removes the island's marker. The
 * empty text makes happy-dom call the loader's observer first, as browsers do.
 */
const morph = (el: Element, change: () => void) =>
  act(() => {
    el.after("");
    el.removeAttribute("data-island-alive");
    change();
  });

const fresh = `<div data-island-slot="one"><b>Fresh</b></div>`;
const park = `<template data-island-slot="">${fresh}</template>`;
const textOfOne = (el: Element) => [...el.querySelectorAll("[data-island-slot=one]")].map(({ textContent }) => textContent);

for (const [kind, ssr, fallback] of [
  ["rendered", true, ""],
  ["handwritten", false, "<form>Fallback</form>"],
] as const) {
  test(`a ${kind} island shows a slot that a morph adds in a template`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();
    const button = find(el, "[name=toggle]");

    await morph(el, () => {
      find(el, "article").remove();
      el.append(elementOf(park));
    });

    expect([textOfOne(el), find(el, "article [data-island-place] > [data-island-slot]").textContent]).toEqual([
      ["Fresh"],
      "Fresh",
    ]);
    expect([find(el, "[name=toggle]"), errors]).toEqual([button, []]);
  });

  test(`a ${kind} island keeps a new slot that a morph adds while it shows none, for later`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();
    await toggle(el);

    await morph(el, () => find(el, "section").append(elementOf(`<article>${fresh}</article>`)));
    expect(el.querySelector("article")).toBe(null);
    await toggle(el);

    expect([textOfOne(el), find(el, "article").textContent, errors]).toEqual([["Fresh"], "Fresh", []]);
  });

  test(`what a morph moves into a new slot of a ${kind} island stays as it is`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();
    await add(el);
    const [mail, island] = [find<HTMLInputElement>(el, "[name=mail]"), inner(el)];
    mail.value = "a@b.example";

    await morph(el, () => {
      const slot = elementOf(`<div></div>`);
      find(el, "section").before(slot);
      slot.dataset.islandSlot = "one";
      slot.append(mail, island);
      find(el, "section").remove();
      slot.after(elementOf(two));
    });
    await act(afterRemoval);

    expect([find(el, "article [data-island-slot=one] > input"), mail.value]).toEqual([mail, "a@b.example"]);
    expect([...el.children].map(({ localName }) => localName)).toEqual(["section", "template"]);
    await add(el);
    expect([output(island), errors]).toEqual(["2", []]);
  });

  test(`a ${kind} island's own element that a morph turns into a slot is its own again`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();
    const [section, button] = [find(el, "section"), find(el, "[name=toggle]")];

    await morph(el, () => {
      section.dataset.islandSlot = "one";
      section.replaceChildren(elementOf(`<b>Fresh</b>`));
    });

    expect([find(el, "section"), section.dataset.islandSlot, find(el, "[name=toggle]")]).toEqual([section, undefined, button]);
    expect([textOfOne(el), find(el, "article").textContent, errors]).toEqual([["Fresh"], "Fresh", []]);
  });

  test(`a slot of a ${kind} island that others replace is the new one from then on`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();

    await act(() => find(el, "[data-island-slot=one]").replaceWith(elementOf(fresh)));
    expect(find(el, "article").textContent).toBe("Fresh");
    await toggle(el);
    await toggle(el);
    expect(find(el, "article").textContent).toBe("Fresh");
    await act(() => {
      el.dataset.props = '{"throws":"render"}';
    });
    await until(() => errors.length > 0);

    expect([textOfOne(el), el.querySelector("article")]).toEqual([["Fresh"], ssr ? expect.anything() : null]);
  });

  test(`a slot of a ${kind} island that others remove stays away`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();

    await act(() => find(el, "[data-island-slot=one]").remove());
    await toggle(el);
    await toggle(el);

    expect([textOfOne(el), find(el, "article").textContent, errors]).toEqual([[], "", []]);
  });

  test(`a slot that is added to a live ${kind} island is placed`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + two), ssr);
    await start();

    await act(() => el.append(elementOf(fresh)));

    expect([textOfOne(el), find(el, "article").textContent, errors]).toEqual([["Fresh"], "Fresh", []]);
  });

  test(`a ${kind} island that a morph turns into another leaves this one's slots to it`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();

    await morph(el, () => {
      el.dataset.island = "ticking";
      find(el, "section").replaceChildren(elementOf(fresh));
    });
    await act(afterRemoval);

    expect([textOfOne(el), errors]).toEqual([["Fresh"], []]);
  });
}

import { act, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import type { TextsProps } from "./fixtures/islands/play/texts.props.ts";
import * as texts from "./fixtures/islands/play/texts.tsx";
import { find } from "./tasks.ts";
import { start, states, textOf } from "./text-states.ts";

const open = async () => {
  const html = `<div data-island="texts" data-props='${JSON.stringify(start)}'></div>`;
  const mounted = mountIsland(html, { islands: { texts }, ssr: true });
  await mounted.ready;
  return { ...mounted, section: find(mounted.el, "section") };
};

/** Lets observers and the fetch of the part end. */
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));

async function show(el: HTMLElement, state: TextsProps): Promise<void> {
  await act(() => {
    el.dataset.props = JSON.stringify(state);
  });
  await settled();
}

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter((text) => text.data.trim() !== "" && !text.parentElement?.closest("font,mark"));
}

const wrapper = (name = "font") => document.createElement(name);

/**
 * The ways in which translators and extensions change a text. Further ones, which happy-dom reports
 * otherwise than browsers, are in tests/browsers/runtime/altered-pages.spec.ts.
 */
const ways: Record<string, (text: Text) => void> = {
  "a wrapper with a copy replaces it": (text) => {
    const outer = wrapper();
    outer.appendChild(wrapper()).textContent = text.data;
    text.replaceWith(outer);
  },
  "a wrapper is put before it, and it is removed": (text) => {
    const outer = wrapper();
    outer.textContent = text.data;
    text.before(outer);
    text.remove();
  },
  "it is moved into a wrapper": (text) => {
    const outer = wrapper("mark");
    text.before(outer);
    outer.append(text);
  },
};

for (const [way, replace] of Object.entries(ways)) {
  test(`texts are those of the state although ${way}`, async () => {
    const { el, section, errors } = await open();
    textsIn(section).forEach(replace);
    await settled();
    expect(el.textContent).toBe(textOf(start));
    for (const state of states) {
      await show(el, state);
      expect(el.textContent).toBe(textOf(state));
    }
    expect(errors).toEqual([]);
  });

  test(`texts are those of the state although ${way} again after each change`, async () => {
    const { el, section, errors } = await open();
    for (const state of [start, ...states]) {
      await show(el, state);
      textsIn(section).forEach(replace);
      await settled();
      expect(el.textContent).toBe(textOf(state));
    }
    expect(errors).toEqual([]);
  });
}

/** Replaces texts by wrappers with translations, as a translator does. */
function translate(section: Element, translation: (text: string) => string): void {
  for (const text of textsIn(section)) {
    const outer = wrapper();
    outer.textContent = translation(text.data);
    text.replaceWith(outer);
  }
}

const upper = (text: string) => text.toUpperCase();

async function openTranslated() {
  const opened = await open();
  // The first replaced text fetches the part, which shows the component's texts again.
  translate(opened.section, upper);
  await settled();
  translate(opened.section, upper);
  await settled();
  expect(opened.el.textContent).toBe(textOf(start).toUpperCase());
  return opened;
}

test("a translation stays where the component's text has not changed", async () => {
  const { el } = await openTranslated();

  await show(el, { ...start, count: 4, items: ["moss", "fern"] });

  expect(el.textContent).toBe(textOf({ ...start, count: 4, items: ["moss", "fern"] }).toUpperCase());
});

test("a translation into a second language replaces the first", async () => {
  const { el, section } = await openTranslated();
  for (const font of section.querySelectorAll("font")) {
    const second = wrapper();
    second.textContent = `${font.textContent}`.toLowerCase();
    font.replaceWith(second);
  }
  await settled();
  expect(el.textContent).toBe(textOf(start).toLowerCase());

  await show(el, { ...start, count: 44 });

  expect(el.textContent).toBe(textOf({ ...start, count: 44 }).toLowerCase());
});

test("the component's texts are there again once a translation is taken away", async () => {
  const { el, section } = await open();
  translate(section, upper);
  await settled();
  const originals = textsIn(section);
  translate(section, upper);
  await settled();
  const fonts = [...section.querySelectorAll("font")];
  fonts.slice(1).forEach((font, at) => {
    font.replaceWith(originals[at + 1] as Text);
  });
  fonts[0]?.remove();
  await settled();

  expect(el.textContent).toBe(textOf(start));
});

test("a text that the component empties is gone", async () => {
  const { el } = await openTranslated();

  await show(el, { ...start, note: "" });

  expect(el.textContent).toBe(textOf({ ...start, note: "" }).toUpperCase());
});

import { act, mountIsland } from "server-islands/testing";
import type { Triggers } from "server-islands/triggers";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as ticking from "./fixtures/islands/play/ticking.tsx";
import { schema } from "./fixtures/islands/play/wrapping.props.ts";
import * as wrapping from "./fixtures/islands/play/wrapping.tsx";
import { find } from "./tasks.ts";

const islands = { wrapping: { ...wrapping, schema }, counter, ticking };
const counterHtml = `<div data-island="counter" data-island-on="load" data-props='{"label":"Add","start":0,"step":1}'></div>`;

/** The slot `one` of an island, with a field, a button of the page's, and an island. */
export const one = (content = counterHtml): string =>
  `<div data-island-slot="one"><input name="mail"><button type="button">Plain</button>${content}</div>`;
export const two = `<p data-island-slot="two">Second</p>`;

/** The markup of the island `wrapping`. */
export const wrap = (content: string, props: object = {}): string =>
  `<div data-island="wrapping" data-island-on="idle" data-props='${JSON.stringify(props)}'>${content}</div>`;

/** Mounts islands in slots at once, and `wrapping` when the returned `start` is called. */
export async function mountAround(html: string, ssr: boolean) {
  const starts: (() => void)[] = [];
  const triggers: Triggers = { load: (_el, start) => void start(), idle: (_el, start) => void starts.push(start) };
  const mounted = mountIsland(html, { islands, ssr, triggers });
  await mounted.ready;
  const start = async () => {
    for (const each of starts) each();
    await mounted.trigger();
  };
  return { ...mounted, start };
}

export const toggle = (el: Element) => act(() => find(el, "[name=toggle]").click());
/** The island in slot `one`. */
export const inner = (el: Element) => find(el, "[data-island=counter]");
export const add = (el: Element) => act(() => find(inner(el), "button").click());

import { hydrate, options, render, type VNode } from "preact";
import "./dom-props.preact.ts";
import { withIds } from "./root-ids.preact.ts";

export { Component } from "preact";

/**
 * `root.ts` on Preact: renders synchronously into an element; if `hydrating`, over the server's
 * HTML.
 */
export function openRoot(el: Element, element: VNode, key: string, hydrating: boolean): (element: VNode | null) => void {
  withIds(key, () => (hydrating ? hydrate : render)(element, el));
  return (next) => render(next, el);
}

export function notifyComponent(field: HTMLInputElement): void {
  const { debounceRendering } = options;
  let flush: (() => void) | undefined;
  options.debounceRendering = (render) => {
    flush = render;
  };
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  options.debounceRendering = debounceRendering as never;
  flush?.();
}

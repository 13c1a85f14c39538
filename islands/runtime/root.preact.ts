import { hydrate, options, render, type VNode } from "preact";
import { withRootIds } from "./root-ids.preact.ts";

/** As `root.ts`, on Preact. */
export function openRoot(el: Element, element: VNode, key: string, hydrating: boolean): (element: VNode | null) => void {
  const ids = { key, count: 0 };
  (hydrating ? hydrate : render)(withRootIds(element, ids), el);
  return (next) => render(next && withRootIds(next, ids), el);
}

export function notifyComponent(field: HTMLInputElement): void {
  const { debounceRendering } = options;
  let flush = () => {};
  options.debounceRendering = (render) => {
    flush = render;
  };
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  options.debounceRendering = debounceRendering as never;
  flush();
}

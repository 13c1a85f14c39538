import { hydrate, render, type VNode } from "preact";

/** As `root.ts`, on Preact. `__m` is the field in which Preact counts `useId`; left alone it repeats in every root. */
export function openRoot(el: Element, element: VNode, key: string, hydrating: boolean): () => void {
  (element as { __m?: [string, number] }).__m = [key, 0];
  (hydrating ? hydrate : render)(element, el);
  return () => render(null, el);
}

export function announce(field: HTMLInputElement): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

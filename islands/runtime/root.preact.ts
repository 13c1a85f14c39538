import { hydrate, render, type VNode } from "preact";
import type { Root } from "./root.ts";

/** As `root.ts`, on Preact. `__m` is the field in which Preact counts `useId`; left alone it repeats in every root. */
export function openRoot(el: Element, element: VNode, key: string, hydrating: boolean): Root {
  (element as { __m?: [string, number] }).__m = [key, 0];
  (hydrating ? hydrate : render)(element, el);
  return { unmount: () => render(null, el) };
}

export function forgetValue(): void {}

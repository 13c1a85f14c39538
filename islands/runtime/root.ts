import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

export type Root = { unmount(): void };

// React's own reports; ours is the `island:error` event.
const quiet = { onCaughtError: () => {}, onRecoverableError: () => {} };

/** Draws into an element, over the server's HTML when `hydrating`. `key` keeps `useId` apart between roots. */
export function openRoot(el: Element, element: ReactElement, key: string, hydrating: boolean): Root {
  const options = { identifierPrefix: `P${key}-`, ...quiet };
  if (hydrating) return hydrateRoot(el, element, options);
  const root = createRoot(el, options);
  flushSync(() => root.render(element));
  return root;
}

/** React ignores an input event whose value it has seen already: make it forget what it saw while hydrating. */
export function forgetValue(field: Element): void {
  (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue("\0");
}

import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

// React's own reports; ours is the `island:error` event.
const silenced = { onCaughtError: () => {}, onRecoverableError: () => {} };

/**
 * Renders into an element, over the server's HTML when `hydrating`, and is done when it returns.
 * The returned function ends it.
 */
export function openRoot(el: Element, element: ReactElement, key: string, hydrating: boolean): () => void {
  const options = { identifierPrefix: `P${key}-`, ...silenced };
  const root = flushSync(() => (hydrating ? hydrateRoot(el, element, options) : createRoot(el, options)));
  if (!hydrating) flushSync(() => root.render(element));
  return () => root.unmount();
}

/**
 * Tells the component what a field holds. React hears a choice by its click, and ignores a value
 * that it saw while hydrating.
 */
export function notifyComponent(field: HTMLInputElement): void {
  if (field.type === "checkbox" || field.type === "radio") {
    field.checked = !field.checked;
    field.click();
    return;
  }
  if (field.type !== "file") makeValueDiffer(field);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * React sees each value that is assigned to a field, and hears an event where the field holds
 * another: the prototype's setter it does not see.
 */
function makeValueDiffer(field: HTMLInputElement): void {
  if (!Object.hasOwn(field, "value")) return;
  const { value } = field;
  field.value = `${value}.`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}

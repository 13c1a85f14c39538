import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

export { Component } from "react";

// Silences React's own reports: the runtime reports errors with the `island:error` event.
const silenced = { onCaughtError: () => {}, onRecoverableError: () => {} };

/**
 * Renders synchronously into an element; if `hydrating`, over the server's HTML. The returned
 * function renders again; with `null` it unmounts.
 */
export function openRoot(
  el: Element,
  element: ReactElement,
  key: string,
  hydrating: boolean,
): (element: ReactElement | null) => void {
  const options = { identifierPrefix: `P${key}-`, ...silenced };
  const root = flushSync(() => (hydrating ? hydrateRoot(el, element, options) : createRoot(el, options)));
  if (!hydrating) flushSync(() => root.render(element));
  return (next) => (next ? flushSync(() => root.render(next)) : root.unmount());
}

/**
 * Notifies the component of a field's value, and renders before this function returns. So a
 * component that keeps all fields in one object has its new object before it is notified of the
 * next field. For a checkbox or a radio button React listens to the click. For other fields React
 * ignores a value that it already saw during hydration (see `makeValueDiffer`).
 */
export function notifyComponent(field: HTMLInputElement): void {
  flushSync(() => {
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = !field.checked;
      field.click();
      return;
    }
    if (field.type !== "file") makeValueDiffer(field);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

/**
 * Makes React handle an event. React tracks each value that is assigned to a field, and handles an
 * event only if the value differs. It does not see an assignment by the prototype's setter.
 */
function makeValueDiffer(field: HTMLInputElement): void {
  if (!Object.hasOwn(field, "value")) return;
  const { value } = field;
  field.value = `${value}.`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}

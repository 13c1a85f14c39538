import type { FindCounterpart } from "./contract.ts";

/**
 * Finds the counterpart of an element by its position, if the content is still the server's HTML or
 * a copy of it.
 */
export function recordSamePlaces(el: Element): FindCounterpart {
  const before = [...el.querySelectorAll("*")];
  return (old) => (old.isConnected ? old : el.querySelectorAll("*")[before.indexOf(old)]);
}

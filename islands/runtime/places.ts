import type { FindCounterpart } from "./contract.ts";

/** Finds the element at the place of another if all HTML is the server's: a copy of it. */
export function recordSamePlaces(el: Element): FindCounterpart {
  const before = [...el.querySelectorAll("*")];
  return (old) => (old.isConnected ? old : el.querySelectorAll("*")[before.indexOf(old)]);
}

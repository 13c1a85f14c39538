import type { FindCounterpart } from "./contract.ts";

/** Finds what has the place of an element where all HTML is the server's: a copy of it. */
export function recordSamePlaces(el: Element): FindCounterpart {
  const before = [...el.querySelectorAll("*")];
  return (old) => (old.isConnected ? old : el.querySelectorAll("*")[before.indexOf(old)]);
}

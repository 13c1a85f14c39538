import type { FindCounterpart, IslandContent } from "./contract.ts";
import { isChoice } from "./typed.ts";

/**
 * Records the places of an island's elements. The returned function finds the same element, or the
 * element at its place among those of its kind, name and type (for a choice also its value), if
 * their number is unchanged.
 */
export function recordSamePlaces(el: IslandContent): FindCounterpart {
  const findAll = () => [...el.querySelectorAll<HTMLInputElement>("*")];
  const before = findAll();
  const findCounterpart = (old: HTMLInputElement) => {
    if (old.isConnected) return old;
    const isAlike = (one: HTMLInputElement) =>
      one.localName === old.localName &&
      one.name === old.name &&
      one.type === old.type &&
      (!isChoice(old) || one.value === old.value);
    const now = findAll().filter(isAlike);
    const alike = before.filter(isAlike);
    return now.length === alike.length ? now[alike.indexOf(old)] : undefined;
  };
  return findCounterpart as FindCounterpart;
}

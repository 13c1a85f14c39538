import type { FindCounterpart, IslandContent } from "./contract.ts";

type Field = Partial<HTMLInputElement>;

const button = "button,[role=button]";

/**
 * Whether a field may receive the old field's value: the names must be equal, and for a choice also
 * the values.
 */
const mayStandFor = (candidate: Element & Field, old: Element & Field): boolean =>
  candidate.contentEditable === old.contentEditable &&
  (old.matches(button) || (candidate.name === old.name && candidate.type === old.type)) &&
  (!/box|radio/.test(`${old.type}`) || candidate.value === old.value);

/** Traits that distinguish elements of one kind, the most reliable first. */
const traits = "contentEditable id name value type role ariaLabel textContent".split(" ") as "id"[];

/**
 * Records the places of an island's elements. The returned function finds the same element, or an
 * element of its kind with the same id, name, value, role or label. If several match, it takes the
 * element at the same place, provided that their number is unchanged. A form that the island did
 * not render again is added to the page, hidden, so that it can be submitted.
 */
export function recordPlaces(el: IslandContent): FindCounterpart {
  const before = [...el.querySelectorAll("*")];
  return (target) => {
    if (target.isConnected) return target;
    const old = target.closest(button) ?? target;
    const kind = old.matches(button) ? button : old.localName;
    let oldElements = before.filter((one) => one.matches(kind));
    let newElements = [...el.querySelectorAll(kind)];
    for (const trait of traits) {
      const isAlike = (one: Element) => one[trait] === old[trait];
      if (!newElements.some(isAlike)) continue;
      oldElements = oldElements.filter(isAlike);
      newElements = newElements.filter(isAlike);
    }
    const match = newElements.length === oldElements.length && newElements[oldElements.indexOf(old)];
    if (match && mayStandFor(match, old)) return match;
    return kind === "form" ? document.body.appendChild(Object.assign(old, { hidden: true })) : undefined;
  };
}

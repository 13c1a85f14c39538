import type { FindCounterpart } from "./contract.ts";

type Field = Partial<HTMLInputElement>;

const button = "button,[role=button]";

/**
 * Whether a field may take a value: it must have the same name, and a choice also the same value.
 */
const mayStandFor = (candidate: Element & Field, old: Element & Field): boolean =>
  candidate.contentEditable === old.contentEditable &&
  (old.matches(button) || (candidate.name === old.name && candidate.type === old.type)) &&
  (!/box|radio/.test(`${old.type}`) || candidate.value === old.value);

/** Traits that tell elements of one kind from each other, the surest first. */
const traits = "contentEditable id name value type role ariaLabel textContent".split(" ") as "id"[];

/**
 * Records the places of an island's elements. The returned function finds the element itself, or
 * the one of its kind with its id, name, value, role or label. Of several alike it takes the one at
 * the same place, if there are as many as before. A form that the island did not render is added to
 * the page, hidden, so that it can be submitted.
 */
export function recordPlaces(el: Element): FindCounterpart {
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

/**
 * The values of a repeated parameter or field that are among `names`, in their order; empty if none
 * is.
 */
export function chosenOf<Name extends string>(value: unknown, names: readonly Name[]): Name[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.filter((name) => given.includes(name));
}

/** Whole numbers of a repeated parameter, up to `most`; other values are left out. */
export function numbersOf(value: unknown, most: number): number[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const numbers = given.flatMap((each) => (typeof each === "string" && /^\d{1,9}$/.test(each) ? [Number(each)] : []));
  return [...new Set(numbers)].slice(0, most);
}

const idShape = /^[\w.-]{1,100}$/;
/** The most records selected one by one. */
const mostSelected = 500;

/** The ids of a repeated parameter, each once, up to 500; other values are left out. */
export function idsOf(value: unknown): string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(given.flatMap((id) => (typeof id === "string" && idShape.test(id) ? [id] : [])))].slice(0, mostSelected);
}

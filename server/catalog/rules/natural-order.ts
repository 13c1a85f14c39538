/**
 * A key that sorts names as people do: case and accents do not matter, and `Tee 2` comes before
 * `Tee 10`. Keys are compared as plain text, with one result in every database.
 */
export const naturalKey = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return String(Math.min(99, number.length)).padStart(2, "0") + number;
    });

/** Compares things by their names in natural order; equal names count as equal. */
export const byNaturalName =
  <Named>(nameOf: (named: Named) => string) =>
  (one: Named, other: Named): number => {
    const [a, b] = [naturalKey(nameOf(one)), naturalKey(nameOf(other))];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };

/**
 * Sorts only names that differ in nothing but numbers, by these numbers: `L, 10 g, 2 g, S` becomes
 * `L, 2 g, 10 g, S`.
 */
export function withNumbersAscending<Named>(all: readonly Named[], nameOf: (named: Named) => string): Named[] {
  const alike = new Map<string, Named[]>();
  const shapes = all.map((named) => naturalKey(nameOf(named).replace(/\d+(?:[.,]\d+)?/g, "#")));
  for (const [at, named] of all.entries()) {
    const shape = shapes[at] ?? "";
    alike.set(shape, [...(alike.get(shape) ?? []), named]);
  }
  for (const group of alike.values()) group.sort(byNaturalName(nameOf));
  const next = new Map([...alike].map(([shape, group]) => [shape, group.values()]));
  return all.map((named, at) => next.get(shapes[at] ?? "")?.next().value ?? named);
}

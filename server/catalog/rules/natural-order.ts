/**
 * A key that sorts names as people do: A to Z in any case and with any accents, and `Tee 2` before
 * `Tee 10`. Keys compare as plain text, equally on every database.
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

/** Compares things by these names; equal ones keep their order. */
export const byNaturalName =
  <Named>(nameOf: (named: Named) => string) =>
  (one: Named, other: Named): number => {
    const [a, b] = [naturalKey(nameOf(one)), naturalKey(nameOf(other))];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };

/**
 * Keeps the order, but names that differ only by numbers ascend by these: `L, 10 g, 2 g, S` becomes
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

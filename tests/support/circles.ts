/** The imports of each file, by path. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Each circle of files that import each other, as a path that ends where it began. There is one
 * circle for each import that leads back into a file.
 */
export function findCircles(imports: Imports): string[][] {
  const circles: string[][] = [];
  const visited = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (visited.has(file)) return;
    const begin = path.indexOf(file);
    if (begin !== -1) {
      circles.push([...path.slice(begin), file]);
      return;
    }
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    visited.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

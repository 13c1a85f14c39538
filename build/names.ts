/** Which names each module is asked for: module path or package → names. */
export type Wanted = Map<string, Set<string>>;

const importLine = /^(?:import|export)\s+(?:([\w$]+)\s*,?\s*)?(\*\s+as\s+[\w$]+|\*|\{[^}]*\})?\s*from\s+"([^"]+)";/gm;

/** Reads the import lines that esbuild printed: exactly the names that survived tree shaking. */
export function collectWanted(printed: string, wanted: Wanted): void {
  for (const [, single, rest, from = ""] of printed.matchAll(importLine)) {
    const names = wanted.get(from) ?? new Set<string>();
    wanted.set(from, names);
    if (single) names.add("default");
    if (rest?.startsWith("*")) throw new Error(`Import from "${from}" by name: a whole-module import would ship all of it`);
    for (const name of rest?.slice(1, -1).split(",") ?? []) {
      const [asked = ""] = name.trim().split(/\s+as\s+/);
      if (asked) names.add(asked);
    }
  }
}

/** Export names cannot be minified by the bundler, so chunks export under the shortest ones: a … z, aa … */
export function shortName(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : shortName(Math.floor(index / 26) - 1) + letter;
}

/** The file of an island that has one: named by the build, so that the loader need not know a hash of each. */
export const ownFile = (name: string, build: string): string => `${name}-${build}`;

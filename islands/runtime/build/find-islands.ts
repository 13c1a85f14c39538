import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";

export type IslandSource = { name: string; feature: string; component: string; props: string };

/** Every `<feature>/<name>.tsx` with `<name>.props.ts` beside it is an island; there is no list. */
export function findIslands(islandsDir: string): IslandSource[] {
  const found = globSync("*/*.props.ts", { cwd: islandsDir }).map((path) => {
    const [feature = "", file = ""] = path.split(/[\\/]/);
    const name = basename(file, ".props.ts");
    const folder = join(islandsDir, feature);
    return { name, feature, component: join(folder, `${name}.tsx`), props: join(folder, file) };
  });
  return refuseDuplicates(found.filter(({ component }) => existsSync(component)).sort((a, b) => (a.name < b.name ? -1 : 1)));
}

function refuseDuplicates(islands: IslandSource[]): IslandSource[] {
  const duplicate = islands.find((island, at) => islands[at - 1]?.name === island.name);
  if (!duplicate) return islands;
  throw new Error(`Two islands are called ${duplicate.name}: a name is written into pages, so it must be the only one`);
}

/**
 * Store files, which the server bundle exports so that a test can check that rendering never wrote
 * to one.
 */
export const findStores = (islandsDir: string): string[] =>
  globSync("stores/*.ts", { cwd: islandsDir })
    .filter((path) => !path.endsWith(".embedded.ts"))
    .map((path) => join(islandsDir, path));

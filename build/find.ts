import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { together } from "./together.ts";

export type IslandSource = { name: string; feature: string; component: string; props: string };

const apart = new Set(["runtime", "stores"]);

/** Every `islands/<feature>/<name>.tsx` with `<name>.props.ts` beside it is an island: there is no list to edit. */
export function findIslands(root: string): IslandSource[] {
  const found = globSync("islands/*/*.props.ts", { cwd: root })
    .map((path) => path.split(/[\\/]/))
    .filter(([, feature]) => !apart.has(feature ?? ""))
    .map(([, feature = "", file = ""]) => {
      const name = basename(file, ".props.ts");
      const folder = join(root, "islands", feature);
      return { name, feature, component: join(folder, `${name}.tsx`), props: join(folder, file) };
    });
  return refuseTwins(found.filter(({ component }) => existsSync(component)).sort((a, b) => (a.name < b.name ? -1 : 1)));
}

function refuseTwins(islands: IslandSource[]): IslandSource[] {
  const chunk = islands.find(({ name }) => name in together);
  if (chunk) throw new Error(`No island may be called ${chunk.name}: that is the name of a chunk`);
  const twin = islands.find((island, at) => islands[at - 1]?.name === island.name);
  if (twin) throw new Error(`Two islands are called ${twin.name}: a name is written into pages, so it must be the only one`);
  return islands;
}

/** Store files, which the server bundle exports so that a test can see that no render ever wrote one. */
export const findStores = (root: string): string[] =>
  globSync("islands/stores/*.ts", { cwd: root }).map((path) => join(root, path));

import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export type IslandSource = { name: string; feature: string; component: string; props: string };

/**
 * Finds the islands: every `<feature>/<name>.tsx` with `<name>.props.ts` beside it is an island.
 */
export const findIslands = (islandsDir: string): IslandSource[] =>
  refuseDuplicates(findProps(islandsDir).filter(({ component }) => existsSync(component)));

/**
 * All islands, including those that exist only for pages of other servers, as
 * `<name>.embedded.tsx`.
 */
export const findIslandsAndEmbedded = (islandsDir: string): IslandSource[] => {
  const own = findIslands(islandsDir);
  const alone = findEmbedded(islandsDir).filter(({ name }) => !own.some((island) => island.name === name));
  return [...own, ...alone.map((island) => ({ ...island, component: embeddedFile(island.component) }))];
};

/**
 * The islands of pages that other servers render; such an island may have only an `x.embedded.tsx`.
 */
export const findEmbedded = (islandsDir: string): IslandSource[] =>
  refuseDuplicates(
    findProps(islandsDir).filter(
      ({ component, props }) => isEmbedded(props) && (existsSync(component) || existsSync(embeddedFile(component))),
    ),
  );

const embeddedFile = (component: string): string => component.replace(/tsx$/, "embedded.tsx");

/** Whether a props file has the line `export const embedded = true;`. */
export const isEmbedded = (props: string): boolean => /^export const embedded = true\b/m.test(readFileSync(props, "utf8"));

const findProps = (islandsDir: string): IslandSource[] =>
  globSync("*/*.props.ts", { cwd: islandsDir })
    .map((path) => {
      const [feature = "", file = ""] = path.split(/[\\/]/);
      const name = basename(file, ".props.ts");
      const folder = join(islandsDir, feature);
      return { name, feature, component: join(folder, `${name}.tsx`), props: join(folder, file) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

function refuseDuplicates(islands: IslandSource[]): IslandSource[] {
  const second = islands.findIndex((island, at) => islands[at - 1]?.name === island.name);
  const [one, other] = islands.slice(Math.max(second - 1, 0));
  if (second < 0 || !one || !other) return islands;
  const features = [one.feature, other.feature].sort().join(" and in ");
  throw new Error(`Two islands are called ${one.name}, in ${features}: rename one, since pages name no feature`);
}

/**
 * The store files. The server bundle exports them so that a test can check that rendering never
 * wrote to a store.
 */
export const findStores = (islandsDir: string): string[] =>
  globSync("stores/*.ts", { cwd: islandsDir })
    .filter((path) => !path.endsWith(".embedded.ts"))
    .map((path) => join(islandsDir, path));

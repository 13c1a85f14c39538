import type { Metafile } from "esbuild";
import type { IslandSource } from "./find-islands.ts";
import type { SiteOptions } from "./options.ts";

/** A file with one island, or with those of a chunk group. */
export type IslandFile = { name: string; islands: readonly IslandSource[] };

type Graph = Metafile["inputs"];

/**
 * The modules that each file imports in addition. esbuild makes a shared chunk for every set of
 * files that import the same module, dozens of them. With these imports there are two: what only
 * `ownScreens` share, and what others share too.
 */
export function sharedModules(
  graph: Graph,
  files: readonly IslandFile[],
  entryOf: (island: IslandSource) => string,
  { features, butNot = [] }: NonNullable<SiteOptions["ownScreens"]> = { features: [] },
): Map<IslandFile, string[]> {
  const isOwn = ({ name, islands }: IslandFile) =>
    !butNot.includes(name) && islands.every(({ feature }) => features.includes(feature));
  const shared = [...usersOfModules(graph, files, entryOf)].filter(([, users]) => users.size > 1);
  const own = shared.filter(([, users]) => [...users].every(isOwn));
  const ownUsers = new Set(own.flatMap(([, users]) => [...users]));
  const common = shared.filter((one) => !own.includes(one));
  const pathsOf = (modules: typeof shared) => modules.map(([module]) => module);
  return new Map(files.map((file) => [file, [...pathsOf(common), ...(ownUsers.has(file) ? pathsOf(own) : [])]]));
}

function usersOfModules(
  graph: Graph,
  files: readonly IslandFile[],
  entryOf: (island: IslandSource) => string,
): Map<string, Set<IslandFile>> {
  const users = new Map<string, Set<IslandFile>>();
  for (const file of files) {
    const reached = new Set<string>();
    for (const island of file.islands) addWithImports(graph, entryOf(island), reached);
    for (const module of reached) users.set(module, (users.get(module) ?? new Set()).add(file));
  }
  return users;
}

function addWithImports(graph: Graph, module: string, into: Set<string>): void {
  if (into.has(module)) return;
  into.add(module);
  for (const { path, external } of graph[module]?.imports ?? []) if (!external) addWithImports(graph, path, into);
}

import type { Metafile } from "esbuild";
import type { IslandSource } from "./find-islands.ts";
import type { SiteOptions } from "./options.ts";

/** A file with one island, or with those of a chunk group. */
export type IslandFile = { name: string; islands: readonly IslandSource[] };

type Graph = Metafile["inputs"];

type Sections = NonNullable<SiteOptions["sections"]>;

/**
 * The modules that each file imports in addition. esbuild makes a shared chunk for every set of
 * files that import the same module, dozens of them. With these imports there is one for each
 * section, one for each two of `sections`, and one for what more of them share.
 */
export function sharedModules(
  graph: Graph,
  files: readonly IslandFile[],
  entryOf: (island: IslandSource) => string,
  sections: Sections = {},
): Map<IslandFile, string[]> {
  const shared = [...usersOfModules(graph, files, entryOf)].filter(([, users]) => users.size > 1);
  const groups = Map.groupBy(shared, ([, users]) => sharedBy(users, sections));
  const modulesFor = (file: IslandFile) =>
    [...groups].flatMap(([sharers, modules]) => {
      const isUsed = sharers === everybody || modules.some(([, users]) => users.has(file));
      return isUsed ? modules.map(([module]) => module) : [];
    });
  return new Map(files.map((file) => [file, modulesFor(file)]));
}

const everybody = "*";
/** The section of files that `sections` does not name. */
const rest = "";

/** The names of the one or two sections that all users are in. */
function sharedBy(users: ReadonlySet<IslandFile>, sections: Sections): string {
  const names = [...new Set([...users].map((file) => sectionOf(file, sections)))].sort();
  return names.length === 1 || (names.length === 2 && !names.includes(rest)) ? names.join("+") : everybody;
}

/** A file of a chunk group may be in another section than its islands' feature. */
function sectionOf({ name, islands }: IslandFile, sections: Sections): string {
  const named = Object.entries(sections);
  const holds = (word: string) => named.find(([, words]) => words.includes(word))?.[0];
  const [ofFeature = rest, ...others] = new Set(islands.map(({ feature }) => holds(feature) ?? rest));
  return holds(name) ?? (others.length === 0 ? ofFeature : rest);
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

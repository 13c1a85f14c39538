import { join } from "node:path";
import type { Metafile } from "esbuild";
import type { IslandSource } from "./find-islands.ts";
import type { InternalOptions } from "./options.ts";

/** A file with one island, or with those of a chunk group. */
export type IslandFile = { name: string; islands: readonly IslandSource[] };

type Graph = Metafile["inputs"];

type Sections = NonNullable<InternalOptions["sections"]>;

/** The path by which the build's scripts import a file whose text the build writes. */
export const virtual = (name: string): string => `island-file:${name}`;

/** The file that every other file imports: it contains the modules that all of them share. */
export const core = "core";
/**
 * The parts of the runtime that few islands need, each with its file, in the order in which
 * registry.ts counts them after the core. `props` has no file, since the build writes its text.
 */
export const partFiles = {
  fallback: "counterpart",
  props: "",
  editable: "editable",
  altered: "texts",
  arriving: "loading",
  slots: "slots",
};
export const parts = Object.keys(partFiles);
/** The section of files that `sections` does not name. */
const main = "main";

/**
 * The paths of each file's additional imports. By itself esbuild makes a shared chunk for every set
 * of files that import a module: dozens of chunks. With these imports there is one chunk for each
 * section, one for each pair of `sections`, and the core for modules that more sections share. A
 * file with the name of a section is in one chunk with the section's shared modules.
 */
export function sharedModules(
  graph: Graph,
  files: readonly IslandFile[],
  entryOf: (island: IslandSource) => string,
  sections: Sections = {},
): Map<IslandFile, string[]> {
  const shared = [...usersOfModules(graph, files, entryOf)].filter(([, users]) => users.size > 1);
  const groups = Map.groupBy(shared, ([, users]) => sharedBy(users, sections));
  const names = new Set(files.map(({ name }) => name));
  const importsOf = (file: IslandFile): string[] => {
    const others = file.name === core ? [] : [virtual(core)];
    const modules: string[] = [];
    for (const [sharers, ofGroup] of groups) {
      const isUser = ofGroup.some(([, users]) => users.has(file));
      if (sharers === file.name || (isUser && !names.has(sharers)))
        modules.push(...ofGroup.map(([module]) => join(import.meta.dirname, module)));
      else if (isUser && sharers !== core) others.push(virtual(sharers));
    }
    return [...others, ...modules];
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/**
 * If all files that use a module are in one section, the name of this section; if they are in two
 * of `sections`, both names; otherwise the core. A site without sections has only a core.
 */
function sharedBy(users: ReadonlySet<IslandFile>, sections: Sections): string {
  const names = [...new Set([...users].map((file) => sectionOf(file, sections)))].sort();
  if (names.includes(core) || Object.keys(sections).length === 0) return core;
  return names.length === 1 || (names.length === 2 && !names.includes(main)) ? names.join("+") : core;
}

/**
 * The section of a file. A chunk group's file may be in another section than its islands' feature.
 */
function sectionOf({ name, islands }: IslandFile, sections: Sections): string {
  if (name === core || name === main || name in sections) return name;
  const entries = Object.entries(sections);
  const holds = (word: string) => entries.find(([, words]) => words.includes(word))?.[0];
  const [ofFeature = main, ...others] = new Set(islands.map(({ feature }) => holds(feature) ?? main));
  return holds(name) ?? (others.length === 0 ? ofFeature : main);
}

function usersOfModules(
  graph: Graph,
  files: readonly IslandFile[],
  entryOf: (island: IslandSource) => string,
): Map<string, Set<IslandFile>> {
  const users = new Map<string, Set<IslandFile>>();
  for (const file of files) {
    const reached = new Set(file.islands.map(entryOf));
    // The loop also visits the modules that it adds to the set.
    for (const module of reached) {
      users.set(module, (users.get(module) ?? new Set()).add(file));
      for (const { path, external, kind } of graph[module]?.imports ?? [])
        if (!external && kind !== "dynamic-import") reached.add(path);
    }
  }
  return users;
}

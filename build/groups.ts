import { join } from "node:path";
import type { Metafile } from "esbuild";
import type { IslandSource } from "./find.ts";
import { projectRoot } from "./options.ts";

/** A chunk that several islands share, with the modules that live in it and nowhere else. */
export type Group = { name: string; modules: string[] };

type Graph = Metafile["inputs"];

// A chunk smaller than this costs more as a request of its own than as bytes in the common one.
const worthOwnRequest = 6_000;

/** A module used by one island stays in it; others go to a chunk per set of features, or to `shared` when that would be tiny. */
export function groupModules(graph: Graph, islands: readonly IslandSource[]): Group[] {
  const users = usersOfModules(graph, islands);
  const groups = new Map<string, string[]>();
  for (const [module, by] of users) {
    if (by.size < 2) continue;
    const name = groupName(by, islands);
    groups.set(name, [...(groups.get(name) ?? []), module]);
  }
  const shared = new Set(groups.get("shared"));
  for (const [name, modules] of groups) {
    const bytes = modules.reduce((sum, module) => sum + (graph[module]?.bytes ?? 0), 0);
    if (name === "shared" || bytes >= worthOwnRequest) continue;
    for (const module of modules) addWithImports(graph, module, shared);
  }
  return inOrder(groups, shared);
}

function usersOfModules(graph: Graph, islands: readonly IslandSource[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { name } of islands) {
    const seen = new Set<string>();
    addWithImports(graph, `island:${name}`, seen);
    seen.delete(`island:${name}`);
    for (const module of seen) users.set(module, (users.get(module) ?? new Set()).add(name));
  }
  return users;
}

function addWithImports(graph: Graph, module: string, into: Set<string>): void {
  if (into.has(module)) return;
  into.add(module);
  // A package stays whole: what its first file imports comes with it.
  if (module.includes("node_modules/")) return;
  for (const next of graph[module]?.imports ?? []) if (!next.external) addWithImports(graph, next.path, into);
}

function groupName(users: ReadonlySet<string>, islands: readonly IslandSource[]): string {
  const features = new Set(islands.filter(({ name }) => users.has(name)).map(({ feature }) => feature));
  return features.size > 2 ? "shared" : `shared.${[...features].sort().join(".")}`;
}

// Imports of a module are used by at least its users, so wider groups come first and narrower ones may import them.
function inOrder(groups: Map<string, string[]>, shared: ReadonlySet<string>): Group[] {
  const narrower = [...groups]
    .filter(([name]) => name !== "shared")
    .map(([name, modules]) => ({ name, modules: modules.filter((module) => !shared.has(module)) }))
    .sort((a, b) => b.name.split(".").length - a.name.split(".").length);
  return [{ name: "shared", modules: [...shared] }, ...narrower]
    .filter(({ modules }) => modules.length > 0)
    .map(({ name, modules }) => ({ name, modules: modules.map((module) => join(projectRoot, module)) }));
}

import { join } from "node:path";
import type { Metafile } from "esbuild";
import type { IslandSource } from "./find.ts";
import { projectRoot } from "./options.ts";
import { apart, together, working } from "./together.ts";

/** A chunk that several islands share, with the modules that live in it and nowhere else. */
export type Group = { name: string; modules: string[] };

type Graph = Metafile["inputs"];

// A chunk smaller than this costs more as a request of its own than as bytes in the common one.
const worthOwnRequest = 4_000;

/**
 * A module used by one island stays in it; others go to a chunk per set of features, or to `shared` when that would be tiny. What only the
 * forms of `working` features share is one chunk of theirs, with the little that one of them has for itself. Islands that travel together live in `shared` or `shop`, with what they import.
 */
export function groupModules(graph: Graph, islands: readonly IslandSource[]): Group[] {
  const users = usersOfModules(graph, islands);
  const groups = new Map<string, string[]>();
  for (const [module, by] of users) {
    if (by.size < 2) continue;
    const name = groupName(by, islands);
    groups.set(name, [...(groups.get(name) ?? []), module]);
  }
  const named = new Set(islands.map(({ name }) => name));
  const withImports = (names: readonly string[], into: Set<string>) => {
    for (const name of names) if (named.has(name)) addWithImports(graph, entryOf(name), into);
    return into;
  };
  const shared = withImports(together.shared, new Set(groups.get("shared")));
  const shop = withImports(together.shop, new Set());
  const standsApart = ({ name, feature }: IslandSource) => apart.has(feature) && !together.shop.includes(name);
  const others = islands.filter(standsApart).map(({ name }) => name);
  for (const module of shop) if (others.some((name) => users.get(module)?.has(name))) addWithImports(graph, module, shared);
  for (const [name, modules] of groups) {
    const left = modules.filter((module) => !shared.has(module) && !shop.has(module));
    const bytes = left.reduce((sum, module) => sum + (graph[module]?.bytes ?? 0), 0);
    if (name === "shared" || name === "working" || bytes >= worthOwnRequest) continue;
    if (!working.has(name)) for (const module of left) addWithImports(graph, module, shared);
    else groups.set(name, []).set("working", [...(groups.get("working") ?? []), ...left]);
  }
  return inOrder(groups, shared, new Set([...shop].filter((module) => !shared.has(module))));
}

/** The module that an island's chunk begins with; in a group it stands for the island that lives there. */
export const entryOf = (island: string): string => `island:${island}`;

function usersOfModules(graph: Graph, islands: readonly IslandSource[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { name } of islands) {
    const seen = new Set<string>();
    addWithImports(graph, entryOf(name), seen);
    seen.delete(entryOf(name));
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
  if (features.size > 1 && [...features].every((feature) => working.has(feature))) return "working";
  return features.size > 2 ? "shared" : [...features].sort().join(".");
}

// Imports of a module are used by at least its users, so wider groups come first and narrower ones may import them.
function inOrder(groups: Map<string, string[]>, shared: ReadonlySet<string>, shop: ReadonlySet<string>): Group[] {
  const narrower = [...groups]
    .filter(([name]) => name !== "shared")
    .map(([name, modules]) => ({ name, modules: modules.filter((module) => !shared.has(module) && !shop.has(module)) }))
    .sort((a, b) => width(b.name) - width(a.name));
  return [{ name: "shared", modules: [...shared] }, { name: "shop", modules: [...shop] }, ...narrower]
    .filter(({ modules }) => modules.length > 0)
    .map(({ name, modules }) => ({ name, modules: modules.map(pathOf) }));
}

// What working features share may import what they share with others, and is imported by what is one feature's.
const width = (name: string) => (name === "working" ? 1.5 : name.split(".").length);

const pathOf = (module: string) => (module.startsWith(entryOf("")) ? module : join(projectRoot, module));

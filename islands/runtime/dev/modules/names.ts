import { basename } from "node:path";
import { contentHash } from "../../build/link.ts";
import { type Module, reach } from "./graph.ts";
import type { Packages } from "./packages.ts";

/** A module's file without its extension, and all files of packages and modules that it needs. */
export type NamedModule = { file: string; modules: string[]; packages: string[] };

/**
 * Names each module by its content and the contents of all its imports, so that equal names always
 * mean equal content.
 */
export function nameModules(modules: ReadonlyMap<string, Module>, packages: Packages): Map<string, NamedModule> {
  const own = new Map([...modules.values()].map(({ path, text }) => [path, contentHash(path + text)]));
  const namedModules = new Map<string, NamedModule>();
  for (const path of modules.keys()) {
    const reached = [...reach([path], modules)];
    const needed = new Set(reached.flatMap((one) => modules.get(one)?.imports.packages ?? []));
    const hashes = [...reached.map((one) => own.get(one)), ...[...needed].map(packages.pathOf)];
    const file = `${basename(path).replace(/\.\w+$/, "")}-${contentHash(`${path} ${hashes.sort()}`)}`;
    namedModules.set(path, { file, modules: reached, packages: [...needed] });
  }
  return namedModules;
}

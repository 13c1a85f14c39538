import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { gate } from "../../../islands/supported-browsers.ts";
import { compat, type Feature, lacking, lookUp, type Use } from "./data.ts";

/**
 * Finds a package's uses by name. A member is too new only if it is too new on every object with a
 * member of this name.
 */
export function usesInPackage(root: string, file: string): Use[] {
  // Comments are removed, because their words are no members.
  const { code } = transformSync(readFileSync(join(root, file), "utf8"), { minifyWhitespace: true, legalComments: "none" });
  const names = new Set([...code.matchAll(/(?<=[\w$)\]]\??\.)[a-zA-Z]\w+/g)].map(([name]) => name));
  return [...names].flatMap((name) => useOf(name, file));
}

function useOf(name: string, file: string): Use[] {
  const features = members.get(name) ?? [];
  const isOld = features.some((feature) => lacking(feature, gate.browsers).length === 0);
  return isOld ? [] : features.slice(0, 1).map((feature) => ({ feature, file, line: 1, detected: false }));
}

/** Every member of the web's and the language's objects by its name. */
const members = new Map<string, Feature[]>();
const trees = [
  { path: ["api"], objects: compat.api },
  { path: ["javascript", "builtins"], objects: compat.javascript.builtins ?? {} },
];
for (const { path, objects } of trees)
  for (const [object, tree] of Object.entries(objects))
    for (const key of Object.keys(tree)) {
      const feature = lookUp(...path, object, key);
      const name = key.replace(/_static$/, "");
      if (feature) members.set(name, [...(members.get(name) ?? []), feature]);
    }

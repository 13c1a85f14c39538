import { join } from "node:path";
import * as esbuild from "esbuild";
import { ownFile, shortName } from "./names.ts";
import { common, projectRoot, type Site } from "./options.ts";

/** What the registry is made of: see `Manifest`, which has it. */
type Registered = { build: string; core: string; islands: Record<string, { file: string; imports: string[] }> };

/**
 * The loader with its registry: a letter for each chunk that an island needs, its own first (`_`) or the shared one in which it lives. Islands
 * that need the same stand together, ` one two =ab`, as every page pays for this list.
 */
export async function buildEntry({ dev }: Site, { build, core, islands }: Registered): Promise<Uint8Array> {
  const filesOf = new Map(Object.entries(islands).map(([name, { file, imports }]) => [name, [file, ...imports]]));
  const own = new Set(Object.keys(islands).map((name) => ownFile(name, build)));
  const shared = [...new Set([...filesOf.values()].flat())].filter((file) => !own.has(file));
  const letters = new Map(shared.map((file, at) => [file, shortName(at)]));
  if (shared.length > 26) throw new Error("More than 26 shared chunks: the registry names each by one letter");
  // The order of what follows the first is of no matter: sorted, the same ones are the same text, which compresses.
  const lettersOf = ([file = "", ...imports]: readonly string[]) =>
    [file, ...imports.toSorted()].map((one) => letters.get(one) ?? "_").join("");
  const byLetters = Map.groupBy(Object.keys(islands), (name) => lettersOf(filesOf.get(name) ?? []));
  const compiled = {
    build,
    core,
    chunks: [...byLetters].map(([needs, names]) => ` ${names.join(" ")} =${needs}`).join(""),
    shared: Object.fromEntries([...letters].map(([file, letter]) => [letter, file])),
  };
  const registry = Object.entries(compiled).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const { outputFiles } = await esbuild.build({
    ...common(dev),
    entryPoints: [join(projectRoot, "islands/entry.ts")],
    outdir: "/",
    plugins: [
      {
        name: "registry",
        setup(plugin) {
          plugin.onResolve({ filter: /^islands:registry$/ }, ({ path }) => ({ path, namespace: "registry" }));
          plugin.onLoad({ filter: /.*/, namespace: "registry" }, () => ({ contents: registry.join("\n"), loader: "js" }));
        },
      },
    ],
  });
  const [entry] = outputFiles;
  if (!entry) throw new Error("esbuild wrote no entry");
  return entry.contents;
}

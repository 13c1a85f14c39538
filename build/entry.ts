import { join } from "node:path";
import * as esbuild from "esbuild";
import { shortHash } from "./chunks.ts";
import { shortName } from "./names.ts";
import { common, projectRoot, type Site } from "./options.ts";
import type { Manifest } from "./site.ts";

/** The loader with its registry: per island the letters of its hash, then a letter for each shared chunk that it imports. */
export async function buildEntry({ dev }: Site, { build, core, islands }: Manifest): Promise<Uint8Array> {
  const shared = [...new Set(Object.values(islands).flatMap(({ imports }) => imports))];
  const letters = new Map(shared.map((file, at) => [file, shortName(at)]));
  if (shared.length > 26) throw new Error("More than 26 shared chunks: the registry names each by one letter");
  const chunks = Object.entries(islands).map(([name, { file, imports }]) => {
    return [name, file.slice(-shortHash) + imports.map((one) => letters.get(one)).join("")] as const;
  });
  const compiled = {
    build,
    core,
    chunks: Object.fromEntries(chunks),
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

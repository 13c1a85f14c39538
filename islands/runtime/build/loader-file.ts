import * as esbuild from "esbuild";
import type { Chunk } from "./chunks.ts";
import { commonOptions, type SiteOptions } from "./options.ts";

/**
 * The loader with its registry: the files of each island, as indexes into one list, its own first.
 */
export async function buildLoader(
  { loader, target, dev }: SiteOptions,
  build: string,
  islands: Readonly<Record<string, Chunk>>,
): Promise<Uint8Array> {
  const needs = Object.entries(islands).map(([name, { file, imports }]) => [name, [file, ...imports]] as const);
  const files = [...new Set(needs.flatMap(([, list]) => list))].sort();
  const registry = {
    build,
    files,
    islands: Object.fromEntries(needs.map(([name, list]) => [name, list.map((file) => files.indexOf(file))])),
  };
  const contents = Object.entries(registry).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const common = commonOptions(dev);
  const { outputFiles } = await esbuild.build({
    ...common,
    target: [...target],
    entryPoints: [loader],
    outdir: "/",
    plugins: [
      ...(common.plugins ?? []),
      {
        name: "registry",
        setup(plugin) {
          plugin.onResolve({ filter: /^islands:registry$/ }, ({ path }) => ({ path, namespace: "registry" }));
          plugin.onLoad({ filter: /.*/, namespace: "registry" }, () => ({ contents: contents.join("\n"), loader: "js" }));
        },
      },
    ],
  });
  const [script] = outputFiles;
  if (!script) throw new Error("esbuild wrote no loader");
  return script.contents;
}

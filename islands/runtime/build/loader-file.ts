import { createHash } from "node:crypto";
import type { Chunk } from "./chunks.ts";
import { contentHash, type LinkableScript } from "./link.ts";
import { minifyModule, ofLoader } from "./minify.ts";
import { type BundleOptions, bundleOf, commonOptions, type InternalOptions, runtime, targetOf } from "./options.ts";
import type { Script } from "./parse-script.ts";
import { core, parts } from "./shared-modules.ts";

/** The most scripts that others may need: a base-36 digit names each, and the parts take some. */
const mostShared = 36 - parts.length;

/** The registry's text, as `islands-registry.d.ts` describes it, and the build's id in the text. */
export function registryOf(
  scripts: readonly LinkableScript[],
  islands: Readonly<Record<string, Chunk>>,
): { build: string; registry: string } {
  const needed = new Set(scripts.flatMap(({ needs }) => needs));
  if (needed.size > mostShared)
    throw new Error(
      `${needed.size} scripts have code that others need, and at most ${mostShared} may: use import() for fewer modules`,
    );
  const first = [core, ...parts];
  const rank = ({ file, place }: LinkableScript) => {
    const at = first.indexOf(file.replace(/-[^-]+$/, ""));
    if (place) return first.length + 2 + scripts.length + place;
    return at >= 0 ? at : first.length + Number(!needed.has(file));
  };
  const sorted = scripts.toSorted((a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : 1));
  const at = new Map(sorted.map(({ file }, index) => [file, index.toString(36)]));
  const split = sorted.map(({ file }) => /^(.*)-(.*)$/.exec(file) ?? []);
  const lines = sorted.map(({ file, needs }, index) => {
    const name = split[index]?.[1] ?? "";
    const others = Object.keys(islands).filter((island) => islands[island]?.file === file && island !== name);
    return [needs.map((need) => at.get(need)).join(""), name, ...others].join(" ");
  });
  // Hashes compress better together than among words.
  const hashes = split.map(([, , hash]) => hash).join("");
  const build = createHash("sha256")
    .update([hashes, ...lines].join(";"))
    .digest("hex")
    .slice(0, 8)
    .toUpperCase();
  return { build, registry: [build + hashes, ...lines].join(";") };
}

/**
 * Builds the loader, including the registry, under a content-hashed name. Also writes the registry
 * alone as `file`, for the loader of another build.
 */
export async function buildLoader(
  site: InternalOptions,
  registry: string,
  file = "registry",
): Promise<{ named: Script; registry: Script }> {
  const contents = `export default ${JSON.stringify(registry)};`;
  const common = commonOptions(site.dev, site.framework, site.plugins);
  const options: BundleOptions = {
    ...common,
    target: targetOf(site),
    entryPoints: [site.loader ?? runtime("entry.ts")],
    outdir: "/",
    define: { ...common.define, REGISTRY_FILE: JSON.stringify(file) },
    plugins: [
      ...(common.plugins ?? []),
      {
        name: "registry",
        setup(plugin) {
          plugin.onResolve({ filter: /^islands:registry$/ }, ({ path }) => ({ path, namespace: "registry" }));
          plugin.onLoad({ filter: /.*/, namespace: "registry" }, () => ({ contents, loader: "js" }));
        },
      },
    ],
  };
  const { outputFiles } = await bundleOf(site)("loader", options, contents);
  const [script] = outputFiles;
  if (!script) throw new Error("esbuild wrote no loader");
  const text = site.dev ? script.text : await minifyModule(script.text, ofLoader);
  return { named: { file: `entry-${contentHash(text)}`, contents: text }, registry: { file, contents } };
}

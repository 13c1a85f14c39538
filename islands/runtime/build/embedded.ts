import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import type { CompiledSchema } from "../schema-keywords.ts";
import { buildChunks } from "./chunks.ts";
import { findEmbedded, type IslandSource } from "./find-islands.ts";
import { buildLoader, registryOf } from "./loader-file.ts";
import { type Bundle, bundleOf, commonOptions, type EmbeddedOptions, type InternalOptions } from "./options.ts";
import type { Script } from "./parse-script.ts";

/** The path of a file's embedded variant, such as `x.embedded.tsx` for `x.tsx`. */
const variantOf = (path: string): string => path.replace(/(\.tsx?)$/, ".embedded$1");

/**
 * Replaces a module by the `x.embedded.ts` beside it, and packages by those of `packages`. A
 * replacement that imports the replaced module gets the original.
 */
function replaceModules(islandsDir: string, paths: readonly string[], packages: Readonly<Record<string, string>>): Plugin {
  const variants = new Set(paths.map((path) => join(islandsDir, path)));
  return {
    name: "embedded",
    setup(build) {
      build.onResolve({ filter: /\.tsx?$/ }, ({ path, resolveDir, importer }) => {
        const variant = variantOf(path.startsWith(".") ? join(resolveDir, path) : path);
        return variants.has(variant) && variant !== importer ? { path: variant } : null;
      });
      build.onResolve({ filter: /^[^.]/ }, ({ path, importer }) => {
        const replacement = packages[path];
        return replacement && replacement !== importer ? { path: replacement } : null;
      });
    },
  };
}

/**
 * The sources of the islands that their props files mark as embedded. A file's embedded variant is
 * used if it exists; some islands have only the variant.
 */
export function embeddedSources(islandsDir: string): IslandSource[] {
  return findEmbedded(islandsDir).map(({ component, props, ...island }) => ({
    ...island,
    component: existingVariant(component),
    props: existingVariant(props),
  }));
}

function existingVariant(path: string): string {
  const variant = variantOf(path);
  return existsSync(variant) ? variant : path;
}

/** The import graph, including the replacements. */
async function graphOf(site: InternalOptions, islands: readonly IslandSource[]): Promise<Metafile["inputs"]> {
  const common = commonOptions(site.dev, site.framework, site.plugins);
  const stdin = {
    contents: islands.map(({ component }) => `import ${JSON.stringify(component)};`).join("\n"),
    resolveDir: site.islandsDir,
  };
  const { metafile } = await bundleOf(site)("graph", { ...common, minify: false, sourcemap: false, stdin });
  return metafile.inputs;
}

/**
 * Builds the scripts of pages that other servers render: the loader at the stable address
 * `entry.js`, its registry `embedded.js`, and files of the embedded islands, in which
 * `x.embedded.ts` replaces `x.ts`.
 */
export async function buildEmbedded(
  site: InternalOptions,
  embedded: EmbeddedOptions,
  islands: readonly IslandSource[],
  compiled: Record<string, CompiledSchema>,
): Promise<Script[]> {
  const { sections: _, ...rest } = site;
  const variants = globSync("**/*.embedded.{ts,tsx}", { cwd: site.islandsDir }).sort();
  const plugins = [replaceModules(site.islandsDir, variants, embedded.packages ?? {})];
  const bundle: Bundle = (name, options, texts = "") => bundleOf(site)(`embedded ${name}`, options, `${texts} ${variants}`);
  const variant = {
    ...rest,
    bundle,
    plugins,
    loader: embedded.loader,
    chunkGroups: embedded.chunkGroups ?? {},
    ...(embedded.prepare && { prepare: embedded.prepare }),
  };
  const graph = await graphOf(variant, islands);
  const chunks = await buildChunks(variant, islands, { compiled, graph });
  const { registry } = registryOf(chunks.scripts, chunks.islands);
  const loader = await buildLoader(variant, registry, "embedded");
  return [...chunks.scripts, { ...loader.named, file: "entry" }, loader.registry];
}

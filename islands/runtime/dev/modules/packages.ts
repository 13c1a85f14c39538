import { basename, resolve } from "node:path";
import type { BuildResult, Metafile, Plugin } from "esbuild";
import { type BundleOptions, bundleOf, commonOptions, type InternalOptions, runtime, targetOf } from "../../build/options.ts";
import { partFiles } from "../../build/shared-modules.ts";
import { readIfThere } from "./graph.ts";
import { NeedsBundles } from "./needs-bundles.ts";

/**
 * The files of packages and of the runtime. Paths are relative to the folder into which the files
 * are written.
 */
export type Packages = {
  files: { path: string; contents: Uint8Array }[];
  /** The file of a package, or of a file of the runtime. */
  pathOf(name: string): string;
  /** All files that it needs, directly or indirectly. */
  needsOf(name: string): string[];
};

/** The files of the runtime that scripts of the build use. */
const runtimeFiles = ["check", "settle", ...Object.values(partFiles).filter(Boolean), "checked-props", "schema-keywords"];
export const renderer = "runtime:render/islands";

export type BothPackages = { browser: Packages; server: Packages };

/**
 * Bundles packages for browsers, and packages except zod for the server: Node itself finds zod.
 * Bundles again only if other packages are named, or if a file outside of `node_modules` has
 * changed.
 */
export function openPackages(site: InternalOptions): (names: readonly string[]) => Promise<BothPackages> {
  let last: { names: string; sources: Map<string, string>; packages: BothPackages } | undefined;
  return async (names) => {
    const isSame = last?.names === names.join() && [...last.sources].every(([path, text]) => readIfThere(path) === text);
    if (last && isSame) return last.packages;
    const results = await bundlePackages(site, names);
    const paths = Object.values(results).flatMap(({ metafile }) => Object.keys(metafile.inputs));
    const own = paths.filter((path) => !/(^|[/\\])node_modules[/\\]/.test(path)).map((path) => resolve(builder, path));
    const packages = { browser: packagesOf(results.browser), server: packagesOf(results.server) };
    last = { names: names.join(), sources: new Map(own.map((path) => [path, readIfThere(path) ?? ""])), packages };
    return packages;
  };
}

/** The folder in which esbuild works. */
const builder = runtime("build");

async function bundlePackages(site: InternalOptions, names: readonly string[]) {
  const common = commonOptions(true);
  const shared: BundleOptions = {
    ...common,
    splitting: true,
    outdir: "/",
    entryNames: "[name]-[hash]",
    chunkNames: "shared-[hash]",
    // A source map of zod has more bytes than all islands.
    sourcemap: false,
    // A package without side effects is imported on purpose.
    logOverride: { "ignored-bare-import": "silent" },
    plugins: [...(common.plugins ?? []), resolveFromSite(site)],
  };
  const inServer = names.filter((name) => !isExternal(name));
  const [browser, server] = await Promise.all([
    bundleOf(site)("packages", {
      ...shared,
      target: targetOf(site),
      entryPoints: entriesOf([...names, ...runtimeFiles.map((file) => `runtime:${file}`)]),
    }),
    bundleOf(site)("server packages", {
      ...shared,
      platform: "node",
      target: "node24",
      entryPoints: entriesOf([...inServer, renderer]),
      outExtension: { ".js": ".mjs" },
      external: ["zod"],
      define: { "process.env.NODE_ENV": '"production"' },
    }),
  ]);
  return { browser, server };
}

/** Whether the server finds the package itself at run time. */
export const isExternal = (name: string): boolean => /^zod(\/|$)/.test(name);

const fileName = (name: string) => name.replace(/^[^\w]+/, "").replace(/[^\w-]+/g, ".");

const entriesOf = (names: readonly string[]) => names.map((name) => ({ in: name, out: fileName(name) }));

/** Resolves a package as an import of the islands would. */
const resolveFromSite = ({ islandsDir }: InternalOptions): Plugin => ({
  name: "resolve-from-site",
  setup(build) {
    build.onResolve({ filter: /.*/ }, async ({ path, kind }) => {
      if (kind !== "entry-point") return null;
      const file = /^runtime:(.*)$/.exec(path)?.[1];
      if (file) return { path: runtime(`${file}.ts`) };
      const {
        path: resolved,
        errors,
        namespace,
      } = await build.resolve(path, { resolveDir: islandsDir, kind: "import-statement" });
      return { path: resolved, errors, namespace };
    });
  },
});

function packagesOf({ outputFiles, metafile }: BuildResult<BundleOptions>): Packages {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const files = outputFiles.map(({ path, contents }) => ({ path: basename(path), contents }));
  const byName = new Map<string, string>();
  for (const [file, { entryPoint }] of outputs) if (entryPoint) byName.set(file.replace(/-[^-]+$/, ""), file);
  refuseCommonJs(metafile);

  const pathOf = (name: string) => {
    const path = byName.get(fileName(name));
    if (!path) throw new Error(`esbuild wrote no file for ${name}`);
    return path;
  };
  const needsOf = (name: string) => {
    const needs = new Set([pathOf(name)]);
    for (const file of needs)
      for (const { path, external } of outputs.get(file)?.imports ?? []) if (!external) needs.add(basename(path));
    return [...needs];
  };
  return { files, pathOf, needsOf };
}

/**
 * Refuses a CommonJS package: its export names are known only at run time, so esbuild would only
 * write a default export.
 */
function refuseCommonJs({ inputs, outputs }: Metafile): void {
  for (const { entryPoint = "" } of Object.values(outputs))
    if (inputs[entryPoint]?.format === "cjs") throw new NeedsBundles(`${entryPoint} is a CommonJS module`);
}
